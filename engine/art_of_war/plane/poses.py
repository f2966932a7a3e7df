"""Where a base stands, and where it stands after a move.

Every move is reckoned from what it adds, rounded once: the move back adds exactly the opposite, so
that forward and back, there and back about a corner, and four quarter turns end where they began.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final, Literal, NamedTuple

from engine.art_of_war.plane.angles import (
    HALF,
    QUARTER,
    SCALE,
    shared_out,
    towards,
    turned,
)
from engine.art_of_war.plane.tolerance import measured

UD: Final = 100
"""One unit of distance, in hundredths; the width of a base."""

Point = tuple[float, float]

Hand = Literal["left", "right"]
HANDS: Final[tuple[Hand, ...]] = ("left", "right")

Edge = Literal["front", "right", "rear", "left"]
EDGES: Final[tuple[Edge, ...]] = ("front", "right", "rear", "left")
"""Clockwise."""

Corner = Literal["front_left", "front_right", "rear_right", "rear_left"]
CORNERS: Final[tuple[Corner, ...]] = ("front_left", "front_right", "rear_right", "rear_left")
"""Clockwise: an edge runs from the corner of its number to the next."""

Course = Literal["ahead", "right", "back", "left"]
"""Whither a base moves without turning, as it sees it."""
COURSES: Final[tuple[Course, ...]] = ("ahead", "right", "back", "left")


class Pose(NamedTuple):
    """Where a base stands: the middle of its front edge, and whither it faces.

    Attributes:
        x: From the west edge of the table, in hundredths of a UD.
        y: From its south edge.
        facing: In tenths of a degree clockwise from north, 0 to 3599.
    """

    x: int
    y: int
    facing: int


class Base(NamedTuple):
    """A base on the table.

    Attributes:
        pose: Where it stands.
        width: Of its front, in hundredths of a UD.
        depth: From its front to its rear.
    """

    pose: Pose
    width: int
    depth: int


def at(pose: Pose, right: float, ahead_by: float) -> Point:
    """Return the point so far to the right of a pose and ahead of it."""
    east, north = towards(pose.facing)
    return (
        pose.x + (right * north + ahead_by * east) / SCALE,
        pose.y + (ahead_by * north - right * east) / SCALE,
    )


def seen_from(pose: Pose, point: Point) -> Point:
    """Return how far to the right of a pose a point lies, and how far ahead."""
    east, north = towards(pose.facing)
    x, y = point[0] - pose.x, point[1] - pose.y
    return (x * north - y * east) / SCALE, (x * east + y * north) / SCALE


@lru_cache(maxsize=8192)
def corners(base: Base) -> tuple[Point, Point, Point, Point]:
    """Return the corners of a base, in the order of ``CORNERS``."""
    half = base.width / 2
    return (
        at(base.pose, -half, 0),
        at(base.pose, half, 0),
        at(base.pose, half, -base.depth),
        at(base.pose, -half, -base.depth),
    )


def corner(base: Base, name: Corner) -> Point:
    """Return a corner of a base."""
    return corners(base)[CORNERS.index(name)]


def edge(base: Base, name: Edge) -> tuple[Point, Point]:
    """Return the ends of an edge of a base, clockwise round it."""
    start = EDGES.index(name)
    return corners(base)[start], corners(base)[(start + 1) % 4]


def outward(base: Base, name: Edge) -> int:
    """Return the facing of who looks out over an edge of a base."""
    return turned(base.pose.facing, QUARTER * EDGES.index(name))


def centre(base: Base) -> Point:
    """Return the middle of a base."""
    return at(base.pose, 0, -base.depth / 2)


def off(base: Base, name: Edge, point: Point) -> Point:
    """Return how far along an edge of a base a point lies, from its middle, and how far out of it.

    As who looks out over the edge sees it: along is to the right.
    """
    right, ahead_by = seen_from(base.pose, point)
    match name:
        case "front":
            return right, ahead_by
        case "right":
            return -ahead_by - base.depth / 2, right - base.width / 2
        case "rear":
            return -right, -ahead_by - base.depth
        case "left":
            return ahead_by + base.depth / 2, -right - base.width / 2


def edge_length(base: Base, name: Edge) -> int:
    """Return how long an edge of a base is."""
    return base.width if name in {"front", "rear"} else base.depth


def spot(base: Base, name: Edge, along: float, out: float) -> Point:
    """Return the point so far along an edge of a base and out of it, as :func:`off` tells it."""
    half, middle = base.width / 2, base.depth / 2
    match name:
        case "front":
            return at(base.pose, along, out)
        case "right":
            return at(base.pose, half + out, -along - middle)
        case "rear":
            return at(base.pose, -along, -out - base.depth)
        case "left":
            return at(base.pose, -half - out, along - middle)


def placed(base: Base, pose: Pose) -> Base:
    """Return a base in another place."""
    return Base(pose, base.width, base.depth)


def onward(base: Base, name: Edge) -> Base:
    """Return the same ground with another of its edges as the front: so looks who shoots sideways.

    The middle of that edge is rounded to whole hundredths.
    """
    x, y = spot(base, name, 0, 0)
    pose = Pose(round(x), round(y), outward(base, name))
    across = edge_length(base, name)
    return Base(pose, across, base.width + base.depth - across)


def ahead(pose: Pose, length: int) -> Pose:
    """Return a pose so much further forward; back where the length is negative."""
    return _shifted(pose, towards(pose.facing), length)


def aside(pose: Pose, length: int) -> Pose:
    """Return a pose so much further to its right; to its left where the length is negative."""
    return _shifted(pose, towards(pose.facing + QUARTER), length)


def moved(pose: Pose, course: Course, length: int) -> Pose:
    """Return a pose moved on a course, without a turn."""
    return _shifted(pose, towards(pose.facing + QUARTER * COURSES.index(course)), length)


def pivoted(base: Base, hand: Hand, angle: int) -> Pose:
    """Return the pose after a pivot about the front corner of a hand, clockwise where positive.

    A wheel forward to the left is a negative angle about the left corner, one to the right a
    positive angle about the right corner.
    """
    pose = base.pose
    facing = turned(pose.facing, angle)
    (old_east, old_north), (east, north) = towards(pose.facing), towards(facing)
    arm = base.width if hand == "left" else -base.width
    return Pose(
        pose.x + shared_out(arm * (north - old_north), 2 * SCALE),
        pose.y - shared_out(arm * (east - old_east), 2 * SCALE),
        facing,
    )


def spun(base: Base, angle: int) -> Pose:
    """Return the pose after a turn about the middle of a base, clockwise where positive."""
    pose = base.pose
    facing = turned(pose.facing, angle)
    (old_east, old_north), (east, north) = towards(pose.facing), towards(facing)
    return Pose(
        pose.x + shared_out(base.depth * (east - old_east), 2 * SCALE),
        pose.y + shared_out(base.depth * (north - old_north), 2 * SCALE),
        facing,
    )


def quarter_turned(base: Base, hand: Hand) -> Pose:
    """Return the pose after a quarter turn about the middle of a base."""
    return spun(base, QUARTER if hand == "right" else -QUARTER)


def half_turned(base: Base) -> Pose:
    """Return the pose after a half turn about the middle of a base."""
    return spun(base, HALF)


def rotated(pose: Pose, about: Point, angle: int) -> Pose:
    """Return a pose after a turn about any point, clockwise where positive.

    There and back it may end one hundredth off; see :mod:`engine.art_of_war.plane.wheeling` for
    bases that must keep contact.
    """
    x, y = about_point((pose.x, pose.y), about, angle)
    return Pose(round(x), round(y), turned(pose.facing, angle))


def about_point(point: Point, about: Point, angle: int) -> Point:
    """Return a point after a turn about another, clockwise where positive; it is not rounded."""
    east, north = towards(angle)
    x, y = point[0] - about[0], point[1] - about[1]
    return (
        about[0] + (x * north + y * east) / SCALE,
        about[1] + (y * north - x * east) / SCALE,
    )


def travel(base: Base, pose: Pose) -> int:
    """Return how far the corner goes that goes furthest from a base's place to another pose."""
    ends = zip(corners(base), corners(placed(base, pose)), strict=True)
    return measured(max(hypot(x - old_x, y - old_y) for (old_x, old_y), (x, y) in ends))


def _shifted(pose: Pose, direction: tuple[int, int], length: int) -> Pose:
    east, north = direction
    return Pose(
        pose.x + shared_out(length * east, SCALE),
        pose.y + shared_out(length * north, SCALE),
        pose.facing,
    )
