"""What a step does to the clocks of its table. Pure, and from public decisions alone.

A seat has one clock. It runs while a public decision awaits the seat; while others are asked in the
middle of it, only theirs do. A secret step moves none: nobody may notice it. It begins when the
post is delivered that calls its seat, and goes on at once where none does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.clock import from_ms, paces, resting
from bot.clock.paces import Pace
from bot.clock.resting import Rest
from bot.clock.spans import Span
from bot.moderator.api import SeatClock
from bot.moderator.table.live import BY_HAND, Live, Position
from bot.store.clocks import NO_CLOCKS, NO_RESTS, ClockRow, Clocks
from bot.store.log import CORRECT, REWIND, ActionRow
from bot.store.outbox import NewRow
from engine.api import Decision, Seat

DAY_MS: Final = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Calls:
    """Who is called after a step.

    Attributes:
        posted: The post that calls each seat that one calls now, by its nonce.
        coming: The seats that the next bulletin calls, which is not ordered yet.
        next: Its nonce.
    """

    posted: Mapping[Seat, str]
    coming: frozenset[Seat]
    next: str


def calls(posts: Sequence[NewRow], coming: Sequence[Seat], next_nonce: str) -> Calls:
    """Return who is called by what a step orders and by what it leaves to be told."""
    posted = {
        seat: post.nonce
        for post in posts
        if post.kind == "bulletin"
        for seat in post.body.get("ping", ())
    }
    return Calls(posted, frozenset(coming), next_nonce)


def pace_of(live: Live) -> Pace | None:
    """Return how fast a table is played; ``None`` where nobody's time ever runs out.

    Against the computer alone nobody's does: it waits for no other person.
    """
    if live.row.pace is None or live.row.lesson:
        return None
    people = [seat for seat in live.seats if seat not in live.computer]
    return paces.read(live.row.pace) if len(people) > 1 else None


def after_step(live: Live, row: ActionRow, after: Position, called: Calls, *, over: bool) -> Clocks:
    """Return the clocks of a campaign as a step leaves them that leads to the position *after*."""
    if over:
        return NO_CLOCKS
    if row.secret:
        return live.clocks
    asked = asked_of(live, after.decisions)
    running = running_in(after.decisions)
    found = {}
    for seat in live.seats:
        if seat in live.computer:
            if seat in live.clocks:  # of people for whom it stands in
                found[seat] = live.clocks[seat]
            continue
        before = live.clocks.get(seat) or ClockRow(seat)
        clock = stopped(before, row.at)
        if row.cause == "clock" and row.seat == seat and is_due(before, row.at):
            clock = run_out(live, clock)
        keys = asked.get(seat)
        if keys is None:
            found[seat] = replace(clock, awaited_at=None, called_by=None, grace_until=None)
            continue
        if row.seat == seat:
            clock = replace(clock, grace_until=None)  # they are there
        if row.kind == CORRECT:
            clock = replace(clock, asked=())  # of another position it is another question
        clock = _asked(live, clock, keys, after.status.turn, row.at)
        clock = _called(clock, row, called)
        if clock.called_by is None and seat in running and live.row.paused_at is None:
            clock = running_from(live, clock, row.at)
        found[seat] = clock
    return found


def while_rolling(live: Live, now: int, called: Mapping[Seat, str]) -> Clocks:
    """Return the clocks of a table as they are from *now* on while real dice are awaited.

    Only those of the seats run that may enter them; *called* are the posts by which some are
    called, whose clocks begin with those.
    """
    assert live.position is not None
    asked, waits, found = asked_of(live, live.owed), live.pending, dict[Seat, ClockRow]()
    for seat in live.seats:
        before = live.clocks.get(seat)
        if seat in live.computer:
            if before is not None:
                found[seat] = before
            continue
        before = before or ClockRow(seat)
        clock = stopped(before, now)
        if waits and waits.seat == seat and waits.cause in BY_HAND:
            clock = replace(clock, grace_until=None)  # they are there
        if waits and waits.cause == "clock" and waits.seat == seat and is_due(before, now):
            clock = run_out(live, clock)
        if seat not in asked:
            found[seat] = replace(clock, awaited_at=None, called_by=None, grace_until=None)
            continue
        if clock.awaited_at is None:  # else it goes on with what it is asked already
            clock = _asked(live, clock, asked[seat], live.position.status.turn, now)
        clock = replace(clock, called_by=called.get(seat))
        if clock.called_by is None and live.row.paused_at is None:
            clock = running_from(live, clock, now)
        found[seat] = clock
    return found


def with_others(live: Live, now: int, fresh: Seat | None = None) -> Clocks:
    """Return the clocks of a table as they are when somebody else plays a seat from now on.

    Those that the computer plays stand still and are awaited no more. A seat of people that had
    none has one from now on, and one that is *fresh*, as somebody else sits there, its whole time.
    """
    if live.position is None or live.row.status != "playing":
        return live.clocks
    asked, running, pace = asked_of(live, live.owed), running_in(live.owed), pace_of(live)
    turn, found = live.position.status.turn, {}
    for seat in live.seats:
        before = live.clocks.get(seat)
        if seat in live.computer:
            if before is not None:
                still = stopped(before, now)
                still = replace(still, awaited_at=None, called_by=None, grace_until=None, asked=())
                found[seat] = still
            continue
        clock = stopped(before or ClockRow(seat), now)
        if seat == fresh:
            clock = replace(
                clock, awaited_at=None, asked=(), left_ms=None, away_left_ms=None, fallen=0
            )
        keys = asked.get(seat)
        if keys is None:
            found[seat] = replace(clock, awaited_at=None, called_by=None, grace_until=None)
            continue
        clock = _asked(live, clock, keys, turn, now)
        if clock.called_by is None and seat in running and live.row.paused_at is None:
            clock = running_from(live, clock, now)
            if pace is not None:
                clock = with_grace(clock, now + pace.grace * 1000, now)
        found[seat] = clock
    return found


def asked_of(live: Live, owed: Sequence[Decision]) -> dict[Seat, tuple[str, ...]]:
    """Return the public names of what each seat of people is asked, of all that is *owed*."""
    asked: dict[Seat, tuple[str, ...]] = {}
    for one in owed:
        if one.seat not in live.computer:
            asked[one.seat] = (*asked.get(one.seat, ()), one.key)
    return asked


def running_in(owed: Sequence[Decision]) -> frozenset[Seat]:
    """Return the seats whose clocks run: those asked in the middle of something before others."""
    interrupted = {one.seat for one in owed if one.interrupt}
    return frozenset(interrupted or {one.seat for one in owed})


def _asked(live: Live, clock: ClockRow, keys: tuple[str, ...], turn: int, now: int) -> ClockRow:
    """Return the clock of a seat that is asked something: full again where that is due."""
    pace = pace_of(live)
    is_new = not {*keys} <= {*clock.asked}
    fallen_before = clock.awaited_at is not None and not is_new
    clock = replace(
        clock,
        awaited_at=now if clock.awaited_at is None else clock.awaited_at,
        grace_until=clock.grace_until if fallen_before else None,
    )
    if pace is None:
        return clock  # what was left of its time is left of it once there is a limit again
    left = filled(clock, pace, is_new=is_new, turn=turn)
    if is_new:
        clock = _with_hours(live, clock)
    return replace(clock, asked=keys, turn=turn, left_ms=left)


def _with_hours(live: Live, clock: ClockRow) -> ClockRow:
    """Return a clock with the quiet hours that hold for what its seat is asked from now on."""
    pace = pace_of(live)
    found = [
        Rest(live.rests.get(one.person, Rest()).hours) if pace and pace.quiet_stops else Rest()
        for one in live.seated(clock.seat)
    ]
    return replace(clock, rests=_written(found))


def _written(rests: Sequence[Rest]) -> str:
    return resting.written(rests) if any(one != Rest() for one in rests) else NO_RESTS


def filled(clock: ClockRow, pace: Pace, *, is_new: bool, turn: int) -> int:
    """Return how many milliseconds a seat has left when it is asked something."""
    full = pace.seconds * 1000
    if clock.left_ms is None or (turn != clock.turn and pace.refill == "turn"):
        return full
    if not is_new:
        return clock.left_ms
    if pace.refill == "decision":
        return full
    # Who has nothing left of their turn or bank is asked still, and has a moment to answer.
    return max(clock.left_ms + pace.increment * 1000, pace.grace * 1000)


def _called(clock: ClockRow, row: ActionRow, called: Calls) -> ClockRow:
    """Return a clock with the post that it waits for, if it waits for one."""
    seat = clock.seat
    if seat in called.posted:
        return replace(clock, called_by=called.posted[seat])
    if seat in called.coming:
        return replace(clock, called_by=called.next)
    # What a rewind takes back is never posted, nor what is told anew after a correction.
    return replace(clock, called_by=None) if row.kind in {REWIND, CORRECT} else clock


# -- running and standing still ------------------------------------------------------------------


def stopped(clock: ClockRow, now: int) -> ClockRow:
    """Return a clock as it stands *now*, not running."""
    if clock.since is None:
        return replace(clock, due_at=None)
    rests = resting.read(clock.rests)
    ran = resting.ran(rests, clock.since, now)
    away = tuple(replace(one, hours=None) for one in rests)
    absent = (now - clock.since) - resting.ran(away, clock.since, now) if now > clock.since else 0
    return replace(
        clock,
        left_ms=clock.left_ms if is_endless(clock) else max(0, (clock.left_ms or 0) - ran),
        used_ms=clock.used_ms + ran,
        away_left_ms=None if clock.away_left_ms is None else max(0, clock.away_left_ms - absent),
        since=None,
        due_at=None,
    )


def running_from(live: Live, clock: ClockRow, now: int) -> ClockRow:
    """Return a clock that runs from *now* on, and stands still while its people rest.

    Their quiet hours are those of when the seat was asked; when they are away is as it is now.
    """
    if may_be_claimed(clock):
        return clock
    pace = pace_of(live)
    if pace is None or clock.left_ms is None:
        return replace(clock, since=now, due_at=None, rests=NO_RESTS, called_by=None)
    allowed = clock.away_left_ms
    if allowed is None:
        allowed = pace.away_days * DAY_MS
    people = live.seated(clock.seat)
    hours = [one.hours for one in resting.read(clock.rests)]
    hours += [None] * (len(people) - len(hours))  # who has sat down since is awake
    rests = [
        Rest(quiet, _as_agreed(live.rests.get(one.person, Rest()).away, now, allowed))
        for one, quiet in zip(people, hours, strict=False)
    ]
    due = resting.due(rests, now, clock.left_ms)
    return replace(
        clock,
        since=now,
        due_at=due,
        rests=_written(rests),
        away_left_ms=allowed,
        called_by=None,
        grace_until=None if clock.grace_until is None else due,
    )


def _as_agreed(away: Sequence[Span], now: int, allowed: int) -> tuple[Span, ...]:
    """Return when a member's being away stops a clock: from *now* on, for so long at most."""
    found, left = list[Span](), allowed
    for span in away:
        begin = max(span.start, now)
        if span.end > begin and left > 0:
            found.append(Span(begin, min(span.end, begin + left)))
            left -= found[-1].end - begin
    return tuple(found)


def with_grace(clock: ClockRow, until: int, now: int) -> ClockRow:
    """Return a clock that runs and does not run out before an instant."""
    if clock.due_at is None or clock.due_at >= until or clock.since is None:
        return clock
    left = resting.ran(resting.read(clock.rests), clock.since, until)
    return replace(
        clock,
        left_ms=max(clock.left_ms or 0, left),
        due_at=until,
        grace_until=None if clock.grace_until is None else until,
    )


def is_due(clock: ClockRow, now: int) -> bool:
    """Say whether a seat's time has run out and nothing has followed yet."""
    return clock.due_at is not None and clock.due_at <= now


def run_out(live: Live, clock: ClockRow) -> ClockRow:
    """Return a clock that has run out once more: what it is asked still it has the grace for."""
    pace = pace_of(live)
    left = clock.left_ms if pace is None else pace.grace * 1000
    return replace(clock, fallen=clock.fallen + 1, left_ms=left)


def is_endless(clock: ClockRow) -> bool:
    """Say whether a clock runs without a limit: nothing is taken of what it has left."""
    return clock.since is not None and clock.due_at is None


def may_be_claimed(clock: ClockRow) -> bool:
    """Say whether a seat's last grace is over: the others may claim the game."""
    return clock.grace_until is not None and clock.since is None and not clock.left_ms


# -- between steps -------------------------------------------------------------------------------


def begun(live: Live, nonce: str, now: int) -> Clocks:
    """Return the clocks that waited for a post, as they are when it is delivered or is lost."""
    running = running_in(live.owed)
    return {
        seat: running_from(live, clock, now)
        if seat in running and live.row.paused_at is None
        else replace(clock, called_by=None)
        for seat, clock in live.clocks.items()
        if clock.called_by == nonce
    }


def restarted(live: Live, now: int, *, fill: bool = False) -> Clocks:
    """Return the clocks of a table as they are when its terms have changed.

    Each lasts for the grace at least; with *fill* every seat has its whole time again.
    """
    pace = pace_of(live)
    found = {}
    for seat, before in live.clocks.items():
        clock = stopped(before, now)
        if fill or clock.left_ms is None:
            left = None if pace is None else pace.seconds * 1000
            clock = replace(clock, left_ms=left, away_left_ms=None, grace_until=None)
            clock = _with_hours(live, clock)
        if _goes_on(live, clock):
            clock = running_from(live, clock, now)
            if pace is not None:
                clock = with_grace(clock, now + pace.grace * 1000, now)
        found[seat] = clock
    return found


def rested(live: Live, now: int) -> Clocks:
    """Return the clocks of a table that run, as they are when its people's rests have changed.

    Quiet hours hold from the next decision on; being away at once.
    """
    return {
        seat: running_from(live, stopped(clock, now), now)
        for seat, clock in live.clocks.items()
        if clock.since is not None
    }


def reseated(live: Live, seat: Seat, now: int) -> Clocks:
    """Return the clocks of a table as they are when other people hold a seat: it rests as they do.

    Nothing is kept of when those rest who hold it no more.
    """
    before = live.clocks.get(seat)
    if before is None:
        return live.clocks
    clock = _with_hours(live, stopped(before, now))
    if before.since is not None:
        clock = running_from(live, clock, now)
    return {**live.clocks, seat: clock}


def _goes_on(live: Live, clock: ClockRow) -> bool:
    """Say whether a clock runs that stands still for nobody's rest."""
    if live.position is None or live.row.paused_at is not None:
        return False
    if clock.awaited_at is None or clock.called_by is not None:
        return False
    return clock.seat in running_in(live.owed)


def given_back(clock: ClockRow, since: int, now: int, until: int) -> ClockRow:
    """Return a clock that stood still from *since* to *now* and lasts until an instant at least."""
    stood = stopped(clock, max(since, clock.since or since))
    assert stood.left_ms is not None
    due = resting.due(resting.read(stood.rests), now, stood.left_ms)
    grace = None if stood.grace_until is None else due
    return with_grace(replace(stood, since=now, due_at=due, grace_until=grace), until, now)


def changed_of(before: Clocks, after: Clocks) -> list[ClockRow]:
    """Return the clocks that are other than they were."""
    return [one for seat, one in after.items() if before.get(seat) != one]


def seat_clocks(live: Live, now: int) -> tuple[SeatClock, ...]:
    """Return the clocks of a table as everybody may see them, in the order of its seats.

    Where nobody's time runs out none has any left, be it called already or not.
    """
    found = [seat_clock(live.clocks[seat], now) for seat in live.seats if seat in live.clocks]
    if pace_of(live) is None:
        found = [replace(one, left=None) for one in found]
    return tuple(found)


def seat_clock(clock: ClockRow, now: int) -> SeatClock:
    """Return a clock as everybody may see it."""
    at = stopped(clock, now)
    told = clock.since is not None or may_be_claimed(clock)
    left = None if is_endless(clock) else at.left_ms
    return SeatClock(
        seat=clock.seat,
        awaited=None if clock.awaited_at is None else from_ms(clock.awaited_at),
        due=None if clock.due_at is None else from_ms(clock.due_at),
        left=None if left is None else timedelta(milliseconds=left),
        used=timedelta(milliseconds=at.used_ms),
        runs=clock.since is not None,
        grace=from_ms(clock.grace_until) if clock.grace_until is not None and told else None,
        fallen=clock.fallen,
    )
