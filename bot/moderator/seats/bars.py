"""Who may take no seat in a server, as the people who manage it have said.

They can neither create a table there, nor join one or ask to. Seats that they hold stay theirs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.store import asks, bars, campaigns, people
from bot.store.batch import one_by_one


class Bars:
    """Who is barred where."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def bar(self, guild_id: int, person_id: int) -> None:
        """Bar somebody from a server; what they ask for there is forgotten.

        The caller has made sure that whoever says so manages the server.

        Raises:
            StoreError: The database failed; not all that they ask for may be forgotten.
        """
        async with self._desk.database.write() as connection:
            person = await people.numbered(connection, person_id)
            await bars.put(connection, guild_id, person, self._desk.now())
            found = await bars.asking_of(connection, guild_id, person)
        for name in found:

            async def work(live: Live, _again: bool) -> None:
                async with self._desk.database.write() as connection:
                    await one_by_one(connection, [campaigns.change(live.row, live.row)])
                    await asks.drop(connection, live.row.id, person)
                    asking = await asks.of(connection, [live.row.id])
                after = dataclasses.replace(live, asks=asking)
                self._desk.renew(after, live.row, live.people)

            await self._desk.exclusive(name, work, though_halted=True)

    async def lift(self, guild_id: int, person_id: int) -> bool:
        """Let somebody take seats in a server again; say whether they were barred.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            person = await people.number(connection, person_id)
            return person is not None and await bars.drop(connection, guild_id, person)

    async def of(self, guild_id: int) -> tuple[int, ...]:
        """Return who is barred from a server, who was first before the others.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await bars.of(connection, guild_id)

    async def names(self, guild_id: int) -> Mapping[int, str]:
        """Return how the server called those who are barred, last; without who had no seat.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await bars.names_of(connection, guild_id)

    async def is_barred(self, guild_id: int, person_id: int) -> bool:
        """Say whether somebody is barred from a server.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await bars.has(connection, guild_id, person_id)

    async def require_welcome(self, guild_id: int, person_id: int) -> None:
        """Refuse somebody who is barred.

        Raises:
            Complaint: campaign.barred.
            StoreError: The database failed.
        """
        if await self.is_barred(guild_id, person_id):
            raise Complaint("campaign.barred")
