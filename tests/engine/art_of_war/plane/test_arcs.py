"""Reach and arc."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.art_of_war.plane import arcs as under
from engine.art_of_war.plane.contact import distance
from engine.art_of_war.plane.poses import Base, Pose, ahead, aside, corners, placed
from tests.engine.art_of_war.plane.drawing import base, bases, crowded, facings

ONE = base(1000, 1000)
WAGON = base(1000, 1000, depth=200)


def test_an_arc_is_one_unit_wider_to_each_side() -> None:
    """Over the front, or over a side; as deep as the reach."""
    assert set(corners(under.arc_area(ONE, 400))) == {
        (850, 1000),
        (850, 1400),
        (1150, 1400),
        (1150, 1000),
    }
    assert set(corners(under.arc_area(WAGON, 300, "left"))) == {
        (950, 1100),
        (950, 700),
        (650, 700),
        (650, 1100),
    }


@pytest.mark.parametrize(
    ("target", "reach", "arc", "seen", "faced"),
    [
        (base(1000, 1500), 400, "front", True, True),
        (base(1000, 1501), 400, "front", False, False),
        (base(1099, 1200), 200, "front", True, False),
        (base(1090, 1200), 200, "front", True, True),
        (base(1197, 1200), 200, "front", True, False),
        (base(1200, 1200), 200, "front", False, False),
        # Behind the line of the front.
        (base(1100, 1000), 200, "front", False, False),
        (base(1100, 1003), 200, "front", True, False),
        # In reach only outside of the arc: the part within it is too far.
        (base(1170, 1262, 3334), 200, "front", False, False),
        (base(1170, 1262, 3334), 215, "front", True, False),
        (base(1000, 700), 200, "front", False, False),
        (base(1000, 880), 200, "round", True, False),
        (base(1000, 800), 200, "round", True, False),
        (base(1000, 799), 200, "round", False, False),
        (base(1000, 1150), 200, "round", True, True),
    ],
)
def test_who_is_in_the_arc(
    target: Base, reach: int, arc: under.Arc, *, seen: bool, faced: bool
) -> None:
    """In reach of the front, in part within the arc; before the front's own width, or not."""
    assert under.in_arc(ONE, target, reach, arc) == seen
    assert under.directly_ahead(ONE, target, reach, arc) == faced


@pytest.mark.parametrize(
    ("target", "arc", "seen", "faced"),
    [
        (base(800, 950), "left", True, True),
        (base(800, 950), "right", False, False),
        (base(1200, 950), "right", True, True),
        (base(800, 1190), "left", True, False),
        (base(800, 1203), "left", False, False),
        (base(800, 720), "left", True, False),
        (base(1000, 1200), "left", False, False),
    ],
)
def test_who_shoots_sideways(target: Base, arc: under.Arc, *, seen: bool, faced: bool) -> None:
    """From a side, as wide as the base is deep and 1 UD more to front and rear."""
    assert under.in_arc(WAGON, target, 300, arc) == seen
    assert under.directly_ahead(WAGON, target, 300, arc) == faced


@given(crowded, crowded, st.sampled_from(["front", "left", "right", "round"]))
def test_the_reach_is_from_an_edge(one: Base, other: Base, arc: under.Arc) -> None:
    """Never less than the distance between both; who is directly ahead is in the arc."""
    assert under.range_to(one, other, arc) >= distance(one, other)
    for reach in (100, 200):
        seen = under.in_arc(one, other, reach, arc)
        assert seen <= (under.range_to(one, other, arc) <= reach)
        assert under.directly_ahead(one, other, reach, arc) <= seen


@given(bases, st.integers(-195, 195), st.integers(5, 195))
def test_arcs_turn_with_the_base(one: Base, right: int, far: int) -> None:
    """A small target to the right and ahead is in the arc, or not, whither ever the base faces."""
    pose = ahead(aside(one.pose, right), far + 10)
    half = one.width / 2

    target = Base(pose, 10, 10)
    if abs(right) < half + 100:
        assert under.in_arc(one, target, 300)
    if abs(right) > half + 110:
        assert not under.in_arc(one, target, 300)
    if abs(right) < half:
        assert under.directly_ahead(one, target, 300)
    if abs(right) > half + 10:
        assert not under.directly_ahead(one, target, 300)


@given(facings, facings)
def test_reach_of_a_target_straight_ahead(facing: int, other: int) -> None:
    """Its near edge counts, rounded up; a hundredth of rounding aside."""
    one = base(1000, 1000, facing)
    target = placed(ONE, Pose(*_point(one, 400), facing + 1800 - (3600 if facing >= 1800 else 0)))

    assert abs(under.range_to(one, target) - 400) <= 1
    assert under.range_to(one, Base(target.pose, 1, 1)) >= 399


def _point(one: Base, length: int) -> tuple[int, int]:
    pose = ahead(one.pose, length)
    return pose.x, pose.y
