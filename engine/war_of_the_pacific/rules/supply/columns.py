"""Supply Columns (6.1): which may be spent, and what it means to spend them.

Rules:
    6.1, 6.1.keep; WP-R41 (any column on the map or in the box pays).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.api import Option, Refusal, Term, Text
from engine.data.cache import cached_per_data
from engine.kit.verbs import filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import (
    is_column,
    is_ship,
)
from engine.war_of_the_pacific.options import fits_option, stack_option
from engine.war_of_the_pacific.places import BOX, is_on_map, on_track
from engine.war_of_the_pacific.play import Play, place_term, seat_term
from engine.war_of_the_pacific.scenario import Prices, load_scenario, scenario_for
from engine.war_of_the_pacific.state import Table, Unit, View


def prices(table: Table) -> Prices:
    """Return what Supply Columns buy."""
    return scenario_for(table.settings).prices


def usable_columns(table: Table, side: str) -> tuple[Unit, ...]:
    """Return the side's columns that may be spent: on the map or in the box (WP-R41)."""
    return tuple(
        unit
        for unit in table.units.values()
        if unit.side == side and is_column(unit) and is_on_map(unit.at)
    )


def one_a_place(columns: Iterable[Unit]) -> Iterator[Unit]:
    """Return one column of each place: columns of a place are all alike."""
    seen = set()
    for unit in columns:
        if (unit.at, unit.nation) not in seen:
            seen.add((unit.at, unit.nation))
            yield unit


def column_reaches(a: str, b: str) -> bool:
    """Say whether a column in one place is near enough for a unit in the other (6.2)."""
    return a == b or b in _places_near(a)


@cached_per_data(maxsize=1024)
def _places_near(place: str) -> frozenset[str]:
    """Return the places from which a column reaches a unit; the box adjoins its exits."""
    board = load_board()
    found = {place}
    for _ in range(load_scenario().prices.replenish_range):
        for one in tuple(found):
            found.update(board.box_exits if one == BOX else board.neighbours(one))
            if one in board.box_exits:
                found.add(BOX)
    return frozenset(found)


def refuse_column(table: Table, side: str | None, column_id: str) -> list[Refusal]:
    """Return why a column cannot be spent."""
    unit = table.units[column_id]
    if not is_column(unit):
        return [refuse("supply.not_a_column", "6.1", unit=Term("unit", column_id))]
    if unit.side != side:
        return [refuse("unit.not_yours", "6.1", unit=Term("unit", column_id))]
    if not is_on_map(unit.at):
        return [refuse("supply.column_aboard", "6.1", unit=Term("unit", column_id))]
    return []


def column_groups(view: View, size: int) -> Iterator[Option]:
    """Offer *size* columns at a time: of one place where it has enough, else mixed."""
    columns = usable_columns(view.table, view.viewer or "")
    if size < 1 or len(columns) < size:
        return
    by_place: dict[str, list[Unit]] = {}
    for unit in columns:
        by_place.setdefault(unit.at, []).append(unit)
    offered = set()
    for group in sorted(by_place.values(), key=len, reverse=True):
        if len(group) >= size:
            offered.add(tuple(group[:size]))
            yield stack_option(group[:size])
    mixed = tuple(sorted(columns, key=lambda unit: -len(by_place[unit.at])))
    for start in range(len(mixed) - size + 1):
        group_ = mixed[start : start + size]
        if group_ not in offered and fits_option(option := stack_option(group_)):
            offered.add(group_)
            yield option


def columns_left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield how many columns the viewer can still spend when those that are chosen are spent."""
    usable = {unit.id for unit in usable_columns(view.table, view.viewer or "")}
    chosen = {*filled_list(filled, "column"), *filled_list(filled, "columns")}
    yield Text("left.columns", {"n": len(usable - chosen)})


def spend(play: Play, seat: str, columns: Iterable[str]) -> None:
    """Take columns off the table, saying from where."""
    for column in columns:
        place = play.units[column].at
        play.remove(column)
        play.tell("supply.spent", "6.1", seat=seat_term(seat), place=place_term(place))


def waiting(table: Table, side: str) -> tuple[Unit, ...]:
    """Return the side's land units on the turn track that are due (6.3)."""
    due = {on_track(turn) for turn in range(1, table.turn + 1)}
    return tuple(
        unit
        for unit in table.units.values()
        if unit.side == side and unit.at in due and not is_ship(unit)
    )


def anything_to_do(table: Table, side: str) -> bool:
    """Say whether a column is there to spend or a unit waits to be placed (public knowledge)."""
    return bool(usable_columns(table, side) or waiting(table, side))


def some(yielding: Iterator[object]) -> bool:
    """Say whether an iterator yields anything; it is used up by one."""
    return next(yielding, None) is not None
