"""The table in words: everything a map picture says, for those who read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.api import Term, Text
from engine.kit.parsing import folded
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import (
    is_captured,
    is_column,
    is_ship,
    is_transport,
    printed,
)
from engine.war_of_the_pacific.places import BOX, DEAD, POOL, aboard, is_on_map, on_track
from engine.war_of_the_pacific.play import place_term, seat_term
from engine.war_of_the_pacific.rules.victory.points import victory_points
from engine.war_of_the_pacific.standing_orders import giving
from engine.war_of_the_pacific.state import SEATS, Table, Unit, View
from engine.war_of_the_pacific.survey import is_refuge

AROUND = 3
"""How many hexes round a hex are told."""


def orders(view: View) -> tuple[Text, ...]:
    """Return the viewer's NADC orders, a line each, and their standing orders."""
    if view.own is None:
        return ()
    lines = (
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
    return (*lines, *giving.lines(view))


def describe(view: View, where: str = "") -> tuple[Text, ...]:
    """Return points, held cities and every stack, within *where*.

    Args:
        view: What may be told.
        where: A naval area ("VI"), the box, or a hex or city ("3116", "la_paz") with what lies up
            to :data:`AROUND` hexes from it; "" is everything, units waiting off the map included.
    """
    table = view.table
    inside = _filter(where)
    lines = [*_cities(table, inside), *describe_stacks(table, inside)]
    if not where:
        return (*_score(table), *lines, *_off_map(table))
    return tuple(lines) or (Text("describe.nothing", {}),)


def _filter(where: str) -> Callable[[str], bool]:
    board = load_board()
    if not where:
        return lambda place: True
    area = where.strip().upper()
    if area in board.areas:
        hexes = board.areas[area].hexes
        return lambda place: place in hexes
    if folded(where) in ("box", "chile holding box", "cajetin chile"):
        return lambda place: place == BOX
    centre = where.strip() if where.strip() in board.hexes else _city_hex(where)
    return lambda place: (
        place in board.hexes and centre != "" and board.grid.distance(place, centre) <= AROUND
    )


def _city_hex(name: str) -> str:
    """Return the hex of a city given by its key or name, "" if there is none such."""
    word = folded(name)
    for hex_id, city in load_board().cities.items():
        if word in (folded(city.key), folded(city.name), folded(city.name_es)):
            return hex_id
    return ""


def _score(table: Table) -> Iterator[Text]:
    yield Text("describe.points", {"n": victory_points(table)})
    if table.bonus:
        yield Text("describe.bonus", {"n": table.bonus})
    if table.bolivia_out:
        yield Text("describe.bolivia", {})
    for side in SEATS:
        prizes = tuple(
            Term("unit", unit.id)
            for unit in table.units.values()
            if unit.side == side and is_captured(unit)
        )
        if prizes:
            yield Text("describe.captured", {"seat": seat_term(side), "ships": prizes})
    if table.machines:
        ports = tuple(map(place_term, table.machines))
        yield Text("describe.machines", {"places": ports})


def _cities(table: Table, inside: Callable[[str], bool]) -> Iterator[Text]:
    for side in SEATS:
        held = tuple(
            place_term(hex_id)
            for hex_id, holder in table.control.items()
            if holder == side and inside(hex_id)
        )
        if held:
            yield Text("describe.cities", {"seat": seat_term(side), "cities": held})
    refuges = tuple(
        place_term(one) for one in table.refuges if inside(one) and is_refuge(table, one)
    )
    if refuges:
        yield Text("describe.refuges", {"cities": refuges})


def describe_stacks(table: Table, inside: Callable[[str], bool]) -> Iterator[Text]:
    """Tell each place with units in it: land units, columns, ships and what they carry."""
    places: dict[str, list[Unit]] = {}
    for unit in table.units.values():
        if is_on_map(unit.at):
            places.setdefault(unit.at, []).append(unit)
    for place in sorted(places):
        if inside(place):
            for side in SEATS:
                stack = [unit for unit in places[place] if unit.side == side]
                yield from _stack(table, side, place, stack)


def _stack(table: Table, side: str, place: str, stack: list[Unit]) -> Iterator[Text]:
    who, where = seat_term(side), place_term(place)
    ships = [unit for unit in stack if is_ship(unit)]
    land = [unit for unit in stack if not is_ship(unit) and not is_column(unit)]
    for code, units in (
        ("describe.land", land),
        ("describe.in_port", [unit for unit in ships if unit.in_port]),
        ("describe.at_sea", [unit for unit in ships if not unit.in_port]),
    ):
        if units:
            yield Text(code, {"seat": who, "place": where, "units": tuple(map(_named, units))})
    columns = len(stack) - len(land) - len(ships)
    if columns:
        yield Text("describe.columns", {"seat": who, "place": where, "n": columns})
    for ship in ships:
        carried = _at(table, aboard(ship.id), side) if is_transport(ship) else ()
        if carried:
            name = Term("unit", ship.id)
            yield Text(
                "describe.aboard", {"seat": who, "ship": name, "units": tuple(map(_named, carried))}
            )


def _off_map(table: Table) -> Iterator[Text]:
    """Tell who is expected back, who may be raised and who is eliminated."""
    for side in SEATS:
        who = seat_term(side)
        for turn in range(1, 24):
            units = tuple(map(_named, _at(table, on_track(turn), side)))
            if units:
                yield Text("describe.track", {"seat": who, "turn": turn, "units": units})
        pool = tuple(
            Term("unit", unit.id)
            for unit in _at(table, POOL, side)
            if not is_column(unit) and printed(unit).arrives <= table.turn
        )
        if pool:
            yield Text("describe.pool", {"seat": who, "units": pool})
        dead = tuple(Term("unit", unit.id) for unit in _at(table, DEAD, side))
        if dead:
            yield Text("describe.dead", {"seat": who, "units": dead})


def _at(table: Table, place: str, side: str) -> Iterable[Unit]:
    return [unit for unit in table.units.values() if unit.at == place and unit.side == side]


def _named(unit: Unit) -> Term:
    """Return a unit as a word that says when it has lost a step."""
    if is_column(unit) or unit.steps >= printed(unit).steps:
        return Term("unit", unit.id)
    return Term("weakened", unit.id)
