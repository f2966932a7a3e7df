"""Who can be shot at from where: reach and arc.

The arc of a base is as wide as the edge that it shoots over and 1 UD more to each side, and as deep
as the reach. Who shoots all round has every direction, and who shoots sideways looks over a side.

Rules:
    7.range, 7.arc, 7.priority.
"""

from __future__ import annotations

from typing import Literal

from shapely import LineString

from engine.art_of_war.plane import poses
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.poses import UD, Base, Edge, ahead, onward
from engine.art_of_war.plane.shapes import GRID, near, whole
from engine.art_of_war.plane.tolerance import measured

Arc = Literal["front", "left", "right", "round"]
"""Over which edge a base shoots, or all round."""


def arc_area(base: Base, reach: int, arc: Edge = "front", spread: int = UD) -> Base:
    """Return the ground of an arc, as a base that stands before the edge that is shot over."""
    looking = onward(base, arc)
    return Base(ahead(looking.pose, reach), looking.width + 2 * spread, reach)


def range_to(base: Base, target: Base, arc: Arc = "front") -> int:
    """Return how far a target is from the nearest point of the edge that is shot over, rounded up.

    Who shoots all round measures from its front as well.
    """
    return measured(_shot_over(base, arc).distance(whole(target)))


def in_arc(base: Base, target: Base, reach: int, arc: Arc = "front", spread: int = UD) -> bool:
    """Say whether any part of a target is within the arc of a base and within its reach."""
    if not near(base, target, reach) or range_to(base, target, arc) > reach:
        return False
    if arc == "round":
        return True
    area = arc_area(base, reach + UD, arc, spread)
    if not collide(area, target):
        return False
    seen = whole(target).intersection(whole(area), grid_size=GRID)
    return measured(_shot_over(base, arc).distance(seen)) <= reach


def directly_ahead(base: Base, target: Base, reach: int, arc: Arc = "front") -> bool:
    """Say whether any part of a target in reach lies in front of the edge's own width.

    Such targets go before those that are within the arc only. Who shoots all round has before it
    what lies before its front.
    """
    return in_arc(base, target, reach, "front" if arc == "round" else arc, spread=0)


def _shot_over(base: Base, arc: Arc) -> LineString:
    return LineString(poses.edge(base, "front" if arc == "round" else arc))
