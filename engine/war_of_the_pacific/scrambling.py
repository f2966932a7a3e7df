"""Another world that looks the same to one viewer: only the secrets of others are rewritten."""

from __future__ import annotations

from dataclasses import replace

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.standing.giving import another
from engine.war_of_the_pacific.state import Order, Secrets, State, Table
from engine.war_of_the_pacific.survey import is_ship


def scramble(state: State, viewer: str | None) -> State:
    """Return *state* with the orders, courses and standing orders of all others changed."""
    secrets = {
        seat: own if seat == viewer else _other_secrets(state.table, seat, own)
        for seat, own in state.secrets.items()
    }
    return replace(state, secrets=secrets)


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
