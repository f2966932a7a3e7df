"""Seats of a server that somebody may take, or ask for: before the start, and of who gave one up.

It only finds them. Who sits down there, and who must consent, is said in
``bot.moderator.lobby.seats``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.moderator.api import Campaign, Complaint
from bot.moderator.table.desk import Desk
from bot.store import lobby
from bot.store.lobby import Wanted
from engine.api import Seat

MOST_FOUND: Final = 50
"""Tables that have not begun, and seats that were given up, that one question looks through."""
EXPERIENCES: Final = frozenset({"new", "some", "many"})
"""What people may say of how much they have played."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table at which a seat may be had.

    Attributes:
        seats: Those seats.
        since: Since when they are.
        wanted: Whether the game is under way, and somebody is looked for.
        experience: How much its creator has played, of :data:`EXPERIENCES`; "" where they do not
            say.
    """

    campaign: Campaign
    seats: tuple[Seat, ...]
    since: datetime
    wanted: bool
    experience: str = ""


class OpenSeats:
    """Open seats."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def of(self, wanted: Wanted) -> tuple[OpenTable, ...]:
        """Return the tables at which a seat may be had, games under way first, then the newest.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            vacant = await lobby.vacant_tables(connection, wanted, most=MOST_FOUND)
            created = await lobby.open_tables(connection, wanted, most=MOST_FOUND)
        found: list[OpenTable] = []
        for name in (*vacant, *created):
            with suppress(Complaint):  # what cannot be loaded is told of elsewhere
                found += _open_at((await self._desk.at_hand(name)).campaign)
        return await self._with_experience(found)

    async def _with_experience(self, found: list[OpenTable]) -> tuple[OpenTable, ...]:
        creators = {one.campaign.creator_id for one in found} - {None}
        if not creators:
            return tuple(found)
        async with self._desk.database.read() as connection:
            said = await lobby.experience_of(connection, [one for one in creators if one])
        return tuple(
            replace(one, experience=_experience(said.get(one.campaign.creator_id or 0)))
            for one in found
        )


def _open_at(campaign: Campaign) -> Iterator[OpenTable]:
    """Yield a table at which a seat may be had: free before the start, later given up."""
    if campaign.status == "open":
        free = tuple(seat for seat, people in campaign.seats.items() if not people)
        if free:
            yield OpenTable(campaign, free, campaign.created_at, wanted=False)
    elif campaign.status == "playing" and campaign.vacant:
        since = min(campaign.vacant.values())
        yield OpenTable(campaign, tuple(campaign.vacant), since, wanted=True)


def _experience(said: str | None) -> str:
    return said if said in EXPERIENCES else ""
