"""Spending Supply Columns (6.1-6.3): which may be spent, replenishing units, new transports.

New land units are in ``new_units``, repairs in ``repairs``.

Rules:
    6.1, 6.2 replenish, 6.3 transports; WP-R41 (any column on the map or in the box pays).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.api import Action, Option, Refusal, Term
from engine.war_of_the_pacific.actions import Build, Replenish
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.choosing import (
    fits_option,
    place_options,
    refuse,
    stack_option,
    unit_option,
)
from engine.war_of_the_pacific.places import BOX, DEAD, is_on_map, on_track
from engine.war_of_the_pacific.play import Play, place_term, seat_term
from engine.war_of_the_pacific.scenario import Prices, scenario_for
from engine.war_of_the_pacific.state import Phase, Table, Unit, View
from engine.war_of_the_pacific.survey import (
    friendly_port,
    friendly_ports,
    is_column,
    is_land_unit,
    is_ship,
    is_transport,
    printed,
)
from engine.war_of_the_pacific.verb import AnyVerb, Verb

_SUPPLY = frozenset((Phase.SUPPLY,))


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


def near(a: str, b: str) -> bool:
    """Say whether two places are the same or adjacent (6.2); the box adjoins its exits."""
    if a == b:
        return True
    board = load_board()
    if BOX in (a, b):
        return (b if a == BOX else a) in board.box_exits
    return b in board.neighbours(a)


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


# --- 6.2 ------------------------------------------------------------------------------------


def check_replenish(view: View, action: Replenish) -> list[Refusal]:
    """Return why the unit cannot be brought to full strength (6.2)."""
    table = view.table
    unit = table.units[action.unit]
    found = refuse_column(table, view.viewer, action.column)
    found += _not_depleted(view, unit)
    if not found and not near(unit.at, table.units[action.column].at):
        found.append(
            refuse(
                "replenish.too_far",
                "6.2.near",
                unit=Term("unit", unit.id),
                place=place_term(unit.at),
                column=place_term(table.units[action.column].at),
            )
        )
    return found


def _not_depleted(view: View, unit: Unit) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "6.2", unit=name)]
    if not is_land_unit(unit):
        return [refuse("unit.not_land", "6.2", unit=name)]
    if not is_on_map(unit.at):
        return [refuse("unit.not_on_map", "6.2", unit=name, place=place_term(unit.at))]
    if unit.steps >= printed(unit).steps:
        return [refuse("replenish.full", "6.2", unit=name)]
    if unit.fresh:
        return [refuse("replenish.fresh", _later(view.table, unit), unit=name)]
    return []


def _later(table: Table, unit: Unit) -> str:
    """Return the clause that keeps a new unit at one step this turn.

    A unit that was set up can only have been rebuilt; one of the pool or of the schedule counts as
    recruited, as it was unless it has been lost since. Both clauses say the same.
    """
    pools = scenario_for(table.settings).pool.values()
    recruited = printed(unit).arrives or any(unit.id in pool for pool in pools)
    return "6.4.later" if recruited else "6.3.later"


def apply_replenish(play: Play, seat: str, action: Replenish) -> None:
    """Spend the column and flip the unit."""
    spend(play, seat, (action.column,))
    play.change(action.unit, steps=printed(action.unit).steps)
    play.tell("supply.replenished", "6.2", seat=seat_term(seat), unit=Term("unit", action.unit))


def _depleted(view: View) -> Iterator[Unit]:
    """Yield own depleted units that have a column near, best printed values first."""
    places = {unit.at for unit in usable_columns(view.table, view.viewer or "")}
    if not places:
        return
    own = [
        unit
        for unit in view.table.units.values()
        if unit.side == view.viewer and is_on_map(unit.at) and is_land_unit(unit)
    ]
    for unit in sorted(own, key=lambda one: -printed(one).modifier):
        depleted = unit.steps < printed(unit).steps and not unit.fresh
        if depleted and any(near(unit.at, place) for place in places):
            yield unit


def options_replenish(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer depleted units with a column near, then these columns."""
    if field == "unit":
        yield from map(unit_option, _depleted(view))
        return
    unit = view.table.units.get(filled.get("unit", ""))
    if unit is not None:
        close = (
            column
            for column in usable_columns(view.table, view.viewer or "")
            if near(unit.at, column.at)
        )
        yield from map(unit_option, one_a_place(close))


# --- transports -----------------------------------------------------------------------------


def check_build(view: View, action: Build) -> list[Refusal]:
    """Return why the transport cannot be replaced so (6.3)."""
    table = view.table
    unit = table.units[action.ship]
    found: list[Refusal] = []
    for column in action.columns:
        found += refuse_column(table, view.viewer, column)
    price = prices(table).transport
    if len(action.columns) != price:
        found.append(refuse("build.price", "6.3.transport", n=price, given=len(action.columns)))
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        found.append(refuse("unit.not_yours", "6.3.transport", unit=name))
    elif not is_transport(unit) or unit.at != DEAD:
        found.append(refuse("build.not_sunk_transport", "6.3.transport", unit=name))
    if not friendly_port(table, action.to, view.viewer or ""):
        found.append(refuse("port.not_friendly", "6.3.transport", place=place_term(action.to)))
    return found


def apply_build(play: Play, seat: str, action: Build) -> None:
    """Spend three columns; the transport may get an order now but sails next turn."""
    spend(play, seat, action.columns)
    play.change(
        action.ship, at=action.to, steps=printed(action.ship).steps, in_port=True, fresh=True
    )
    play.tell(
        "supply.built",
        "6.3.transport",
        seat=seat_term(seat),
        unit=Term("unit", action.ship),
        place=place_term(action.to),
    )


def _sunk_transports(view: View) -> Iterator[Unit]:
    if len(usable_columns(view.table, view.viewer or "")) < prices(view.table).transport:
        return
    if not friendly_ports(view.table, view.viewer or ""):
        return
    for unit in view.table.units.values():
        if unit.side == view.viewer and unit.at == DEAD and is_transport(unit):
            yield unit


def options_build(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer sunk transports, three columns (of one place if there are), friendly ports."""
    if field == "ship":
        yield from map(unit_option, _sunk_transports(view))
    elif field == "columns":
        yield from column_groups(view, prices(view.table).transport)
    elif field == "to":
        yield from place_options(friendly_ports(view.table, view.viewer or ""))


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


# --- shared ---------------------------------------------------------------------------------


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


def supply_verb(
    model: type[Action], check: Any, apply: Any, options: Any, possible: Any
) -> AnyVerb:
    """Return a verb of the Consume Supply Columns Phase."""
    return Verb(
        model=model,
        phases=_SUPPLY,
        check=check,
        apply=apply,
        options=options,
        possible=possible,
    )


REPLENISH = supply_verb(
    Replenish,
    check_replenish,
    apply_replenish,
    options_replenish,
    lambda view: some(_depleted(view)),
)
VERBS: tuple[AnyVerb, ...] = (
    REPLENISH,
    supply_verb(
        Build,
        check_build,
        apply_build,
        options_build,
        lambda view: some(_sunk_transports(view)),
    ),
)
