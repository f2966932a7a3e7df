"""What the bot must be allowed in a channel before a campaign begins there."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.letters.sentences import mention_channel
from bot.moderator import Complaint
from bot.text import Raw
from bot.ui.threads.noticeboard import is_lobby
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
    lacking = _lacking(visit, have, names)
    if lacking:
        raise Complaint("new.no_rights", rights=lacking)


async def lobby_of(visit: Visit) -> discord.ForumChannel | None:
    """Return the forum in which this server has its new tables opened, if it has one.

    Raises:
        Complaint: forum.gone, where it was deleted; forum.not_seen, where the person may not look
            at it; forum.no_rights, naming what the bot lacks there; visit.only_in_server.
    """
    forum_id = (await visit.moderator.servers.setup(visit.guild_id)).lobby
    guild, member = visit.interaction.guild, visit.interaction.user
    if forum_id is None or guild is None:
        return None
    forum = guild.get_channel(forum_id)
    if not is_lobby(forum):
        raise Complaint("forum.gone")
    if isinstance(member, discord.Member) and not forum.permissions_for(member).view_channel:
        raise Complaint("forum.not_seen")
    require_forum_rights(visit, forum)
    return forum


def require_forum_rights(visit: Visit, forum: discord.ForumChannel) -> None:
    """Refuse a forum in which the bot lacks the rights to open tables and moderate them.

    Raises:
        Complaint: forum.no_rights, naming what it lacks there.
    """
    names = (*NEEDED, "send_messages_in_threads")
    lacking = _lacking(visit, forum.permissions_for(forum.guild.me), names)
    if lacking:
        raise Complaint("forum.no_rights", rights=lacking, channel=mention_channel(forum.id))


def _lacking(visit: Visit, have: discord.Permissions, names: Iterable[str]) -> Raw | None:
    """Say which of some permissions are not there; ``None``: none."""
    lacking = [name for name in names if not getattr(have, name)]
    if not lacking:
        return None
    return visit.words.join([visit.words.bot(f"permission.{name}") for name in lacking])
