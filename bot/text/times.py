"""Places and times where Discord does not write them: in labels, menus and files."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from babel import Locale
from babel.dates import format_date

from bot.clock.zones import countries, local_time, zones


@cache
def places(language: str) -> tuple[tuple[str, str], ...]:
    """Return the time zones worth offering, each with the name of its place, by the names."""
    named = [(zone, place(zone, language)) for zone in zones()]
    return tuple(sorted(named, key=lambda one: one[1]))


def place(zone: str, language: str) -> str:
    """Return where a time zone is, as the language calls it ("Madrid, Spain")."""
    locale = Locale.parse(language)
    own = zone.rpartition("/")[2].replace("_", " ")
    city = str(locale.time_zones.get(zone, {}).get("city", own))
    country = locale.territories.get(countries().get(zone, ""), "")
    return city if not country or country in city else f"{city}, {country}"


def time_there(zone: str, at: int) -> str:
    """Return what clocks show in a zone at an instant (ms since 1970), "14:05"."""
    return f"{local_time(zone, at):%H:%M}"


def time_of_day(minutes: int) -> str:
    """Return the time that is so many minutes after midnight, "08:30"."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def day(at: datetime, language: str) -> str:
    """Return a day as the language writes it, "12 Dec 2026"."""
    return format_date(at, "d MMM y", locale=language)
