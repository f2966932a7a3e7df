"""What follows when a seat's time has run out.

Whatever the table has chosen, what the seat owes is answered by the game's default, one action
after another, until somebody else is awaited: but where the computer takes the seat over, and where
the others may claim. What somebody has put together for this case comes first: a plan that is to
be sent when their time runs out. Every answer goes by the way of every action, for no person; the
log says that the clock gave it, and everybody reads so.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from bot.moderator.api import CLOCK, REFEREE, Complaint
from bot.moderator.table.clocks import is_due, pace_of, run_out, running_from, stopped
from bot.moderator.table.desk import Desk
from bot.moderator.table.journal import told
from bot.moderator.table.live import Live
from bot.moderator.table.play import TablePlay
from bot.moderator.table.posting import to_person, to_table
from bot.moderator.table.rolling import TableDice
from bot.moderator.table.steps import Steps
from bot.moderator.time.clocks import TableClocks
from bot.moderator.turns.plans import Plans
from bot.store import clocks as stored
from bot.store import outbox, plans
from bot.store.batch import Write
from bot.store.clocks import ClockRow
from bot.store.outbox import NewRow
from engine.api import MOST_BY_DEFAULT, Action, AnyGame, Decision, Seat
from engine.dice import DiceNeeded
from engine.errors import Refused

_log = logging.getLogger(__name__)

MOST_ANSWERS: Final = 5 * MOST_BY_DEFAULT
"""Answers of one time-out: of several phases, until another is awaited; more is a game's fault."""

HandOver = Callable[[Live, Seat, Sequence[Write]], Awaitable[Live | None]]
"""Lets the computer have a seat, with what is saved along with it; ``None`` where it cannot."""
LookFor = Callable[[Live, Seat], Awaitable[Live | None]]
"""Lets somebody be looked for who takes a seat; ``None`` where that is done already."""


class TimeOuts:
    """Enters time-outs."""

    def __init__(
        self,
        desk: Desk,
        steps: Steps,
        play: TablePlay,
        clocks: TableClocks,
        plans_: Plans,
        *,
        dice: TableDice,
        hand_to_computer: HandOver,
        look_for_somebody: LookFor,
    ) -> None:
        """Enter time-outs by the way of every action.

        Args:
            desk: Where campaigns are.
            steps: Works steps out.
            play: Saves them.
            clocks: Looks after the clocks.
            plans_: Sends what was kept for this case.
            dice: Rolls for whoever was to roll real dice.
            hand_to_computer: Lets the computer play a seat until its people are back.
            look_for_somebody: Lets a seat be offered to others.
        """
        self._hand_to_computer = hand_to_computer
        self._look_for_somebody = look_for_somebody
        self._desk = desk
        self._steps = steps
        self._play = play
        self._clocks = clocks
        self._plans = plans_
        self._dice = dice

    async def run_out(self, campaign_id: str, seat: Seat) -> None:
        """Do what follows when a seat's time has run out, if it has.

        Raises:
            Complaint: campaign.unknown, fault: the game has no answer.
            StoreError: The database failed.
        """
        await self._send_late(campaign_id, seat)

        async def work(live: Live, _again: bool) -> None:
            clock = live.clocks.get(seat)
            now = self._desk.now()
            pace = pace_of(live)
            if clock is None or not is_due(clock, now) or pace is None:
                return  # somebody was faster, or their plan was
            if live.pending is not None:
                notices = self._notices(live, clock, "notice.time_dice_rolled")
                along = [outbox.add(notices, now)] if notices else []
                await self._dice.roll(live, seat, along)
                return
            if await self._is_sending(campaign_id, seat):
                return  # it goes on when a computer has reacted
            if pace.time_out == "claim":
                await self._may_be_claimed(live, clock, now)
                return
            ran_out = outbox.add(self._notices(live, clock, "notice.time_ran_out"), now)
            if pace.time_out == "computer":
                fallen = {**live.clocks, seat: run_out(live, clock)}
                fell = dataclasses.replace(live, clocks=fallen)
                if await self._hand_to_computer(fell, seat, [ran_out]) is not None:
                    return
            if pace.time_out == "offer":
                live = await self._look_for_somebody(live, seat) or live
            await self._answer_all(live, seat, [ran_out], CLOCK)

        await self._desk.exclusive(campaign_id, work)

    # -- what was put together for this case -------------------------------------------------

    async def _send_late(self, campaign_id: str, seat: Seat) -> None:
        """Send a plan that was to be sent only now, if there is one.

        What it leaves is answered at once: that somebody had ordered something in secret for this
        case must not show.
        """
        live = await self._desk.at_hand(campaign_id)
        clock = live.clocks.get(seat)
        if clock is None or not is_due(clock, self._desk.now()) or live.pending is not None:
            return
        seated = {one.person: one.discord_id for one in live.seated(seat)}
        async with self._desk.database.read() as connection:
            found = await plans.of_seat(connection, campaign_id, tuple(seated))
        late = next((one for one in found if one.late and one.entries), None)
        if late is None:
            return
        try:
            await self._plans.send_late(campaign_id, seated[late.person])
        except Complaint as error:
            _log.info("campaign %s: a late plan is not sent: %s", campaign_id, error.code)

    async def _is_sending(self, campaign_id: str, seat: Seat) -> bool:
        async with self._desk.database.read() as connection:
            return await plans.sent_for(connection, campaign_id, seat)

    # -- the default -------------------------------------------------------------------------

    async def answer(self, live: Live, seat: Seat, person: int, along: Sequence[Write]) -> None:
        """Answer for a referee what a seat owes, until another is awaited, as time-outs do.

        What was put together for when its time runs out stays.

        Args:
            live: The campaign, which is locked; a public decision awaits the seat.
            seat: Whose people the referee answers for.
            person: Our number of the referee.
            along: What is saved with the first answer that everybody sees.

        Raises:
            Complaint: campaign.fault: the game has no answer.
            StoreError: The database failed.
        """
        await self._answer_all(live, seat, along, REFEREE, person)

    async def _answer_all(
        self, live: Live, seat: Seat, told: Sequence[Write], by: str, person: int | None = None
    ) -> None:
        """Answer what a seat owes until another is awaited; its people are *told* with the first.

        With the first answer that everybody sees, since the clock runs until then: a bot that is
        killed before has done nothing yet that would be done again.
        """
        along = list(told)
        others = _awaited(live) - {seat}
        for _ in range(MOST_ANSWERS):
            action = await self._default(live, seat)
            if action is None:
                return
            # Never the head: that counts what others do in secret.
            request = f"{by}{live.row.id}/{seat}/{live.counts.read_by(seat) + 1}"
            take = self._steps.take_for_absent if by == CLOCK else self._steps.take
            try:
                taken = take(live, seat, person, action, request)
            except DiceNeeded as needed:
                order = seat, person, action, request
                await self._play.ask(live, order, needed, along=along)
                return  # a referee has answered: its people roll, and their clock runs
            except Refused as error:
                codes = ", ".join(one.code for one in error.refusals)
                _log.exception("campaign %s: the default %s: %s", live.row.id, action.kind, codes)
                raise Complaint("campaign.fault") from error
            now_told = [] if taken.action.secret else along
            await self._play.go_on(await self._play.do(live, taken, now_told))
            along = along if taken.action.secret else []
            after = self._desk.shelf.get(live.row.id)
            if after is None or _awaited(after) - {seat} - others:
                return
            live = after
        _log.error("campaign %s: %s is answered for without an end", live.row.id, seat)

    async def _default(self, live: Live, seat: Seat) -> Action | None:
        """Return the next answer of a seat that owes something; ``None`` where it owes nothing."""
        if live.position is None or live.row.status != "playing" or seat in live.computer:
            return None
        owed = next((one for one in live.position.decisions if one.seat == seat), None)
        if owed is None:
            return None
        try:
            view, asked = live.position.view(seat), live.position.as_asked(owed)
            return await self._desk.think(live.row.id, default, live.game, view, asked)
        except Exception as error:
            _log.exception("campaign %s: no default for %s", live.row.id, owed.code)
            raise Complaint("campaign.fault") from error

    # -- where the others may claim ----------------------------------------------------------

    async def _may_be_claimed(self, live: Live, clock: ClockRow, now: int) -> None:
        """Give one last grace, and tell everybody; the others may claim when it is over."""
        if clock.grace_until is not None:
            await self._saved(live, dataclasses.replace(stopped(clock, now), left_ms=0), [])
            return
        after = run_out(live, stopped(clock, now))
        after = running_from(live, dataclasses.replace(after, grace_until=now), now)
        notices = [
            *self._notices(live, clock, "notice.time_last_grace"),
            *self._to_others(live, clock),
        ]
        body = {"said": "grace", "seat": clock.seat, "until": after.grace_until}
        word = to_table(live.row.id, "time", body, f"g{_which(live, clock)}")
        await self._saved(live, after, [*notices, word])

    # -- saving ------------------------------------------------------------------------------

    def _notices(self, live: Live, clock: ClockRow, code: str) -> list[NewRow]:
        """Return a word to each of a seat's people: their time has run out."""
        name = f"{code}/{_which(live, clock)}"
        return [
            to_person(live, "notice", one.person, {"code": code, "seat": clock.seat}, name)
            for one in live.seated(clock.seat)
        ]

    def _to_others(self, live: Live, clock: ClockRow) -> list[NewRow]:
        """Return a word to everybody else at the table: they may claim when the grace is over."""
        code = "notice.time_others_grace"
        body, name = {"code": code, "seat": clock.seat}, f"{code}/{_which(live, clock)}"
        return [
            to_person(live, "notice", one.person, body, name)
            for one in live.people
            if not one.left and one.seat != clock.seat
        ]

    async def _saved(self, live: Live, clock: ClockRow, posts: list[NewRow]) -> Live:
        writes = [*stored.put(live.row.id, [clock]), *stored.shown_anew(live.row.id)]
        if posts:
            writes += told(live, posts, self._desk.now())
        await self._desk.database.save(writes)
        live = dataclasses.replace(live, clocks={**live.clocks, clock.seat: clock})
        self._desk.keep(live)
        self._clocks.watch(live.clocks)
        self._desk.tell()
        return live


def default(game: AnyGame, view: Any, decision: Decision) -> Action:
    """Return what is done for a seat whose time has run out: a job, since some games think."""
    return game.default(view, decision)


def _which(live: Live, clock: ClockRow) -> str:
    """Return the name of a time-out: how often a seat's time has run out begins anew for others."""
    return f"{live.seats.index(clock.seat)}-{live.row.version}"


def _awaited(live: Live) -> set[Seat]:
    return set() if live.position is None else {one.seat for one in live.position.decisions}
