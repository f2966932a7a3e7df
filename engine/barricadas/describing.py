"""The ground in words, and what a side has planned in secret."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from engine.api import Params, Term, Text
from engine.barricadas.play import counter_term, counter_terms, hex_term
from engine.barricadas.rules.attack.factor import factor
from engine.barricadas.rules.morale.checks import counter_morale
from engine.barricadas.scenario import ArmyRow
from engine.barricadas.state import (
    DEAD,
    LEFT,
    OFF_GROUND,
    SEATS,
    USED,
    Counter,
    Table,
    View,
    counters_in,
    hex_of,
)
from engine.barricadas.survey import field_of, scenario_of
from engine.kit.wording import seat_term

_STATES = (
    ("describe.out", attrgetter("out")),
    ("describe.routed", attrgetter("routed")),
    ("describe.finished", attrgetter("finished")),
    ("describe.prepared", attrgetter("reaction")),
    ("describe.unseen", attrgetter("unseen")),
)
"""What is marked on counters, each with what of theirs says so."""

_AWAY = ((DEAD, "describe.dead"), (LEFT, "describe.left"), (USED, "describe.used"))


def describe(view: View, where: str = "") -> tuple[Text, ...]:
    """Return the ground in words: whole, or one hex and who is in it ("C807")."""
    place = where.strip().upper()
    if place in field_of(view.table).hexes:
        return tuple(_hex(view, place))
    # While setting up lasts a side's plan is what there is of it to see.
    return (*_heading(view.table), *orders(view), *_stacks(view.table), *_away(view.table))


def orders(view: View) -> tuple[Text, ...]:
    """Return what the viewer has planned while setting up lasts, a line each hex or kind."""
    own = view.own
    if own is None:
        return ()
    heaps: dict[str, list[str]] = {}
    for one in own.plan:
        heaps.setdefault(one.at, []).append(one.counter)
    lines = [
        Text(
            "orders.plan",
            {"hex": hex_term(place), "who": counter_terms(heaps[place]), "n": len(heaps[place])},
        )
        for place in sorted(heaps)
    ]
    if own.works:
        hexes = tuple(map(hex_term, own.works))
        lines.append(Text("orders.works", {"hexes": hexes, "n": len(hexes)}))
    if own.alert:
        who = counter_terms(own.alert)
        lines.append(Text("orders.alert", {"who": who, "n": len(who)}))
    return tuple(lines)


def _heading(table: Table) -> Iterator[Text]:
    scenario = scenario_of(table)
    if table.turn:
        yield Text("describe.turns", {"n": table.turn, "last": scenario.turns})
    for town, seat in table.held.items():
        yield Text("describe.town", {"hex": hex_term(town), "seat": seat_term(seat)})
    told: Params = {"seat": seat_term(scenario.attacker), "n": scenario.wins}
    yield Text("describe.wanted", told)
    for seat in SEATS:
        yield from _missions(table, seat, scenario.of(seat))
    if table.positions:
        hexes = tuple(map(hex_term, table.positions))
        yield Text("describe.positions", {"hexes": hexes, "n": len(hexes)})


def _missions(table: Table, seat: str, army: ArmyRow) -> Iterator[Text]:
    for calibre in dict.fromkeys(row.calibre for row in army.batteries):
        left = table.missions.get(f"{seat}.{calibre}", 0)
        yield Text("describe.battery", {"seat": seat_term(seat), "calibre": calibre, "n": left})


def _stacks(table: Table) -> Iterator[Text]:
    for seat in SEATS:
        places = {hex_of(table, one) for one in table.counters.values() if one.side == seat}
        for place in sorted(places - OFF_GROUND):
            who = counter_terms(one.id for one in counters_in(table, place, seat))
            told: Params = {"seat": seat_term(seat), "hex": hex_term(place), "who": who}
            yield Text("describe.stack", {**told, "n": len(who)})
        on_ground = [
            one
            for one in table.counters.values()
            if one.side == seat and hex_of(table, one) not in OFF_GROUND
        ]
        for one in on_ground:
            if one.hits:
                yield Text("describe.hits", {"who": counter_term(one), "n": one.steps})
        for code, bears in _STATES:
            bearing = counter_terms(one.id for one in on_ground if bears(one))
            if bearing:
                seated: Params = {"seat": seat_term(seat), "who": bearing, "n": len(bearing)}
                yield Text(code, seated)
    if table.shades:
        hexes = tuple(map(hex_term, table.shades))
        yield Text("describe.shades", {"hexes": hexes, "n": len(hexes)})


def _away(table: Table) -> Iterator[Text]:
    for seat in SEATS:
        for place, code in _AWAY:
            who = counter_terms(
                one.id for one in table.counters.values() if one.side == seat and one.at == place
            )
            if who:
                yield Text(code, {"seat": seat_term(seat), "who": who, "n": len(who)})


def _hex(view: View, place: str) -> Iterator[Text]:
    table = view.table
    land = field_of(table).hexes[place]
    told: Params = {"hex": hex_term(place), "terrain": Term("terrain", land.terrain.value)}
    yield Text("describe.hex", {**told, "level": land.level})
    if place in table.held:
        yield Text("describe.town", {"hex": hex_term(place), "seat": seat_term(table.held[place])})
    if place in table.positions:
        yield Text("describe.position", {"hex": hex_term(place)})
    if place in table.shades:
        yield Text("describe.shade", {"hex": hex_term(place)})
    for one in counters_in(table, place):
        yield from _counter(view, one)


def _counter(view: View, one: Counter) -> Iterator[Text]:
    who = counter_term(one)
    figures, printed = one.officer, one.printed
    if figures is not None:
        yield Text(
            "describe.officer",
            {
                "who": who,
                "morale": figures.morale,
                "leadership": figures.leadership,
                "reach": figures.reach,
            },
        )
    elif printed is None:
        yield Text("describe.guide", {"who": who})
    else:
        yield Text("describe.counter", {"who": who, "n": one.steps, "points": printed.points})
        for munition, weapon in printed.weapons.items():
            told: Params = {
                "munition": Term("munition", munition.value),
                "factor": factor(weapon, one.hits),
                "range": weapon.range,
            }
            yield Text("describe.weapon", told)
    for code, bears in _STATES:
        if bears(one):
            yield Text(code, {"seat": seat_term(one.side), "who": (who,), "n": 1})
    if one.side == view.viewer and one.unit and one.unit in view.table.counters:
        morale = counter_morale(view.table, one)
        yield Text("describe.morale", {"who": who, "n": morale})
