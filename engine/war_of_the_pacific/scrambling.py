"""Other worlds that look the same to one viewer: only the secrets of others are rewritten."""

from __future__ import annotations

from dataclasses import replace

from engine.dice import Dice
from engine.kit.scrambling import pick, scrambled, shuffled, some
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_ship
from engine.war_of_the_pacific.standing_orders.giving import another, drawn
from engine.war_of_the_pacific.state import Order, Secrets, State, Table

MOST = 5
"""Orders that a drawn world has at most."""


def scramble(state: State, viewer: str | None, wanted: int = 1) -> tuple[State, ...]:
    """Return *state* with the orders, courses and standing orders of all others changed."""
    return scrambled(state, viewer, _other_secrets, _drawn_secrets, wanted)


def _drawn_secrets(dice: Dice, table: Table, seat: str, own: Secrets) -> Secrets:
    """Return what a side may just as well have in mind."""
    areas = tuple(load_board().areas)
    units = table.units.values()
    ships = tuple(unit.id for unit in units if unit.side == seat and is_ship(unit))
    orders = tuple(
        Order(own.numbered + number, table.turn + 1, pick(dice, areas), (ship,))
        for number, ship in enumerate(shuffled(dice, some(dice, ships))[:MOST], start=1)
    )
    return Secrets(
        orders=orders,
        numbered=own.numbered + len(orders),
        ask_within=pick(dice, (None, 0, 2, 5)),
        standing=drawn(dice, table.turn),
    )


def _other_secrets(table: Table, seat: str, own: Secrets) -> Secrets:
    areas = tuple(load_board().areas)
    turned = tuple(
        replace(order, area=areas[(areas.index(order.area) + 5) % len(areas)])
        for order in own.orders
    )
    if not turned:
        ships = [unit.id for unit in table.units.values() if unit.side == seat and is_ship(unit)]
        turned = (Order(own.numbered + 1, table.turn + 1, areas[0], tuple(ships[:1])),)
    else:
        turned = turned[1:]
    return Secrets(
        orders=turned,
        numbered=own.numbered + 3,
        course=(),
        ask_within=3 if own.ask_within is None else None,
        standing=another(own.standing),
    )
