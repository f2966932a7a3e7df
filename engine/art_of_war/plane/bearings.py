"""Whether a base that turns comes to look more nearly at another."""

from __future__ import annotations

from engine.art_of_war.plane.angles import towards
from engine.art_of_war.plane.poses import Base, centre


def turns_towards(base: Base, facing: int, other: Base) -> bool:
    """Say whether from where a base stands another facing looks more nearly at another's middle."""
    return _ahead(base, facing, other) > _ahead(base, base.pose.facing, other)


def _ahead(base: Base, facing: int, other: Base) -> int:
    """Return how much of the way to another base lies in a direction, in no unit."""
    (x, y), (far_x, far_y) = centre(base), centre(other)
    east, north = towards(facing)
    return round((far_x - x) * east + (far_y - y) * north)
