"""Formations drawn up anew: what a ragged group cannot do."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.art_of_war.actions import Manoeuvre
from engine.art_of_war.plane.poses import UD, Base, Pose
from engine.art_of_war.rules.movement.manoeuvres import part_by, stretch

LEAD = Base(Pose(1000, 1000, 0), UD, UD)
BEHIND = Base(Pose(1000, 900, 0), UD, UD)
BESIDE_THAT = Base(Pose(1100, 900, 0), UD, UD)


@pytest.mark.parametrize("hand", ["left", "right"])
def test_a_front_is_widened_without_a_gap(hand: str) -> None:
    """Who comes up from a file of one leaves no file empty: to that side it is not done."""
    do = Manoeuvre.EXTEND_LEFT if hand == "left" else Manoeuvre.EXTEND_RIGHT
    part = part_by(do, 3 * UD)
    step = stretch((LEAD, BEHIND, BESIDE_THAT), (UD, UD, UD), part)
    if step is not None:
        across = sorted(pose.x for pose in step.ends)
        assert [two - one for one, two in pairwise(across)] == [UD, UD]
