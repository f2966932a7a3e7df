"""The ground in words, and what a side has planned in secret."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from engine.api import Params, Term, Text, Written
from engine.barricadas.actions import Alert, Deploy, Fortify, Placement
from engine.barricadas.play import counter_term, counter_terms, hex_term
from engine.barricadas.rules.artillery.aviation import aircraft_term, key_of
from engine.barricadas.rules.attack.factor import factor
from engine.barricadas.rules.morale.checks import counter_morale
from engine.barricadas.rules.transport.lorries import is_towed
from engine.barricadas.scenario import ArmyRow, Scenario, obstacles_laid
from engine.barricadas.standing_orders import giving
from engine.barricadas.state import (
    DEAD,
    LEFT,
    OFF_GROUND,
    SEATS,
    USED,
    Counter,
    Table,
    View,
    aboard,
    counters_in,
    hex_of,
)
from engine.barricadas.survey import battlefield_of, is_armour, scenario_of
from engine.barricadas.tables.obstacles import ObstacleKind
from engine.kit.wording import seat_term

_STATES = (
    ("describe.out", attrgetter("out")),
    ("describe.routed", attrgetter("routed")),
    ("describe.finished", attrgetter("finished")),
    ("describe.prepared", attrgetter("reaction")),
    ("describe.afoot", attrgetter("afoot")),
    ("describe.unseen", attrgetter("unseen")),
)
"""What is marked on counters, each with what of theirs says so."""

_AWAY = ((DEAD, "describe.dead"), (LEFT, "describe.left"), (USED, "describe.used"))


def describe(view: View, where: str = "") -> tuple[Text, ...]:
    """Return the ground in words: whole, or one hex and who is in it ("C807")."""
    place = where.strip().upper()
    if place in battlefield_of(view.table).hexes:
        return tuple(_hex(view, place))
    # While setting up lasts a side's plan is what there is of it to see.
    return (*_heading(view.table), *orders(view), *_stacks(view.table), *_away(view.table))


def orders(view: View) -> tuple[Text, ...]:
    """Return the viewer's deployment while set-up lasts, and their standing orders."""
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
        lines.append(_works(own.works))
    if own.alert:
        lines.append(_alert(own.alert))
    return (*lines, *giving.lines(view))


def rewritten(view: View) -> Iterator[Written]:
    """Yield the viewer's deployment, positions and markers of reaction, as what writes each."""
    own = view.own
    if own is None:
        return
    if own.plan:
        places = tuple(Placement(who=one.counter, at=one.at) for one in own.plan)
        anew = Deploy(places=places, works=own.works, alert=own.alert)
        yield Written(Text("written.deployment", {"n": len(places)}), anew)
    if own.works:
        yield Written(_works(own.works), Fortify(hexes=own.works))
    if own.alert:
        yield Written(_alert(own.alert), Alert(counters=own.alert))


def _works(works: tuple[str, ...]) -> Text:
    return Text("orders.works", {"hexes": tuple(map(hex_term, works)), "n": len(works)})


def _alert(alert: tuple[str, ...]) -> Text:
    return Text("orders.alert", {"who": counter_terms(alert), "n": len(alert)})


def _told(table: Table) -> Iterator[Text]:
    """Yield how a battle came about, before it; how it ended here and then, after it (2.3)."""
    key = table.settings.scenario
    if table.ending is not None:
        yield Text(
            f"{'won' if table.ending.winner == scenario_of(table).attacker else 'held'}.{key}"
        )
        yield Text(f"history.{key}")
    elif not table.turn:
        yield Text(f"introduction.{key}")


def _heading(table: Table) -> Iterator[Text]:
    scenario = scenario_of(table)
    yield from _told(table)
    if table.turn:
        yield Text("describe.turns", {"n": table.turn, "last": scenario.turns})
    for town, seat in table.held.items():
        yield Text("describe.town", {"hex": hex_term(town), "seat": seat_term(seat)})
    told: Params = {"seat": seat_term(scenario.attacker), "n": scenario.wins}
    yield Text("describe.wanted", told)
    for seat in SEATS:
        yield from _missions(table, seat, scenario.of(seat))
    yield from _sheet(scenario)
    if table.positions:
        hexes = tuple(map(hex_term, table.positions))
        yield Text("describe.positions", {"hexes": hexes, "n": len(hexes)})


def _sheet(scenario: Scenario) -> Iterator[Text]:
    """Yield weather and obstacles of a scenario (5.6, 6, 11)."""
    for weather in scenario.weather:
        told: Params = {"weather": Term("weather", weather.kind), "n": -weather.seen}
        yield Text("describe.weather", {**told, "first": weather.first, "last": weather.last})
    for laid in scenario.obstacles:
        hexes = tuple(map(hex_term, laid.hexes))
        yield Text("describe.obstacles", {"obstacle": obstacle_term(laid.kind), "hexes": hexes})


def _missions(table: Table, seat: str, army: ArmyRow) -> Iterator[Text]:
    for calibre in dict.fromkeys(row.calibre for row in army.batteries):
        left = table.missions.get(f"{seat}.{calibre}", 0)
        yield Text("describe.battery", {"seat": seat_term(seat), "calibre": calibre, "n": left})
    for row in army.aviation:
        left = table.missions.get(key_of(seat, row.kind), 0)
        told: Params = {"seat": seat_term(seat), "aircraft": aircraft_term(row.kind), "n": left}
        yield Text("describe.aircraft", told)
    if army.anti_aircraft:
        yield Text("describe.flak", {"seat": seat_term(seat), "n": army.anti_aircraft})


def obstacle_term(kind: ObstacleKind) -> Term:
    """Return an obstacle as a word for a sentence."""
    return Term("obstacle", kind)


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
            yield from who_rides(table, one)
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


def who_rides(table: Table, carrier: Counter) -> Iterator[Text]:
    """Yield whom a lorry carries or tows, and who rides armour (5.5, 7.1)."""
    inside = list(aboard(table, carrier.id))
    lorry = counter_term(carrier)
    if is_armour(carrier):
        for one in inside:
            yield Text("describe.rides", {"who": counter_term(one), "lorry": lorry})
        return
    towed = [one for one in inside if is_towed(one)]
    for one in towed:
        yield Text("describe.towed", {"who": counter_term(one), "lorry": lorry})
    carried = counter_terms(one.id for one in inside if one not in towed)
    if carried:
        yield Text("describe.aboard", {"who": carried, "n": len(carried), "lorry": lorry})


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
    land = battlefield_of(table).hexes[place]
    told: Params = {"hex": hex_term(place), "terrain": Term("terrain", land.terrain.value)}
    yield Text("describe.hex", {**told, "level": land.level})
    if place in table.held:
        yield Text("describe.town", {"hex": hex_term(place), "seat": seat_term(table.held[place])})
    if place in table.positions:
        yield Text("describe.position", {"hex": hex_term(place)})
    for kind in obstacles_laid(table.settings.scenario).get(place, ()):
        yield Text("describe.obstacle", {"hex": hex_term(place), "obstacle": obstacle_term(kind)})
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
    yield from who_rides(view.table, one)
    for code, bears in _STATES:
        if bears(one):
            yield Text(code, {"seat": seat_term(one.side), "who": (who,), "n": 1})
    if one.side == view.viewer and one.unit and one.unit in view.table.counters:
        morale = counter_morale(view.table, one)
        yield Text("describe.morale", {"who": who, "n": morale})
