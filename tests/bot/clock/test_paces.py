from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock.paces import DAY, HOUR, MINUTE, PRESETS, Pace, parse_pace, read, written

PACES = st.builds(
    Pace,
    st.sampled_from(["decision", "turn", "bank"]),
    st.integers(5 * MINUTE, 30 * DAY),
    grace=st.integers(5 * MINUTE, 7 * DAY),
    quiet_stops=st.booleans(),
    away_days=st.integers(0, 60),
    time_out=st.sampled_from(["default", "computer", "offer", "claim"]),
)


@given(PACES)
def test_paces_are_kept_as_text(pace: Pace) -> None:
    """What is written is read again; no text is no hurry."""
    assert read(written(pace)) == pace
    assert read(None) is None


@pytest.mark.parametrize("text", ["", "{}", "3", '{"refill":"decision","seconds":"7"}', '{"a":1}'])
def test_other_text_is_no_pace(text: str) -> None:
    """Anything else is a ``ValueError``."""
    with pytest.raises(ValueError, match=r"no pace|Expecting"):
        read(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"refill": "week"},
        {"seconds": 5 * MINUTE - 1},
        {"seconds": 30 * DAY + 1},
        {"refill": "bank", "seconds": 180 * DAY + 1},
        {"increment": 1},
        {"refill": "bank", "increment": 7 * DAY + 1},
        {"grace": MINUTE},
        {"grace": 8 * DAY},
        {"away_days": 61},
        {"away_days": -1},
        {"time_out": "hang"},
    ],
)
def test_limits_are_held(wrong: dict[str, Any]) -> None:
    """What no pace may be cannot be made."""
    with pytest.raises(ValueError, match=r"no pace|beyond"):
        Pace(**{"refill": "decision", "seconds": DAY, **wrong})


@pytest.mark.parametrize(
    ("typed", "pace"),
    [
        ("2 days", Pace("decision", 2 * DAY)),
        ("48h", Pace("decision", 2 * DAY)),
        ("1d12h", Pace("decision", 36 * HOUR)),
        ("A day and 12 hours", Pace("decision", 36 * HOUR)),
        ("2 days per decision", Pace("decision", 2 * DAY)),
        ("3 days a turn", Pace("turn", 3 * DAY)),
        ("3d/turn", Pace("turn", 3 * DAY)),
        ("one week per turn", Pace("turn", 7 * DAY)),
        ("10 days bank + 12h", Pace("bank", 10 * DAY, increment=12 * HOUR)),
        ("10 days + 12h a decision", Pace("bank", 10 * DAY, increment=12 * HOUR)),
        ("30 days in all", Pace("bank", 30 * DAY)),
        ("2 días", Pace("decision", 2 * DAY)),
        ("un día y 6 horas", Pace("decision", 30 * HOUR)),
        ("1,5 días", Pace("decision", 36 * HOUR)),
        ("3 días por turno", Pace("turn", 3 * DAY)),
        ("una semana por turno", Pace("turn", 7 * DAY)),
        ("2 días por decisión", Pace("decision", 2 * DAY)),
        ("banco de 10 días", None),
        ("10 días de banco más 12 horas", Pace("bank", 10 * DAY, increment=12 * HOUR)),
        ("30 días en total", Pace("bank", 30 * DAY)),
    ],
)
def test_paces_as_people_type_them(typed: str, pace: Pace | None) -> None:
    """Both languages, in figures and in words."""
    if pace is None:
        with pytest.raises(ValueError, match="no "):
            parse_pace(typed)
    else:
        assert parse_pace(typed) == pace


@pytest.mark.parametrize(
    "typed",
    ["as fast as we like", "No hurry", "none", "sin prisa", "Sin límite.", "sin prisas"],
)
def test_no_hurry(typed: str) -> None:
    """No clock is a pace, too."""
    assert parse_pace(typed) is None


@pytest.mark.parametrize(
    "typed",
    ["", "fast", "2", "2 moons", "1 minute", "40 days", "2 days + 1 day + 1h", "9 days a yr"],
)
def test_what_is_no_pace_is_refused(typed: str) -> None:
    """Anything else, and what no pace may be, is a ``ValueError``."""
    with pytest.raises(ValueError, match=r"no (pace|time)|beyond"):
        parse_pace(typed)


def test_what_is_offered_begins_with_no_hurry() -> None:
    """Presets differ from each other, and the first changes nothing."""
    assert PRESETS[0] is None
    assert len(set(PRESETS)) == len(PRESETS)
