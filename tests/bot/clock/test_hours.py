import zoneinfo
from datetime import UTC, date, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import to_ms
from bot.clock.hours import Hours, next_quiet, parse_hours, quiet_spans
from bot.clock.spans import Span, total
from bot.clock.zones import instant, local_time, zone_names, zones

HOUR = 3_600_000
DAY = 24 * HOUR
ZONES = ("Europe/Madrid", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC")
YEAR = to_ms(datetime(2027, 10, 1, tzinfo=UTC)), to_ms(datetime(2028, 12, 31, tzinfo=UTC))
"""Both changes of summer time on both halves of the globe, 29 February and 31 December."""

HOURS = st.builds(
    lambda zone, start, length: Hours(zone, start, (start + length) % 1440),
    st.sampled_from(ZONES),
    st.integers(0, 1439),
    st.integers(0, 720),
)

CHANGES = [
    datetime(2027, 10, 31, 1, tzinfo=UTC),
    datetime(2028, 3, 26, 1, tzinfo=UTC),
    datetime(2028, 4, 2, 3, tzinfo=UTC),
    datetime(2028, 9, 3, 4, tzinfo=UTC),
    datetime(2027, 10, 2, 15, 30, tzinfo=UTC),
    datetime(2028, 4, 1, 15, tzinfo=UTC),
    datetime(2028, 2, 29, tzinfo=UTC),
    datetime(2028, 1, 1, tzinfo=UTC),
]
"""Madrid's and Santiago's clocks, and those of Lord Howe; the year's leap, and its end."""

SINCE = st.integers(*YEAR) | st.builds(
    lambda change, before: to_ms(change) - before,
    st.sampled_from(CHANGES),
    st.integers(-6 * HOUR, 40 * HOUR),
)


def utc(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> int:
    """The instant at which UTC shows this."""
    return to_ms(datetime(year, month, day, hour, minute, tzinfo=UTC))


def test_zones_are_those_of_the_pinned_package() -> None:
    """The host's own tables are not looked at, whatever they hold."""
    assert zoneinfo.TZPATH == ()
    assert {"Europe/Madrid", "America/Santiago", "America/Argentina/Buenos_Aires"} <= set(zones())
    assert "UTC" in zones()
    assert set(zones()) <= zone_names()
    assert list(zones()) == sorted(zones())
    assert not {name for name in zones() if name.startswith(("Etc/", "SystemV/"))}


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../../etc/passwd", "europe", "Factory", "/"])
def test_unknown_zones_are_refused(name: str) -> None:
    """What is no zone is a ``ValueError``, whatever a person types."""
    with pytest.raises(ValueError, match="no such time zone"):
        Hours(name, 0, 60)
    with pytest.raises(ValueError, match="no such time zone"):
        local_time(name, 0)


def test_clocks_put_forward_and_back() -> None:
    """A time that does not exist is the next that does; one that comes twice is the first."""
    # Madrid, 28 March 2027: 02:00 becomes 03:00; 31 October: 03:00 becomes 02:00.
    spring, autumn = date(2027, 3, 28), date(2027, 10, 31)
    assert instant("Europe/Madrid", spring, 2 * 60 + 30) == utc(2027, 3, 28, 1)
    assert instant("Europe/Madrid", spring, 3 * 60) == utc(2027, 3, 28, 1)
    assert instant("Europe/Madrid", spring, 3 * 60 + 1) == utc(2027, 3, 28, 1, 1)
    assert instant("Europe/Madrid", autumn, 2 * 60 + 30) == utc(2027, 10, 31, 0, 30)
    assert instant("Europe/Madrid", autumn, 3 * 60) == utc(2027, 10, 31, 2)
    # Santiago, at midnight: 5 September 2027 begins at 01:00; 3 April 2027 has 23:00 twice.
    assert instant("America/Santiago", date(2027, 9, 5), 0) == utc(2027, 9, 5, 4)
    assert instant("America/Santiago", date(2027, 4, 3), 23 * 60 + 30) == utc(2027, 4, 4, 2, 30)
    # Lord Howe moves by half an hour: 3 October 2027, 02:00 becomes 02:30.
    assert instant("Australia/Lord_Howe", date(2027, 10, 3), 135) == utc(2027, 10, 2, 15, 30)
    assert instant("Europe/Madrid", date(2028, 2, 28), 1440) == utc(2028, 2, 28, 23)
    assert instant("Europe/Madrid", date(2027, 12, 31), 1440) == utc(2027, 12, 31, 23)


def test_a_night_in_madrid() -> None:
    """Hours over midnight are one span a night, cut to what was asked for."""
    hours = Hours("Europe/Madrid", 22 * 60, 8 * 60)
    since, until = utc(2027, 12, 30, 23), utc(2028, 1, 1, 12)

    assert list(quiet_spans(hours, since, until)) == [
        Span(since, utc(2027, 12, 31, 7)),
        Span(utc(2027, 12, 31, 21), utc(2028, 1, 1, 7)),
    ]
    assert list(quiet_spans(hours, until, since)) == []
    assert list(quiet_spans(Hours("UTC", 60, 60), since, until)) == []
    assert next_quiet(Hours("UTC", 60, 60), since) is None


def test_nights_in_which_clocks_change() -> None:
    """A night is an hour shorter in spring and longer in autumn, but never more than half a day."""
    night = Hours("Europe/Madrid", 22 * 60, 8 * 60)
    assert total(quiet_spans(night, utc(2027, 3, 27, 12), utc(2027, 3, 28, 12))) == 9 * HOUR
    assert total(quiet_spans(night, utc(2027, 10, 30, 12), utc(2027, 10, 31, 12))) == 11 * HOUR
    longest = Hours("Europe/Madrid", 20 * 60, 8 * 60)
    assert total(quiet_spans(longest, utc(2027, 10, 30, 12), utc(2027, 10, 31, 12))) == 12 * HOUR
    within_the_gap = Hours("Europe/Madrid", 2 * 60, 3 * 60)
    assert list(quiet_spans(within_the_gap, utc(2027, 3, 28), utc(2027, 3, 28, 12))) == []


@pytest.mark.parametrize(("start", "end"), [(0, 721), (1440, 0), (-1, 60), (8 * 60, 22 * 60)])
def test_more_than_half_a_day_is_refused(start: int, end: int) -> None:
    """Twelve hours are the most, and minutes are those of a day."""
    with pytest.raises(ValueError, match=r"12 hours|no time"):
        Hours("UTC", start, end)


@given(HOURS, SINCE, st.integers(0, 10 * DAY))
def test_quiet_never_takes_more_than_half(hours: Hours, since: int, length: int) -> None:
    """Spans are in order, begin and end by the local clock, and leave at least as much between."""
    spans = list(quiet_spans(hours, since, since + length))

    assert all(one.end < other.start for one, other in pairwise(spans))
    assert all(since <= span.start < span.end <= since + length for span in spans)
    whole = [one for one in spans if one.start > since and one.end < since + length]
    for one, other in pairwise(whole):
        assert one.end - one.start <= min(12 * HOUR, (other.start - one.start) / 2)
    for one in whole:
        shown = local_time(hours.zone, one.start)
        if shown.hour * 60 + shown.minute != hours.start:
            # Clocks were put forward over the beginning: at it they change.
            before = local_time(hours.zone, one.start - 1)
            assert shown.utcoffset() != before.utcoffset()


@given(HOURS, SINCE, st.integers(0, 2 * DAY), st.integers(0, 2 * DAY))
def test_asking_in_parts_changes_nothing(hours: Hours, since: int, one: int, other: int) -> None:
    """Where a stretch is divided does not matter."""
    middle, until = since + one, since + one + other
    parts = [*quiet_spans(hours, since, middle), *quiet_spans(hours, middle, until)]

    assert total(parts) == total(quiet_spans(hours, since, until))


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("22-8", (1320, 480)),
        ("22:00-08:30", (1320, 510)),
        (" 22.15 – 6.45 ", (1335, 405)),
        ("10pm to 7am", (1320, 420)),
        ("From 12 am until 12 pm", (0, 720)),
        ("de 22 a 8", (1320, 480)),
        ("desde las 23:30 hasta las 7", (1410, 420)),
        ("de 10 p. m. a 7 a. m.", (1320, 420)),
        ("22h-8h30", (1320, 510)),
        ("0-24", (0, 0)),
    ],
)
def test_hours_as_people_type_them(typed: str, hours: tuple[int, int]) -> None:
    """Clock times in the ways of both languages."""
    assert parse_hours(typed) == hours


@pytest.mark.parametrize("typed", ["", "22", "22-", "25-8", "22:60-8", "13pm-8", "?", "24:30-8"])
def test_what_is_no_hours_is_refused(typed: str) -> None:
    """Anything else is a ``ValueError``."""
    with pytest.raises(ValueError, match=r"no (hours|time)"):
        parse_hours(typed)
