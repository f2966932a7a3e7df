"""What can be looked up: every counter of both sides, and the seven types of unit (2.5).

All of it lies open on the table: of a seat's secrets nothing is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from engine.api import Params, Refusal, Term, Text
from engine.kit.looking_up import own_first
from engine.kit.wording import refuse, seat_term
from engine.subjects import About, Subject
from engine.war_of_the_pacific.counters import (
    is_captured,
    is_column,
    is_fort,
    is_ship,
    is_transport,
    kind_of,
    printed,
)
from engine.war_of_the_pacific.places import (
    DEAD,
    GONE,
    HAND,
    POOL,
    carrier_of,
    is_in_play,
    is_on_map,
    is_on_track,
    turn_of,
)
from engine.war_of_the_pacific.play import place_term, unit_terms
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.scenario import ship_numbers
from engine.war_of_the_pacific.state import SEATS, Phase, Table, Unit, View
from engine.war_of_the_pacific.survey import cargo_of, units_at

_TYPE: Final = "type:"
"""Begins the key of a type of unit."""

_ASIDE = (
    (DEAD, "about.dead"),
    (GONE, "about.gone"),
    (HAND, "about.in_hand"),
)
"""Where a counter is that lies on no hex."""

_RULES: Final = {
    Kind.INFANTRY: ("8.2", "8.3", "8.7", "6.2", "6.3"),
    Kind.CAVALRY: ("8.2", "8.3", "8.7", "6.2", "6.3"),
    Kind.ARTILLERY: ("8.9", "8.2", "8.7", "6.2", "6.3"),
    Kind.FORT: ("7.7", "8.7"),
    Kind.WARSHIP: ("7.2", "7.3", "7.9", "7.10", "7.6", "6.5"),
    Kind.TRANSPORT: ("7.1", "7.2", "7.6", "7.9", "6.3"),
    Kind.SUPPLY: ("6.1", "6.2", "6.6", "7.1", "8.5"),
}
"""Clauses that speak of each type."""


def subjects(view: View) -> Iterator[Subject]:
    """Yield every counter, the viewer's own first, and the types."""
    for unit in own_first(view.table.units.values(), view.viewer):
        yield Subject(unit.id, Term("unit", unit.id), (unit.id,))
    for kind in Kind:
        yield Subject(_TYPE + kind, _type_term(kind))


def idle(view: View, who: str) -> Refusal | None:
    """Return that no transport of its side is where a unit would embark, where that is so."""
    unit = view.table.units.get(who)
    if unit is None or view.table.phase is not Phase.NAVAL or view.table.frames or is_ship(unit):
        return None
    if not is_in_play(unit.at):
        place = place_term(unit.at)
        return refuse("unit.not_on_map", "7.1", unit=Term("unit", who), place=place)
    if not is_on_map(unit.at) or units_at(view.table.units, unit.at, unit.side, is_transport):
        return None
    return refuse("idle.no_transport", "7.1", unit=Term("unit", who), place=place_term(unit.at))


def about(view: View, key: str) -> About | None:
    """Return what is known of a counter or a type."""
    kind = key.removeprefix(_TYPE)
    if key.startswith(_TYPE) and kind in set(Kind):
        return _type(view, Kind(kind))
    unit = view.table.units.get(key)
    return None if unit is None else _counter(view.table, unit)


def _type_term(kind: Kind) -> Term:
    return Term("unit_type", kind.value)


# -- a counter ---------------------------------------------------------------------------------


def _counter(table: Table, unit: Unit) -> About:
    carrier = table.units.get(carrier_of(unit.at))
    at = unit.at if carrier is None else carrier.at
    return About(
        what=tuple(_printed(unit)),
        now=tuple(
            chain(
                _where(table, unit),
                _state(table, unit),
                _turn(table, unit),
                _company(table, unit),
            )
        ),
        who=unit.id,
        at=at if is_on_map(at) else "",
        side=unit.side,
        beside=tuple(one.id for one in _with(table, unit)),
        rules=_RULES[kind_of(unit)],
    )


def _printed(unit: Unit) -> Iterator[Text]:
    card = printed(unit)
    told: Params = {
        "type": _type_term(card.kind),
        "nation": Term("nation", unit.nation or card.nation),
    }
    if is_column(unit):
        yield Text("about.column", told)
    elif is_transport(unit):
        room: Params = {"n": ship_numbers().steps_aboard, "columns": ship_numbers().columns_aboard}
        yield Text("about.transport", {**told, **room, "speed": card.speed, "armour": card.armour})
    elif is_ship(unit):
        guns: Params = {"gunfire": card.gunfire, "armour": card.armour, "speed": card.speed}
        yield Text("about.warship", {**told, **guns})
    elif is_fort(unit):
        yield Text("about.fort", {**told, "n": card.steps})
        if card.anti_ship is not None:
            yield Text("about.anti_ship", {"n": card.anti_ship})
    else:
        yield Text("about.land", {**told, "size": Term("size", card.size), "n": card.steps})
    if card.modifier:
        yield Text("about.modifier", {"n": card.modifier})


def _where(table: Table, unit: Unit) -> Iterator[Text]:
    place = place_term(unit.at)
    carrier = table.units.get(carrier_of(unit.at))
    if carrier is not None:
        ship = Term("unit", carrier.id)
        yield Text("about.aboard", {"ship": ship, "place": place_term(carrier.at)})
    elif is_on_track(unit.at):
        yield Text("about.on_track", {"turn": turn_of(unit.at)})
    elif unit.at == POOL:
        turn = 0 if is_column(unit) else printed(unit).arrives
        later = turn > table.turn
        yield Text("about.arrives", {"turn": turn}) if later else Text("about.in_pool")
    elif not is_on_map(unit.at):
        for where, code in _ASIDE:
            if unit.at == where:
                yield Text(code)
    elif is_ship(unit):
        yield Text("about.in_port" if unit.in_port else "about.at_sea", {"place": place})
    else:
        yield Text("about.at", {"place": place})


def _state(table: Table, unit: Unit) -> Iterator[Text]:
    """Yield how a counter in play is, and what it carries."""
    full = 1 if is_column(unit) else printed(unit).steps
    if not unit.steps or not is_in_play(unit.at):
        return
    if is_ship(unit):
        yield Text("about.sound" if unit.steps >= full else "about.damaged")
    elif not is_column(unit):
        left: Params = {"n": unit.steps, "full": full}
        yield Text("about.full") if unit.steps >= full else Text("about.depleted", left)
    if is_captured(unit):
        yield Text("about.captured", {"seat": seat_term(unit.side)})
    if is_transport(unit):
        carried = unit_terms(cargo_of(table.units, unit.id))
        yield Text("about.carries", {"units": carried}) if carried else Text("about.empty")


def _turn(table: Table, unit: Unit) -> Iterator[Text]:
    """Yield what a counter has done in this player turn, as far as more hangs on that."""
    ship = is_ship(unit)
    moved = ship and unit.sailed and unit.side == table.player
    if unit.fresh:
        yield Text("about.fresh")
    elif moved:
        yield Text("about.sailed")
    elif unit.spent:
        yield Text("about.spent")
    if unit.landed:
        yield Text("about.landed")
    if unit.fought:
        yield Text("about.raided" if ship else "about.attacked")
    if unit.sailed and not ship:
        yield Text("about.came_off")
    if ship and unit.battled and unit.battled == table.turn:
        yield Text("about.battled")


def _company(table: Table, unit: Unit) -> Iterator[Text]:
    """Yield who is in a counter's place: aboard a ship its mates of the hold."""
    if not (is_on_map(unit.at) or carrier_of(unit.at)):
        return
    for side in sorted(SEATS, key=lambda one: one != unit.side):
        there = unit_terms(one for one in units_at(table.units, unit.at, side) if one.id != unit.id)
        if there:
            told: Params = {"units": there, "n": len(there)}
            yield Text("about.with" if side == unit.side else "about.enemies", told)


def _with(table: Table, unit: Unit) -> Iterator[Unit]:
    """Yield who is with a counter: its carrier and cargo, its own side's, then the enemy there."""
    carrier = table.units.get(carrier_of(unit.at))
    if carrier is not None:
        yield carrier
    yield from cargo_of(table.units, unit.id)
    if carrier is None and not is_on_map(unit.at):
        return
    for side in sorted(SEATS, key=lambda one: one != unit.side):
        yield from (one for one in units_at(table.units, unit.at, side) if one.id != unit.id)


# -- a type ------------------------------------------------------------------------------------


def _type(view: View, kind: Kind) -> About:
    table = view.table
    every = own_first((one for one in table.units.values() if kind_of(one) is kind), view.viewer)
    there = {one.id: one for one in every if is_on_map(one.at) or carrier_of(one.at)}
    now = []
    for seat in SEATS:
        n = sum(one.side == seat for one in there.values())
        now.append(Text("about.type.count", {"seat": seat_term(seat), "n": n}))
    others = [one.id for one in every if one.id not in there]
    return About(
        what=(Text("about.type.what", {"what": Term("unit_does", kind.value)}),),
        now=tuple(now),
        beside=(*there, *others),
        rules=_RULES[kind],
    )
