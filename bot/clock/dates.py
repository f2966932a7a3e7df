"""Days as people type them, in English or Spanish."""

import re
import unicodedata
from datetime import date, timedelta

_MONTHS = (
    ("january", "enero"),
    ("february", "febrero"),
    ("march", "marzo"),
    ("april", "abril"),
    ("may", "mayo"),
    ("june", "junio"),
    ("july", "julio"),
    ("august", "agosto"),
    ("september", "septiembre", "setiembre"),
    ("october", "octubre"),
    ("november", "noviembre"),
    ("december", "diciembre"),
)
_WEEKDAYS = (
    ("monday", "lunes"),
    ("tuesday", "martes"),
    ("wednesday", "miercoles"),
    ("thursday", "jueves"),
    ("friday", "viernes"),
    ("saturday", "sabado"),
    ("sunday", "domingo"),
)
_NEAR = {
    **dict.fromkeys(("today", "now", "hoy", "ahora"), 0),
    **dict.fromkeys(("tomorrow", "manana"), 1),
    **dict.fromkeys(("day after tomorrow", "the day after tomorrow", "pasado manana"), 2),
}
_SHORTEST_NAME = 3
"""Letters by which a month or a day of the week is known."""

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_NUMBERS = re.compile(r"(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?\.?")
_DAY_FIRST = re.compile(r"(?:the |el )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: of\b| de\b)? ?([a-z]+)(.*)")
_MONTH_FIRST = re.compile(r"([a-z]+)\.? (?:the )?(\d{1,2})(?:st|nd|rd|th)?(.*)")
_YEAR = re.compile(r"\.?,?(?: of| de| del)? ?(\d{4})?")
_IN_DAYS = re.compile(r"(?:in|en|dentro de) (\d{1,3}|a|an|one|una?) (days?|dias?|weeks?|semanas?)")


def parse_day(text: str, today: date) -> date:
    """Return the day that somebody means on *today*: the next one, where they say no year.

    Such as "12 Dec", "2026-12-12", "12/12" (the day first), "tomorrow", "Friday", "in 3 days",
    "12 de diciembre". Raises ``ValueError`` for anything else.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = " ".join(plain.split())
    if plain in _NEAR:
        return today + timedelta(days=_NEAR[plain])
    if found := _IN_DAYS.fullmatch(plain):
        number = int(found[1]) if found[1].isdigit() else 1
        return today + timedelta(days=number * (1 if found[2].startswith("d") else 7))
    if (weekday := _named(plain.removeprefix("el "), _WEEKDAYS)) is not None:
        return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    if found := _ISO.fullmatch(plain):
        return date(int(found[1]), int(found[2]), int(found[3]))
    if found := _NUMBERS.fullmatch(plain):
        return _by_numbers(int(found[1]), int(found[2]), found[3], today)
    for form, day_at, month_at in ((_DAY_FIRST, 1, 2), (_MONTH_FIRST, 2, 1)):
        found = form.fullmatch(plain)
        month = _named(found[month_at], _MONTHS) if found else None
        year = _YEAR.fullmatch(found[3]) if found else None
        if found and month is not None and year is not None:
            return _in_year(int(found[day_at]), month + 1, year[1], today)
    raise ValueError(f"no day: {text!r}")


def _by_numbers(first: int, second: int, year: str | None, today: date) -> date:
    """Return a day of which two numbers are given; the second is a day where it is no month."""
    day, month = (second, first) if second > 12 >= first else (first, second)
    return _in_year(day, month, year, today)


def _in_year(day: int, month: int, year: str | None, today: date) -> date:
    """Return a day of a year, or the next of its kind; the leap day waits for its year."""
    if year is not None:
        return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    for later in range(9):
        try:
            found = date(today.year + later, month, day)
        except ValueError:
            continue
        if found >= today:
            return found
    raise ValueError(f"no day: {day}/{month}")


def _named(word: str, names: tuple[tuple[str, ...], ...]) -> int | None:
    """Return which of *names* begins with a word."""
    if len(word) < _SHORTEST_NAME:
        return None
    return next(
        (n for n, several in enumerate(names) if any(one.startswith(word) for one in several)),
        None,
    )
