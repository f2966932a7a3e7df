"""Deep formation: a phalanx with another right behind it (8.phalanx).

Rules:
    2.table.phalanx, 7.not.phalanx, 8.phalanx, 9.phalanx.
"""

from __future__ import annotations

from engine.art_of_war.bonuses import load_bonuses
from engine.art_of_war.plane.contact import behind
from engine.art_of_war.state import Table, Unit, standing_units
from engine.art_of_war.survey import base_of


def forms_deep(unit: Unit) -> bool:
    """Say whether a unit is of troops that can form deep."""
    return any(one.when == "deep" for one in load_bonuses().get(unit.troop, ()))


def second_of(table: Table, unit: Unit) -> Unit | None:
    """Return the unit right behind one that with it stands in deep formation, if any."""
    if not forms_deep(unit):
        return None
    base = base_of(unit)
    for one in standing_units(table, unit.side):
        if one.id != unit.id and forms_deep(one) and behind(base_of(one), base):
            return one
    return None


def is_deep(table: Table, unit: Unit) -> bool:
    """Say whether a unit fights in deep formation: the one behind it is not disordered."""
    second = second_of(table, unit)
    return second is not None and not second.lost


def stands_deep(table: Table, unit: Unit) -> bool:
    """Say whether a unit is the front of a deep formation, in order or not (7.not.phalanx)."""
    return second_of(table, unit) is not None
