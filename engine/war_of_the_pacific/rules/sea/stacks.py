"""Ships that sail together: the stacks of a side whose voyage is still to come (7.2).

Rules:
    7.2.must; WP-R30 (each part of an order sails by itself), WP-R32 (ships without an order in port
    stay there).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.war_of_the_pacific.state import Order, Unit, View
from engine.war_of_the_pacific.survey import fleet


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
    for unit in fleet(view.table.units, view.viewer or ""):
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
