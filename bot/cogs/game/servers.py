"""What people who manage a server may do with its campaigns, and who may know of which."""

from __future__ import annotations

from typing import Optional

import discord
from discord import app_commands

from bot.cogs.building import command
from bot.letters import naming
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, button
from bot.moderator import Complaint, Sight
from bot.moderator.lobby.servers import MOST_OPEN
from bot.text import Raw, clean
from bot.ui.presses import Presses
from bot.ui.visit import Visit

MOST_ARCHIVED = 60
"""Of how many campaigns, live and new ones first, the threads are looked for in the archive."""

Number = app_commands.Range[int, 1, MOST_OPEN]


def register(presses: Presses, top: app_commands.Group) -> None:
    """Add the commands to ``/game``, and the verb of their button."""
    command(close, "close", "command.game.close", parent=top)
    command(limit, "limit", "command.game.limit", parent=top)
    command(bar, "bar", "command.game.bar", parent=top)
    presses.on("close")(press_close)


def manages(visit: Visit) -> bool:
    """Say whether the person has Discord's permission "Manage Server", as of this interaction."""
    interaction = visit.interaction
    return interaction.guild_id is not None and interaction.permissions.manage_guild


async def sight(visit: Visit) -> Sight:
    """Return of which campaigns a person may know here: their own, and those they can look at.

    Of a private thread only its members know; as Discord does not say who they are, only those are
    sure to see it who see every thread. Archived threads Discord tells of on demand only.
    """
    interaction = visit.interaction
    guild, member = interaction.guild, interaction.user
    seen = {visit.channel_id}
    if guild is not None and isinstance(member, discord.Member):
        seen |= {channel.id for channel in guild.channels if _sees(member, channel)}
        seen |= {thread.id for thread in guild.threads if _sees(member, thread)}
        found = await visit.moderator.reader.campaigns(guild.id, most=MOST_ARCHIVED)
        known = guild.get_channel_or_thread
        away = [one.channel_id for one in found if known(one.channel_id) is None]
        away = [one for one in dict.fromkeys(away) if one not in seen]
        if away:
            await visit.hold()  # Discord is asked, which may take longer than an answer may
            archived = await visit.bot.archive.threads(guild, away)
            seen |= {thread.id for thread in archived if _sees(member, thread)}
    return Sight(visit.person_id, frozenset(seen))


def _sees(member: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    if isinstance(channel, discord.Thread):
        if channel.parent is None:
            return False
        can = channel.permissions_for(member)
        return can.view_channel and (can.manage_threads or not channel.is_private())
    return channel.permissions_for(member).view_channel


def require_manager(visit: Visit) -> None:
    """Refuse whoever does not manage the server.

    Raises:
        Complaint: visit.not_manager.
    """
    if not manages(visit):
        raise Complaint("visit.not_manager", right=visit.words.bot("permission.manage_guild"))


async def close(visit: Visit) -> None:
    """Ask whether this channel's campaign shall be ended on behalf of the server."""
    require_manager(visit)
    campaign = await visit.campaign()
    if campaign.status == "over":
        raise Complaint("campaign.over")
    words, plain = visit.words, visit.words.plain
    sure = button(plain.bot("button.close"), "close", campaign.id, style=STYLES.danger)
    cancel = button(plain.bot("button.cancel"), "cancel", "-")
    await visit.show(Page([words.bot("close.sure", name=campaign.name)], [sure, cancel]))


async def press_close(visit: Visit, key: Key) -> None:
    """End a campaign on behalf of the server."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    require_manager(visit)
    after = await visit.moderator.lobby.close(campaign.id, visit.person_id)
    await visit.tell("close.done", name=after.name)


async def bar(
    visit: Visit,
    person: Optional[discord.User] = None,  # noqa: UP045 - as Discord's options are written here
    lift: bool = False,
) -> None:
    """Bar somebody from all seats of this server, or let them in again; or say who is barred."""
    require_manager(visit)
    await visit.hold()
    bars, words = visit.moderator.bars, visit.words
    if person is None:
        found = await bars.of(visit.guild_id)
        names = await bars.names(visit.guild_id)
        shown = [naming.introduced(one, names.get(one)) for one in found[: naming.MOST]]
        named = words.join(shown)
        await visit.tell("bar.list" if found else "bar.nobody", people=Raw(named), n=len(found))
        return
    who = naming.introduced(person.id, clean(person.display_name) or None)
    if lift:
        was = await bars.lift(visit.guild_id, person.id)
        await visit.tell("bar.lifted" if was else "bar.was_not", person=who)
        return
    await bars.bar(visit.guild_id, person.id)
    await visit.tell("bar.done", person=who)


async def limit(visit: Visit, campaigns: Number | None = None) -> None:
    """Say, or choose, how many campaigns one person may have open in this server."""
    if campaigns is None:
        most = await visit.moderator.servers.most_open(visit.guild_id)
        await visit.tell("limit.is", n=most)
        return
    require_manager(visit)
    await visit.moderator.servers.allow_open(visit.guild_id, campaigns)
    await visit.tell("limit.set", n=campaigns)
