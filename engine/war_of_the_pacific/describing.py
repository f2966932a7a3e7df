"""The table in words: everything a map picture says, for those who read it."""

from __future__ import annotations

from collections.abc import Callable

from engine.api import Term, Text
from engine.war_of_the_pacific.board import BOX, load_board
from engine.war_of_the_pacific.play import place_term, seat_term
from engine.war_of_the_pacific.state import SEATS, Table, Unit, View
from engine.war_of_the_pacific.survey import is_column, is_ship, victory_points

AROUND = 3
"""How many hexes round a hex are told."""


def orders(view: View) -> tuple[Text, ...]:
    """Return the viewer's NADC orders, a line each; none for the public."""
    if view.own is None:
        return ()
    return tuple(
        Text(
            "order.line",
            {
                "n": order.number,
                "turn": order.turn,
                "area": Term("area", order.area),
                "ships": tuple(Term("unit", ship) for ship in order.ships),
            },
        )
        for order in view.own.orders
    )


def describe(view: View, where: str = "") -> tuple[Text, ...]:
    """Return points, held cities and every stack, within *where*."""
    table = view.table
    inside = _filter(where)
    lines = [
        Text("describe.points", {"n": victory_points(table)}),
        *_cities(table, inside),
    ]
    for side in SEATS:
        lines += _stacks(table, side, inside)
    return tuple(lines)


def _filter(where: str) -> Callable[[str], bool]:
    board = load_board()
    if where in board.areas:
        hexes = board.areas[where].hexes
        return lambda place: place in hexes
    if where in board.hexes:
        return lambda place: place in board.hexes and board.grid.distance(place, where) <= AROUND
    return lambda place: True


def _cities(table: Table, inside: Callable[[str], bool]) -> list[Text]:
    lines = []
    for side in SEATS:
        held = tuple(
            place_term(hex_id)
            for hex_id, holder in table.control.items()
            if holder == side and inside(hex_id)
        )
        if held:
            lines.append(Text("describe.cities", {"seat": seat_term(side), "cities": held}))
    return lines


def _stacks(table: Table, side: str, inside: Callable[[str], bool]) -> list[Text]:
    places: dict[str, list[Unit]] = {}
    for unit in table.units.values():
        if unit.side == side and (unit.at == BOX or unit.at[0].isdigit() or unit.at[0] == "@"):
            at = unit.at if unit.at[0] != "@" else table.units[unit.at[1:]].at
            places.setdefault(at, []).append(unit)
    lines = []
    for place in sorted(places):
        if not inside(place):
            continue
        stack = places[place]
        lines.append(
            Text(
                "describe.stack",
                {
                    "seat": seat_term(side),
                    "place": place_term(place),
                    "units": tuple(Term("unit", unit.id) for unit in stack if not is_column(unit)),
                    "ships": sum(1 for unit in stack if is_ship(unit)),
                    "n": sum(1 for unit in stack if is_column(unit)),
                },
            )
        )
    return lines
