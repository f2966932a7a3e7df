"""Where bases stand after a move."""

from __future__ import annotations

from math import cos, dist, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.art_of_war.plane import poses as under
from engine.art_of_war.plane.angles import SCALE, apart, shared_out, sine, towards
from engine.art_of_war.plane.poses import COURSES, EDGES, Base, Pose
from engine.kit.codecs import Codec
from tests.engine.art_of_war.plane.drawing import base, bases, facings, lengths, poses

hands = st.sampled_from(under.HANDS)


@given(st.integers(-4000, 4000))
def test_sines_are_sines(angle: int) -> None:
    """To nine digits, and quarters of the circle mirror each other exactly."""
    assert abs(sine(angle) / SCALE - sin(radians(angle / 10))) < 1e-8
    assert sine(angle + 1800) == -sine(angle) == sine(-angle)
    assert towards(angle + 900) == (towards(angle)[1], -towards(angle)[0])


def test_no_sine_hangs_on_a_last_digit() -> None:
    """None lies so near a half that another machine's library could round it elsewhere."""
    wholes = (sin(radians(tenths / 10)) * SCALE % 1 for tenths in range(1, 900) if tenths != 300)

    assert min(abs(part - 0.5) for part in wholes) > 1e-5


@given(st.integers(-999, 999), st.integers(1, 99))
def test_halves_mirror(number: int, parts: int) -> None:
    """A quotient is the nearest, and the negative of a number's is the negative."""
    found = shared_out(number, parts)

    assert abs(found * parts - number) * 2 <= parts
    assert shared_out(-number, parts) == -found


@given(facings, facings)
def test_facings_are_apart_either_way(one: int, other: int) -> None:
    """The shorter way round, whoever is asked first."""
    assert apart(one, other) == apart(other, one) <= 1800
    assert (one - other) % 3600 in {apart(one, other), -apart(one, other) % 3600}


@given(poses)
def test_a_pose_is_read_back(pose: Pose) -> None:
    """A state holds poses and bases as plain numbers."""
    codec = Codec(Base, "a game")
    written = Base(pose, 100, 75)

    assert codec.load(codec.dump(written)) == written


def test_a_base_facing_north() -> None:
    """The pose is the middle of the front; everything else lies south of it."""
    one = base(1000, 500, depth=75)

    assert under.corners(one) == ((950, 500), (1050, 500), (1050, 425), (950, 425))
    assert under.centre(one) == (1000, 462.5)
    assert under.edge(one, "right") == ((1050, 500), (1050, 425))
    assert under.corner(one, "rear_left") == (950, 425)


def test_a_base_facing_east() -> None:
    """Facings go clockwise."""
    one = base(1000, 500, 900, depth=75)

    assert under.corners(one) == ((1000, 550), (1000, 450), (925, 450), (925, 550))


@pytest.mark.parametrize(
    ("course", "spot"),
    [("ahead", (300, 0)), ("right", (0, -300)), ("back", (-300, 0)), ("left", (0, 300))],
)
def test_courses_are_as_the_base_sees_them(course: under.Course, spot: tuple[int, int]) -> None:
    """A base that faces east moves right to the south."""
    assert under.moved(Pose(0, 0, 900), course, 300) == Pose(*spot, 900)


@given(poses, lengths)
def test_there_and_back(pose: Pose, length: int) -> None:
    """Forward and back, right and left end where they began."""
    assert under.ahead(under.ahead(pose, length), -length) == pose
    assert under.aside(under.aside(pose, length), -length) == pose
    assert under.moved(pose, "ahead", length) == under.ahead(pose, length)
    assert under.moved(pose, "left", length) == under.aside(pose, -length)
    for course, opposite in zip(COURSES, COURSES[2:] + COURSES[:2], strict=True):
        assert under.moved(under.moved(pose, course, length), opposite, length) == pose


@given(poses, lengths)
def test_a_move_is_as_long_as_told(pose: Pose, length: int) -> None:
    """Up to what rounding both coordinates takes."""
    there = under.ahead(pose, length)

    assert abs(dist((pose.x, pose.y), (there.x, there.y)) - abs(length)) <= 0.71
    angle = radians(pose.facing / 10)
    assert abs(there.x - pose.x - length * sin(angle)) <= 0.51
    assert abs(there.y - pose.y - length * cos(angle)) <= 0.51


@given(bases, hands, st.integers(-1800, 1800))
def test_a_pivot_keeps_its_corner(one: Base, hand: under.Hand, angle: int) -> None:
    """The corner stays; the pivot back ends where it began."""
    there = under.placed(one, under.pivoted(one, hand, angle))
    name: under.Corner = "front_left" if hand == "left" else "front_right"

    assert dist(under.corner(one, name), under.corner(there, name)) <= 0.72
    assert (there.pose.facing - one.pose.facing - angle) % 3600 == 0
    assert under.pivoted(there, hand, -angle) == one.pose


@given(bases, st.integers(-1800, 1800))
def test_a_turn_keeps_its_middle(one: Base, angle: int) -> None:
    """The middle stays; the turn back ends where it began."""
    there = under.placed(one, under.spun(one, angle))

    assert dist(under.centre(one), under.centre(there)) <= 0.72
    assert under.spun(there, -angle) == one.pose


@given(bases, hands)
def test_turns_round_the_circle(one: Base, hand: under.Hand) -> None:
    """Four quarter turns, or two half turns, are none."""
    there = one
    for _ in range(4):
        there = under.placed(there, under.quarter_turned(there, hand))

    assert there == one
    half = under.placed(one, under.half_turned(one))
    assert half.pose.facing == (one.pose.facing + 1800) % 3600
    assert under.half_turned(half) == one.pose


def test_turns_and_pivots_on_paper() -> None:
    """A quarter turn to the right looks east; about the left corner it wheels forward."""
    one = base(1000, 500)

    assert under.quarter_turned(one, "right") == Pose(1050, 450, 900)
    assert under.quarter_turned(one, "left") == Pose(950, 450, 2700)
    assert under.half_turned(one) == Pose(1000, 400, 1800)
    assert under.pivoted(one, "left", 900) == Pose(950, 450, 900)
    assert under.pivoted(one, "right", -900) == Pose(1050, 450, 2700)


@given(poses, st.tuples(facings, facings), st.integers(-1800, 1800))
def test_a_turn_about_any_point(pose: Pose, about: tuple[int, int], angle: int) -> None:
    """The distance stays, quarters are exact, and the turn back ends within one hundredth."""
    there = under.rotated(pose, about, angle)
    back = under.rotated(there, about, -angle)

    assert abs(dist(about, (pose.x, pose.y)) - dist(about, (there.x, there.y))) <= 0.72
    assert max(abs(back.x - pose.x), abs(back.y - pose.y)) <= 1
    assert back.facing == pose.facing
    for quarter in (900, 1800, 2700):
        assert under.rotated(under.rotated(pose, about, quarter), about, -quarter) == pose


@given(poses, st.integers(-500, 500), st.integers(-500, 500))
def test_what_a_pose_sees_is_where_it_is(pose: Pose, right: int, ahead: int) -> None:
    """A point to the right and ahead is seen there."""
    seen = under.seen_from(pose, under.at(pose, right, ahead))

    assert dist(seen, (right, ahead)) < 1e-5


@given(bases)
def test_another_edge_as_the_front(one: Base) -> None:
    """The ground is the same up to the rounding of the new front's middle."""
    for name in EDGES:
        turned = under.onward(one, name)
        assert turned.pose.facing == under.outward(one, name)
        assert dist(under.centre(turned), under.centre(one)) <= 0.72
        ends = zip(under.edge(turned, "front"), under.edge(one, name), strict=True)
        assert all(dist(*pair) <= 0.72 for pair in ends)
    assert under.onward(one, "front") == one


def test_travel_is_that_of_the_furthest_corner() -> None:
    """Rounded up, so that it is within a limit only where it is."""
    one = base(0, 0)

    assert under.travel(one, one.pose) == 0
    assert under.travel(one, Pose(30, 40, 0)) == 50
    assert under.travel(one, Pose(1, 1, 0)) == 2
    assert under.travel(one, under.pivoted(one, "left", 900)) == 200
