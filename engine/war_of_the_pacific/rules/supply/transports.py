"""Transports rebuilt (6.3.transport): three columns for one that was sunk.

Rules:
    6.3.transport, 6.3.transport.wait; WP-R41.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Refusal, Term
from engine.kit.verbs import Verb
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Build
from engine.war_of_the_pacific.counters import (
    is_transport,
    printed,
)
from engine.war_of_the_pacific.options import place_options, unit_option
from engine.war_of_the_pacific.places import DEAD
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term
from engine.war_of_the_pacific.rules.supply.columns import (
    column_groups,
    columns_left,
    prices,
    refuse_column,
    some,
    spend,
    usable_columns,
)
from engine.war_of_the_pacific.state import Phase, Unit, View
from engine.war_of_the_pacific.survey import friendly_ports, is_friendly_port


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
    if not is_friendly_port(table, action.to, view.viewer or ""):
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


BUILD = Verb(
    model=Build,
    phases=(Phase.SUPPLY,),
    check=check_build,
    apply=apply_build,
    options=options_build,
    left=columns_left,
    possible=lambda view: some(_sunk_transports(view)),
)

VERBS: tuple[AnyVerb, ...] = (BUILD,)
