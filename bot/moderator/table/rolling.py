"""Entering what real dice show, at a table that rolls them itself."""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from bot.moderator.api import Complaint, Receipt, on_branch
from bot.moderator.table.asking import lets_go
from bot.moderator.table.clocks import run_out, stopped
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, require_playing
from bot.moderator.table.play import TablePlay, receipt_of
from bot.moderator.table.steps import Steps, Taken
from bot.store.batch import Write
from bot.store.damage import reading
from bot.store.pending import PendingRow
from engine.api import Action, Seat, Term
from engine.dice import DiceNeeded, Entry
from engine.errors import DiceDiverged, Refused

_RECEIPTS_KEPT: Final = 1024


class TableDice:
    """What is entered for an action that waits.

    Attributes:
        before_release: What happens before an action is done whose dice are all there.
        after_release: What happens when an action waits no more that was not done either.
    """

    def __init__(self, desk: Desk, steps: Steps, play: TablePlay) -> None:
        self.before_release: tuple[Callable[[PendingRow], None], ...] = ()
        self.after_release: tuple[Callable[[Live], None], ...] = ()
        self._desk = desk
        self._steps = steps
        self._play = play
        self._entered: OrderedDict[tuple[str, int, str], Receipt] = OrderedDict()

    async def enter(
        self,
        campaign_id: str,
        person_id: int,
        values: Sequence[int],
        *,
        request: str,
        expect: str,
    ) -> Receipt:
        """Enter what the dice show that are awaited; return what came of it for the person's seat.

        The receipt *waits* where more dice are to be rolled for the same action.

        Args:
            campaign_id: Where.
            person_id: Who.
            values: One for each die, in the order in which they are to count.
            request: Idempotency key: asked again, nothing more happens, as long as the bot runs.
            expect: Key of the question that it answers, on its branch.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player, stale; dice.not_yours,
                dice.wrong_number, dice.no_such_face; dice.dropped, where the rules will not have
                the action any more.
            StoreError: The database failed; nothing was changed.
        """
        asked = (campaign_id, person_id, request)

        async def work(live: Live, _again: bool) -> Receipt:
            if asked in self._entered:
                return self._entered[asked]
            waits, seat = self._awaited(live, person_id, expect)
            _check(waits, values)
            entered = (*waits.entries, Entry(tuple(values), seat))
            receipt = await self._go_on(live, waits, entered, seat)
            self._entered[asked] = receipt
            if len(self._entered) > _RECEIPTS_KEPT:
                self._entered.popitem(last=False)
            return receipt

        return await self._desk.exclusive(campaign_id, work)

    async def roll(self, live: Live, seat: Seat, along: Sequence[Write]) -> None:
        """Roll by the bot's own dice what a seat was to enter, whose time has run out.

        All that the action asks for still. The campaign is locked; *along* is saved with it.

        Raises:
            Complaint: dice.dropped.
            StoreError: The database failed; nothing was changed.
        """
        waits = live.pending
        assert waits is not None
        entered = list(waits.entries)
        own = sum(len(one.values) for one in entered if not one.seat)
        dice = live.row.dice(live.thrown + own, waits.version)
        clock = run_out(live, stopped(live.clocks[seat], self._desk.now()))
        late = dataclasses.replace(live, clocks={**live.clocks, seat: clock})
        while True:
            try:
                taken = self._taken(late, waits, entered)
            except DiceNeeded as needed:
                entered.append(Entry(dice.roll(needed.purpose, needed.count, needed.sides)))
                continue
            except DiceDiverged:
                entered.clear()
                continue
            except (Refused, Complaint) as error:
                await self._let_go(live)
                raise Complaint("dice.dropped") from error
            break
        await self._play.go_on(await self._play.do(late, taken, along))

    # -- inside ------------------------------------------------------------------------------

    @staticmethod
    def _awaited(live: Live, person_id: int, expect: str) -> tuple[PendingRow, Seat]:
        """Return what waits, and the seat of somebody who may enter its dice."""
        require_playing(live)
        seat, waits = live.seat_of(person_id), live.pending
        if seat is None:
            raise Complaint("campaign.not_a_player")
        keys = {on_branch(one.key, live.row.branch) for one in live.owed}
        if waits is None or expect not in keys:
            raise Complaint("campaign.stale")
        if seat not in live.rollers:
            seats = tuple(Term("seat", one) for one in live.rollers)
            raise Complaint("dice.not_yours", seats=seats)
        return waits, seat

    async def _go_on(
        self, live: Live, waits: PendingRow, entered: Sequence[Entry], seat: Seat
    ) -> Receipt:
        """Do the action if all its dice are there, else ask for the next."""
        try:
            try:
                taken = self._taken(live, waits, entered)
            except DiceDiverged:  # an update of the bot asks for others: from the beginning
                entered = ()
                taken = self._taken(live, waits, entered)
        except DiceNeeded as needed:
            more = dataclasses.replace(
                waits,
                asked=live.row.version + 1,
                entries=tuple(entered),
                purpose=needed.purpose,
                count=needed.count,
                sides=needed.sides,
            )
            await self._play.wait(live, more)
            return Receipt(accepted=True, kind=waits.kind, waits=True)
        except (Refused, Complaint) as error:
            await self._let_go(live)
            raise Complaint("dice.dropped") from error
        for happens in self.before_release:
            happens(waits)
        live = await self._play.do(live, taken)
        receipt = receipt_of(taken.action, live.counts.read_by(seat), seat)
        await self._play.go_on(live)
        return receipt

    def _taken(self, live: Live, waits: PendingRow, entered: Sequence[Entry]) -> Taken:
        with reading(f"campaign {live.row.id}: its action that waits for dice"):
            action: Action = live.game.actions[waits.kind].model_validate_json(waits.body)
        known = None
        if waits.cause in {"standing", "forced"}:
            known = frozenset(live.row.answering or ())
        return self._steps.take(
            live, waits.seat, waits.person, action, waits.request, known=known, rolled=entered
        )

    async def _let_go(self, live: Live) -> None:
        after, writes = lets_go(live, self._desk.now())
        await self._desk.database.save(writes)
        self._desk.keep(after)
        for happens in self.after_release:
            happens(after)
        self._desk.tell()


def _check(waits: PendingRow, values: Sequence[int]) -> None:
    """Refuse what such dice cannot show.

    Raises:
        Complaint: dice.wrong_number, dice.no_such_face.
    """
    if len(values) != waits.count:
        raise Complaint("dice.wrong_number", n=waits.count, sides=waits.sides, given=len(values))
    wrong = next((one for one in values if not 1 <= one <= waits.sides), None)
    if wrong is not None:
        raise Complaint("dice.no_such_face", value=str(wrong), sides=waits.sides)
