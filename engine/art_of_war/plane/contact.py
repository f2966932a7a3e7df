"""How two bases stand to each other: in contact, in the same place, edge to edge, in line.

All of it under the tolerance, and all of it but the questions about fronts is symmetric.

Rules:
    1.groups, 8.contact, 8.overlap.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final

from shapely import LineString, Point

from engine.art_of_war.plane import poses
from engine.art_of_war.plane.angles import FULL, HALF, QUARTER, apart
from engine.art_of_war.plane.poses import (
    EDGES,
    HANDS,
    Base,
    Corner,
    Edge,
    Hand,
    corner,
    edge_length,
    off,
    outward,
)
from engine.art_of_war.plane.shapes import Shape, body, near, whole
from engine.art_of_war.plane.tolerance import (
    NOISE,
    TOLERANCE,
    measured,
    more,
    same,
)

_LOOKS: Final = {name: QUARTER * place for place, name in enumerate(EDGES)}
"""By how much who looks out over an edge is turned from the front."""


def touch(one: Shape, other: Shape) -> bool:
    """Say whether two stand in contact; those that stand in the same place do, too."""
    if not near(one, other):
        return False
    return bool(whole(one).distance(whole(other)) <= TOLERANCE + NOISE)


def collide(one: Shape, other: Shape) -> bool:
    """Say whether two stand partly in the same place: deeper than the tolerance.

    Over a corner they may lie half as deep again.
    """
    return near(one, other, 0) and bool(body(one).intersects(body(other)))


def distance(one: Shape, other: Shape) -> int:
    """Return the shortest way between two in whole hundredths, rounded up; 1 or less is contact."""
    return measured(whole(one).distance(whole(other)))


def within(one: Shape, other: Shape, length: float) -> bool:
    """Say whether :func:`distance` between two is at most a length; who is far costs little."""
    return near(one, other, length) and distance(one, other) <= length


@lru_cache(maxsize=2048)
def distance_to(shape: Shape, x: int, y: int) -> int:
    """Return the shortest way between a base, or ground, and a point, as :func:`distance` does."""
    return measured(whole(shape).distance(Point(x, y)))


def same_facing(one: Base, other: Base) -> bool:
    """Say whether two bases face the same way."""
    return one.pose.facing == other.pose.facing


def shared_edge(one: Base, its: Edge, other: Base, others: Edge) -> int:
    """Return along how much of two parallel edges two bases stand together; 0 where they do not."""
    if (one.pose.facing + _LOOKS[its] - other.pose.facing - _LOOKS[others]) % FULL != HALF:
        return 0
    ends = [off(other, others, point) for point in poses.edge(one, its)]
    if not all(same(out, 0) for _, out in ends):
        return 0
    half = edge_length(other, others) / 2
    low, high = sorted(along for along, _ in ends)
    return max(0, round(min(high, half) - max(low, -half)))


def shares_edge(one: Base, other: Base) -> bool:
    """Say whether two bases stand together along more than a corner of any edges."""
    return near(one, other) and any(
        shared_edge(one, its, other, others) > TOLERANCE for its in EDGES for others in EDGES
    )


def touch_by_corner(one: Base, other: Base) -> bool:
    """Say whether two bases stand in contact, but not along an edge."""
    return touch(one, other) and not collide(one, other) and not shares_edge(one, other)


def beside(one: Base, other: Base) -> Hand | None:
    """Return on which hand of another base a base stands beside it, their fronts in one line."""
    if not same_facing(one, other):
        return None
    if _corners_meet(one, "front_right", other, "front_left"):
        return "left"
    if _corners_meet(one, "front_left", other, "front_right"):
        return "right"
    return None


def behind(one: Base, other: Base) -> bool:
    """Say whether a base stands right behind another, in column with it."""
    return (
        same_facing(one, other)
        and _corners_meet(one, "front_left", other, "rear_left")
        and _corners_meet(one, "front_right", other, "rear_right")
    )


def face_to_face(one: Base, other: Base) -> bool:
    """Say whether two bases stand front to front along more than a corner."""
    return shared_edge(one, "front", other, "front") > TOLERANCE


def squared(one: Base, other: Base, edge: Edge = "front") -> bool:
    """Say whether a base's front stands along another's edge, corner on corner where as wide."""
    length = min(one.width, edge_length(other, edge))
    return same(shared_edge(one, "front", other, edge), length)


def edges_met(one: Base, other: Base) -> tuple[Edge, ...]:
    """Return which edges of another base a base's front edge touches, the one it meets most first.

    It meets an edge that looks towards it. Along a parallel edge more than a corner must touch;
    askew, a corner is enough, and the edge that is more nearly opposite counts more.
    """
    if not near(one, other):
        return ()
    front = LineString(poses.edge(one, "front"))
    found = []
    for name in EDGES:
        opposite = apart(one.pose.facing, outward(other, name))
        if opposite <= QUARTER:
            continue
        along = shared_edge(one, "front", other, name)
        if opposite == HALF:
            met = along > TOLERANCE
        else:
            met = front.distance(LineString(poses.edge(other, name))) <= TOLERANCE + NOISE
        if met:
            found.append((-along, -opposite, EDGES.index(name)))
    return tuple(EDGES[place] for *_, place in sorted(found))


def edge_met(one: Base, other: Base) -> Edge | None:
    """Return the edge of another base that a base's front meets most, if any."""
    return next(iter(edges_met(one, other)), None)


def beyond(one: Base, other: Base) -> tuple[Edge, ...]:
    """Return over which of another base's edges, prolonged, any of a base's front edge lies."""
    front = poses.edge(one, "front")
    return tuple(
        name for name in EDGES if any(more(off(other, name, point)[1], 0) for point in front)
    )


def any_beyond(one: Base, other: Base, edge: Edge) -> bool:
    """Say whether any of a base lies over an edge of another, prolonged."""
    return any(more(off(other, edge, point)[1], 0) for point in poses.corners(one))


def wholly_beyond(one: Base, other: Base, edge: Edge) -> bool:
    """Say whether all of a base lies over an edge of another, prolonged."""
    return all(more(off(other, edge, point)[1], 0) for point in poses.corners(one))


def overlaps_beside(one: Base, friend: Base, enemy: Base) -> Hand | None:
    """Return past which side of an enemy a base overlaps it, beside a friend who fights its front.

    The base stands in one line with the friend, and reaches past the enemy's side.
    """
    hand = beside(one, friend)
    if hand is None or not face_to_face(friend, enemy):
        return None
    side: Hand = "right" if hand == "left" else "left"
    outer: Corner = "front_left" if hand == "left" else "front_right"
    return side if more(off(enemy, side, corner(one, outer))[1], 0) else None


def side_touched(one: Base, enemy: Base) -> Hand | None:
    """Return along which side of an enemy a base stands, with any edge of its own."""
    if not near(one, enemy):
        return None
    for hand in HANDS:
        if any(shared_edge(one, its, enemy, hand) > TOLERANCE for its in EDGES):
            return hand
    return None


def _corners_meet(one: Base, its: Corner, other: Base, others: Corner) -> bool:
    (x, y), (far_x, far_y) = corner(one, its), corner(other, others)
    return same(hypot(x - far_x, y - far_y), 0)
