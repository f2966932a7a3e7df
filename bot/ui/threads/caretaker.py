"""Closes the threads of campaigns that a referee has archived, and locks them where it may.

It waits until all is posted there that is to be, and locks none before what was secret is open. A
channel is no thread: there the panel is unpinned, and nothing else. Where a game goes on after all
that is undone.
"""

from __future__ import annotations

import logging
from typing import Final

import discord

from bot.clock import to_ms
from bot.moderator.referees.archiving import Closing
from bot.ui.threads.classroom import is_final
from bot.ui.threads.rounds import Keeper, backoff
from bot.ui.threads.unanswered import NO_ANSWER

_log = logging.getLogger(__name__)

PAUSE: Final = 30.0
"""Seconds after which is looked again whether all is posted."""


class Caretaker(Keeper):
    """Closes threads."""

    async def _look(self) -> float | None:
        """Close what is due; return the seconds until something is, if it waits for a time."""
        now, later = to_ms(discord.utils.utcnow()), list[int]()
        for one in await self._door().archiving.to_close():
            guild = self._client.get_guild(one.guild_id)
            if guild is None or guild.unavailable:
                continue
            if one.waits and not one.goes_on:
                later.append(now + round(PAUSE * 1000))
            elif one.due > now:
                later.append(one.due)
            else:
                due = await self._close(one, now)
                later += [] if due is None else [due]
        return None if not later else max(0.001, (min(later) - now) / 1000)

    async def _close(self, closing: Closing, now: int) -> int | None:
        """Close a thread, or open it; return when to try what failed again, or when to lock it."""
        door = self._door().archiving
        try:
            if closing.goes_on or not closing.in_use:
                await self._settle(closing)
        except (discord.InvalidData, *NO_ANSWER) as error:
            _log.info("campaign %s: its thread is not closed: %s", closing.campaign_id, error)
            if not isinstance(error, discord.HTTPException) or not is_final(error):
                due = now + round(backoff(closing.attempts) * 1000)
                await door.put_off(closing, due)
                return due
        return await door.closed(closing)

    async def _settle(self, closing: Closing) -> None:
        """Close and lock a thread, as far as Discord lets it; elsewhere unpin the panel.

        Where the game goes on, unlock it, or pin the panel.

        Raises:
            discord.HTTPException: Discord failed, or lets nothing of it be done.
        """
        found = await self._client.fetch_channel(closing.channel_id)
        if isinstance(found, discord.Thread):
            if not closing.goes_on:
                await _shut_thread(found, locks=closing.locks)
            elif found.locked and lacks(found) is None:
                await found.edit(archived=False, locked=False)
        elif closing.panel_id is not None and isinstance(found, discord.abc.Messageable):
            there = self._client.get_partial_messageable(found.id)
            panel = there.get_partial_message(closing.panel_id)
            await (panel.pin() if closing.goes_on else panel.unpin())


async def _shut_thread(thread: discord.Thread, *, locks: bool) -> None:
    if thread.archived and (thread.locked or not locks):
        return
    if thread.archived:  # one that is closed must be open to be locked
        if lacks(thread) is not None:
            return
        thread = await thread.edit(archived=False)
    if locks and lacks(thread) is None:
        await thread.edit(archived=True, locked=True)
    else:  # whoever has made a thread may close it, but not lock it
        await thread.edit(archived=True)


def lacks(channel: object) -> str | None:
    """Return what the bot lacks to close a channel whose campaign is archived, as a code's end.

    ``None`` where it lacks nothing, or does not know the channel.
    """
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    me = channel.guild.me
    granted = channel.permissions_for(me)
    if not isinstance(channel, discord.Thread):
        return None if granted.pin_messages or granted.manage_messages else "unpin"
    if granted.manage_threads:
        return None
    return "lock" if channel.owner_id == me.id else "close"
