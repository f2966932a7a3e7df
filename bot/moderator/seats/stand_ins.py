"""The computer takes a seat over until its people are back, and gives it back.

It begins with the consent of all others, asked for by who will be absent, or when their time has
run out at a table that has chosen so. It ends when one of them says so, or acts by hand
(``bot.moderator.table.returning``), and when a substitute comes in. The computer plays by the way
of all its actions, from the seat's view; nothing that a person has put together is touched, and
their standing orders rest meanwhile. A table of computers alone does not play on: the last seat of
people stays theirs.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Sequence

from bot.moderator.api import Campaign, Complaint
from bot.moderator.seats.telling import Said, word
from bot.moderator.table.asking import calls_anew
from bot.moderator.table.clocks import changed_of, with_others
from bot.moderator.table.desk import Desk
from bot.moderator.table.journal import told
from bot.moderator.table.live import Live, require_playing
from bot.moderator.table.returning import without_stand_in
from bot.store import campaigns, clocks
from bot.store.batch import Write
from bot.store.offers import OfferRow
from engine.api import Seat, Term

_log = logging.getLogger(__name__)


class StandIns:
    """Seats of people that the computer plays until they are back."""

    def __init__(self, desk: Desk, wake: Callable[[Live], None]) -> None:
        """Let the computer play seats.

        Args:
            desk: Where campaigns are.
            wake: Has the computer look whether it is awaited in a campaign that is locked.
        """
        self._desk = desk
        self._wake = wake

    # -- beginning ---------------------------------------------------------------------------

    def check(self, live: Live, seat: Seat, terms: str | None = None) -> None:
        """Refuse to let the computer play a seat where it cannot.

        Raises:
            Complaint: campaign.not_playing, over, no_computer; seat.stood_in, seat.last_person.
        """
        del terms  # an offer of it has none
        require_playing(live)
        if not live.game.opponents:
            raise Complaint("campaign.no_computer", game=Term("game", live.game.key))
        if seat in live.computer:
            raise Complaint("seat.stood_in", seat=Term("seat", seat))
        if not any(one != seat and one not in live.computer for one in live.seats):
            raise Complaint("seat.last_person", seat=Term("seat", seat))

    async def begin(self, live: Live, seat: Seat, along: Sequence[Write] = ()) -> Live:
        """Let the computer play a seat of a campaign that is locked; *along* is saved with it.

        Raises:
            Complaint: As :meth:`check` does.
            StoreError: The database failed; nothing was changed.
        """
        self.check(live, seat)
        after = await self._changed(live, (*live.row.stand_ins, seat), seat, "stands_in", along)
        self._wake(after)
        return after

    async def agreed(
        self, live: Live, row: OfferRow, _request: str, along: Sequence[Write]
    ) -> None:
        """Let the computer play the seat that has asked the others for it (an offer's outcome)."""
        await self.begin(live, row.seat, along)

    async def take_over(self, live: Live, seat: Seat, along: Sequence[Write]) -> Live | None:
        """Let the computer play a seat whose time has run out; ``None`` where it cannot.

        Nor does it where nobody sits: nobody could be back. The campaign is locked; *along* is
        saved with it.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        if not live.seated(seat):
            return None
        try:
            return await self.begin(live, seat, along)
        except Complaint as error:
            _log.info("campaign %s: nobody stands in for %s: %s", live.row.id, seat, error.code)
            return None

    # -- ending ------------------------------------------------------------------------------

    async def end(self, campaign_id: str, person_id: int) -> Campaign:
        """Give a seat back to somebody who holds it.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player; seat.not_stood_in.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            require_playing(live)
            seat = live.seat_of(person_id)
            if seat is None:
                raise Complaint("campaign.not_a_player")
            if seat not in live.row.stand_ins:
                raise Complaint("seat.not_stood_in", seat=Term("seat", seat))
            left = without_stand_in(live, seat).row.stand_ins
            return (await self._changed(live, left, seat, "back", ())).campaign

        return await self._desk.exclusive(campaign_id, work)

    async def _changed(
        self,
        live: Live,
        stand_ins: tuple[Seat, ...],
        seat: Seat,
        said: Said,
        along: Sequence[Write],
    ) -> Live:
        """Save which seats the computer stands in for, with all that follows from it."""
        now = self._desk.now()
        row = dataclasses.replace(live.row, version=live.row.version + 1, stand_ins=stand_ins)
        after = dataclasses.replace(live, row=row)
        after = dataclasses.replace(after, clocks=with_others(after, now))
        writes = [
            campaigns.change(live.row, row),
            *clocks.put(row.id, changed_of(live.clocks, after.clocks)),
            *told(after, [word(after, said, seat)], now),
            *calls_anew(live, after, now),
            *along,
        ]
        await self._desk.database.save(writes)
        self._desk.renew(after, row, live.people)
        return after
