"""Interpenetration: who may pass through whom of their own side (5.through).

Rules:
    5.through, 5.through.light, 5.through.mounted, 5.through.bow, 5.through.artillery,
    5.through.fighting, 5.through.end; ADG-R63.
"""

from __future__ import annotations

from engine.art_of_war.plane.angles import HALF, apart
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import base_of, fights, is_mounted, profile_of, type_of
from engine.art_of_war.troops import LIGHT, TroopType

BOWMEN = "archers"
"""The row of the table of troops that is bowmen, crossbowmen and arquebusiers (5.through.bow)."""

_SOLID = frozenset((TroopType.MI, TroopType.HI))

PARALLEL = 1
"""Tenths of a degree that a gun may be off the way of who passes it (5.through.artillery)."""


def may_pass(table: Table, mover: Unit, passed: Unit, course: int) -> bool:
    """Say whether a unit may pass through another of its side.

    Args:
        table: As it stands.
        mover: Who passes.
        passed: Through whom.
        course: Whither the mover goes, in tenths of a degree.
    """
    if fights(table, passed.id):
        return False
    return (
        type_of(mover) is TroopType.LI
        or (is_mounted(mover) and type_of(passed) in LIGHT)
        or (_is_solid(mover) and passed.troop == BOWMEN)
        or (not is_mounted(mover) and _lies_along(passed, course))
    )


def _is_solid(unit: Unit) -> bool:
    """Say whether a unit is heavy or medium infantry that is not impetuous, nor bowmen."""
    solid = type_of(unit) in _SOLID and unit.troop != BOWMEN
    return solid and not profile_of(unit).impetuous


def _lies_along(unit: Unit, course: int) -> bool:
    """Say whether a unit is artillery that faces along a course, or against it."""
    if type_of(unit) is not TroopType.ART:
        return False
    off = apart(base_of(unit).pose.facing, course)
    return min(off, HALF - off) <= PARALLEL
