"""Groups that wheel."""

from __future__ import annotations

from itertools import combinations
from math import dist

from hypothesis import example, given
from hypothesis import strategies as st

from engine.art_of_war.plane import wheeling as under
from engine.art_of_war.plane.contact import behind, beside, collide, touch
from engine.art_of_war.plane.poses import HANDS, Base, Hand, Pose, aside, corner, placed, rotated
from engine.art_of_war.plane.shapes import body
from tests.engine.art_of_war.plane.drawing import base, poses

hands = st.sampled_from(HANDS)


def group(pose: Pose, files: int, ranks: int, depth: int) -> list[Base]:
    """A group in ranks and files, as it is laid down facing north and then turned."""
    north = [
        base(pose.x + 100 * file, pose.y - depth * rank, depth=depth)
        for rank in range(ranks)
        for file in range(files)
    ]
    return north if not pose.facing else _all(north, under.wheeled(north, "left", pose.facing))


def _all(bases: list[Base], ends: tuple[Pose, ...]) -> list[Base]:
    return [placed(one, end) for one, end in zip(bases, ends, strict=True)]


groups = st.builds(
    group, poses, st.integers(1, 3), st.integers(1, 2), st.sampled_from([50, 75, 100])
)


@given(groups, hands, st.integers(-1800, 1800))
@example(group(Pose(0, 0, 299), 3, 2, 75), "left", 1)
def test_a_group_keeps_contact(bases: list[Base], hand: Hand, angle: int) -> None:
    """All neighbours, in line and in column, and nobody stands on another."""
    there = _all(bases, under.wheeled(bases, hand, angle))

    for one, other in combinations(range(len(bases)), 2):
        assert beside(bases[one], bases[other]) == beside(there[one], there[other])
        assert behind(bases[other], bases[one]) == behind(there[other], there[one])
        assert not collide(there[one], there[other])


@given(groups, hands, st.integers(-1800, 1800))
def test_a_group_wheels_back(bases: list[Base], hand: Hand, angle: int) -> None:
    """To where it was, exactly, any number of times."""
    there = bases
    for _ in range(3):
        there = _all(there, under.wheeled(there, hand, angle))
    for _ in range(3):
        there = _all(there, under.wheeled(there, hand, -angle))

    assert there == bases


@given(groups, hands, st.integers(-1800, 1800))
def test_a_group_turns_about_its_outer_corner(bases: list[Base], hand: Hand, angle: int) -> None:
    """Each base ends where that turn takes it, a few hundredths of rounding off."""
    outer = bases[under.outer_base(bases, hand)]
    about = corner(outer, "front_left" if hand == "left" else "front_right")

    for one, path in zip(bases, under.wheel(bases, hand, angle), strict=True):
        exact = rotated(one.pose, about, angle)
        assert path.end.facing == exact.facing
        assert dist((path.end.x, path.end.y), (exact.x, exact.y)) <= 5
        assert path.swept.buffer(1).contains(body(placed(one, path.end)))


def test_the_outer_base() -> None:
    """The one furthest out on that hand, and of a column the first."""
    bases = group(Pose(1000, 1000, 0), 3, 2, 75)

    assert under.outer_base(bases, "left") == 0
    assert under.outer_base(bases, "right") == 2
    assert under.outer_base(bases[::-1], "left") == 5
    assert under.wheeled(bases, "left", 900)[0] == Pose(950, 950, 900)
    assert under.wheeled(bases, "left", 900)[2] == Pose(950, 750, 900)
    assert under.wheeled(bases, "right", -900)[0] == Pose(1250, 750, 2700)


def test_bases_that_touch_askew_stay_as_they_stood() -> None:
    """By a corner, or with another facing: up to the rounding."""
    first = base(1000, 1000, 200)
    second = placed(base(0, 0), aside(Pose(1000, 1040, 200), 100))
    third = base(900, 1000, 300)
    bases = [first, second, third, base(2000, 2000)]
    ends = under.wheeled(bases, "right", 450)
    there = _all(bases, ends)

    assert touch(first, second)
    assert touch(there[0], there[1])
    assert [end.facing for end in ends] == [650, 650, 750, 450]
    about = corner(bases[under.outer_base(bases, "right")], "front_right")
    assert all(
        dist((end.x, end.y), (exact.x, exact.y)) <= 2
        for one, end in zip(bases, ends, strict=True)
        for exact in [rotated(one.pose, about, 450)]
    )
