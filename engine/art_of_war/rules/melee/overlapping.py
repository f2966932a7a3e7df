"""Who overlaps an enemy who fights a friend, and from where (8.overlap).

Rules:
    5.clumsy.contact, 5.difficult.contact, 8.overlap, 8.overlap.beasts, 8.overlap.scythed,
    8.not.overlap, 8.flank.overlapped; ADG-R26, ADG-R41.
"""

from __future__ import annotations

from engine.art_of_war.plane.contact import edges_met, overlaps_beside, shared_edge
from engine.art_of_war.plane.poses import EDGES, Base, Edge
from engine.art_of_war.plane.shapes import near
from engine.art_of_war.plane.tolerance import TOLERANCE
from engine.art_of_war.rules.command.allies import hesitates
from engine.art_of_war.state import Table, Unit, contacts_of
from engine.art_of_war.survey import base_of, profile_of, type_of
from engine.art_of_war.troops import ENGINES, TroopType

_NEVER = ENGINES | {TroopType.EL}
"""They overlap nobody (8.not.overlap, 8.overlap.beasts)."""


def may_overlap(unit: Unit) -> bool:
    """Say whether a unit ever overlaps: engines, elephants and camels do not."""
    return type_of(unit) not in _NEVER and not profile_of(unit).camels


def can_overlap(table: Table, unit: Unit, enemy: Unit, *, first: bool) -> bool:
    """Say whether a unit is of those that overlap an enemy now (8.overlap).

    Args:
        table: As it stands.
        unit: Who would.
        enemy: Whom.
        first: Whether the enemy's melee is in its first round (8.overlap.scythed).
    """
    if not may_overlap(unit) or hesitates(table, unit):
        return False
    if type_of(unit) is TroopType.SCH:
        return first and type_of(enemy) is not TroopType.SCH
    return True


def reaches(table: Table, unit: Unit, main: Base, enemy: Unit, foe: Base) -> bool:
    """Say whether a unit that fights nobody stands so that it overlaps an enemy (ADG-R26).

    Args:
        table: As it stands.
        unit: Who would overlap.
        main: Where the friend stands who fights the enemy.
        enemy: Whom.
        foe: Where they stand.
    """
    mine = {one.one if one.two == unit.id else one.two for one in contacts_of(table, unit.id)}
    if mine - {enemy.id}:
        return False
    if mine:
        return True
    base = base_of(unit)
    return overlaps_beside(base, main, foe) is not None or _touches(base, foe)


def _touches(base: Base, foe: Base) -> bool:
    """Say whether a base touches another's flank or rear, with any edge or with a front askew."""
    if not near(base, foe):
        return False
    beyond: tuple[Edge, ...] = ("left", "right", "rear")
    if any(shared_edge(base, its, foe, edge) > TOLERANCE for its in EDGES for edge in beyond):
        return True
    met = edges_met(base, foe)
    return bool(met) and met[0] != "front"


def overlaps_at(table: Table, unit: Unit, base: Base, enemy: str) -> bool:
    """Say whether a unit would overlap an enemy from where a base stands.

    It stands in line beside a friend who fights that enemy in front, and reaches past its side.

    Args:
        table: As it stands.
        unit: Who would stand there.
        base: Where.
        enemy: Whom it would overlap.
    """
    foe = table.units.get(enemy)
    if foe is None or foe.side == unit.side or not may_overlap(unit):
        return False
    return any(
        overlaps_beside(base, base_of(friend), base_of(foe)) is not None
        for friend in _fighters(table, enemy)
    )


def overlaps_anybody(table: Table, unit: Unit, base: Base) -> bool:
    """Say whether a unit would overlap an enemy from where a base stands."""
    foes = {one.one for one in table.contacts} | {one.two for one in table.contacts}
    return any(overlaps_at(table, unit, base, key) for key in foes)


def _fighters(table: Table, enemy: str) -> tuple[Unit, ...]:
    """Return who is in melee with a unit."""
    keys = (one.two if one.one == enemy else one.one for one in contacts_of(table, enemy))
    return tuple(table.units[key] for key in keys if key in table.units)
