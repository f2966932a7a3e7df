"""What a side keeps secret put right: the Naval Area Destination Chits of its ships.

How near to be asked about an enemy's voyage, and the course of a voyage, are kept only while that
lasts; standing orders their side changes whenever it likes. So chits are all that is kept at rest.

Rules:
    3.1, 3.1.length, 4.1 I, 7.2, 7.9.after; WP-R27 (ships of one chit lie together).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from pydantic import Field

from engine.api import Correction, Option, Params, Refusal, Seat, Term, Text
from engine.kit.fields import Key, holds
from engine.kit.own_correcting import OwnCorrector, OwnRule
from engine.kit.wording import refuse
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.corrections.corrector import waits
from engine.war_of_the_pacific.counters import is_ship
from engine.war_of_the_pacific.options import count_option, unit_option
from engine.war_of_the_pacific.places import is_on_map
from engine.war_of_the_pacific.play import Play, place_term
from engine.war_of_the_pacific.rules.administration.naval_orders import turns_to_sail
from engine.war_of_the_pacific.rules.sea.sailing import orders_without
from engine.war_of_the_pacific.state import Order, Secrets, Table, View
from engine.war_of_the_pacific.survey import fleet

Known = Mapping[str, Any]


class Chit(Correction):
    """Give a ship a chit for a turn, in place of the one that it has (4.1 I)."""

    kind: ClassVar[str] = "chit"

    ship: Key = Field(json_schema_extra=holds("unit"))
    area: Key = Field(json_schema_extra=holds("area"))
    turn: int = Field(json_schema_extra=holds("count"))


class NoChit(Correction):
    """Take the chit that a ship has for a turn (4.1 I)."""

    kind: ClassVar[str] = "no_chit"

    ship: Key = Field(json_schema_extra=holds("unit"))
    turn: int = Field(json_schema_extra=holds("count"))


def _order_of(own: Secrets, ship: str, turn: int) -> Order | None:
    return next((one for one in own.orders if one.turn == turn and ship in one.ships), None)


# -- given -------------------------------------------------------------------------------------


def _check_chit(view: View, one: Chit) -> list[Refusal]:
    assert view.viewer is not None
    unit, turns = view.table.units[one.ship], turns_to_sail(view.table, view.viewer)
    name = Term("unit", one.ship)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "4.1.orders", unit=name)]
    if not is_ship(unit):
        return [refuse("unit.not_ship", "4.1.orders", unit=name)]
    if not is_on_map(unit.at):
        return [refuse("unit.not_on_map", "4.1.orders", unit=name, place=place_term(unit.at))]
    if one.turn not in turns:
        return [refuse("correct.chit_turn", "4.1.orders", n=one.turn)]
    if unit.sailed and one.turn == view.table.turn:
        return [refuse("order.held", "7.9.after", unit=name)]
    return []


def _apply_chit(play: Play, seat: Seat, one: Chit) -> None:
    own, at = play.secrets[seat], play.units[one.ship].at
    old = _order_of(own, one.ship, one.turn)
    if old is not None and old.area == one.area:
        return
    kept = orders_without(own.orders, (one.ship,), one.turn)
    for order in kept:
        together = all(play.units[ship].at == at for ship in order.ships)
        if (order.turn, order.area) == (one.turn, one.area) and together:
            joined = replace(order, ships=(*order.ships, one.ship))
            orders = tuple(joined if each == order else each for each in kept)
            play.keep(seat, orders=orders)
            return
    number = own.numbered + 1
    order = Order(number, one.turn, one.area, (one.ship,))
    play.keep(seat, orders=(*kept, order), numbered=number)


def _options_chit(view: View, field: str, known: Known) -> Iterator[Option]:
    assert view.viewer is not None
    table = view.table
    if field == "ship":
        yield from map(unit_option, fleet(table.units, view.viewer))
    elif field == "area":
        for area in load_board().areas:
            yield Option(area, Text("area.name", {"area": Term("area", area)}))
    else:
        yield from map(count_option, turns_to_sail(table, view.viewer))


def _told_chit(view: View, one: Chit) -> Params:
    area = Term("area", one.area)
    return {"ship": Term("unit", one.ship), "area": area, "turn": one.turn}


# -- taken -------------------------------------------------------------------------------------


def _check_no_chit(view: View, one: NoChit) -> list[Refusal]:
    assert view.own is not None
    if _order_of(view.own, one.ship, one.turn) is None:
        return [refuse("correct.no_chit", "4.1.orders", unit=Term("unit", one.ship), n=one.turn)]
    return []


def _apply_no_chit(play: Play, seat: Seat, one: NoChit) -> None:
    play.keep(seat, orders=orders_without(play.secrets[seat].orders, (one.ship,), one.turn))


def _options_no_chit(view: View, field: str, known: Known) -> Iterator[Option]:
    assert view.own is not None
    if field == "ship":
        ships = dict.fromkeys(ship for order in view.own.orders for ship in order.ships)
        yield from (unit_option(view.table.units[ship]) for ship in ships)
    else:
        turns = sorted({order.turn for order in view.own.orders})
        yield from map(count_option, turns)


def _told_no_chit(view: View, one: NoChit) -> Params:
    return {"ship": Term("unit", one.ship), "turn": one.turn}


OWN_CORRECTOR: OwnCorrector[Table, Secrets] = OwnCorrector(
    rules=(
        OwnRule(
            model=Chit,
            check=_check_chit,
            apply=_apply_chit,
            options=_options_chit,
            told=_told_chit,
        ),
        OwnRule(
            model=NoChit,
            check=_check_no_chit,
            apply=_apply_no_chit,
            options=_options_no_chit,
            told=_told_no_chit,
        ),
    ),
    waits=waits,
)
