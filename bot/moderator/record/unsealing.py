"""Opening what was secret in a game that is over, before it opens by itself."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime

from bot.clock import from_ms
from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.moderator.table.journal import told
from bot.moderator.table.live import Live
from bot.moderator.table.posting import to_table
from bot.moderator.table.sealing import is_open, of_people, opens_at
from bot.store import campaigns
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class Seal:
    """Whether what was secret in a game that is over is open.

    Attributes:
        opened: Whether everybody may read it.
        opens: When it opens by itself; ``None``: never, or it is open.
        waiting: The sides that have not wished it open yet.
        may_open: Whether the person who asks may wish so.
    """

    opened: bool
    opens: datetime | None = None
    waiting: tuple[Seat, ...] = ()
    may_open: bool = False


class Unsealing:
    """Opens them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def of(self, campaign_id: str, person_id: int | None = None) -> Seal:
        """Return whether what was secret is open; of a game that is not over it is not.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        return self._seal(await self._desk.at_hand(campaign_id), person_id)

    async def wish(self, campaign_id: str, person_id: int) -> Seal:
        """Wish it open for a person's seat; with the last side of people it is. The table is told.

        Raises:
            Complaint: campaign.unknown, not_over, not_a_player.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Seal:
            if live.row.status != "over":
                raise Complaint("campaign.not_over")
            seat = live.seat_of(person_id)
            if seat is None:
                raise Complaint("campaign.not_a_player")
            now = self._desk.now()
            if seat in live.row.unsealed_by or is_open(live.row, live.seats, now):
                return self._seal(live, person_id)
            row = dataclasses.replace(
                live.row,
                version=live.row.version + 1,
                unsealed_by=(*live.row.unsealed_by, seat),
            )
            after = dataclasses.replace(live, row=row)
            said = "opened" if is_open(row, live.seats, now) else "would_open"
            post = to_table(row.id, "seat", {"said": said, "seat": seat}, f"o{row.version}")
            words = told(after, [post], now, live.number_of(person_id))
            await self._desk.database.save([campaigns.change(live.row, row), *words])
            self._desk.renew(after, row, live.people)
            return self._seal(after, person_id)

        seal = await self._desk.exclusive(campaign_id, work)
        self._desk.tell()
        return seal

    def _seal(self, live: Live, person_id: int | None) -> Seal:
        row, seats = live.row, live.seats
        if row.status != "over":
            return Seal(opened=False)
        if is_open(row, seats, self._desk.now()):
            return Seal(opened=True)
        at = opens_at(row, seats)
        waiting = tuple(one for one in of_people(row, seats) if one not in row.unsealed_by)
        mine = None if person_id is None else live.seat_of(person_id)
        return Seal(
            opened=False,
            opens=None if at is None else from_ms(at),
            waiting=waiting,
            may_open=mine in waiting,
        )
