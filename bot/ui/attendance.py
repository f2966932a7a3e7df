"""Whether people are (still) in a server: what Discord answers when it is asked.

Telling of members that go would need an intent that Discord grants few bots, so it is asked, one
person at a time. Only "unknown member" says that somebody is gone: not an error, not a server that
is out of reach, not one that has put the bot out. What is found goes to the moderator
(``bot.moderator.people.departures``). When it is asked hangs on what everybody knows of: that
somebody is shown as gone, or back, must not tell that a secret order was given.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, Literal

import aiohttp
import discord

from bot.moderator import Campaign, Complaint
from bot.moderator.people.departures import Departures
from bot.shares import WHOLE, Share
from bot.store import StoreError
from bot.text import clean

_log = logging.getLogger(__name__)

NAME_LIMIT: Final = 32
"""Characters of a name, by Discord."""
UNKNOWN: Final = frozenset({10007, 10013})
"""Discord's numbers for "unknown member" and "unknown user"."""
LATELY: Final = 600.0
"""Seconds for which whoever was seen is not looked after again, when their table gets a post."""
MET: Final = 60.0
"""Seconds for which whoever was found in a server passes for one of its members in private."""
PATIENCE: Final = 1.5
"""Seconds that a press waits for Discord to say so, as it must be answered within three."""
_KEPT: Final = 4096


def name_of(person: discord.abc.User) -> str | None:
    """Return how a person is called where they were met; ``None`` where nothing of it can stand."""
    return clean(person.display_name, NAME_LIMIT) or None


class Attendance:
    """Asks Discord who is there."""

    def __init__(
        self, client: discord.Client, departures: Callable[[], Departures], share: Share = WHOLE
    ) -> None:
        """Ask as a client.

        Args:
            client: Logged in when anybody is asked for; it sees the servers of a share.
            departures: Returns to whom it is told; there once the bot has started.
            share: Which servers those are.
        """
        self._client = client
        self._share = share
        self._departures = departures
        self._seen: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._met: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def is_gone(self, guild_id: int, person_id: int) -> bool:
        """Say whether somebody is surely no member of a server now."""
        return await self._ask(guild_id, person_id) is False

    async def is_away(self, guild_id: int, person_id: int) -> bool:
        """Say whether somebody who acts in private is surely no member of a server.

        Nothing is noted of it, nor is anybody looked after more or less for it: what somebody does
        in private must not show.
        """
        at = self._met.get((guild_id, person_id))
        if at is not None and time.monotonic() - at < MET:
            return False
        found: object = None
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                if self._share.covers(guild_id):
                    found = await self._fetch(guild_id, person_id)
                else:
                    found = await self._is_there(guild_id, person_id)
        if found:
            _keep(self._met, (guild_id, person_id))
        return found is False

    async def look(self, guild_id: int, people: Iterable[int]) -> None:
        """Look after people, and note who is there and who is gone.

        Raises:
            StoreError: The database failed; not everything is noted.
        """
        for person_id in people:
            found = await self._ask(guild_id, person_id)
            if found is False:
                await self._departures().missed(guild_id, person_id)
            elif found is not None:
                await self._departures().found(guild_id, person_id, name_of(found))

    async def make_round(self) -> None:
        """Look after everybody at live tables, if that is due.

        Raises:
            StoreError: The database failed; the rest is looked after when it is due again.
        """
        for guild_id, person_id in await self._departures().due():
            await self.look(guild_id, [person_id])

    async def unreachable(self, person_id: int) -> None:
        """Look after somebody whom no direct message reaches, in the servers of their tables.

        Raises:
            StoreError: The database failed; not everything is noted.
        """
        for guild_id in await self._departures().servers_of(person_id):
            await self.look(guild_id, [person_id])

    def posted(self, campaign: Campaign) -> None:
        """Look after the people at a table when it was told something, soon."""
        seated = [one for people in campaign.seats.values() for one in people]
        people = [one for one in seated if not self._saw(campaign.guild_id, one)]
        if campaign.lesson or not people:
            return
        task = asyncio.create_task(self._look_soon(campaign.guild_id, people), name="attendance")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Ask for nobody any more."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _look_soon(self, guild_id: int, people: list[int]) -> None:
        try:
            await self.look(guild_id, people)
        except (StoreError, Complaint) as error:
            _log.warning("nobody is looked after for now: %s", error)

    def _saw(self, guild_id: int, person_id: int) -> bool:
        at = self._seen.get((guild_id, person_id))
        return at is not None and time.monotonic() - at < LATELY

    async def _ask(self, guild_id: int, person_id: int) -> discord.Member | Literal[False] | None:
        """Return what :meth:`_fetch` does, and remember who was seen."""
        found = await self._fetch(guild_id, person_id)
        if found:
            _keep(self._seen, (guild_id, person_id))
        elif found is False:
            self._seen.pop((guild_id, person_id), None)
        return found

    async def _fetch(self, guild_id: int, person_id: int) -> discord.Member | Literal[False] | None:
        """Return a member; ``False``: there is none; ``None``: it cannot be said."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return None
        try:
            return await guild.fetch_member(person_id)
        except discord.NotFound as error:
            return False if error.code in UNKNOWN else None
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            _log.info("whether somebody is in server %d cannot be said: %s", guild_id, error)
            return None

    async def _is_there(self, guild_id: int, person_id: int) -> bool | None:
        """Say the same of a server that this process does not see."""
        try:
            await self._client.http.get_member(guild_id, person_id)
        except discord.NotFound as error:
            return False if error.code in UNKNOWN else None
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            _log.info("whether somebody is in server %d cannot be said: %s", guild_id, error)
            return None
        return True


def _keep(where: OrderedDict[tuple[int, int], float], who: tuple[int, int]) -> None:
    """Note when somebody was found, and forget those found longest ago."""
    where[who] = time.monotonic()
    where.move_to_end(who)
    while len(where) > _KEPT:
        where.popitem(last=False)
