"""What a table agrees on about its time while it plays: a pause, another pace, more time.

All seats must agree (:mod:`bot.moderator.offers`); that the clocks go on again after a pause each
side may say by itself. A pause stops clocks and reminders and forbids nobody to play.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Sequence
from typing import Final

from bot.clock import paces
from bot.moderator.api import Campaign, Complaint
from bot.moderator.table.clocks import changed_of, pace_of, restarted, rested
from bot.moderator.table.desk import Desk
from bot.moderator.table.journal import told
from bot.moderator.table.live import Live, require_playing
from bot.moderator.table.posting import to_table
from bot.moderator.time.clocks import TableClocks
from bot.store import campaigns
from bot.store import clocks as stored
from bot.store.batch import Write
from bot.store.campaigns import CampaignRow
from bot.store.clocks import Clocks
from bot.store.offers import OfferRow
from engine.api import Seat

_log = logging.getLogger(__name__)

MORE_HOURS: Final = 24
"""What a seat asks for that asks for more time."""


class TimeTerms:
    """Changes the time of tables."""

    def __init__(self, desk: Desk, clocks: TableClocks) -> None:
        self._desk = desk
        self._clocks = clocks

    async def pause(self, live: Live, row: OfferRow, _request: str, along: Sequence[Write]) -> None:
        """Let the clocks of a table stand still until somebody wishes to go on."""
        await self.stop(live, along)

    async def stop(self, live: Live, along: Sequence[Write]) -> None:
        """Let the clocks of a campaign that is locked stand still; *along* is saved with it.

        Raises:
            Complaint: time.paused.
            StoreError: The database failed; nothing was changed.
        """
        if live.row.paused_at is not None:
            raise Complaint("time.paused")
        after = dataclasses.replace(live.row, paused_at=self._desk.now())
        await self._change(live, after, along)

    async def pace(self, live: Live, row: OfferRow, _request: str, along: Sequence[Write]) -> None:
        """Play on at another pace: everybody has their whole time again."""
        after = dataclasses.replace(live.row, pace=row.terms or None)
        await self._change(live, after, along, fill=True)

    async def more_time(
        self, live: Live, row: OfferRow, _request: str, along: Sequence[Write]
    ) -> None:
        """Give the seat that has asked for it so many hours more for what it is asked now."""
        if not runs_short(live, row.seat):
            raise Complaint("offer.void")  # they have answered meanwhile
        await self.give(live, row.seat, int(row.terms or MORE_HOURS), along)

    async def give(self, live: Live, seat: Seat, hours: int, along: Sequence[Write]) -> None:
        """Give a seat more time for what it is asked, in a campaign that is locked.

        Args:
            live: The campaign; the seat has a clock there, and is awaited.
            seat: Which.
            hours: How many more.
            along: What is changed on file in the same transaction.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        clock = live.clocks[seat]
        assert clock.left_ms is not None
        more = dataclasses.replace(
            clock, left_ms=clock.left_ms + hours * 3_600_000, grace_until=None
        )
        if more.due_at is not None:
            more = dataclasses.replace(more, due_at=more.due_at + hours * 3_600_000)
        given = dataclasses.replace(live, clocks={**live.clocks, seat: more})
        await self._change(given, live.row, along, before=live.clocks)

    async def go_on(self, campaign_id: str, person_id: int) -> Campaign:
        """Let the clocks of a table run again, on behalf of one of its sides.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player; time.not_paused.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            require_playing(live)
            seat = live.seat_of(person_id)
            if seat is None:
                raise Complaint("campaign.not_a_player")
            body = {"said": "gone_on", "seat": seat}
            post = to_table(live.row.id, "time", body, f"t{live.row.version + 1}")
            words = told(live, [post], self._desk.now(), live.number_of(person_id))
            return await self.start(live, words)

        return await self._desk.exclusive(campaign_id, work)

    async def start(self, live: Live, along: Sequence[Write]) -> Campaign:
        """Let the clocks of a campaign that is locked run again; *along* is saved with it.

        Raises:
            Complaint: time.not_paused.
            StoreError: The database failed; nothing was changed.
        """
        if live.row.paused_at is None:
            raise Complaint("time.not_paused")
        return await self._change(live, dataclasses.replace(live.row, paused_at=None), along)

    async def rests_changed(self, person: int) -> None:
        """Let the clocks of a person's tables stand still when they do now, as far as agreed.

        Quiet hours hold from the next decision on; being away at once.

        Args:
            person: Our number of them.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            tables = await campaigns.seats_of(connection, person)
        for name in tables:
            try:
                await self._desk.exclusive(name, self._rested)
            except Complaint as error:  # the other tables' clocks stand still all the same
                _log.error("campaign %s: its clocks cannot rest: %s", name, error.code)

    async def _rested(self, live: Live, _again: bool) -> None:
        rests = await self._desk.rests_of(live.people)
        live = dataclasses.replace(live, rests=rests)
        self._desk.keep(live)
        found = rested(live, self._desk.now())
        if found:
            await self._clocks.save(live, found)
        await self._desk.touch()

    async def _change(
        self,
        live: Live,
        row: CampaignRow,
        along: Sequence[Write],
        *,
        fill: bool = False,
        before: Clocks | None = None,
    ) -> Campaign:
        """Save other terms, with the clocks that follow from them and what goes along."""
        row = dataclasses.replace(row, version=live.row.version + 1)
        after = dataclasses.replace(live, row=row)
        found = restarted(after, self._desk.now(), fill=fill)
        writes = [
            campaigns.change(live.row, row),
            *stored.put(row.id, changed_of(live.clocks if before is None else before, found)),
            *along,
        ]
        await self._desk.database.save(writes)
        after = dataclasses.replace(after, clocks=found)
        self._clocks.watch(found)
        return self._desk.renew(after, row, live.people)


def runs_short(live: Live, seat: Seat) -> bool:
    """Say whether a seat is awaited whose time is limited: it can be given more."""
    clock = live.clocks.get(seat)
    if pace_of(live) is None or clock is None:
        return False
    return clock.left_ms is not None and clock.awaited_at is not None


def check_pause(live: Live, _seat: Seat | None = None, _terms: str | None = None) -> None:
    """Refuse a pause of a table that is paused, or has no clock."""
    if live.row.paused_at is not None:
        raise Complaint("time.paused")
    if pace_of(live) is None:
        raise Complaint("time.no_pace")


def check_pace(live: Live, _seat: Seat, terms: str | None) -> str:
    """Return another pace as an offer keeps it: what follows when time runs out stays as it is."""
    try:
        wanted = paces.parse_pace(terms or "")
    except ValueError as error:
        raise Complaint("time.bad_pace") from error
    before = paces.read(live.row.pace)
    if wanted is None:
        return ""
    if before is not None:
        wanted = dataclasses.replace(
            wanted,
            grace=before.grace,
            quiet_stops=before.quiet_stops,
            away_days=before.away_days,
            time_out=before.time_out,
        )
    return paces.written(wanted)


def check_more_time(live: Live, seat: Seat, _terms: str | None) -> str:
    """Return how many hours more a seat asks for: it must be awaited, with a clock."""
    clock = live.clocks.get(seat)
    if pace_of(live) is None or clock is None or clock.left_ms is None:
        raise Complaint("time.no_pace")
    if clock.awaited_at is None:
        raise Complaint("time.you_not_awaited")
    return str(MORE_HOURS)
