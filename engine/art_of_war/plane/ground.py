"""The ground: rounded pieces, bands and shores, and what of them a base stands on.

A piece of ground is its corners in whole hundredths. It is made of whole numbers that are given,
so that the same numbers make the same ground; the bends of what is made here are rounded.

Rules:
    10, 11.field; ADG-R19.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import shapely
from shapely import LineString

from engine.art_of_war.plane.angles import FULL, SCALE, sine
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.poses import Base, Point, Pose, at
from engine.art_of_war.plane.shapes import GRID, Outline, Shape, Size, body, whole

Side = Literal["north", "east", "south", "west"]
"""Of the table."""

MOST_CUT: Final = 50
"""Of a rounded piece no corner lies nearer to its middle than this percentage."""


def under(base: Base, outlines: Mapping[str, Outline]) -> tuple[str, ...]:
    """Return on which pieces of ground a base stands, at least partly, in the order given."""
    return tuple(name for name, outline in outlines.items() if collide(base, outline))


def wholly_on(shape: Shape, outline: Outline) -> bool:
    """Say whether a base, or a piece of ground, lies wholly on a piece of ground."""
    return bool(whole(outline).covers(body(shape)))


def area_on_table(outline: Outline, table: Size) -> int:
    """Return how much of a piece of ground lies on the table, in square hundredths."""
    on_it = whole(outline).intersection(whole(rectangle(0, 0, *table)), grid_size=GRID)
    return round(on_it.area)


def rectangle(west: int, south: int, east: int, north: int) -> Outline:
    """Return the ground between four lines."""
    return (west, south), (west, north), (east, north), (east, south)


def blob(pose: Pose, width: int, depth: int, cuts: Sequence[int]) -> Outline:
    """Return a rounded piece of ground within a size.

    Args:
        pose: Its middle, and whither its depth lies.
        width: Across that direction; no part is further out.
        depth: Along it.
        cuts: What the ellipse of that size loses of its radius, in percent, clockwise from where
            the pose faces; 0 to ``MOST_CUT``, at least five of them.

    Raises:
        ValueError: where *cuts* are no such numbers.
    """
    if len(cuts) < 5 or not all(0 <= cut <= MOST_CUT for cut in cuts):
        raise ValueError(f"five or more cuts of 0 to {MOST_CUT} percent, not {tuple(cuts)}")
    spots = []
    for place, cut in enumerate(cuts):
        angle = place * FULL // len(cuts)
        right = sine(angle) * width * (100 - cut) / (200 * SCALE)
        ahead = sine(angle + FULL // 4) * depth * (100 - cut) / (200 * SCALE)
        spots.append(at(pose, right, ahead))
    for _ in range(2):
        spots = _cornered(spots, closed=True)
    return _rounded(spots)


def band(line: Sequence[tuple[int, int]], width: int) -> Outline:
    """Return a band of a width along a line, a river or a road; its bends are rounded.

    Raises:
        ValueError: where the line crosses or nearly meets itself.
    """
    spots: list[Point] = list(line)
    for _ in range(2):
        spots = _cornered(spots, closed=False)
    figure = LineString(spots).buffer(width / 2, cap_style="flat", quad_segs=4)
    rings = shapely.get_rings(figure).tolist()
    if len(rings) != 1:
        raise ValueError(f"no band of {width} can be laid along {tuple(line)}")
    return _rounded([(x, y) for x, y in rings[0].coords])


def shore(side: Side, depths: Sequence[int], table: Size) -> Outline:
    """Return the ground between a side of the table and a line off it, as a coast is.

    Args:
        side: Which side.
        depths: How far off the line is, at equal steps along the side, clockwise round the table
            from its first end to its last; at least two.
        table: Its size.
    """
    width, height = table
    start, step = {
        "north": ((0, height), (1, 0)),
        "east": ((width, height), (0, -1)),
        "south": ((width, 0), (-1, 0)),
        "west": ((0, 0), (0, 1)),
    }[side]
    length = width if side in {"north", "south"} else height
    spots: list[Point] = [
        (
            start[0] + step[0] * length * place / (len(depths) - 1) + step[1] * depth,
            start[1] + step[1] * length * place / (len(depths) - 1) - step[0] * depth,
        )
        for place, depth in enumerate(depths)
    ]
    for _ in range(2):
        spots = _cornered(spots, closed=False)
    end = start[0] + step[0] * length, start[1] + step[1] * length
    return _rounded([start, *spots, end])


def _cornered(spots: Sequence[Point], *, closed: bool) -> list[Point]:
    """Return a line with each corner cut off, a quarter of the way to its neighbours (Chaikin)."""
    found: list[Point] = [] if closed else [spots[0]]
    follow = (*spots[1:], spots[0]) if closed else spots[1:]
    for (x, y), (next_x, next_y) in zip(spots, follow, strict=False):
        found.append((x + (next_x - x) / 4, y + (next_y - y) / 4))
        found.append((x + (next_x - x) * 3 / 4, y + (next_y - y) * 3 / 4))
    return found if closed else [*found, spots[-1]]


def _rounded(spots: Sequence[Point]) -> Outline:
    """Return an outline in whole hundredths, no corner twice in a row."""
    found: list[tuple[int, int]] = []
    for x, y in spots:
        corner = round(x), round(y)
        if not found or found[-1] != corner:
            found.append(corner)
    return tuple(found[:-1] if found[0] == found[-1] else found)
