"""What the bot must be allowed in a channel before a campaign begins there."""

from __future__ import annotations

import discord

from bot.moderator import Complaint
from bot.ui.visit import Visit

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Without these a campaign cannot be moderated; "Pin Messages" is only missed."""


def require_rights(visit: Visit) -> None:
    """Refuse what the bot lacks the rights for.

    Raises:
        Complaint: new.no_rights, naming what it lacks in this channel.
    """
    have = visit.interaction.app_permissions
    in_thread = isinstance(visit.interaction.channel, discord.Thread)
    names = [
        "send_messages_in_threads" if in_thread and name == "send_messages" else name
        for name in NEEDED
    ]
    lacking = [name for name in names if not getattr(have, name)]
    if lacking:
        rights = visit.words.join([visit.words.bot(f"permission.{name}") for name in lacking])
        raise Complaint("new.no_rights", rights=rights)
