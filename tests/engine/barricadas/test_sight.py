"""Lines of sight: what they pass, and that they are the same from either end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.barricadas.ground import Sheet, load_battlefield
from engine.barricadas.sight import joins, line, sees, visible_from

A = (Sheet("A"),)
FIELD = load_battlefield(A)
HEXES = sorted(FIELD.hexes)


@pytest.mark.parametrize(
    ("start", "end", "passed"),
    [
        ("A607", "A610", ["A608", "A609"]),
        ("A607", "A808", ["A707"]),
        ("A705", "A1004", ["A805", "A904"]),
        ("A1212", "A1208", ["A1211", "A1210", "A1209"]),
        # Along the side between two hexes.
        ("A606", "A806", ["A705 A706"]),
        ("A408", "A608", ["A507 A508"]),
        ("A513", "A614", []),
    ],
)
def test_what_a_line_passes(start: str, end: str, passed: list[str]) -> None:
    """Hexes in their order; on a side, both."""
    assert [" ".join(sorted(step)) for step in line(FIELD, start, end)] == passed


@given(st.sampled_from(HEXES), st.sampled_from(HEXES))
def test_a_line_is_the_same_from_either_end(one: str, two: str) -> None:
    """Also as long as the distance says: no hex is passed that is farther than it."""
    there, back = line(FIELD, one, two), line(FIELD, two, one)
    assert [sorted(step) for step in there] == [sorted(step) for step in reversed(back)]
    assert all(len(step) in {1, 2} for step in there)
    far = FIELD.distance(one, two)
    assert all(0 < FIELD.distance(one, each) < far for step in there for each in step)


@given(st.sampled_from(HEXES), st.sampled_from(HEXES))
def test_sight_is_the_same_from_either_end(one: str, two: str) -> None:
    """Who sees is seen."""
    assert joins(FIELD, one, two) == joins(FIELD, two, one) == sees(FIELD, one, two)
    assert (one in visible_from(FIELD, two)) == (two in visible_from(FIELD, one))
