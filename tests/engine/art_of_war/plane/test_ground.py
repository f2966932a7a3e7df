"""Pieces of ground."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.art_of_war.plane import ground as under
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.plane.shapes import box, on_table, whole
from tests.engine.art_of_war.plane.drawing import base, poses

TABLE = (3000, 2000)
cuts = st.lists(st.integers(0, under.MOST_CUT), min_size=5, max_size=12)
sizes = st.integers(200, 600)


@given(poses, sizes, sizes, cuts)
def test_a_blob_is_rounded_ground_within_its_size(
    pose: Pose, width: int, depth: int, loss: list[int]
) -> None:
    """A figure without crossings, round its middle, and the same each time."""
    found = under.blob(pose, width, depth, loss)
    figure = whole(found)

    assert figure.is_valid
    assert figure.contains(whole(((pose.x, pose.y), (pose.x + 1, pose.y), (pose.x, pose.y + 1))))
    assert figure.hausdorff_distance(figure.centroid) <= max(width, depth)
    assert found == under.blob(pose, width, depth, loss)
    assert all(isinstance(number, int) for corner in found for number in corner)
    west, south, east, north = box(under.blob(Pose(0, 0, 0), width, depth, loss))
    assert max(-west, east) <= (width + 1) / 2
    assert max(-south, north) <= (depth + 1) / 2


def test_a_blob_fills_most_of_its_size() -> None:
    """Uncut it is nearly the ellipse; what is cut is missing where it is cut."""
    full = under.blob(Pose(0, 0, 0), 600, 400, [0] * 12)
    notched = under.blob(Pose(0, 0, 0), 600, 400, [40, *[0] * 11])

    assert len(full) == 4 * 12
    assert 0.93 < whole(full).area / (3.14159 * 300 * 200) < 1
    assert box(full)[3] > 190
    assert box(notched)[3] < 185
    assert box(notched)[1] == box(full)[1]
    assert box(under.blob(Pose(0, 0, 900), 600, 400, [0] * 12))[3] == box(full)[2]


@pytest.mark.parametrize("loss", [(), (1, 2, 3, 4), (0, 0, 0, 0, 51), (0, 0, 0, 0, -1)])
def test_cuts_that_are_none(loss: tuple[int, ...]) -> None:
    """They are refused."""
    with pytest.raises(ValueError, match="five or more cuts"):
        under.blob(Pose(0, 0, 0), 400, 400, loss)


def test_a_band_is_as_wide_as_told() -> None:
    """Straight with square ends; its bends are rounded within the line."""
    straight = under.band(((0, 500), (3000, 500)), 100)
    bent = under.band(((0, 500), (1500, 500), (1500, 2000)), 100)

    assert set(straight) == {(0, 450), (0, 550), (3000, 550), (3000, 450)}
    assert abs(whole(bent).area - 100 * 2800) < 100 * 200
    assert whole(bent).is_valid
    assert box(bent) == (0, 450, 1550, 2000)
    assert len(bent) > 10


@pytest.mark.parametrize(
    ("line", "width"),
    [
        (((0, 0), (0, 0)), 40),
        (((0, 0), (500, 0)), 0),
        (((0, 0), (500, 0), (500, 300), (200, -300)), 10),
    ],
)
def test_a_line_that_makes_no_band(line: tuple[tuple[int, int], ...], width: int) -> None:
    """It is refused: one that goes nowhere, has no width, or crosses itself."""
    with pytest.raises(ValueError, match="no band"):
        under.band(line, width)


@pytest.mark.parametrize(
    ("side", "span"),
    [
        ("north", (0, 1800, 3000, 2000)),
        ("east", (2800, 0, 3000, 2000)),
        ("south", (0, 0, 3000, 200)),
        ("west", (0, 0, 200, 2000)),
    ],
)
def test_a_shore_lies_along_its_side(side: under.Side, span: tuple[int, ...]) -> None:
    """From end to end, as deep as told; depths go clockwise round the table."""
    even = under.shore(side, (200, 200), TABLE)
    rough = under.shore(side, (100, 200, 150, 100), TABLE)

    assert box(even) == span
    assert under.area_on_table(even, TABLE) == (span[2] - span[0]) * (span[3] - span[1])
    assert whole(rough).is_valid
    assert on_table(rough, TABLE)
    assert whole(even).covers(whole(rough))


def test_a_shores_depths_go_clockwise() -> None:
    """The first of the north side is in the west, of the south side in the east."""
    north = under.shore("north", (100, 300), TABLE)
    south = under.shore("south", (100, 300), TABLE)

    assert {(0, 1900), (3000, 1700)} <= set(north)
    assert {(3000, 100), (0, 300)} <= set(south)


def test_what_a_base_stands_on() -> None:
    """In part or wholly; at the border is off it."""
    wood = under.rectangle(1000, 1000, 1200, 1200)
    outlines = {"wood": wood, "hill": under.rectangle(1100, 900, 1300, 1300)}

    assert under.under(base(1060, 1200), outlines) == ("wood", "hill")
    assert under.under(base(1050, 1200), outlines) == ("wood",)
    assert under.under(base(950, 1200), outlines) == ()
    assert under.under(base(952, 1200), outlines) == ("wood",)
    assert under.wholly_on(base(1050, 1200), wood)
    assert under.wholly_on(base(1050, 1100), wood)
    assert not under.wholly_on(base(1048, 1150), wood)
    assert under.wholly_on(under.rectangle(1050, 1050, 1100, 1100), wood)


def test_how_much_lies_on_the_table() -> None:
    """What hangs over its edge does not count."""
    over = under.rectangle(-100, 100, 100, 200)

    assert under.area_on_table(over, TABLE) == 100 * 100
    assert not on_table(over, TABLE)
    assert on_table(under.rectangle(0, 0, 3000, 2000), TABLE)
    assert under.area_on_table(under.rectangle(0, 0, 3000, 2000), TABLE) == 6_000_000
