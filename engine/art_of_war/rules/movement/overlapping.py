"""Where a unit stands so that it overlaps an enemy who fights a friend (8.overlap).

Rules:
    5.clumsy.contact, 5.difficult.contact, 8.overlap; ADG-R26, ADG-R41.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.art_of_war.plane.contact import overlaps_beside
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.state import Table, Unit, contacts_of
from engine.art_of_war.survey import base_of, profile_of, type_of
from engine.art_of_war.troops import TroopType


def may_overlap(unit: Unit) -> bool:
    """Say whether a unit ever overlaps: elephants and camels do not (8.overlap.beasts)."""
    return type_of(unit) is not TroopType.EL and not profile_of(unit).camels


def overlaps_at(
    table: Table, unit: Unit, base: Base, enemy: str, without: Collection[str] = ()
) -> bool:
    """Say whether a unit would overlap an enemy from where a base stands.

    It stands in line beside a friend who fights that enemy in front, and reaches past its side.

    Args:
        table: As it stands.
        unit: Who would stand there.
        base: Where.
        enemy: Whom it would overlap.
        without: Friends who do not count, since they move too.
    """
    foe = table.units.get(enemy)
    if foe is None or foe.side == unit.side or not may_overlap(unit):
        return False
    return any(
        overlaps_beside(base, base_of(friend), base_of(foe)) is not None
        for friend in _fighters(table, enemy)
        if friend.id not in without
    )


def overlaps_anybody(table: Table, unit: Unit, base: Base, without: Collection[str] = ()) -> bool:
    """Say whether a unit would overlap an enemy from where a base stands."""
    foes = {one.one for one in table.contacts} | {one.two for one in table.contacts}
    return any(overlaps_at(table, unit, base, key, without) for key in foes)


def _fighters(table: Table, enemy: str) -> tuple[Unit, ...]:
    """Return who is in melee with a unit."""
    keys = (one.two if one.one == enemy else one.one for one in contacts_of(table, enemy))
    return tuple(table.units[key] for key in keys if key in table.units)
