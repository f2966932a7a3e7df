"""Time zones: local times to instants and back, the same on every host."""

import zoneinfo
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib import resources
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.clock import from_ms

# The operating system's tables are left aside for those of the package tzdata, which the locks
# pin: hosts have tables of several years or none at all, and a due time that was reckoned on one
# must be the same when the database is moved to another.
zoneinfo.reset_tzpath(())
ZoneInfo.clear_cache()

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


@cache
def zone_names() -> frozenset[str]:
    """Return every name by which a zone is known, old ones too, which stay valid."""
    return frozenset(zoneinfo.available_timezones()) - {"Factory"}


@cache
def zones() -> tuple[str, ...]:
    """Return the names worth offering, in order: one or more for every country, and ``UTC``."""
    return tuple(sorted({*countries(), "UTC"}))


@cache
def countries() -> Mapping[str, str]:
    """Return in which country each zone is that is worth offering, by its ISO code of two letters.

    What lies in none, as ``UTC``, is not there.
    """
    table = resources.files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return {row[2]: row[0] for row in rows}


def zone_of(name: str) -> ZoneInfo:
    """Return the zone called *name*; raises ``ValueError`` where there is none.

    Only names of the list are looked up: what a person typed never becomes the name of a file.
    """
    if name not in zone_names():
        raise ValueError(f"no such time zone: {name!r}")
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        raise ValueError(f"no such time zone: {name!r}") from None


def local_time(zone: str, at: int) -> datetime:
    """Return what clocks show in *zone* at the instant *at* (milliseconds since 1970 UTC).

    Raises ``ValueError`` where there is no such zone.
    """
    return from_ms(at).astimezone(zone_of(zone))


def instant(zone: str, day: date, minutes: int) -> int:
    """Return when clocks in *zone* show *minutes* after midnight of *day*, in ms since 1970 UTC.

    Minutes may go beyond a day's 1440. A time that comes twice is the first of both; one that does
    not exist, since clocks are put forward over it, is the next that does. Raises ``ValueError``
    where there is no such zone.
    """
    days, minutes = divmod(minutes, 1440)
    shown = datetime.combine(day, time.min) + timedelta(days=days, minutes=minutes)
    where = zone_of(zone)
    found = shown.replace(tzinfo=where).astimezone(UTC)
    if found.astimezone(where).replace(tzinfo=None) != shown:
        found = _after_the_gap(shown, where)
    return (found - _EPOCH) // _MILLISECOND


def _after_the_gap(shown: datetime, where: ZoneInfo) -> datetime:
    """Return when clocks are put forward over the local time *shown*, to the second."""
    early = shown.replace(tzinfo=where, fold=1).astimezone(UTC)
    late = shown.replace(tzinfo=where, fold=0).astimezone(UTC)
    before = early.astimezone(where).utcoffset()
    while late - early > timedelta(seconds=1):
        middle = early + timedelta(seconds=(late - early) // timedelta(seconds=2))
        if middle.astimezone(where).utcoffset() == before:
            early = middle
        else:
            late = middle
    return late
