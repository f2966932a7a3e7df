"""Where a person is awaited, over all servers: what everybody knows of, and nothing else.

Whether a seat is awaited is read of its public decisions; a question that only its own side knows
of puts nothing on the list. However many tables somebody has, few of them are loaded for it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.store import inbox
from bot.store.inbox import PlaceRow
from engine.api import Seat

MOST_LOOKED_THROUGH: Final = 200
"""Tables of one person that are looked through on file."""
MOST_LOADED: Final = 25
"""Tables that one look into an inbox loads, where their clocks do not say enough."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table at which something may wait for a person.

    Attributes:
        seat: Theirs; ``None`` for who has created it and sits nowhere.
        awaited: Whether a public decision awaits that seat.
        offered: Whether something is offered at the table.
        asked: Whether somebody asks for a seat there.
        stood_in: Whether the computer plays that seat until they are back.
    """

    campaign_id: str
    seat: Seat | None
    awaited: bool
    offered: bool
    asked: bool
    stood_in: bool = False

    @property
    def is_certain(self) -> bool:
        """Whether something is theirs to do: an offer or an ask may be another's to answer."""
        return self.awaited or self.stood_in


class Inboxes:
    """Inboxes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def servers_of(self, person_id: int) -> tuple[int, ...]:
        """Return the servers in which a person has a part in a table that is not over.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await inbox.servers_of(connection, person_id)

    async def of(self, person_id: int, servers: Collection[int]) -> tuple[Waiting, ...]:
        """Return where something may wait for a person in these servers.

        First where they are awaited, what is due soonest before all, then where it has waited
        longest; then where something is only offered or asked for, or the computer plays for them.
        Whether an offer or an ask is theirs to answer is still to be seen (``is_certain``).

        Raises:
            StoreError: The database failed.
        """
        now = self._desk.now()
        async with self._desk.database.read() as connection:
            rows = await inbox.places(connection, person_id, most=MOST_LOOKED_THROUGH)
            places = [row for row in rows if row.guild_id in servers]
            theirs = await inbox.created(connection, person_id, most=MOST_LOOKED_THROUGH)
            created = [campaign for campaign, server in theirs if server in servers]
            ids = tuple(dict.fromkeys((*(row.campaign for row in places), *created)))
            asked = await inbox.asked_for(connection, ids) if ids else frozenset()
            seats = {row.campaign: row.seat for row in places}
            offered = (
                await inbox.offered_at(connection, tuple(seats), now) if seats else frozenset()
            )
        awaited = await self._awaited(places)
        stood_in = frozenset(row.campaign for row in places if row.is_stood_in)
        first = [row.campaign for row in places if row.campaign in awaited]
        behind = [one for one in ids if one in offered | asked | stood_in]
        return tuple(
            Waiting(
                one,
                seats.get(one),
                awaited=one in awaited,
                offered=one in offered,
                asked=one in asked,
                stood_in=one in stood_in,
            )
            for one in dict.fromkeys((*first, *behind))
        )

    async def _awaited(self, places: Collection[PlaceRow]) -> frozenset[str]:
        """Return at which tables a public decision awaits the person."""
        found, loaded = set[str](), 0
        for row in places:
            if not row.may_be_awaited:
                continue
            if row.known:
                found.add(row.campaign)
            elif loaded < MOST_LOADED:
                loaded += 1
                if await self._is_awaited(row.campaign, row.seat):
                    found.add(row.campaign)
        return frozenset(found)

    async def _is_awaited(self, campaign_id: str, seat: Seat) -> bool:
        try:
            live = await self._desk.at_hand(campaign_id)
        except Complaint:  # told of elsewhere
            return False
        if live.position is None or live.outcome() is not None or seat in live.computer:
            return False
        return any(one.seat == seat for one in live.owed)
