"""Zones of control: what lies right ahead of a base.

A zone is itself a base, of the front's width, whose rear edge is the front edge of whose it is.

Rules:
    5.zone, 5.zone.block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.paths import Path, crossed
from engine.art_of_war.plane.poses import UD, Base, ahead
from engine.art_of_war.plane.shapes import Shape


def zone(base: Base, reach: int = UD) -> Base:
    """Return the zone of a base: what lies ahead of its front, up to a reach."""
    return Base(ahead(base.pose, reach), base.width, reach)


def stands_in(base: Base, area: Base) -> bool:
    """Say whether a base stands in a zone, if only partly; at its border is outside."""
    return collide(base, area)


def blocked(area: Base, others: Iterable[Shape]) -> bool:
    """Say whether anybody, or anything, stands even partly in a zone; leave out whom it holds."""
    return any(collide(area, other) for other in others)


def zones_entered(path: Path, areas: Mapping[str, Base]) -> tuple[str, ...]:
    """Return which zones lie on a path, from its start to its end, in the order given."""
    return crossed(path, areas)
