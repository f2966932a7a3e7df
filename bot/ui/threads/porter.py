"""Keeps open the threads in which people are awaited.

Discord archives a thread in which nothing was written for a while, and then a button in it does not
reach the bot from the web or a phone: a game would end by itself. Such a thread is opened again,
without a word. What a person has closed stays closed, and of what they have locked the campaign's
creator hears. Who it was Discord tells in two ways only:

* its audit log, where the bot may read that, names whoever archives a thread, and nobody where age
  did;
* a thread is never archived for age before its time has passed since the last message, or since it
  was opened. So whoever closes it in that time is a person; one who closes what the bot has opened
  again is so too, and the bot does not open it more often than :data:`MOST_OPENED` times in a row
  without anything being written there.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.clock import from_ms, to_ms
from bot.moderator import Complaint, Moderator
from bot.moderator.lobby.threads import Opened, Place
from bot.store import StoreError
from bot.ui.threads.classroom import is_final
from bot.ui.threads.unanswered import NO_ANSWER

_log = logging.getLogger(__name__)

PAUSE: Final = 10.0
"""Seconds before each opening: however many threads grow old at once, Discord is asked seldom."""
LOOK: Final = 1.0
"""Seconds between two looks for threads that were archived while the bot was away."""
MOST_OPENED: Final = 4
"""How often in a row a thread is opened where the audit log cannot say who closed it."""
_SLACK: Final = dt.timedelta(minutes=1)
"""How far apart Discord's own times of one event may lie."""
_ENTRIES: Final = 50


@dataclass(frozen=True, slots=True)
class Shut:
    """An archived thread, as Discord describes it.

    Attributes:
        at: When it was archived.
        lasts: How long it stays open, at least, when nothing is written.
        written: When something was written in it last, or it was made.
    """

    at: dt.datetime
    lasts: dt.timedelta
    written: dt.datetime
    locked: bool


def shut(thread: discord.Thread) -> Shut:
    """Return how a thread was closed that is archived now."""
    return Shut(
        thread.archive_timestamp,
        dt.timedelta(minutes=thread.auto_archive_duration),
        discord.utils.snowflake_time(thread.last_message_id or thread.id),
        thread.locked,
    )


def may_be_age(closed: Shut, opened: Opened) -> bool:
    """Say whether its time had passed when a thread was archived."""
    since = max(closed.written, from_ms(opened.at))
    return closed.at - since >= closed.lasts - _SLACK


class Porter:
    """Opens threads again; one at a time, and no more often than it must."""

    def __init__(
        self,
        client: discord.Client,
        door: Callable[[], Moderator],
        idle: Callable[[Awaitable[Any]], Awaitable[Any]],
    ) -> None:
        """Use a client; *door* gives the moderator once the bot has started.

        Args:
            client: A client that is logged in.
            door: Gives the moderator.
            idle: Awaits what only the outside world ends.
        """
        self._client = client
        self._door = door
        self._idle = idle
        self._turn = asyncio.Lock()

    async def changed(self, event: discord.RawThreadUpdateEvent) -> None:
        """Look after a thread that has changed, if a campaign is being played in it."""
        try:
            place = await self._door().threads.played_in(event.guild_id, event.thread_id)
            if place is None:
                return
            metadata = event.data["thread_metadata"]
            if metadata["archived"] or metadata.get("locked", False):
                await self._look_at(place, PAUSE)
            else:
                since = discord.utils.parse_time(metadata["archive_timestamp"])
                await self._stands_open(place, since)
        except StoreError:
            _log.exception("a thread cannot be looked after")

    async def look_round(self) -> None:
        """Look after every thread that was archived while the bot was away."""
        try:
            for place in await self._door().threads.places():
                guild = self._client.get_guild(place.guild_id)
                if guild is None or guild.unavailable:
                    continue
                known = guild.get_channel_or_thread(place.channel_id)
                if isinstance(known, discord.Thread) and not known.archived:
                    await self._stands_open(place, known.archive_timestamp)
                elif known is None or isinstance(known, discord.Thread):
                    await self._look_at(place, LOOK)  # archived, deleted, or hidden from the bot
        except StoreError:
            _log.exception("the threads cannot be looked after")

    async def _stands_open(self, place: Place, since: dt.datetime) -> None:
        """Note since when a thread is open, by whomever: it grows old from then on only."""
        threads = self._door().threads
        opened = await threads.opened(place.channel_id)
        if to_ms(since) > opened.at:
            await threads.note(place.channel_id, Opened(to_ms(since), opened.ours))

    async def _look_at(self, place: Place, pause: float) -> None:
        """Open a thread if age has closed it while a person is awaited; tell of one that is locked.

        Raises:
            StoreError: The database failed.
        """
        await self._idle(self._turn.acquire())
        try:
            await self._idle(asyncio.sleep(pause))
            if self._client.is_closed():
                return
            thread = await self._client.fetch_channel(place.channel_id)
            if not isinstance(thread, discord.Thread):
                return
            if not await self._door().threads.is_awaited(place):
                return
            if thread.locked:
                await self._door().troubles.tell(place.campaign_id, "thread_locked")
            elif thread.archived:
                await self._open(place, thread)
        except Complaint as error:
            _log.info("campaign %s: %s", place.campaign_id, error.code)
        except NO_ANSWER as error:
            _log.info("campaign %s: its thread stays as it is: %s", place.campaign_id, error)
        finally:
            self._turn.release()

    async def _open(self, place: Place, thread: discord.Thread) -> None:
        threads = self._door().threads
        closed, opened = shut(thread), await threads.opened(place.channel_id)
        if closed.written >= from_ms(opened.at) - _SLACK:  # what is written opens it, too
            opened = Opened(opened.at, 0)
        if not may_be_age(closed, opened):
            return
        by_a_person = await self._closed_by_a_person(thread)
        if by_a_person or (by_a_person is None and opened.ours >= MOST_OPENED):
            return
        # Before it is opened: a process that dies in between takes it for opened, and leaves it.
        now = to_ms(discord.utils.utcnow())
        await threads.note(place.channel_id, Opened(now, opened.ours + 1))
        try:
            await thread.edit(archived=False)
        except discord.HTTPException as error:
            if not is_final(error):
                await threads.note(place.channel_id, opened)  # the next look tries again
            elif error.status == 403:
                await self._door().troubles.tell(place.campaign_id, "thread_locked")
            raise
        _log.info("campaign %s: its thread was opened, which age had closed", place.campaign_id)

    async def _closed_by_a_person(self, thread: discord.Thread) -> bool | None:
        """Say what the audit log knows; ``None`` where the bot may not read it."""
        if not thread.guild.me.guild_permissions.view_audit_log:
            return None
        action = discord.AuditLogAction.thread_update
        try:
            async for entry in thread.guild.audit_logs(limit=_ENTRIES, action=action):
                if entry.target is None or entry.target.id != thread.id:
                    continue
                near = abs(entry.created_at - thread.archive_timestamp) <= _SLACK
                if near and getattr(entry.after, "archived", False):
                    return True
        except discord.Forbidden:
            return None
        return False
