"""Where a base stands that conforms."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.art_of_war.plane import conforming as under
from engine.art_of_war.plane.contact import collide, edge_met, squared, touch
from engine.art_of_war.plane.poses import EDGES, HANDS, Base, Edge, Hand, Pose, pivoted, placed
from tests.engine.art_of_war.plane.drawing import base, bases

E = base(1000, 1000, 1800, depth=75)


@given(bases, bases, st.sampled_from(EDGES))
def test_who_conforms_is_in_contact(one: Base, enemy: Base, edge: Edge) -> None:
    """With that edge, and stands on no part of the enemy, wherever both were."""
    for pose in under.places(one, enemy, edge):
        there = placed(one, pose)
        assert touch(there, enemy)
        assert not collide(there, enemy)
        assert edge_met(there, enemy) == edge
        assert squared(there, enemy, edge)


@given(bases, st.sampled_from(EDGES), st.sampled_from(HANDS), st.integers(-300, 300))
def test_who_stands_conformed_stays(enemy: Base, edge: Edge, hand: Hand, angle: int) -> None:
    """And who wheeled away comes back to the same pose."""
    one = placed(base(0, 0), under.conformed(base(0, 0), enemy, edge))
    away = placed(one, pivoted(one, hand, angle))

    assert under.conformed(one, enemy, edge) == one.pose
    assert under.free_place(away, enemy, edge, [enemy]) == one.pose


def test_conforming_on_paper() -> None:
    """To each edge of an enemy who faces south, 75 deep."""
    one = base(0, 0)

    assert under.conformed(one, E, "front") == Pose(1000, 1000, 0)
    assert under.conformed(one, E, "rear") == Pose(1000, 1075, 1800)
    assert under.conformed(one, E, "right") == Pose(950, 1038, 900)
    assert under.conformed(one, E, "left") == Pose(1050, 1038, 2700)
    assert under.conformed(one, E, "front", 20) == Pose(1020, 1000, 0)
    assert under.conformed(one, E, "rear", 20) == Pose(980, 1075, 1800)


def test_corner_on_corner() -> None:
    """A front as wide as the edge has one place; against a flank it may shift to either end."""
    one = base(0, 0)

    assert under.places(one, E, "front") == (Pose(1000, 1000, 0),)
    assert under.places(one, E, "right") == (
        Pose(950, 1038, 900),
        Pose(950, 1025, 900),
        Pose(950, 1050, 900),
    )


def test_who_must_shift_takes_the_free_place() -> None:
    """Where somebody stands in the way; and nowhere where all is taken."""
    one = base(800, 1100, 900)
    north, south = base(900, 1190), base(900, 986, depth=50)

    assert under.free_place(one, E, "right", [E]) == Pose(950, 1038, 900)
    assert under.free_place(one, E, "right", [E, north]) == Pose(950, 1038, 900)
    assert under.free_place(one, E, "right", [base(900, 1186), E]) == Pose(950, 1025, 900)
    assert under.free_place(one, E, "right", [south]) == Pose(950, 1038, 900)
    assert under.free_place(one, E, "right", [base(900, 994, depth=50)]) == Pose(950, 1050, 900)
    assert under.free_place(one, E, "right", [base(900, 1040)]) is None
