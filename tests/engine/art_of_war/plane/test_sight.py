"""Clean straight lines between bases."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString

from engine.art_of_war.plane import sight as under
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.poses import Base, corners
from engine.art_of_war.plane.shapes import Outline, surroundings
from tests.engine.art_of_war.plane.drawing import base, crowded

ONE = base(1000, 1000)
TARGET = base(1000, 1400, 1800)
HAIR = 0.5
"""Hundredths of a UD: a slit that is narrower counts for none."""


def block(west: int, south: int, east: int, north: int) -> Outline:
    """A block of ground."""
    return (west, south), (west, north), (east, north), (east, south)


@pytest.mark.parametrize(
    ("blockers", "clear"),
    [
        ([], True),
        ([base(1000, 1250)], False),
        ([base(1010, 1250)], True),
        ([base(990, 1250)], True),
        ([base(1100, 1250)], True),
        ([base(1000, 1700), base(1000, 900)], True),
        # A slit between two, narrower than both fronts.
        ([base(940, 1250), base(1060, 1250)], True),
        ([base(950, 1250), base(1050, 1250)], False),
        # Past the one on the right and the other on the left.
        ([block(900, 1100, 1010, 1150), block(1010, 1250, 1100, 1300)], True),
        ([block(900, 1100, 1011, 1150), block(989, 1250, 1100, 1300)], True),
        ([block(900, 1100, 1012, 1150), block(988, 1250, 1100, 1300)], False),
        # A way leads through, but no straight line.
        (
            [
                block(900, 1100, 1030, 1120),
                block(970, 1200, 1100, 1220),
                block(900, 1300, 1030, 1320),
            ],
            False,
        ),
    ],
)
def test_past_what_stands_between(blockers: list[Base | Outline], *, clear: bool) -> None:
    """Any line will do that keeps out of the tolerance."""
    assert under.clear_line(ONE, TARGET, blockers) == clear


def test_only_a_line_along_two_corners_is_clean() -> None:
    """Found although no corner of either base lies on it."""
    walls = [
        block(900, 1100, 1020, 1102),
        block(1024, 1100, 1100, 1102),
        block(900, 1300, 980, 1302),
        block(984, 1300, 1100, 1302),
    ]

    assert under.clear_line(ONE, TARGET, walls)
    assert not under.clear_line(ONE, TARGET, [*walls, block(1000, 1200, 1002, 1210)])


def test_from_an_edge_or_from_anywhere() -> None:
    """Who shoots all round, or over a side, looks from there."""
    west = base(700, 1050)
    wall = [block(920, 940, 930, 1200)]

    assert not under.clear_line(ONE, west, wall)
    assert under.clear_line(ONE, west, wall, "left")
    assert under.clear_line(ONE, west, wall, None)
    assert not under.clear_line(ONE, west, [*wall, block(940, 700, 945, 1000)], "left")


@settings(max_examples=60)
@given(crowded, crowded, st.lists(crowded, max_size=3))
def test_a_line_that_is_clean_is_found(one: Base, target: Base, others: list[Base]) -> None:
    """Wherever a grid of lines has one; and what only blocks more clears nothing."""
    others = [each for each in others if not collide(each, one) and not collide(each, target)]
    assume(not collide(one, target))
    clear = under.clear_line(one, target, others, None)

    # Further than the tolerance: what only misses the bodies themselves is not clean.
    around = [surroundings(other).buffer(HAIR) for other in others]
    grid = product(_round_about(one), _round_about(target))
    if any(not any(LineString(line).intersects(each) for each in around) for line in grid):
        assert clear
    if not clear:
        assert not under.clear_line(one, target, others, "front")
    for place in range(len(others)):
        fewer = others[:place] + others[place + 1 :]
        assert under.clear_line(one, target, fewer, None) >= clear


def _round_about(one: Base) -> list[tuple[float, float]]:
    """Points along the edges of a base."""
    ends = corners(one)
    return [
        (x + (next_x - x) * part / 5, y + (next_y - y) * part / 5)
        for (x, y), (next_x, next_y) in zip(ends, (*ends[1:], ends[0]), strict=True)
        for part in range(5)
    ]
