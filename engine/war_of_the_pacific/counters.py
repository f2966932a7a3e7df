"""What a counter is: every question that is asked of it alone, wherever it stands.

Each takes a unit or its id: what is printed on a counter tells it, and of a Supply Column the id.

Rules:
    2.5, 2.6, 2.7; WP-R37 (forts), 8.12 (columns are no land units).
    Also 7.1.column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.roster import (
    LAND_KINDS,
    NAVAL_KINDS,
    Kind,
    UnitType,
    is_supply,
    load_roster,
)
from engine.war_of_the_pacific.scenario import ship_numbers
from engine.war_of_the_pacific.state import Unit

Counters = Mapping[str, Unit]
"""The counters of a table by id; in the middle of an action those of the working copy."""

MARCHING = (LAND_KINDS - {Kind.FORT}) | {Kind.SUPPLY}


class _Kinds(dict[str, Kind]):
    """The kind of every counter by id, of Supply Columns as they are asked for."""

    def __missing__(self, unit_id: str) -> Kind:
        if not is_supply(unit_id):
            raise KeyError(unit_id)
        return self.setdefault(unit_id, Kind.SUPPLY)


@cached_per_data()
def _kinds() -> Mapping[str, Kind]:
    return _Kinds({card.id: card.kind for card in load_roster().of()})


@cached_per_data()
def land_ids() -> frozenset[str]:
    """Return the ids of all land units: for whom :func:`is_land_unit` takes too long."""
    return frozenset(card.id for card in load_roster().of() if card.is_land)


@cached_per_data()
def ship_ids() -> tuple[str, ...]:
    """Return the ids of all ships, in the order of the roster."""
    return tuple(card.id for card in load_roster().of() if card.is_naval)


def printed(unit: Unit | str) -> UnitType:
    """Return what is printed on a counter."""
    roster = load_roster()
    if isinstance(unit, str):
        return roster.supply("peru") if is_supply(unit) else roster.units[unit]
    return roster.supply(unit.nation) if is_supply(unit.id) else roster.units[unit.id]


def kind_of(unit: Unit | str) -> Kind:
    """Return the type of a counter; a Supply Column's is :attr:`Kind.SUPPLY`."""
    return _kinds()[unit if isinstance(unit, str) else unit.id]


def is_column(unit: Unit | str) -> bool:
    """Say whether it is a Supply Column."""
    return is_supply(unit if isinstance(unit, str) else unit.id)


def is_land_unit(unit: Unit | str) -> bool:
    """Say whether it is a land unit: a fort is one (WP-R37), a Supply Column is not (8.12)."""
    return (unit if isinstance(unit, str) else unit.id) in land_ids()


def is_fort(unit: Unit | str) -> bool:
    """Say whether it is a fort."""
    return kind_of(unit) is Kind.FORT


def is_mobile(unit: Unit | str) -> bool:
    """Say whether it is a land unit that can move, retreat and attack: a fort cannot (WP-R37)."""
    kind = kind_of(unit)
    return kind in LAND_KINDS and kind is not Kind.FORT


def can_march(unit: Unit | str) -> bool:
    """Say whether it is of a kind that marches: land units but forts, and columns (8.2, 8.5)."""
    return kind_of(unit) in MARCHING


def is_ship(unit: Unit | str) -> bool:
    """Say whether it is a naval unit."""
    return kind_of(unit) in NAVAL_KINDS


def is_warship(unit: Unit | str) -> bool:
    """Say whether it is a warship."""
    return kind_of(unit) is Kind.WARSHIP


def is_transport(unit: Unit | str) -> bool:
    """Say whether it is a transport."""
    return kind_of(unit) is Kind.TRANSPORT


def is_captured(unit: Unit) -> bool:
    """Say whether it is a ship that sails for the side it was taken by (10.1)."""
    return is_ship(unit) and unit.side != printed(unit).side


def load_of(units: Iterable[Unit]) -> int:
    """Return the room that units take aboard, in steps (7.1)."""
    return sum(ship_numbers().column_load if is_column(unit) else unit.steps for unit in units)
