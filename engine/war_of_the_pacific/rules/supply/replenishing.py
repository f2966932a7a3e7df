"""Replenishing (6.2): one column brings a reduced unit near it to full strength at once.

Rules:
    6.2, 6.2.near, 6.2.many; WP-R41.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Refusal, Term
from engine.kit.verbs import Verb
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Replenish
from engine.war_of_the_pacific.counters import (
    is_land_unit,
    printed,
)
from engine.war_of_the_pacific.options import unit_option
from engine.war_of_the_pacific.places import is_on_map
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term
from engine.war_of_the_pacific.rules.supply.columns import (
    column_reaches,
    columns_left,
    one_a_place,
    refuse_column,
    some,
    spend,
    usable_columns,
)
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import Phase, Table, Unit, View


def check_replenish(view: View, action: Replenish) -> list[Refusal]:
    """Return why the unit cannot be brought to full strength (6.2)."""
    table = view.table
    unit = table.units[action.unit]
    found = refuse_column(table, view.viewer, action.column)
    found += _not_depleted(view, unit)
    if not found and not column_reaches(unit.at, table.units[action.column].at):
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
        if depleted and any(column_reaches(unit.at, place) for place in places):
            yield unit


def options_replenish(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer depleted units with a column near, then these columns."""
    if field == "unit":
        yield from map(unit_option, _depleted(view))
        return
    unit = view.table.units.get(filled.get("unit", ""))
    if unit is not None and is_on_map(unit.at):
        close = (
            column
            for column in usable_columns(view.table, view.viewer or "")
            if column_reaches(unit.at, column.at)
        )
        yield from map(unit_option, one_a_place(close))


REPLENISH = Verb(
    model=Replenish,
    phases=(Phase.SUPPLY,),
    check=check_replenish,
    apply=apply_replenish,
    options=options_replenish,
    left=columns_left,
    possible=lambda view: some(_depleted(view)),
)

VERBS: tuple[AnyVerb, ...] = (REPLENISH,)
