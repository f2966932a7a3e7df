"""Whether a clean straight line can be drawn between two bases.

A line is clean where it keeps further than the tolerance from every blocking shape: so none slips
along the sides of who stands right between, or through the joint of two neighbours. Any line will
do, and the search is exact: of all clean lines one can be moved until it runs along two corners, of
the bases or of what lies between them.

Rules:
    7.sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from math import hypot
from typing import Final

import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from engine.art_of_war.plane import poses
from engine.art_of_war.plane.poses import Base, Edge, Point, centre, corners
from engine.art_of_war.plane.shapes import GRID, Shape, box, box_of, meet, surroundings, whole

_SLACK: Final = 0.25
"""How far from corners those lines run that pass along them, in hundredths."""

_FAR: Final = 10_000
"""Longer than any line on a table."""


def clear_line(
    base: Base, target: Base, blockers: Iterable[Shape], edge: Edge | None = "front"
) -> bool:
    """Say whether a clean straight line leads from a base to a target.

    Args:
        base: Whence.
        target: Whither.
        blockers: What lines cannot cross; neither of both.
        edge: From which edge of the base it starts; ``None`` for any.
    """
    ends = corners(base) if edge is None else poses.edge(base, edge)
    span = box_of((*ends, *corners(target)))
    around = [surroundings(blocker) for blocker in blockers if meet(box(blocker), span)]
    if not around:
        return True
    corridor = shapely.multipoints([*ends, *corners(target)]).convex_hull
    between = [figure for figure in around if figure.intersects(corridor)]
    if not between:
        return True
    tries = list(product((*ends, _middle(ends)), (*corners(target), centre(target))))
    if _any_clean(shapely.linestrings(tries), between):
        return True
    start = whole(base) if edge is None else LineString(ends)
    if not _joined(corridor, between, start, whole(target)):
        return False
    return _any_along_corners(corridor, between, ends, target, start)


def _middle(points: Sequence[Point]) -> Point:
    return (
        sum(x for x, _ in points) / len(points),
        sum(y for _, y in points) / len(points),
    )


def _any_clean(lines: Sequence[LineString], between: Sequence[BaseGeometry]) -> bool:
    """Say whether any of some lines crosses nothing."""
    left = list(lines)
    for figure in between:
        met = shapely.intersects(left, figure).tolist()
        left = [line for line, meets in zip(left, met, strict=True) if not meets]
    return bool(left)


def _joined(
    corridor: BaseGeometry,
    between: Sequence[BaseGeometry],
    start: BaseGeometry,
    target: BaseGeometry,
) -> bool:
    """Say whether any way leads past all that lies between, straight or not."""
    joined = shapely.union_all(between, grid_size=GRID)
    free = corridor.difference(joined, grid_size=GRID)
    parts = shapely.get_parts(free).tolist()
    return any(part.distance(start) < _SLACK > part.distance(target) for part in parts)


def _any_along_corners(
    corridor: BaseGeometry,
    between: Sequence[BaseGeometry],
    ends: Sequence[Point],
    target: Base,
    start: BaseGeometry,
) -> bool:
    """Say whether any line is clean that runs along two corners."""
    around = [figure.buffer(_SLACK, join_style="mitre") for figure in between]
    inside = [figure.intersection(corridor, grid_size=GRID) for figure in around]
    points = shapely.get_coordinates(inside).tolist()
    found = {(round(x, 3), round(y, 3)) for x, y in (*points, *ends, *corners(target))}
    lines = [_prolonged(one, other) for one, other in combinations(sorted(found), 2)]
    drawn = shapely.linestrings(lines)
    at_start = shapely.intersection(drawn, start.buffer(_SLACK))
    at_target = shapely.intersection(drawn, whole(target).buffer(_SLACK))
    joined = shapely.shortest_line(at_start, at_target)
    return _any_clean([line for line in joined.tolist() if line is not None], between)


def _prolonged(one: Point, other: Point) -> tuple[Point, Point]:
    """Return the line through two points, well beyond both."""
    (x, y), (far_x, far_y) = one, other
    length = hypot(far_x - x, far_y - y)
    east, north = _FAR * (far_x - x) / length, _FAR * (far_y - y) / length
    return (x - east, y - north), (far_x + east, far_y + north)
