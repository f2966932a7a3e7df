"""Bases and stretches of ground as shapely's figures, made once and kept; who is near whom.

Two figures of each: the whole one, from which distances are measured, and its body, reduced by half
the tolerance all round, whose meeting another body is standing in the same place. Boxes are
compared first, which takes less than a microsecond; a figure takes ten. A search tree over them
would save a twentieth of what it takes to look at all that one group can do, and is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeVar

from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from engine.art_of_war.plane.poses import Base, Point, at, corners
from engine.art_of_war.plane.tolerance import NOISE, TOLERANCE

T = TypeVar("T")

Outline = tuple[tuple[int, int], ...]
"""The corners of a piece of ground, in whole hundredths; its last corner joins its first."""

Shape = Base | Outline

Size = tuple[int, int]
"""Of the table: from west to east, and from south to north."""

Box = tuple[float, float, float, float]
"""West, south, east, north."""

GRID: Final = 0.001
"""In hundredths: figures are cut and joined on a grid this fine. Edges that all but coincide, as
those of aligned bases do, may mislead what reckons with floats alone."""

_REDUCED: Final = TOLERANCE / 2 + NOISE


@lru_cache(maxsize=8192)
def whole(shape: Shape) -> Polygon:
    """Return the figure of a base or an outline."""
    return Polygon(corners(shape) if isinstance(shape, Base) else shape)


@lru_cache(maxsize=4096)
def body(shape: Shape) -> BaseGeometry:
    """Return the figure reduced by half the tolerance on every side."""
    if not isinstance(shape, Base):
        return whole(shape).buffer(-_REDUCED, join_style="mitre")
    return Polygon(body_corners(shape))


@lru_cache(maxsize=8192)
def surroundings(shape: Shape) -> BaseGeometry:
    """Return the figure enlarged by the tolerance on every side: what a line of sight avoids."""
    return whole(shape).buffer(TOLERANCE + NOISE, join_style="mitre")


@lru_cache(maxsize=4096)
def body_corners(base: Base) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a base's body, clockwise from the front left."""
    half, rear = base.width / 2 - _REDUCED, _REDUCED - base.depth
    return (
        at(base.pose, -half, -_REDUCED),
        at(base.pose, half, -_REDUCED),
        at(base.pose, half, rear),
        at(base.pose, -half, rear),
    )


@lru_cache(maxsize=8192)
def box(shape: Shape) -> Box:
    """Return what a base or an outline spans."""
    return box_of(corners(shape) if isinstance(shape, Base) else shape)


def box_of(points: tuple[Point, ...]) -> Box:
    """Return what some points span."""
    across, along = zip(*points, strict=True)
    return min(across), min(along), max(across), max(along)


def both(one: Shape, other: Shape) -> Box:
    """Return what two shapes span together."""
    (west, south, east, north), (left, below, right, above) = box(one), box(other)
    return min(west, left), min(south, below), max(east, right), max(north, above)


def meet(one: Box, other: Box, gap: float = TOLERANCE) -> bool:
    """Say whether two boxes lie within a gap of each other, so that a closer look is worth it."""
    gap += NOISE
    return (
        one[0] <= other[2] + gap
        and other[0] <= one[2] + gap
        and one[1] <= other[3] + gap
        and other[1] <= one[3] + gap
    )


def near_those(span: Box, others: Iterable[tuple[T, Box]], gap: float) -> Iterator[T]:
    """Yield of some things, each with what it spans, those that may lie within a gap of a box."""
    gap += NOISE
    west, south, east, north = span
    farthest_east, farthest_north = east + gap, north + gap
    for one, (left, below, right, above) in others:
        # Asked of everybody for every melee: what `meet` says, without a call.
        if left > farthest_east or below > farthest_north:
            continue
        if west <= right + gap and south <= above + gap:
            yield one


def near(one: Shape, other: Shape, gap: float = TOLERANCE) -> bool:
    """Say whether two shapes may lie within a gap of each other."""
    # Asked a million times a game: what `meet` says, without a call.
    a, b = box(one), box(other)
    gap += NOISE
    return a[0] <= b[2] + gap and b[0] <= a[2] + gap and a[1] <= b[3] + gap and b[1] <= a[3] + gap


def on_table(shape: Shape, table: Size) -> bool:
    """Say whether a base, or a piece of ground, lies wholly on the table."""
    west, south, east, north = box(shape)
    slack = TOLERANCE + NOISE
    return min(west, south) >= -slack and east <= table[0] + slack and north <= table[1] + slack
