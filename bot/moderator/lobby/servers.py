"""What servers decide, and what becomes of the campaigns of one that the bot had to leave."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

from bot.moderator.api import Complaint
from bot.moderator.table.channels import Channels
from bot.moderator.table.desk import Desk
from bot.store import guilds, purge

_log = logging.getLogger(__name__)

MOST_OPEN: Final = 100
"""The largest number of campaigns that a server may allow one person to have open."""
_DAY: Final = 24 * 3600 * 1000


class Servers:
    """Servers."""

    def __init__(self, desk: Desk, channels: Channels) -> None:
        self._desk = desk
        self._channels = channels

    async def most_open(self, guild_id: int) -> int:
        """Return how many live campaigns one person may have created in a server.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row = await guilds.get(connection, guild_id)
        return row.most_open or self._desk.policy.most_open

    async def allow_open(self, guild_id: int, most: int) -> None:
        """Choose that number for a server. The caller has made sure that the person manages it.

        Raises:
            Complaint: campaign.bad_limit.
            StoreError: The database failed; nothing was changed.
        """
        if not 1 <= most <= MOST_OPEN:
            raise Complaint("campaign.bad_limit", most=MOST_OPEN)
        async with self._desk.database.write() as connection:
            await guilds.put(connection, guild_id, most_open=most)

    # -- coming and going --------------------------------------------------------------------

    async def left(self, guild_id: int) -> None:
        """Note that the bot is out of a server; its campaigns are kept for a time.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await guilds.leave(connection, guild_id, self._desk.now())

    async def came_back(self, guild_id: int) -> None:
        """Note that the bot is in a server; nothing of it is erased then.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await guilds.come_back(connection, guild_id)

    async def present_in(self, guild_ids: Collection[int]) -> None:
        """Note in which servers the bot is, at a start: it may have come or gone meanwhile.

        Raises:
            StoreError: The database failed.
        """
        present = frozenset(guild_ids)
        async with self._desk.database.read() as connection:
            known = await guilds.known(connection)
        for guild_id, gone_at in known.items():
            if gone_at is None and guild_id not in present:
                await self.left(guild_id)
            elif gone_at is not None and guild_id in present:
                await self.came_back(guild_id)

    async def erase_gone(self, days: int) -> int:
        """Erase the campaigns of servers that the bot has been out of for that long.

        Returns:
            How many were erased.

        Raises:
            StoreError: The database failed; what was not erased yet still is there.
        """
        before = self._desk.now() - days * _DAY
        async with self._desk.database.read() as connection:
            due = await guilds.gone(connection, before)
            found = await guilds.campaigns_of(connection, due) if due else ()
        erased = 0
        for campaign in found:
            async with self._desk.lock(campaign), self._desk.database.write() as connection:
                erased += await purge.erase(connection, campaign, before, self._desk.now())
            self._desk.shelf.drop(campaign)
        for guild_id in due:
            async with self._desk.database.write() as connection:
                await guilds.drop(connection, guild_id)
        if erased:
            self._channels.forget()
            _log.info("%d campaigns erased, of servers left %d days ago or more", erased, days)
        return erased
