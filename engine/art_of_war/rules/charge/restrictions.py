"""Who may not charge whom.

Rules:
    8.not.engines, 8.not.shooters, 8.not.skirmishers, 8.not.overlap; ADG-R26, ADG-R27, ADG-R38.
"""

from __future__ import annotations

from typing import Final

from engine.art_of_war.frames import Against as At
from engine.art_of_war.ground import Going, going_at
from engine.art_of_war.play import Against, unit_term
from engine.art_of_war.rules.melee.overlapping import may_overlap
from engine.art_of_war.rules.melee.pairs import overlaps
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import base_of, is_light, is_mounted, profile_of, type_of
from engine.art_of_war.troops import ENGINES, TroopType
from engine.kit.wording import refuse

SHOOTERS: Final = frozenset(("archers", "light_cavalry"))
"""Bowmen, crossbows, arquebuses and light cavalry, by their troop."""

_HARASSED: Final = frozenset((TroopType.LI, TroopType.EL, TroopType.SCH))
"""Whom light infantry may charge wherever they stand."""


def cannot_charge(unit: Unit) -> bool:
    """Say whether a unit never charges (8.not.engines)."""
    return type_of(unit) in ENGINES


def is_shooter(unit: Unit) -> bool:
    """Say whether a unit is bound by what binds bowmen, mixed units and light cavalry."""
    found = profile_of(unit)
    return found.mixed or found.troop.key in SHOOTERS


def against_contact(table: Table, unit: Unit, target: str, at: At) -> Against:
    """Return what keeps a unit from coming into contact with a unit or camp by itself (8.not.*).

    Args:
        table: As it stands.
        unit: Who charges, or pursues.
        target: Whom.
        at: Which edge of the target; "overlap" beside a friend.
    """
    who = unit_term(unit)
    if cannot_charge(unit):
        return [refuse("charge.engine", "8.not.engines", who=who)]
    if at == "overlap":
        if not may_overlap(unit):
            return [refuse("charge.beast", "8.overlap.beasts", who=who)]
        return []
    if target not in table.units:
        return []
    if at != "front":
        return []
    enemy = table.units[target]
    whom = unit_term(enemy)
    if is_shooter(unit) and not (is_light(enemy) or _overlaps_on_foot(table, enemy)):
        return [refuse("charge.shooter", "8.not.shooters", who=who, whom=whom)]
    if type_of(unit) is TroopType.LI and not (
        type_of(enemy) in _HARASSED or going_at(table, base_of(enemy)) is not Going.OPEN
    ):
        return [refuse("charge.light", "8.not.skirmishers", who=who, whom=whom)]
    return []


def _overlaps_on_foot(table: Table, enemy: Unit) -> bool:
    return not is_mounted(enemy) and enemy.id in overlaps(table)
