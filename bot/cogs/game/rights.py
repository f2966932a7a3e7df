"""What the bot must be allowed in a channel before a campaign begins there."""

from __future__ import annotations

import discord

from bot.moderator import Complaint
from bot.ui.visit import Visit

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Without these a campaign cannot be moderated; "Pin Messages" is only missed."""
_WITHOUT_MESSAGES = (discord.ForumChannel, discord.CategoryChannel)
"""Forums, media channels and headings: messages stand in their posts and channels only."""


def require_rights(visit: Visit) -> None:
    """Refuse what the bot lacks the rights for.

    Raises:
        Complaint: new.no_channel, where nothing can be written; new.no_rights, naming what it
            lacks in this channel; visit.only_in_server.
    """
    channel = visit.interaction.channel
    if visit.guild_id and isinstance(channel, _WITHOUT_MESSAGES):
        raise Complaint("new.no_channel")
    have = visit.interaction.app_permissions
    in_thread = isinstance(channel, discord.Thread)
    names = [
        "send_messages_in_threads" if in_thread and name == "send_messages" else name
        for name in NEEDED
    ]
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        names.append("connect")  # whoever may not has no part in its chat
    lacking = [name for name in names if not getattr(have, name)]
    if lacking:
        rights = visit.words.join([visit.words.bot(f"permission.{name}") for name in lacking])
        raise Complaint("new.no_rights", rights=rights)
