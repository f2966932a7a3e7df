from datetime import date

import pytest

from bot.clock.dates import parse_day

TODAY = date(2026, 11, 29)
"""A Sunday."""


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("today", date(2026, 11, 29)),
        ("Tomorrow", date(2026, 11, 30)),
        ("mañana", date(2026, 11, 30)),
        ("pasado mañana", date(2026, 12, 1)),
        ("12 Dec", date(2026, 12, 12)),
        ("12th of December", date(2026, 12, 12)),
        ("Dec 12", date(2026, 12, 12)),
        ("December 12th, 2027", date(2027, 12, 12)),
        ("12. Dec. 2027", date(2027, 12, 12)),
        ("el 12 de diciembre", date(2026, 12, 12)),
        ("12 de enero de 2028", date(2028, 1, 12)),
        ("3 sept", date(2027, 9, 3)),
        ("2026-12-12", date(2026, 12, 12)),
        ("12/12", date(2026, 12, 12)),
        ("3/4", date(2027, 4, 3)),
        ("12/25", date(2026, 12, 25)),
        ("3.4.27", date(2027, 4, 3)),
        ("29/2", date(2028, 2, 29)),
        ("29 Nov", date(2026, 11, 29)),
        ("28 Nov", date(2027, 11, 28)),
        ("Friday", date(2026, 12, 4)),
        ("domingo", date(2026, 12, 6)),
        ("mié", date(2026, 12, 2)),
        ("in 3 days", date(2026, 12, 2)),
        ("en una semana", date(2026, 12, 6)),
    ],
)
def test_days_as_people_type_them(typed: str, day: date) -> None:
    """In both languages; without a year it is the next such day, today included."""
    assert parse_day(typed, TODAY) == day


@pytest.mark.parametrize(
    "typed",
    ["", "12", "soon", "31/2", "32 Dec", "12 Foo", "2026-13-1", "1 Dec at 5", "ma", "0/1"],
)
def test_what_is_no_day_is_refused(typed: str) -> None:
    """Anything else is a ``ValueError``."""
    with pytest.raises(ValueError, match=r"no day|day|month"):
        parse_day(typed, TODAY)
