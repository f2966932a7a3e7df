"""What is swept and crossed on a move, and how far it comes."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.art_of_war.plane import paths as under
from engine.art_of_war.plane.angles import turned
from engine.art_of_war.plane.contact import collide, touch
from engine.art_of_war.plane.poses import (
    COURSES,
    HANDS,
    Base,
    Course,
    Hand,
    Pose,
    ahead,
    aside,
    moved,
    pivoted,
    placed,
    spun,
)
from engine.art_of_war.plane.shapes import Shape, body, on_table
from tests.engine.art_of_war.plane.drawing import base, bases, crowded

TABLE = (3000, 2000)
courses = st.sampled_from(COURSES)


@given(bases, courses, st.integers(0, 500), st.floats(0, 1))
def test_a_straight_move_sweeps_every_pose_on_its_way(
    one: Base, course: Course, length: int, part: float
) -> None:
    """And no more: the front's width times the way, and the base itself."""
    path = under.straight(one, course, length)
    between = placed(one, moved(one.pose, course, round(length * part)))

    assert path.end == moved(one.pose, course, length)
    assert path.swept.buffer(1.5).contains(body(between))
    across, along = (
        (one.width, one.depth) if course in {"ahead", "back"} else (one.depth, one.width)
    )
    assert abs(path.swept.area - (across - 1) * (along + length - 1)) < across + along + length


@settings(max_examples=60)
@given(bases, st.sampled_from(HANDS), st.integers(-1800, 1800), st.floats(0, 1))
def test_a_rotation_sweeps_every_pose_on_its_way(
    one: Base, hand: Hand, angle: int, part: float
) -> None:
    """About a corner as about the middle, up to half a hundredth and the rounding of poses."""
    pivot, turn = under.pivot(one, hand, angle), under.turn(one, angle)
    passed = round(angle * part)

    assert pivot.end == pivoted(one, hand, angle)
    assert turn.end == spun(one, angle)
    assert pivot.swept.buffer(1.3).contains(body(placed(one, pivoted(one, hand, passed))))
    assert turn.swept.buffer(1.3).contains(body(placed(one, spun(one, passed))))
    assert turn.swept.area < 3.1416 / 4 * (one.width**2 + one.depth**2) + 300


def test_a_pivot_sweeps_no_more_than_its_quarter() -> None:
    """A square base that wheels by a quarter about its corner: a quarter circle over itself."""
    path = under.pivot(base(0, 0), "left", 900)

    # The quarter of a circle about the corner, and what of both squares lies outside it.
    assert abs(path.swept.area - (3.14159 * 20000 / 4 + 10000)) < 500


@given(bases)
def test_no_move_sweeps_the_base(one: Base) -> None:
    """Where it stands."""
    for path in (under.straight(one, "ahead", 0), under.pivot(one, "left", 0), under.turn(one, 0)):
        assert path.end == one.pose
        assert path.swept.hausdorff_distance(body(one)) < 0.01


def test_what_is_crossed() -> None:
    """On the way as at its end; along an edge nothing is."""
    one = base(1000, 1000)
    shapes: dict[str, Shape] = {
        "beside": base(1100, 1300),
        "far": base(1000, 1501),
        "near": base(1040, 1250),
        "ground": ((1049, 1100), (1049, 1200), (1300, 1150)),
        "wood": ((1048, 1100), (1048, 1200), (1300, 1150)),
    }

    assert under.crossed(under.straight(one, "ahead", 400), shapes) == ("near", "wood")
    assert under.crossed(under.straight(one, "ahead", 403), shapes) == ("far", "near", "wood")
    assert under.crossed(under.straight(one, "right", 60), shapes) == ()
    assert under.crossed(under.straight(one, "back", 400), shapes) == ()


def test_a_pivot_crosses_what_its_corner_swings_over() -> None:
    """Although neither its start nor its end stands there."""
    one = base(1000, 1000)
    bush = ((1010, 1050), (1020, 1060), (1030, 1050))

    assert under.crosses(under.pivot(one, "left", -900), bush)
    assert under.crosses(under.pivot(one, "right", 900), bush)
    assert not under.crosses(under.pivot(one, "left", 900), ((900, 1050), (920, 1060), (930, 1050)))
    assert under.crosses(under.shift(one, Pose(1000, 1200, 0)), bush)
    assert not under.crosses(under.shift(one, Pose(1200, 1000, 0)), bush)


@given(crowded, crowded, courses, st.integers(0, 400))
def test_first_contact_is_exact(one: Base, target: Base, course: Course, reach: int) -> None:
    """One hundredth less does not touch, nor does any shorter way."""
    met = under.first_contact(one, target, course, reach)

    def touches(length: int) -> bool:
        return touch(placed(one, moved(one.pose, course, length)), target)

    if met is None:
        assert not any(touches(length) for length in range(reach + 1))
    else:
        assert touches(met)
        assert not any(touches(length) for length in range(met))


def test_first_contact_on_paper() -> None:
    """The tolerance counts as contact; the reach itself is in reach."""
    one = base(1000, 1000)
    target = base(1000, 1300, 1800)

    assert under.first_contact(one, target, "ahead", 400) == 299
    assert under.first_contact(one, target, "ahead", 299) == 299
    assert under.first_contact(one, target, "ahead", 298) is None
    assert under.first_contact(one, target, "back", 400) is None
    assert under.first_contact(one, base(1101, 1300, 1800), "ahead", 400) == 300
    assert under.first_contact(one, base(1102, 1300, 1800), "ahead", 400) is None
    assert under.first_contact(one, base(1300, 1000), "right", 400) == 199
    assert under.first_contact(one, base(1100, 1000), "ahead", 400) == 0


@given(crowded, st.lists(crowded, max_size=3), courses, st.integers(0, 400))
def test_the_longest_way_is_the_longest(
    one: Base, others: list[Base], course: Course, reach: int
) -> None:
    """It crosses nobody, and one hundredth more would."""
    length = under.longest(one, others, course, reach)

    def clear(way: int) -> bool:
        path = under.straight(one, course, way)
        return not any(under.crosses(path, other) for other in others)

    assert 0 <= length <= reach
    if any(collide(one, other) for other in others):
        assert length == 0
    else:
        assert clear(length)
        assert length == reach or not clear(length + 1)


def test_who_brushes_past_another_stands_beside_them() -> None:
    """Rounded, it would stand on the one beside it after 2, 6 or 76; it comes as far as it can."""
    one, beside = (Base(Pose(*at), 100, 75) for at in ((644, 1212, 150), (698, 1223, 2850)))
    before = Base(Pose(747, 1262, 1950), 100, 75)
    assert under.longest(one, [before], "ahead", 100) == 76
    assert under.longest(one, [beside], "ahead", 100) == 100
    assert under.longest(one, [beside], "ahead", 76) == 75
    assert under.longest(one, [beside, before], "ahead", 100) == 75
    assert not collide(placed(one, ahead(one.pose, 75)), beside)


@given(bases, courses, st.integers(0, 4000))
def test_the_longest_way_on_the_table(one: Base, course: Course, reach: int) -> None:
    """It ends on the table, and one hundredth more would not."""
    assume(on_table(one, TABLE))
    length = under.longest(one, [], course, reach, TABLE)

    assert on_table(placed(one, moved(one.pose, course, length)), TABLE)
    after = placed(one, moved(one.pose, course, length + 1))
    assert length == reach or not on_table(after, TABLE)


@pytest.mark.parametrize(
    ("others", "table", "length"),
    [
        ((), None, 500),
        ((base(1000, 1300),), None, 201),
        ((base(1000, 1300, 1800), base(1050, 1250)), None, 151),
        ((base(1100, 1300), base(1000, 900)), None, 500),
        ((), (3000, 1400), 401),
        ((base(1000, 1600),), (3000, 1400), 401),
        ((base(1000, 1050),), None, 0),
    ],
)
def test_how_far_a_base_comes(
    others: tuple[Base, ...], table: tuple[int, int] | None, length: int
) -> None:
    """Up to the nearest in its way, and the table's edge, with the tolerance."""
    assert under.longest(base(1000, 1000), others, "ahead", 500, table) == length


@given(bases, crowded, st.integers(-140, 140), st.integers(60, 300))
def test_before_contact_nothing_is_crossed(one: Base, other: Base, right: int, far: int) -> None:
    """Who comes in contact has crossed nothing of the target, whatever the direction."""
    pose = ahead(aside(one.pose, right), far)
    target = placed(other, Pose(pose.x, pose.y, other.pose.facing))
    met = under.first_contact(one, target, "ahead", 300)

    if met:
        assert under.longest(one, [target], "ahead", 300) >= met - 1
        assert not collide(placed(one, ahead(one.pose, met)), target)


def test_facings_stay_in_the_circle() -> None:
    """A path's end is a pose as poses are written."""
    assert under.turn(base(0, 0, 3500), 200).end.facing == 100
    assert under.pivot(base(0, 0, 100), "left", -200).end.facing == turned(100, -200) == 3500
