"""What lies where: the units of a view sorted into piles, and their counters' faces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.places import BOX, carrier_of, is_aboard, is_on_map
from engine.war_of_the_pacific.roster import Kind, UnitType
from engine.war_of_the_pacific.state import Table, Unit
from render.counters import CounterFace

MINUS = "–"
"""An en dash: the font of the counters has no minus sign."""


class Sort(IntEnum):
    """The kinds of pile, in the order in which a hex shows them."""

    LAND = 0
    PORT = 1
    SEA = 2
    FORT = 3
    COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Pile:
    """Units of one side and sort in one place, the one on top first."""

    place: str
    side: str
    sort: Sort
    units: tuple[Unit, ...]
    faces: tuple[CounterFace, ...]


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def _ship_symbol(kind: UnitType) -> str:
    if kind.kind is Kind.TRANSPORT:
        return "transport"
    if not kind.armour:
        return "wooden"
    # Slow and armoured: the two monitors that Peru bought from the United States.
    return "monitor" if kind.speed <= -2 else "ironclad"


def face_of(unit: Unit, cargo: int = 0) -> CounterFace:
    """Return the face of a unit's counter as it lies now; *cargo* is what it carries."""
    kind = printed(unit)
    if kind.kind is Kind.SUPPLY:
        return CounterFace(kind.nation, "supply", "", "", 1, 1)
    if kind.is_naval:
        values = _signed(kind.speed)
        if kind.kind is Kind.WARSHIP:
            values = f"{kind.gunfire} {kind.armour} {values}"
        return CounterFace(
            # A captured ship flies its captor's flag (10.1).
            unit.nation or kind.nation,
            _ship_symbol(kind),
            kind.short,
            values,
            unit.steps,
            kind.steps,
            afloat=True,
            cargo=cargo,
        )
    values = _signed(kind.modifier) if kind.modifier else ""
    if kind.kind is Kind.FORT and kind.anti_ship is not None:
        values = f"{kind.anti_ship} {values}".strip()
    return CounterFace(kind.nation, kind.kind.value, kind.short, values, unit.steps, kind.steps)


def sort_of(unit: Unit) -> Sort:
    """Return which pile a unit lies in."""
    kind = printed(unit)
    if kind.kind is Kind.SUPPLY:
        return Sort.COLUMNS
    if kind.kind is Kind.FORT:
        return Sort.FORT
    if kind.is_naval:
        return Sort.PORT if unit.in_port or unit.at == BOX else Sort.SEA
    return Sort.LAND


_ARM = {Kind.WARSHIP: 0, Kind.INFANTRY: 0, Kind.ARTILLERY: 1, Kind.CAVALRY: 2, Kind.TRANSPORT: 3}


def rank(unit: Unit) -> tuple[int, int, int, int, str]:
    """Order a pile: the arm first, then the strongest."""
    kind = printed(unit)
    worth = kind.gunfire + 2 * kind.armour + kind.modifier
    return _ARM.get(kind.kind, 4), -worth, -unit.steps, -kind.steps, unit.id


def cargoes(table: Table) -> Mapping[str, tuple[Unit, ...]]:
    """Return what each ship carries."""
    found: dict[str, list[Unit]] = defaultdict(list)
    for unit in table.units.values():
        if is_aboard(unit.at):
            found[carrier_of(unit.at)].append(unit)
    return {ship: tuple(sorted(units, key=rank)) for ship, units in sorted(found.items())}


def piles(table: Table) -> Mapping[str, tuple[Pile, ...]]:
    """Return every place's piles: sides in turn, sorts in their order."""
    loads = cargoes(table)
    heaps: dict[tuple[str, str, Sort], list[Unit]] = defaultdict(list)
    for unit in table.units.values():
        if is_on_map(unit.at):
            heaps[unit.at, unit.side, sort_of(unit)].append(unit)
    found: dict[str, list[Pile]] = defaultdict(list)
    for place, side, sort in sorted(heaps):
        units = tuple(sorted(heaps[place, side, sort], key=rank))
        faces = tuple(face_of(unit, len(loads.get(unit.id, ()))) for unit in units)
        found[place].append(Pile(place, side, sort, units, faces))
    return {place: tuple(heap) for place, heap in found.items()}


def picked(heap: Sequence[Pile], units: frozenset[str]) -> tuple[Pile, ...]:
    """Return a place's piles with the counters of *units* only."""
    found = []
    for pile in heap:
        kept = [
            (unit, face)
            for unit, face in zip(pile.units, pile.faces, strict=True)
            if unit.id in units
        ]
        if kept:
            of, faces = zip(*kept, strict=True)
            found.append(replace(pile, units=of, faces=faces))
    return tuple(found)
