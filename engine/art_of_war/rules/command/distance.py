"""Command distance: how far a general's orders go without a point more.

It is a straight line that leads through no enemy's zone of control and no impassable ground. It is
measured from the base of the unit that the general is with, or from their own.

Rules:
    3.distance, 3.distance.line, 3.distance.light, 5.light.distance; ADG-R60.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Seat
from engine.art_of_war.ground import Going, going_of, outline_of
from engine.art_of_war.nearby import standing
from engine.art_of_war.pieces import base_of_general
from engine.art_of_war.plane.contact import collide, within
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.plane.shapes import Box, Shape, both, box, meet
from engine.art_of_war.plane.sight import clear_line
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.rules.movement.zones import owners
from engine.art_of_war.state import General, Table, Unit, standing_units
from engine.art_of_war.survey import base_of, type_of
from engine.art_of_war.troops import TroopType
from engine.data.cache import cached

TIMES_LIGHT = 2
"""How much farther light cavalry hears orders (3.distance.light)."""


def reach_of(general: General, unit: Unit) -> int:
    """Return how far a general commands a unit (3.distance).

    The text says so of light cavalry twice, and once of light infantry too (5.light.distance).
    """
    reach = load_ranks()[general.rank].distance
    light = type_of(unit) in (TroopType.LH, TroopType.LI)
    return reach * TIMES_LIGHT if light else reach


def place_of(table: Table, general: General) -> Base:
    """Return where a general is: the base of the unit that they are with, or their own."""
    unit = table.units.get(general.unit)
    if unit is not None and unit.on_table:
        return base_of(unit)
    return base_of_general(general)


def in_command(table: Table, general: General, unit: Unit) -> bool:
    """Say whether a unit is within a general's command distance."""
    if general.unit == unit.id:
        return True
    place = place_of(table, general)
    return _hears(standing(table), general.side, place, base_of(unit), reach_of(general, unit))


@cached
def _hears(table: Table, side: Seat, start: Base, end: Base, reach: int) -> bool:
    """Say whether an order of a side is heard so far away, from base to base."""
    return within(start, end, reach) and clear_line(
        start, end, _in_the_way(table, side, both(start, end)), None
    )


def _in_the_way(table: Table, side: Seat, span: Box) -> Iterator[Shape]:
    """Yield what orders do not go through there: zones that no friend stands in, and crags."""
    for _, area in owners(table, side):
        if meet(box(area), span) and not _is_entered(table, side, area):
            yield area
    for one in table.features.values():
        if going_of(one) is Going.IMPASSABLE:
            yield outline_of(one)


@cached
def _is_entered(table: Table, side: Seat, area: Base) -> bool:
    return any(collide(area, base_of(one)) for one in standing_units(table, side))
