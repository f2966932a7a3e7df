"""Zones of control: who is held by whom, and what may be done there.

A zone lies 1 UD deep before a base. It is blocked for a unit where another of its side, a work, a
camp or impassable ground stands in it, nearer to whose it is.

Rules:
    5.zone, 5.zone.within, 5.zone.none, 5.zone.slide, 5.zone.rear, 5.zone.many, 5.zone.block,
    5.slide.zone; ADG-R10, ADG-R40, ADG-R62.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.api import Seat
from engine.art_of_war.ground import Going, going_of, outline_of
from engine.art_of_war.pieces import base_of_work
from engine.art_of_war.plane.contact import beyond, collide, distance
from engine.art_of_war.plane.paths import Path, crosses
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.plane.shapes import Shape, near
from engine.art_of_war.plane.tolerance import more
from engine.art_of_war.plane.zones import zone
from engine.art_of_war.state import Table, Unit, standing_units
from engine.art_of_war.survey import base_of, camp_base, enemies_of, has_zone
from engine.data.cache import cached


@cached
def owners(table: Table, side: Seat) -> tuple[tuple[Unit, Base], ...]:
    """Return the enemies of a side who have a zone, each with it (5.zone.none)."""
    return tuple((one, zone(base_of(one))) for one in enemies_of(table, side) if has_zone(one))


def holding(table: Table, base: Base, side: Seat, without: Collection[str] = ()) -> tuple[str, ...]:
    """Return the enemies in whose zone a base of a side stands, unless it is blocked.

    Args:
        table: As it stands.
        base: Where somebody stands, or would.
        side: Whose it is.
        without: Units that do not block: who it is, and who moves with them.
    """
    return tuple(
        one.id
        for one, area in owners(table, side)
        if collide(base, area) and not is_blocked(table, one, area, base, side, without)
    )


def entered(
    table: Table, path: Path, ends: Sequence[Base], side: Seat, without: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the enemies whose zone, unless it is blocked, lies on the way of a base.

    Args:
        table: As it stands.
        path: Its way.
        ends: Where it begins and where it ends.
        side: Whose it is.
        without: Units that do not block.
    """
    found = []
    for one, area in owners(table, side):
        if not crosses(path, area):
            continue
        front = base_of(one)
        away = [distance(front, base) for base in ends]
        nearest = ends[away.index(min(away))]
        if not is_blocked(table, one, area, nearest, side, without):
            found.append(one.id)
    return tuple(found)


def is_blocked(
    table: Table, owner: Unit, area: Base, base: Base, side: Seat, without: Collection[str]
) -> bool:
    """Say whether somebody or something stands in a zone, between its owner and a base."""
    away = distance(base_of(owner), base)
    return any(
        key not in without and more(away, near) for key, near in guards(table, owner, area, side)
    )


@cached
def guards(table: Table, owner: Unit, area: Base, side: Seat) -> tuple[tuple[str, int], ...]:
    """Return what of a side stands in an enemy's zone, and how far from them: it may block it.

    Units by their ids; camps, works and impassable ground have none.
    """
    front = base_of(owner)
    return tuple(
        (key, distance(front, one))
        for key, one in _between(table, side)
        if near(area, one, 0) and collide(area, one)
    )


def _between(table: Table, side: Seat) -> Iterator[tuple[str, Shape]]:
    """Yield what blocks zones for a side: its units, camps, works and impassable ground."""
    for one in standing_units(table, side):
        yield one.id, base_of(one)
    for camp in table.camps.values():
        yield "", camp_base(camp.pose)
    for work in table.works.values():
        yield "", base_of_work(work)
    for feature in table.features.values():
        if going_of(feature) is Going.IMPASSABLE:
            yield "", outline_of(feature)


def is_behind(base: Base, enemy: Base) -> bool:
    """Say whether an enemy stands behind a base: nothing of its front lies further ahead."""
    over = beyond(enemy, base)
    return "rear" in over and "front" not in over
