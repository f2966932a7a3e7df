"""Quiet hours: the part of each day in which a person is not to be disturbed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from bot.clock.spans import Span
from bot.clock.zones import instant, zone_of

DAY = 24 * 60
"""Minutes of a day."""

LONGEST = 12 * 60
"""The most of a day that may be quiet, in minutes: else a clock could be held for good."""

_DAY_MS = DAY * 60_000
_DAY_OF_1970 = date(1970, 1, 1)

_TIME = r"(\d{1,2})(?:\s*[:.h]\s*(\d{2})?)?\s*(am|pm|a\.\s?m\.|p\.\s?m\.)?"
_TYPED = re.compile(
    rf"(?:from|de|desde)?\s*(?:las?\s+)?{_TIME}\s*(?:-|–|—|to|till|until|a|hasta)"
    rf"\s*(?:las?\s+)?{_TIME}"
)


@dataclass(frozen=True, slots=True)
class Hours:
    """Quiet hours in *zone*, from *start* to *end*, minutes after local midnight.

    They may go over midnight. Where *start* is *end* none are quiet. Raises ``ValueError`` for a
    zone or minutes that there are not, and for more than 12 hours a day.
    """

    zone: str
    start: int
    end: int

    def __post_init__(self) -> None:
        zone_of(self.zone)
        if not (0 <= self.start < DAY and 0 <= self.end < DAY):
            raise ValueError(f"no time of a day: {self.start}, {self.end}")
        if self.length > LONGEST:
            raise ValueError(f"more than 12 hours a day: {self.start} to {self.end}")

    @property
    def length(self) -> int:
        """How long they are on an ordinary day, in minutes."""
        return (self.end - self.start) % DAY


def quiet_spans(hours: Hours, since: int, until: int) -> Iterator[Span]:
    """Yield what is quiet from *since* to before *until*, in order, each within both."""
    at = since
    while at < until and (found := next_quiet(hours, at)) is not None and found.start < until:
        yield Span(max(found.start, since), min(found.end, until))
        at = found.end


def next_quiet(hours: Hours, at: int) -> Span | None:
    """Return the first quiet span that ends after *at*, which may have begun before; or ``None``.

    Two changes of the clock cannot make it long: it is never more than 12 hours, nor more than half
    of the time from its beginning to the next one's.
    """
    if not hours.length:
        return None
    # Local days begin up to 14 hours before and 12 after those of UTC.
    day = at // _DAY_MS - 2
    while True:
        found = _of_day(hours, day)
        if found.end > max(at, found.start):
            return found
        day += 1


@lru_cache(maxsize=4096)
def _of_day(hours: Hours, number: int) -> Span:
    """Return what is quiet from the local day on that is so many after 1970 began; maybe empty."""
    day = _DAY_OF_1970 + timedelta(days=number)
    start = instant(hours.zone, day, hours.start)
    end = instant(hours.zone, day, hours.start + hours.length)
    following = instant(hours.zone, day, hours.start + DAY)
    return Span(start, min(end, start + LONGEST * 60_000, start + (following - start) // 2))


def parse_hours(text: str) -> tuple[int, int]:
    """Read from when to when, as people type it, as minutes after midnight.

    Such as "22-8", "22:00-08:30", "10pm to 7am", "de 22 a 8". Raises ``ValueError`` for anything
    else; whether they are too long is asked by :class:`Hours`.
    """
    found = _TYPED.fullmatch(text.strip().casefold())
    if not found:
        raise ValueError(f"no hours: {text!r}")
    first, second = found.groups()[:3], found.groups()[3:]
    return _minutes(*first), _minutes(*second)


def _minutes(hour: str, minute: str | None, half: str | None) -> int:
    """Return minutes after midnight for a time as typed; 24:00 is midnight."""
    hours, minutes = int(hour), int(minute or 0)
    if half is not None:
        if not 1 <= hours <= 12:
            raise ValueError(f"no time: {hour} {half}")
        hours = hours % 12 + (12 if half.startswith("p") else 0)
    if hours > 24 or minutes > 59 or (hours == 24 and minutes):
        raise ValueError(f"no time: {hour}:{minute}")
    return (hours * 60 + minutes) % DAY
