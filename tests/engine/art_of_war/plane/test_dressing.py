"""Bases that close up."""

from __future__ import annotations

from math import dist

from hypothesis import given
from hypothesis import strategies as st

from engine.art_of_war.plane import dressing as under
from engine.art_of_war.plane.contact import behind, beside, collide, touch
from engine.art_of_war.plane.poses import Base, Pose, ahead, aside, placed
from tests.engine.art_of_war.plane.drawing import base, bases

small = st.integers(-1, 1)


@given(bases, st.lists(st.integers(1, 99), min_size=1, max_size=2))
def test_who_comes_up_in_several_moves_is_in_line_again(one: Base, moves: list[int]) -> None:
    """Its neighbour came in one; each move was rounded."""
    neighbour = placed(one, ahead(aside(one.pose, one.width), sum(moves)))
    pose = one.pose
    for move in moves:
        pose = ahead(pose, move)
    there = placed(one, under.dressed(placed(one, pose), [neighbour]))

    assert beside(there, neighbour) == "left"
    assert touch(there, neighbour)
    assert not collide(there, neighbour)
    assert under.dressed(there, [neighbour]) == there.pose


@given(bases, small, small)
def test_every_place_beside_and_in_column(one: Base, east: int, north: int) -> None:
    """A hundredth or two off, a base closes up."""

    def near(pose: Pose) -> Base:
        there = placed(one, Pose(pose.x + east, pose.y + north, pose.facing))
        return placed(one, under.dressed(there, [one]))

    assert beside(near(aside(one.pose, one.width)), one) == "right"
    assert beside(near(aside(one.pose, -one.width)), one) == "left"
    assert behind(near(ahead(one.pose, -one.depth)), one)
    assert behind(one, near(ahead(one.pose, one.depth)))


def test_who_is_not_near_stays() -> None:
    """Nor who faces elsewhere; and of several the nearest is who counts."""
    one = base(1000, 1000)

    assert under.dressed(one, []) == one.pose
    assert under.dressed(one, [base(1103, 1000)]) == Pose(1003, 1000, 0)
    assert under.dressed(one, [base(1104, 1000)]) == one.pose
    assert under.dressed(one, [base(1101, 1000, 1)]) == one.pose
    assert under.dressed(one, [base(1103, 1000), base(900, 1001)]) == Pose(1000, 1001, 0)
    assert under.dressed(one, [base(1000, 1102, depth=100)]) == Pose(1000, 1002, 0)


@given(bases, bases, st.integers(-1800, 1800))
def test_who_turns_along_stands_as_before(one: Base, other: Base, angle: int) -> None:
    """As far off, up to rounding, and turned by as much."""
    pose = Pose(one.pose.x, one.pose.y, (one.pose.facing + angle) % 3600)
    there = under.kept(one, other, pose, angle)
    before = dist((one.pose.x, one.pose.y), (other.pose.x, other.pose.y))

    assert abs(dist((pose.x, pose.y), (there.x, there.y)) - before) <= 2.2
    assert there.facing == (other.pose.facing + angle) % 3600
