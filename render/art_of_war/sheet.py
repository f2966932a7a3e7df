"""The table as a sheet to draw on: units of distance, north up, the origin in the north-west."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, pi, sin
from typing import Final

from engine.art_of_war.plane.poses import UD, Base, Pose, at, corners
from render.linework import Point

WIDE: Final = 30
DEEP: Final = 20
"""Units of distance from west to east, and from south to north."""

BOUNDS: Final = (0.0, 0.0, float(WIDE), float(DEEP))

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in units."""


def laid(x: float, y: float) -> Point:
    """Return where a point of the table, in hundredths of a UD, lies on the sheet."""
    return x / UD, DEEP - y / UD


def spot_of(pose: Pose) -> Point:
    """Return where the middle of a front edge lies on the sheet."""
    return laid(pose.x, pose.y)


def from_pose(pose: Pose, right: float, ahead: float) -> Point:
    """Return the point so far to the right of a pose and ahead of it, in hundredths of a UD."""
    return laid(*at(pose, right, ahead))


def outline(base: Base) -> list[Point]:
    """Return the corners of a base: front left, front right, rear right, rear left."""
    return [laid(*corner) for corner in corners(base)]


def middle(base: Base) -> Point:
    """Return the middle of a base."""
    return from_pose(base.pose, 0, -base.depth / 2)


def front(base: Base) -> Point:
    """Return the middle of its front edge."""
    return spot_of(base.pose)


def around(points: Iterable[Point]) -> Box:
    """Return what some points span."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def meets(one: Box, other: Box, gap: float = 0.0) -> bool:
    """Say whether two boxes overlap, or lie within a gap of each other."""
    return (
        one[0] <= other[2] + gap
        and other[0] <= one[2] + gap
        and one[1] <= other[3] + gap
        and other[1] <= one[3] + gap
    )


def within(box: Box, point: Point) -> bool:
    """Say whether a box holds a point, or has it on its edge."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def holds(corners_: list[Point], x: float, y: float) -> bool:
    """Say whether a point lies within an outline."""
    found = False
    bx, by = corners_[-1]
    for ax, ay in corners_:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
        bx, by = ax, ay
    return found


def to_edge(corners_: list[Point], x: float, y: float) -> float:
    """Return how far a point lies from the nearest edge of an outline."""
    best = float("inf")
    bx, by = corners_[-1]
    for ax, ay in corners_:
        dx, dy = ax - bx, ay - by
        long = dx * dx + dy * dy
        share = 0.0 if not long else max(0.0, min(1.0, ((x - bx) * dx + (y - by) * dy) / long))
        best = min(best, hypot(x - bx - share * dx, y - by - share * dy))
        bx, by = ax, ay
    return best


def shrunk(corners_: list[Point], share: float) -> list[Point]:
    """Return an outline drawn together about its middle."""
    left, top, right, bottom = around(corners_)
    x, y = (left + right) / 2, (top + bottom) / 2
    return [(x + (px - x) * share, y + (py - y) * share) for px, py in corners_]


def closed(corners_: list[Point]) -> list[Point]:
    """Return an outline as a line that ends where it begins, joint and all."""
    return [*corners_, corners_[0], corners_[1]]


def round_about(base: Base, reach: float) -> list[Point]:
    """Return what lies within so many hundredths of a base, as an outline with round corners."""
    half = base.width / 2
    centres = ((half, 0.0), (half, -base.depth), (-half, -base.depth), (-half, 0.0))
    found = []
    for number, (right, ahead) in enumerate(centres):
        for step in range(9):
            angle = pi / 2 * (number + step / 8)
            found.append(
                from_pose(base.pose, right + reach * sin(angle), ahead + reach * cos(angle))
            )
    return found
