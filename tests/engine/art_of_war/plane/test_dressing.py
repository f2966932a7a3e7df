"""Bases that turn together."""

from __future__ import annotations

from math import dist

from hypothesis import given
from hypothesis import strategies as st

from engine.art_of_war.plane import dressing as under
from engine.art_of_war.plane.poses import Base, Pose
from tests.engine.art_of_war.plane.drawing import bases


@given(bases, bases, st.integers(-1800, 1800))
def test_who_turns_along_stands_as_before(one: Base, other: Base, angle: int) -> None:
    """As far off, up to rounding, and turned by as much."""
    pose = Pose(one.pose.x, one.pose.y, (one.pose.facing + angle) % 3600)
    there = under.kept(one, other, pose, angle)
    before = dist((one.pose.x, one.pose.y), (other.pose.x, other.pose.y))

    assert abs(dist((pose.x, pose.y), (there.x, there.y)) - before) <= 2.2
    assert there.facing == (other.pose.facing + angle) % 3600
