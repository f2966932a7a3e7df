"""Ships on the map: which there are, where they lie, what supplies them.

The functions read units and control only, from a table at rest or from a play under way.

Rules:
    2.4 (ports), 7.2, 7.8 (a column in the port left), WP-R26, WP-R30 (stacks of one order).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from engine.playdata import per_data
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX, aboard, is_on_map
from engine.war_of_the_pacific.roster import Kind, UnitType, load_roster
from engine.war_of_the_pacific.state import CHILE, Order, Unit, View
from engine.war_of_the_pacific.survey import Cities, serves
from engine.war_of_the_pacific.switches import Settings


class Scene(Cities, Protocol):
    """A table or a play: both hold counters and control of cities, and know the settings."""

    @property
    def settings(self) -> Settings:
        """What the table chose when the campaign was created."""
        ...


@per_data()
def card(unit_id: str) -> UnitType:
    """Return what is printed on a ship (or another counter that is no Supply Column)."""
    return load_roster().units[unit_id]


@per_data()
def _ship_ids() -> tuple[str, ...]:
    return tuple(one.id for one in load_roster().units.values() if one.is_naval)


@per_data()
def is_warship_id(unit_id: str) -> bool:
    """Say whether a counter is a warship."""
    return not unit_id.startswith("sc") and card(unit_id).kind is Kind.WARSHIP


@per_data()
def _port_hexes() -> frozenset[str]:
    return frozenset(hex_id for hex_id, city in load_board().cities.items() if city.port)


def fleet(scene: Scene, side: str) -> Iterator[Unit]:
    """Yield the ships of a side that are on the map."""
    units = scene.units
    for ship in _ship_ids():
        unit = units.get(ship)
        if unit is not None and unit.side == side and is_on_map(unit.at):
            yield unit


def warships_at(scene: Scene, place: str, side: str) -> tuple[Unit, ...]:
    """Return the warships of a side at a place, in port or not."""
    return tuple(unit for unit in fleet(scene, side) if unit.at == place and is_warship_id(unit.id))


def is_friendly_port(scene: Scene, place: str, side: str) -> bool:
    """Say whether *place* is a port that serves *side*; the box is Chile's (2.4, WP-R90)."""
    if place == BOX:
        return side == CHILE
    return place in _port_hexes() and serves(scene, place, side)


def friendly_ports(scene: Scene, side: str) -> tuple[str, ...]:
    """Return all ports that serve a side, the box first."""
    held = tuple(place for place in sorted(_port_hexes()) if serves(scene, place, side))
    return (BOX, *held) if side == CHILE else held


def homes(scene: Scene, side: str) -> tuple[str, ...]:
    """Return the ports to which ships of a side return that have no order.

    Rules:
        7.2.return; WP-E2 (any friendly port, or for Chile its box alone), WP-R3.
    """
    if side == CHILE and scene.settings.follows("orderless_ships") == "es":
        return (BOX,)
    return friendly_ports(scene, side)


def blockaders(scene: Scene, place: str, side: str) -> tuple[Unit, ...]:
    """Return the warships of *side* that blockade the port at *place*: at sea in its hex (7.6)."""
    if place == BOX:
        return ()
    return tuple(unit for unit in warships_at(scene, place, side) if not unit.in_port)


def provisions(scene: Scene, place: str, side: str) -> str | None:
    """Return the Supply Column a stack leaving the port of *place* uses up, or None.

    Any column of the place will do; a Bolivian one is the last to go (7.8, WP-R26).
    """
    found = None
    for unit in scene.units.values():
        if unit.at == place and unit.side == side and unit.id.startswith("sc"):
            if unit.nation != "bolivia":
                return unit.id
            found = unit.id
    return found


def cargo_of(scene: Scene, ship: str) -> tuple[Unit, ...]:
    """Return what a transport carries."""
    hold = aboard(ship)
    return tuple(unit for unit in scene.units.values() if unit.at == hold)


@dataclass(frozen=True, slots=True)
class Stack:
    """Ships that sail together: those of one order, or of none, lying at one place."""

    order: Order | None
    place: str
    in_port: bool
    ships: tuple[Unit, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its ships."""
        return tuple(unit.id for unit in self.ships)

    @property
    def area(self) -> str:
        """The ordered naval area, or "" for ships that return to port."""
        return self.order.area if self.order else ""


def order_of(view: View, ship: str) -> Order | None:
    """Return the viewer's order under which a ship sails this turn."""
    if view.own is None:
        return None
    for order in view.own.orders:
        if order.turn == view.table.turn and ship in order.ships:
            return order
    return None


def stacks_to_sail(view: View) -> list[Stack]:
    """Return the viewer's stacks whose voyage is still to come this turn.

    Those with an order come first, part by part where its ships have come apart (WP-R30); then
    ships at sea without an order, hex by hex. Ships without an order in port stay (WP-R32).
    """
    orders = view.own.orders if view.own else ()
    sailing = {
        ship: order for order in orders if order.turn == view.table.turn for ship in order.ships
    }
    groups: dict[tuple[int, str, bool], list[Unit]] = {}
    for unit in fleet(view.table, view.viewer or ""):
        if unit.sailed or unit.fresh:
            continue
        order = sailing.get(unit.id)
        if order is None and unit.in_port:
            continue
        groups.setdefault((order.number if order else 0, unit.at, unit.in_port), []).append(unit)
    by_number = {order.number: order for order in sailing.values()}
    found = [
        Stack(by_number.get(number), place, in_port, tuple(units))
        for (number, place, in_port), units in groups.items()
    ]
    return sorted(found, key=lambda stack: stack.order is None)
