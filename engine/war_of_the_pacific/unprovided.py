"""Columns that will be missing for those who are to sail, and what is done instead (7.8).

Rules:
    7.8, 7.8.none; WP-R31 (a stack that lies in its ordered area needs none).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.api import Action, Text, Warned
from engine.kit.verbs import filled_list
from engine.war_of_the_pacific.actions import (
    Build,
    Rebuild,
    Recruit,
    Replenish,
    Settle,
    WriteOrder,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column
from engine.war_of_the_pacific.options import fits_option, stack_option, unit_option
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import place_term
from engine.war_of_the_pacific.rules.administration.naval_orders import sailing_turn
from engine.war_of_the_pacific.rules.administration.supply_received import named_cities
from engine.war_of_the_pacific.rules.sea.sailing import orders_without
from engine.war_of_the_pacific.rules.sea.stacks import stacks_to_sail
from engine.war_of_the_pacific.rules.supply.columns import (
    column_groups,
    one_a_place,
    usable_columns,
)
from engine.war_of_the_pacific.rules.supply.replenishing import options_replenish
from engine.war_of_the_pacific.state import Order, Phase, View
from engine.war_of_the_pacific.survey import cargo_of, columns_at, is_friendly_port

Filled = tuple[tuple[str, str], ...]

_PROVIDING = frozenset((Phase.PLAN, Phase.ADMIN, Phase.SUPPLY, Phase.NAVAL))
"""The phases in which columns are counted for those who sail in this turn."""


def missing_columns(view: View) -> Counter[str]:
    """Return how many columns each port lacks for the viewer's stacks that are to leave it."""
    leaving = Counter(
        stack.place
        for stack in stacks_to_sail(view)
        if stack.order and stack.in_port and load_board().area_of(stack.place) != stack.area
    )
    side = view.viewer or ""
    return Counter(
        {
            place: max(0, n - len(columns_at(view.table.units, place, side)))
            for place, n in leaving.items()
        }
    )


def unprovided(view: View, action: Action, after: View) -> Iterator[Warned]:
    """Yield the ports in which too few columns would be left for those who are to sail (7.8).

    Args:
        view: Before what is to be done.
        action: What is to be done.
        after: The view after it, as far as that is certain.
    """
    if view.table.phase not in _PROVIDING or view.table.phase is not after.table.phase:
        return
    lacking = _more_lacking(view, after)
    mends = _spending_others(view, action) if lacking else iter(())
    if lacking and isinstance(action, WriteOrder):
        mends = _ordering_otherwise(view, action)
    for place, n in lacking.items():
        text = Text("warn.provisions", {"place": place_term(place), "n": n})
        filled = next(mends, None)
        yield Warned(text) if filled is None else Warned(text, action.kind, filled)


def _more_lacking(view: View, after: View) -> Counter[str]:
    """Return how many columns more each port lacks afterwards, and gets no others in time."""
    found = missing_columns(after) - missing_columns(view)
    if view.table.phase is Phase.PLAN:  # columns come there before anybody sails
        return Counter({place: n for place, n in found.items() if place not in _receiving()})
    return found


def _spending_others(view: View, action: Action) -> Iterator[Filled]:
    """Yield the fields of the same action, paid with columns that nobody needs who is to sail."""
    match action:
        case Replenish(unit=unit):
            groups = options_replenish(view, "column", {"unit": unit})
            kept: Filled = (("unit", unit),)
        case Rebuild(unit=unit, to=to) | Recruit(unit=unit, to=to):
            groups = map(unit_option, one_a_place(usable_columns(view.table, view.viewer or "")))
            kept = (("unit", unit), ("to", to))
        case Build(ship=ship, columns=columns, to=to):
            groups = column_groups(view, len(columns))
            kept = (("ship", ship), ("to", to))
        case Settle(columns=columns):
            groups, kept = column_groups(view, len(columns)), ()
        case _:
            return
    field = "columns" if isinstance(action, Build | Settle) else "column"
    for option in groups:
        spent = filled_list({field: option.value}, field)
        left = {name: unit for name, unit in view.table.units.items() if name not in spent}
        after = replace(view, table=replace(view.table, units=left))
        if not _more_lacking(view, after):
            yield (*kept, (field, option.value))


def _ordering_otherwise(view: View, action: WriteOrder) -> Iterator[Filled]:
    """Yield the fields of an order that its ships can sail: with others as one, or where they are.

    Who sails to the same area from the same port as one stack needs one column (7.8).
    """
    table, own, turn = view.table, view.own, sailing_turn(view.table)
    assert own is not None
    port = table.units[action.ships[0]].at
    joined = [
        (*action.ships, *(ship for ship in order.ships if ship not in action.ships))
        for order in own.orders
        if (order.turn, order.area) == (turn, action.area)
        and all(table.units[ship].at == port for ship in order.ships)
    ]
    here = load_board().area_of(port) or ""
    for ships, area in (*((ships, action.area) for ships in joined), (action.ships, here)):
        option = stack_option([table.units[ship] for ship in ships])
        kept = orders_without(own.orders, ships, turn)
        orders = (*kept, Order(own.numbered + 1, turn, area, ships))
        after = replace(view, own=replace(own, orders=orders))
        if area and fits_option(option) and not _more_lacking(view, after):
            yield ("ships", option.value), ("area", area)


def _receiving() -> frozenset[str]:
    """Return the places to which Supply Columns come in every turn (4.1 I)."""
    return frozenset((BOX, *named_cities().values()))


def no_way_out(view: View, place: str, ships: Iterable[str]) -> bool:
    """Say whether ships that put in at a port can leave it only once a column comes to it (7.8)."""
    table, side = view.table, view.viewer or ""
    return (
        is_friendly_port(table, place, side)
        and place not in _receiving()
        and not columns_at(table.units, place, side)
        and not any(is_column(unit) for ship in ships for unit in cargo_of(table.units, ship))
    )
