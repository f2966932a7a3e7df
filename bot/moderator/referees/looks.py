"""Looks at secrets: noted before anything is shown, told to both sides when the game is over."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.clock import from_ms
from bot.moderator.api import Complaint, Known
from bot.moderator.referees.appointing import known
from bot.moderator.referees.powers import require_referee
from bot.moderator.table.desk import Desk
from bot.moderator.table.journal import entry
from bot.moderator.table.live import Live
from bot.moderator.table.posting import LOOKS, to_table
from bot.moderator.table.sealing import is_open
from bot.store import journal, outbox, referees
from bot.store.codec import EVERYTHING
from bot.store.journal import LOOKED, EntryRow
from engine.api import Seat

EVERY_MS: Final = 3_600_000
"""At most one entry a referee and seat in so many milliseconds: pages that are turned are one look.
"""


@dataclass(frozen=True, slots=True)
class Looked:
    """How a referee has looked at secrets.

    Attributes:
        who: The referee; ``None``: they have had themself erased.
        seat: Whose secrets; ``EVERYTHING``: all sides', the bot's private messages among them.
        times: In how many different hours, about.
        first, last: When.
    """

    who: Known | None
    seat: Seat
    times: int
    first: datetime
    last: datetime


class Looks:
    """Notes them, and knows them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def note(
        self, campaign_id: str, person_id: int, seat: Seat, *, never_opens: bool = False
    ) -> None:
        """Note that somebody looks at a seat's secrets; only then may they be shown.

        Once it is open to everybody, after the game's end, nothing is noted of it, but of what
        *never_opens*. The table hears of looks with the end; of the first after it at once.

        Raises:
            Complaint: campaign.unknown, not_playing, unknown_seat; referee.has_played,
                referee.lesson, referee.not_appointed, referee.no_secrets.
            StoreError: The database failed; nothing is to be shown.
        """

        async def work(live: Live, _again: bool) -> None:
            one = require_referee(live, person_id, secrets=True)
            if live.row.status == "open":
                raise Complaint("campaign.not_playing")
            if seat not in (*live.seats, EVERYTHING):
                raise Complaint("campaign.unknown_seat", seat=seat)
            now = self._desk.now()
            if is_open(live.row, live.seats, now) and not never_opens:
                return
            mine = [found.at for found in await self._of(live, one.person, seat)]
            if mine and now - mine[-1] < EVERY_MS:
                return
            body = {"referee": one.person, "seat": seat}
            looked = entry(live, LOOKED, body, one.person, "end")
            writes = [referees.look(live.row.id, one.person, now), journal.add([looked], now)]
            if live.row.status == "over" and not mine:
                which = (
                    f"{LOOKS}{live.seats.index(seat) if seat in live.seats else ''}-{one.person}"
                )
                writes.append(
                    outbox.add([to_table(live.row.id, "referee", {"said": LOOKS}, which)], now)
                )
            await self._desk.database.save(writes)
            after = dataclasses.replace(one, looked_at=one.looked_at or now)
            others = (each for each in live.referees if each.person != one.person)
            # The public version stays: nobody is told before the end.
            self._desk.keep(dataclasses.replace(live, referees=(*others, after)))

        await self._desk.exclusive(campaign_id, work)
        self._desk.tell()

    async def has(self, campaign_id: str, person_id: int, seat: Seat) -> bool:
        """Say whether somebody has looked at a seat's secrets before.

        Raises:
            Complaint: campaign.unknown; referee.has_played, referee.lesson, referee.not_appointed,
                referee.no_secrets.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        one = require_referee(live, person_id, secrets=True)
        return await self.noted(live, one.person, seat)

    async def noted(self, live: Live, person: int, seat: Seat) -> bool:
        """Say the same of a referee by our number, in a campaign that may be locked."""
        return bool(await self._of(live, person, seat))

    async def of(self, campaign_id: str) -> tuple[Looked, ...]:
        """Return all that was looked at in a campaign, by referee and seat; for the end of it.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        async with self._desk.database.read() as connection:
            rows = await journal.looks(connection, campaign_id)
        return counted(live, rows)

    async def _of(self, live: Live, person: int, seat: Seat) -> list[EntryRow]:
        async with self._desk.database.read() as connection:
            rows = await journal.looks(connection, live.row.id)
        return [one for one in rows if one.person == person and one.body["seat"] == seat]


def counted(live: Live, rows: Iterable[EntryRow]) -> tuple[Looked, ...]:
    """Return looks by referee and seat, in order of the first of each."""
    found: dict[tuple[int, Seat], list[int]] = {}
    for row in rows:
        found.setdefault((row.body["referee"], row.body["seat"]), []).append(row.at)
    return tuple(
        Looked(known(live, person), seat, len(at), from_ms(at[0]), from_ms(at[-1]))
        for (person, seat), at in found.items()
    )
