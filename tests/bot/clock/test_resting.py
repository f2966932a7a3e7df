import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import to_ms
from bot.clock.hours import Hours, quiet_spans
from bot.clock.resting import Rest, due, may_write, ran, read, stopped, written
from bot.clock.spans import Span, intersection, total, union

from .test_hours import DAY, HOUR, HOURS, SINCE, YEAR, utc

AWAY = st.lists(
    st.builds(
        lambda start, length: Span(start, start + length),
        st.integers(YEAR[0], YEAR[1]),
        st.integers(0, 90 * DAY),
    ),
    max_size=3,
).map(tuple)
RESTS = st.lists(st.builds(Rest, st.none() | HOURS, AWAY), max_size=3).map(tuple)
LEFT = st.integers(0, 40 * DAY)


@given(RESTS, SINCE, LEFT)
def test_due_is_when_so_much_has_run(rests: tuple[Rest, ...], since: int, left: int) -> None:
    """Exactly as much has run by then, not a millisecond before, and never sooner than without."""
    at = due(rests, since, left)

    assert ran(rests, since, at) == left
    assert at >= since + left
    assert at == since or ran(rests, since, at - 1) < left


@given(RESTS, SINCE, LEFT, LEFT)
def test_more_time_is_due_later(rests: tuple[Rest, ...], since: int, one: int, more: int) -> None:
    """Due times keep the order of what is left, and may be reckoned in two parts."""
    first = due(rests, since, one)

    assert first <= due(rests, since, one + more) == due(rests, first, more)


@given(RESTS, SINCE, LEFT, LEFT)
def test_what_ran_adds_up(rests: tuple[Rest, ...], since: int, one: int, other: int) -> None:
    """Dividing a stretch changes nothing of it."""
    middle, until = since + one, since + one + other

    assert ran(rests, since, until) == ran(rests, since, middle) + ran(rests, middle, until)
    assert ran(rests, until, since) == 0


@given(RESTS, SINCE, LEFT)
def test_a_clock_stops_while_all_rest(rests: tuple[Rest, ...], since: int, length: int) -> None:
    """It agrees with what each member's hours and aways cover, put together."""
    until = since + length
    common: tuple[Span, ...] = (Span(since, until),) if rests else ()
    for rest in rests:
        quiet = quiet_spans(rest.hours, since, until) if rest.hours else ()
        common = intersection(common, union([*quiet, *rest.away]))

    assert stopped(rests, since, until) == common
    assert ran(rests, since, until) == length - total(common)


@given(st.lists(st.builds(Rest, HOURS), min_size=1, max_size=3), SINCE)
def test_quiet_hours_take_at_most_half(rests: list[Rest], since: int) -> None:
    """Over 10 days at least 5 have run, up to what one change of the clock moves."""
    assert ran(rests, since, since + 10 * DAY) >= 5 * DAY - HOUR


@given(st.builds(Rest, st.none() | HOURS, AWAY), SINCE)
def test_a_reminder_waits_until_its_person_is_back(rest: Rest, at: int) -> None:
    """It may be written at the first instant that is no rest, at once if there is none."""
    found = may_write(rest, at)

    assert ran((rest,), at, found) == 0
    assert ran((rest,), found, found + 1) == 1


@given(RESTS)
def test_rests_are_kept_as_text(rests: tuple[Rest, ...]) -> None:
    """What is written is read again."""
    assert read(written(rests)) == rests


@pytest.mark.parametrize("text", ["", "{", "[1]", "[{}]", '[{"hours":["UTC",0],"away":[]}]', "3"])
def test_other_text_is_no_rests(text: str) -> None:
    """Anything else is a ``ValueError``."""
    with pytest.raises(ValueError, match=r"no rests|Expecting"):
        read(text)


def test_a_seat_of_two_stops_only_while_both_rest() -> None:
    """Alice sleeps at night, Bruno is away for a week: their clock stops in her nights of it."""
    alice = Rest(Hours("Europe/Madrid", 22 * 60, 8 * 60))
    bruno = Rest(None, (Span(utc(2027, 12, 30), utc(2028, 1, 6)),))
    since = utc(2027, 12, 29, 20)

    assert due((alice, bruno), since, 24 * HOUR) == utc(2027, 12, 31, 13)
    assert due((alice,), since, 24 * HOUR) == utc(2027, 12, 31, 16)
    assert due((), since, 24 * HOUR) == since + 24 * HOUR
    assert due((alice, Rest()), since, 24 * HOUR) == since + 24 * HOUR


def test_years_away_are_one_step() -> None:
    """Neither a long absence nor thirty days of nights takes long."""
    now = to_ms(datetime(2027, 1, 1, tzinfo=UTC))
    hours = Hours("America/Santiago", 23 * 60, 7 * 60)
    gone = (Span(now, now + 80 * 365 * DAY),)
    later = (Span(now + 80 * 365 * DAY, now + 81 * 365 * DAY),)
    begun = time.process_time()

    assert due((Rest(hours, gone), Rest(None, gone)), now, HOUR) >= gone[0].end
    assert due((Rest(hours), Rest(None, later)), now, 30 * DAY) == now + 30 * DAY
    assert may_write(Rest(hours, gone), now) >= gone[0].end
    for day in range(100):
        due((Rest(hours),), now + day * DAY, 30 * DAY)

    assert time.process_time() - begun < 1
