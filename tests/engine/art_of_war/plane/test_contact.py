"""How bases stand to each other."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from engine.art_of_war.plane import contact as under
from engine.art_of_war.plane.poses import EDGES, Base, Hand, Pose, ahead, aside, at, placed, rotated
from tests.engine.art_of_war.plane.drawing import base, bases, crowded, facings

E = base(1000, 1000, 1800, depth=75)
"""An enemy who faces south: its right side lies west."""


@given(crowded, crowded)
def test_contact_is_mutual(one: Base, other: Base) -> None:
    """Whoever is asked first."""
    assert under.touch(one, other) == under.touch(other, one)
    assert under.collide(one, other) == under.collide(other, one)
    assert under.distance(one, other) == under.distance(other, one)
    assert under.shares_edge(one, other) == under.shares_edge(other, one)
    assert under.touch_by_corner(one, other) == under.touch_by_corner(other, one)


@given(crowded, crowded)
def test_who_is_in_the_same_place_is_in_contact(one: Base, other: Base) -> None:
    """And contact is a distance of at most one hundredth."""
    assert under.touch(one, other) == (under.distance(one, other) <= 1)
    assert under.touch(one, other) >= under.collide(one, other)


@given(crowded, crowded, facings)
def test_contact_hangs_on_no_direction(one: Base, other: Base, angle: int) -> None:
    """Turned together about a point, two bases stand as they stood, up to the rounding of both."""
    there = [placed(each, rotated(each.pose, (200, 200), angle)) for each in (one, other)]

    assert abs(under.distance(*there) - under.distance(one, other)) <= 3


@given(bases, bases)
def test_a_base_and_a_point(one: Base, other: Base) -> None:
    """To the middle of a front it is at least as far as to the base."""
    x, y = other.pose.x, other.pose.y

    assert under.distance_to(one, x, y) >= under.distance(one, other) - 1
    assert under.distance_to(other, x, y) == 0


@given(bases)
def test_neighbours_in_line_and_column(one: Base) -> None:
    """Moved by its own width or depth, in any direction, a base stands aligned, in contact."""
    right = placed(one, aside(one.pose, one.width))
    rear = placed(one, ahead(one.pose, -one.depth))

    assert under.beside(right, one) == "right"
    assert under.beside(one, right) == "left"
    assert under.behind(rear, one)
    assert not under.behind(one, rear)
    assert under.beside(rear, one) is None
    for other in (right, rear):
        assert under.touch(one, other)
        assert not under.collide(one, other)
        assert under.shares_edge(one, other)
        assert not under.touch_by_corner(one, other)
        assert under.edges_met(one, other) == ()


@given(bases, st.integers(2, 40))
def test_out_of_line_is_not_beside(one: Base, off: int) -> None:
    """A gap or a step of more than the tolerance ends the line, and a gap the contact."""
    gap = placed(one, aside(one.pose, one.width + off + 1))
    x, y = at(one.pose, one.width, off)
    step = placed(one, Pose(round(x), round(y), one.pose.facing))
    deep = placed(one, aside(one.pose, one.width - off - 1))

    assert not under.touch(one, gap)
    assert under.beside(gap, one) is None
    assert under.beside(step, one) is None
    assert under.touch(one, step)
    assert under.collide(one, deep)


@given(bases)
def test_corner_on_corner(one: Base) -> None:
    """Diagonally behind, bases touch by a corner only."""
    there = placed(one, aside(ahead(one.pose, -one.depth), one.width))
    assume(under.touch(one, there))

    assert under.touch_by_corner(one, there)
    assert not under.collide(one, there)
    assert under.beside(there, one) is None


@pytest.mark.parametrize(
    ("one", "met"),
    [
        (base(1000, 1000), ("front",)),
        (base(1060, 1000), ("front",)),
        (base(1100, 1000), ()),
        (base(1000, 998), ()),
        (base(950, 1040, 900), ("right",)),
        (base(1050, 1040, 2700), ("left",)),
        (base(1000, 1075, 1800), ("rear",)),
        # Askew, by a corner: which edge of the enemy it lies on, or at its corner the opposite one.
        (base(1000, 965, 450), ("front",)),
        (base(925, 1070, 600), ("right",)),
        (base(900, 1000), ()),
    ],
)
def test_the_edge_that_a_front_meets(one: Base, met: tuple[str, ...]) -> None:
    """An enemy's front lies south, its right side west."""
    assert under.edges_met(one, E) == met
    assert under.edge_met(one, E) == (met[0] if met else None)


def test_at_a_corner_the_more_opposite_edge_counts() -> None:
    """A front that lies against a corner meets two edges; one that comes steeply its flank."""
    steep = base(950, 1000, 600, depth=75)
    flat = base(950, 1000, 300, depth=75)

    assert under.edges_met(steep, E) == ("right", "front")
    assert under.edges_met(flat, E) == ("front", "right")


@pytest.mark.parametrize(
    ("one", "lines"),
    [
        (base(1000, 800), ("front",)),
        (base(900, 800), ("front", "right")),
        (base(900, 1000), ("right",)),
        (base(800, 1040, 900), ("front", "right", "rear")),
        (base(800, 1055, 900), ("right", "rear")),
        (base(800, 1050, 900, width=50), ("right",)),
        (base(1000, 1200, 1800), ("rear",)),
    ],
)
def test_over_whose_lines_a_front_lies(one: Base, lines: tuple[str, ...]) -> None:
    """The sides' lines are prolonged; a front may lie over several."""
    assert set(under.beyond(one, E)) == set(lines)


def test_fronts_that_meet_corner_on_corner_are_squared() -> None:
    """Shifted they stand face to face, but not squared; against a flank the shorter edge counts."""
    assert under.squared(base(1000, 1000), E)
    assert not under.squared(base(1010, 1000), E)
    assert under.face_to_face(base(1010, 1000), E)
    assert not under.face_to_face(base(1100, 1000), E)
    assert under.squared(base(950, 1037, 900), E, "right")
    assert not under.squared(base(950, 1037, 900), E)


@pytest.mark.parametrize(
    ("one", "side"),
    [
        (base(900, 1000), "right"),
        (base(1100, 1000, depth=50), "left"),
        (base(900, 1003), None),
        (base(800, 1000), None),
        (base(1000, 900), None),
    ],
)
def test_who_overlaps_beside_a_friend(one: Base, side: Hand | None) -> None:
    """In line with the friend who fights, past the side of the enemy."""
    assert under.overlaps_beside(one, base(1000, 1000), E) == side


def test_who_stands_before_another_overlaps_nobody() -> None:
    """Beside a friend, but not past the enemy's side; or the friend fights nobody."""
    shifted = base(1100, 1000)

    assert under.overlaps_beside(base(1000, 1000), shifted, base(1050, 1000, 1800)) == "right"
    assert (
        under.overlaps_beside(base(1000, 1000), shifted, base(1050, 1000, 1800, width=200)) is None
    )
    assert under.overlaps_beside(base(900, 1000), base(1000, 1000), base(1000, 1010, 1800)) is None


@pytest.mark.parametrize(
    ("one", "side"),
    [
        (base(900, 1040), "right"),
        (base(1100, 1040, 1800), "left"),
        (base(950, 1040, 900), "right"),
        (base(900, 1000), None),
        (base(1000, 1000), None),
        (base(897, 1040), None),
    ],
)
def test_who_stands_along_a_side(one: Base, side: Hand | None) -> None:
    """With any edge; a corner on a corner is no side."""
    assert under.side_touched(one, E) == side


@given(crowded, crowded)
@example(base(0, 0, 0), base(0, 0, 1))
def test_shared_edges_are_measured_alike(one: Base, other: Base) -> None:
    """Along one's edge as along the other's."""
    for its in EDGES:
        for others in EDGES:
            along = under.shared_edge(one, its, other, others)
            assert along == under.shared_edge(other, others, one, its)


def test_deep_is_deeper_than_the_tolerance() -> None:
    """One hundredth is contact, two are the same place, or none."""
    one = base(0, 0)

    assert under.touch(one, base(0, -101))
    assert not under.touch(one, base(0, -102))
    assert not under.collide(one, base(0, -99))
    assert under.collide(one, base(0, -98))
    assert under.distance_to(one, 0, 7) == 7
    assert under.distance_to(one, 53, 4) == 5
    assert under.distance_to(one, 51, 1) == 2
