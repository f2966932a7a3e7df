"""Generals: each with a unit of the line of their corps, and away from one that is breaking (3)."""

from __future__ import annotations

from math import hypot

from engine.art_of_war.actions import Lead
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.rules.command import riding
from engine.art_of_war.rules.command.leading import against_general
from engine.art_of_war.state import General, Unit, joined_general, standing_units
from engine.art_of_war.survey import cohesion_left, is_light

FRAIL = 1
"""A unit with so much cohesion left that fights is no place for a general."""


def led(look: Outlook) -> Lead | None:
    """Return the move of a general who should be elsewhere; ``None`` where all are well."""
    for general in look.table.generals.values():
        if general.side != look.side or against_general(look.table, look.side, general.id):
            continue
        if not _is_ill(look, general):
            continue
        unit = _best(look, general)
        if unit is not None:
            return Lead(general=general.id, to=unit.id)
    return None


def _is_ill(look: Outlook, general: General) -> bool:
    """Say whether a general is with nobody, or with a unit that may be routed."""
    unit = look.table.units.get(general.unit)
    return unit is None or _in_danger(look, unit)


def _in_danger(look: Outlook, unit: Unit) -> bool:
    return unit.id in look.fighting and cohesion_left(unit) <= FRAIL


def _best(look: Outlook, general: General) -> Unit | None:
    """Return the unit that a general can join: of the line, in the middle of the corps."""
    corps = [one for one in standing_units(look.table, look.side) if one.corps == general.corps]
    if not corps:
        return None
    middle = (
        sum(one.pose.x for one in corps if one.pose is not None) / len(corps),
        sum(one.pose.y for one in corps if one.pose is not None) / len(corps),
    )

    def rank(unit: Unit) -> tuple[bool, bool, float, str]:
        assert unit.pose is not None
        away = hypot(unit.pose.x - middle[0], unit.pose.y - middle[1])
        return is_light(unit), unit.id in look.fighting, away, unit.id

    for unit in sorted(corps, key=rank):
        if _in_danger(look, unit) or joined_general(look.table, unit.id) is not None:
            continue
        if not riding.against_ride(look.table, general, unit):
            return unit
    return None
