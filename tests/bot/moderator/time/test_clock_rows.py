"""What happens to clocks, whatever happens at a table: by chance, held against plain sums."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.clock import paces, resting, to_ms
from bot.clock.paces import DAY, HOUR, MINUTE, Pace
from bot.clock.resting import Rest
from bot.clock.spans import Span
from bot.moderator.table import clocks
from bot.moderator.table.clocks import Calls
from bot.moderator.table.live import Counts, Live, Position
from bot.store.campaigns import CampaignRow, MemberRow
from bot.store.clocks import NO_CLOCKS, ClockRow, Clocks
from bot.store.log import ActionRow
from bot.trials.random_play import DeadEnd, Temper, choose
from engine.api import Action, Seat
from engine.dice import SeededDice
from tests.bot.clock.test_hours import HOURS
from tests.support.toy_game import SEATS, TOY, Hide, Reply, Settings

BEGUN = to_ms(datetime(2028, 3, 24, 9, tzinfo=UTC))
"""Two days before Europe's clocks are put forward."""
PEOPLE = {"red": (1,), "blue": (2, 3)}
PACES = st.sampled_from(
    [
        None,
        *(pace for pace in paces.PRESETS if pace is not None),
        Pace("decision", 6 * HOUR, quiet_stops=True),
        Pace("turn", 2 * DAY, grace=5 * MINUTE, quiet_stops=True, away_days=3),
        Pace("bank", DAY, increment=2 * HOUR, quiet_stops=True, away_days=0),
        Pace("decision", DAY, time_out="claim", quiet_stops=True),
    ]
)
LENGTHS = st.integers(0, 12 * HOUR) | st.integers(0, 4 * DAY)
"""In seconds."""
SOME = st.integers(0, 10**6)


@dataclass
class Sum:
    """What a seat's clock must come to, added up by itself.

    Attributes:
        ran: For how long it has run in all, in milliseconds, up to when it began to run.
        filled: What of it had run when it was filled up, of which *given* was left then.
        given: How much time it had then.
        most: What it may have been given since beyond that.
    """

    ran: int = 0
    filled: int = 0
    given: int | None = None
    most: int = 0
    turn: int = 0
    asked: frozenset[str] = frozenset()


class Clockwork(RuleBasedStateMachine):
    """The ferrymen, played by chance, with all that can happen to their clocks."""

    @initialize(pace=PACES, smuggling=st.booleans(), seed=SOME)
    def begin(self, pace: Pace | None, smuggling: bool, seed: int) -> None:
        """Set the game up; nobody has been called yet."""
        self.now = BEGUN
        self.numbers = 0
        self.posts = set[str]()
        self.sums = {seat: Sum() for seat in SEATS}
        row = CampaignRow(
            id="campaign",
            game="toy",
            name="River",
            guild_id=7,
            channel_id=70,
            language="en",
            settings={},
            creator_id=1,
            seed=b"",
            created_at=BEGUN,
            status="playing",
            pace=None if pace is None else paces.written(pace),
        )
        people = tuple(
            MemberRow("campaign", seat, person, 100 + person, left=False)
            for seat, several in PEOPLE.items()
            for person in several
        )
        self.live = Live(row, people, TOY, None, 0, 1, Counts(), set())
        step = TOY.setup(Settings(turns=6, smuggling=smuggling), SeededDice(f"{seed}".encode()))
        self._lead_to(None, Position(TOY, step.state), "posted", secret=False)

    # -- steps -------------------------------------------------------------------------------

    @precondition(lambda self: self._is_on())
    @rule(seed=SOME, called=st.sampled_from(("posted", "coming", "none")), after=LENGTHS)
    def act(self, seed: int, called: str, after: int) -> None:
        """Let one who is awaited do something, in public or not."""
        self.now += after * 1000
        state = self._position.state
        decisions = TOY.awaiting(state)
        decision = decisions[seed % len(decisions)]
        dice = SeededDice(f"{seed}".encode())
        try:
            action = choose(TOY, state, decision, dice, Temper(dice))
        except DeadEnd:
            return
        self._do(decision.seat, action, dice, called)

    @precondition(lambda self: self._is_on())
    @rule(seat=st.sampled_from(SEATS), bank=st.sampled_from(("north", "south")), after=LENGTHS)
    def act_in_secret(self, seat: Seat, bank: str, after: int) -> None:
        """Let somebody order something in secret, awaited or not: no clock moves."""
        self.now += after * 1000
        before = self.live.clocks
        action = Hide(bank=bank) if bank == "north" else Reply(loud=True)
        if not TOY.check(self._position.state, seat, action):
            self._do(seat, action, SeededDice(b"secret"), "posted")
            assert self.live.clocks is before

    def _do(self, seat: Seat, action: Action, dice: SeededDice, called: str) -> None:
        step = TOY.apply(self._position.state, seat, action, dice)
        before = self.live.clocks
        self._lead_to(seat, Position(TOY, step.state), called, secret=action.secret)
        if action.secret:
            assert self.live.clocks is before

    def _lead_to(self, seat: Seat | None, after: Position, called: str, *, secret: bool) -> None:
        row: Any = ActionRow(
            campaign="campaign",
            seq=1,
            seat=seat,
            person=None,
            kind="row",
            secret=secret,
            body="{}",
            rolls=(),
            events=(),
            ruleset=1,
            request="r",
            version=1,
            turn=after.status.turn,
            phase="",
            at=self.now,
        )
        over = TOY.outcome(after.state) is not None
        found = clocks.after_step(self.live, row, after, self._calls(after, called), over=over)
        if over:
            assert found == NO_CLOCKS
        self.live = dataclasses.replace(self.live, position=after)
        self._become(found, is_step=not secret and not over)

    def _calls(self, after: Position, called: str) -> Calls:
        """Return who is called by a step: who is awaited now and was not before."""
        before = self.live.position
        known = set() if before is None else {one.key for one in before.decisions}
        seats = {one.seat for one in after.decisions if one.key not in known}
        self.numbers += 1
        nonce = f"post-{self.numbers}"
        self.posts.add(nonce)
        return Calls(
            posted=dict.fromkeys(seats, nonce) if called == "posted" else {},
            coming=frozenset(seats if called == "coming" else ()),
            next=nonce,
        )

    # -- between steps -----------------------------------------------------------------------

    @precondition(lambda self: self.posts)
    @rule(which=SOME, after=LENGTHS)
    def deliver(self, which: int, after: int) -> None:
        """Let a post arrive, or fail for good: also one that calls nobody any more."""
        self.now += after * 1000
        nonce = sorted(self.posts)[which % len(self.posts)]
        self.posts.discard(nonce)
        self._become({**self.live.clocks, **clocks.begun(self.live, nonce, self.now)})

    @rule(after=LENGTHS, fill=st.booleans())
    def pause_or_go_on(self, after: int, fill: bool) -> None:
        """Let a table pause, or go on again; or agree on its pace anew."""
        self.now += after * 1000
        if not fill:
            paused = None if self.live.row.paused_at is not None else self.now
            row = dataclasses.replace(self.live.row, paused_at=paused)
            self.live = dataclasses.replace(self.live, row=row)
        self._become(clocks.restarted(self.live, self.now, fill=fill), fill=fill)
        if self._pace is not None:
            self._insist_on_grace()

    @precondition(lambda self: self._pace is not None)
    @rule(ran=LENGTHS, down=LENGTHS)
    def be_down(self, ran: int, down: int) -> None:
        """Let the host be down: that time is nobody's, and then everybody has the grace."""
        since = self.now + ran * 1000
        self.now = since + down * 1000
        assert self._pace is not None
        until = self.now + self._pace.grace * 1000
        found = {
            seat: clocks.given_back(one, since, self.now, until) if one.due_at is not None else one
            for seat, one in self.live.clocks.items()
        }
        self._become(found, at=since)
        self._insist_on_grace()

    @rule(
        person=st.sampled_from((1, 2, 3)),
        hours=st.none() | HOURS,
        aways=st.lists(st.tuples(LENGTHS, LENGTHS), max_size=2),
        after=LENGTHS,
    )
    def rest(self, person: int, hours: Any, aways: list[tuple[int, int]], after: int) -> None:
        """Let somebody say anew when they are not to be disturbed, and when they are away."""
        self.now += after * 1000
        away = tuple(
            Span(self.now + start * 1000, self.now + (start + length) * 1000)
            for start, length in aways
        )
        quiet = {seat: _quiet(one) for seat, one in self.live.clocks.items()}
        rests = {**self.live.rests, person: Rest(hours, away)}
        self.live = dataclasses.replace(self.live, rests=rests)
        self._become({**self.live.clocks, **clocks.rested(self.live, self.now)})
        for seat, one in self.live.clocks.items():
            if one.since is not None:
                assert _quiet(one) == quiet[seat], "hours hold from the next decision on"

    @precondition(lambda self: self._is_on())
    @rule(seat=st.sampled_from(SEATS), after=LENGTHS, fresh=st.booleans())
    def be_replaced(self, seat: Seat, after: int, fresh: bool) -> None:
        """Let the computer play a seat until its people are back; or somebody else sit down."""
        self.now += after * 1000
        if fresh and seat not in self.live.computer:
            found = clocks.with_others(self.live, self.now, seat)
            self.sums[seat] = dataclasses.replace(self.sums[seat], given=None, asked=frozenset())
        else:
            stand_ins = {*self.live.row.stand_ins} ^ {seat}
            row = dataclasses.replace(self.live.row, stand_ins=tuple(sorted(stand_ins)))
            self.live = dataclasses.replace(self.live, row=row)
            found = clocks.with_others(self.live, self.now)
        self._become(found, is_step=True)
        if self._pace is not None:
            for one in self.sums.values():
                one.most += self._pace.grace * 1000

    # -- adding up ---------------------------------------------------------------------------

    def _become(
        self, found: Clocks, *, at: int | None = None, is_step: bool = False, fill: bool = False
    ) -> None:
        """Take clocks as they are from now on, those before having run until an instant."""
        before = self.live.clocks
        until = self.now if at is None else at
        for seat, one in before.items():
            after = found.get(seat)
            if one.since is not None and (after is None or after.since != one.since):
                ran = _ran(one, until)
                self.sums[seat].ran += ran
                if one.due_at is None:  # nobody takes it from them
                    self.sums[seat].filled += ran
            if after is not None:
                assert after.used_ms >= one.used_ms
                assert after.used_ms == self.sums[seat].ran
        self.live = dataclasses.replace(self.live, clocks=found)
        for seat in found:
            if fill:
                self._fill(seat, None)
            elif is_step:
                self._ask(seat)
            elif self._pace is not None:
                # A grace is no time taken from anybody.
                self.sums[seat].most += self._pace.grace * 1000

    def _ask(self, seat: Seat) -> None:
        """Fill a seat's clock up where that is due."""
        one, pace = self.sums[seat], self._pace
        if seat in self.live.computer:
            one.asked = frozenset()
            return
        keys = frozenset(d.key for d in self._position.decisions if d.seat == seat)
        if not keys or pace is None:
            return
        turn, is_new = self._position.status.turn, not keys <= one.asked
        due = is_new if pace.refill == "decision" else turn != one.turn and pace.refill == "turn"
        if one.given is None or due:
            self._fill(seat, None)
        elif is_new:
            left = max(0, one.given - (one.ran - one.filled))
            self._fill(seat, max(left + pace.increment * 1000, pace.grace * 1000))
        one.asked, one.turn = keys, turn

    def _fill(self, seat: Seat, left: int | None) -> None:
        one, pace = self.sums[seat], self._pace
        one.most = one.most if left is not None else 0
        one.filled = one.ran
        one.given = left if left is not None or pace is None else pace.seconds * 1000

    def _insist_on_grace(self) -> None:
        assert self._pace is not None
        for one in self.live.clocks.values():
            if one.due_at is not None:
                assert one.due_at >= self.now + self._pace.grace * 1000

    # -- what always holds -------------------------------------------------------------------

    @invariant()
    def nobody_has_less_than_nothing(self) -> None:
        """Neither of their time nor of what they may be away."""
        for one in self._clocks:
            assert one.left_ms is None or one.left_ms >= 0
            assert one.used_ms >= 0
            if one.away_left_ms is not None:
                agreed = paces.read(self.live.row.pace)
                assert agreed is not None
                assert 0 <= one.away_left_ms <= agreed.away_days * DAY * 1000

    @invariant()
    def who_is_awaited_runs(self) -> None:
        """And nobody else: once they are called, not in a pause, only who is asked in between."""
        if not self._is_on():
            return
        between = {d.seat for d in self._position.decisions if d.interrupt}
        awaited = {d.seat for d in self._position.decisions}
        for one in self._clocks:
            of_people = one.seat not in self.live.computer
            runs = one.seat in (between or awaited) and one.called_by is None and of_people
            runs = runs and self.live.row.paused_at is None
            assert (one.since is not None) == runs, one
            assert (one.awaited_at is not None) == (one.seat in awaited and of_people)

    @invariant()
    def what_runs_is_due(self) -> None:
        """Where there is a limit; and what stands still is not."""
        for one in self._clocks:
            if one.since is None or self._pace is None:
                assert one.due_at is None
            else:
                assert one.left_ms is not None
                assert one.due_at is not None
                assert one.due_at >= one.since
                assert resting.ran(resting.read(one.rests), one.since, one.due_at) == one.left_ms

    @invariant()
    def nothing_runs_out_early(self) -> None:
        """Until then everybody has had the time they were given, and at most the graces more."""
        for one in self._clocks:
            added = self.sums[one.seat]
            if one.left_ms is None or added.given is None:
                continue
            left = added.given - (added.ran - added.filled)
            assert one.left_ms >= left
            assert one.left_ms <= max(left, 0) + added.most

    @invariant()
    def what_is_shown_adds_up(self) -> None:
        """At any time what is left and what was used is what it was when the clock began."""
        for one in self._clocks:
            later = clocks.seat_clock(one, self.now + HOUR * 1000)
            assert (later.used.total_seconds() * 1000) == pytest.approx(
                one.used_ms + (0 if one.since is None else _ran(one, self.now + HOUR * 1000)), abs=1
            )
            assert (later.due is not None) == (one.due_at is not None)
            if later.left is not None:
                assert later.left.total_seconds() >= 0

    # -- short words -------------------------------------------------------------------------

    @property
    def _clocks(self) -> list[ClockRow]:
        return list(self.live.clocks.values()) if hasattr(self, "live") else []

    @property
    def _position(self) -> Position:
        assert self.live.position is not None
        return self.live.position

    @property
    def _pace(self) -> Pace | None:
        return clocks.pace_of(self.live)

    def _is_on(self) -> bool:
        return hasattr(self, "live") and bool(self._position.decisions)


def _ran(clock: ClockRow, until: int) -> int:
    assert clock.since is not None
    return resting.ran(resting.read(clock.rests), clock.since, until)


def _quiet(clock: ClockRow) -> list[Any]:
    """Return the quiet hours by which a clock goes, of those who have any."""
    return [one.hours for one in resting.read(clock.rests) if one.hours is not None]


TestClockwork = Clockwork.TestCase
TestClockwork.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
