"""Questions about a table that several chapters ask: who is where, and what is friendly.

All functions are pure and take the public :class:`Table` only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from engine.war_of_the_pacific.board import load_board, load_first_points
from engine.war_of_the_pacific.places import BOX, aboard
from engine.war_of_the_pacific.roster import Kind, UnitType, is_supply, load_roster
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import ALLIES, CHILE, Table, Unit

LAND_KINDS = frozenset((Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY, Kind.FORT))
SHIP_KINDS = frozenset((Kind.WARSHIP, Kind.TRANSPORT))


def printed(unit: Unit | str) -> UnitType:
    """Return what is printed on a counter."""
    roster = load_roster()
    if isinstance(unit, str):
        return roster.supply("peru") if is_supply(unit) else roster.units[unit]
    return roster.supply(unit.nation) if is_supply(unit.id) else roster.units[unit.id]


def is_column(unit: Unit) -> bool:
    """Say whether *unit* is a Supply Column."""
    return unit.id.startswith("sc")


def is_ship(unit: Unit) -> bool:
    """Say whether *unit* is a naval unit."""
    return printed(unit).kind in SHIP_KINDS


def is_warship(unit: Unit) -> bool:
    """Say whether *unit* is a warship."""
    return printed(unit).kind is Kind.WARSHIP


def is_transport(unit: Unit) -> bool:
    """Say whether *unit* is a transport."""
    return printed(unit).kind is Kind.TRANSPORT


def is_captured(unit: Unit) -> bool:
    """Say whether *unit* is a ship that sails for the side it was taken by (10.1)."""
    return is_ship(unit) and unit.side != printed(unit).side


def is_fort(unit: Unit) -> bool:
    """Say whether *unit* is a fort."""
    return printed(unit).kind is Kind.FORT


def is_land_unit(unit: Unit) -> bool:
    """Say whether *unit* is a land unit: forts are (WP-R37), Supply Columns are not (8.12)."""
    return printed(unit).kind in LAND_KINDS


def units_at(
    table: Table, place: str, side: str, fits: Callable[[Unit], bool] | None = None
) -> tuple[Unit, ...]:
    """Return *side*'s units at *place* that fit, in id order of the table."""
    return tuple(
        unit
        for unit in table.units.values()
        if unit.at == place and unit.side == side and (fits is None or fits(unit))
    )


def land_units(table: Table, place: str, side: str) -> tuple[Unit, ...]:
    """Return *side*'s land units (forts included) at *place*."""
    return units_at(table, place, side, is_land_unit)


def columns(table: Table, place: str, side: str) -> tuple[Unit, ...]:
    """Return *side*'s Supply Columns at *place*."""
    return units_at(table, place, side, is_column)


def ships_at(
    table: Table, place: str, side: str, *, in_port: bool | None = None
) -> tuple[Unit, ...]:
    """Return *side*'s ships at *place*, in port, at sea, or either."""
    return units_at(
        table,
        place,
        side,
        lambda unit: is_ship(unit) and (in_port is None or unit.in_port is in_port),
    )


def cargo(table: Table, ship: str) -> tuple[Unit, ...]:
    """Return what a transport carries."""
    place = aboard(ship)
    return tuple(unit for unit in table.units.values() if unit.at == place)


def load_of(units: Iterable[Unit]) -> int:
    """Return the transport space of *units* in steps: a Supply Column counts two (7.1)."""
    return sum(2 if is_column(unit) else unit.steps for unit in units)


def controller(table: Table, hex_id: str) -> str:
    """Return the side that holds the city of a hex, "" where there is none (WP-R21)."""
    return table.control.get(hex_id, "")


class Cities(Protocol):
    """A table or a play: who holds which city, and who stands in it."""

    @property
    def units(self) -> Mapping[str, Unit]:
        """The counters by id."""
        ...

    @property
    def control(self) -> Mapping[str, str]:
        """The side holding each city, by hex."""
        ...

    @property
    def refuges(self) -> tuple[str, ...]:
        """Cities in which beaten units may stand that have not taken them."""
        ...


def is_refuge(scene: Cities, place: str) -> bool:
    """Say whether beaten units stand in a city of the enemy's that they have not taken (WP-R90)."""
    if place not in scene.refuges:
        return False
    holder = scene.control.get(place)
    there = [unit for unit in scene.units.values() if unit.at == place and is_land_unit(unit)]
    return any(unit.side != holder for unit in there)


def serves(scene: Cities, place: str, side: str) -> bool:
    """Say whether *side* holds a city and can use it: not while beaten enemies stand in it."""
    return scene.control.get(place) == side and not is_refuge(scene, place)


def friendly_port(table: Table, place: str, side: str) -> bool:
    """Say whether *place* is a port that serves *side*; the box is Chile's port (2.4, WP-R90)."""
    if place == BOX:
        return side == CHILE
    city = load_board().cities.get(place)
    return city is not None and city.port and serves(table, place, side)


def friendly_ports(table: Table, side: str) -> tuple[str, ...]:
    """Return all ports that serve *side*, the box first for Chile."""
    held = tuple(
        hex_id
        for hex_id, city in load_board().cities.items()
        if city.port and serves(table, hex_id, side)
    )
    return (BOX, *held) if side == CHILE else held


def victory_points(table: Table) -> int:
    """Return Chile's victory points: held objectives plus the bonus of 5.5 (5.1)."""
    points = city_points(table)
    return table.bonus + sum(
        points.get(hex_id, 0) for hex_id, side in table.control.items() if side == CHILE
    )


def city_points(table: Table) -> Mapping[str, int]:
    """Return what Chile gains at this table for each city that is worth anything (5.1)."""
    return table.worth or load_first_points()


def stacking_limit(table: Table, hex_id: str) -> int:
    """Return how many land units one side may keep in a hex (8.1)."""
    limits = scenario_for(table.settings).stacking
    fort = any(unit.at == hex_id and is_fort(unit) for unit in table.units.values())
    return limits.with_fort if fort else limits.units


def side_of_nation(nation: str) -> str:
    """Return the side a nation plays on."""
    return CHILE if nation == "chile" else ALLIES
