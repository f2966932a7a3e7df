"""A picture's words: everything that it shows."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from operator import attrgetter

from engine.api import Params, Term, Text
from engine.barricadas.describing import obstacle_term, who_rides
from engine.barricadas.frames import FIRING, Activation
from engine.barricadas.play import counter_term, counter_terms, hex_term
from engine.barricadas.rules.victory.towns import scored
from engine.barricadas.scenario import obstacles_laid
from engine.barricadas.state import SEATS, Counter, Phase, Table, View
from engine.barricadas.survey import scenario_of
from engine.barricadas.tables.obstacles import OBSTACLES
from engine.barricadas.weather import weather_of
from engine.kit.wording import seat_term
from render.barricadas.changes import Changes
from render.barricadas.fights import assaults, declared
from render.barricadas.piles import Pile
from render.choosing import SELECTION_CODES
from render.phase_picture import AWAITED

_STATES = (
    ("describe.out", attrgetter("out")),
    ("describe.routed", attrgetter("routed")),
    ("describe.finished", attrgetter("finished")),
    ("describe.prepared", attrgetter("reaction")),
    ("describe.unseen", attrgetter("unseen")),
    ("picture.has_moved", attrgetter("moved")),
    ("describe.afoot", attrgetter("afoot")),
)
"""What is marked on counters, each with what of theirs says so."""

ALT_CODES = (
    "picture.key",
    "picture.heading",
    "picture.setup",
    "picture.over",
    "picture.winner",
    "picture.towns",
    "picture.no_town",
    "describe.wanted",
    "picture.fire",
    "picture.missed",
    "picture.directed",
    "picture.shells",
    "picture.lost",
    "picture.left",
    "picture.steps",
    "picture.back",
    "picture.moved",
    "picture.marker",
    "picture.appeared",
    "picture.vanished",
    "picture.shown",
    "picture.taken",
    "picture.dug",
    "picture.going",
    "picture.aiming",
    "picture.assault",
    "picture.assaulted",
    "picture.planned",
    "picture.works",
    "describe.weather",
    "describe.obstacles",
    "describe.aboard",
    "describe.rides",
    "describe.towed",
    "picture.points",
    "picture.salvo",
    "picture.too_weak",
    "picture.aim",
    "picture.blocked",
    "picture.covered",
    "picture.commanded",
    "picture.zone",
    "describe.stack",
    "describe.hits",
    *(code for code, _ in _STATES),
    "describe.shades",
    "describe.positions",
    AWAITED,
    *SELECTION_CODES,
)
"""Codes of all sentences that the functions here use."""


def describe_picture(
    view: View,
    places: Container[str],
    heaps: Mapping[str, Pile],
    changed: Changes,
    passed: Table | None = None,
) -> tuple[Text, ...]:
    """Return the picture in words, most important first.

    *passed* is the table of the phase that its heading names, where that is not the one at hand.
    """
    return (
        *_heading(view.table, passed or view.table),
        *_news(changed),
        *_under_way(view.table, places),
        *_stacks(view, places, heaps),
        *_ground(view, places),
    )


def _heading(table: Table, named: Table) -> Iterator[Text]:
    scenario = scenario_of(table)
    if table.ending is not None:
        yield Text("picture.over", {"n": table.turn})
        if table.ending.winner:
            yield Text("picture.winner", {"seat": seat_term(table.ending.winner)})
    elif named.phase is Phase.SETUP:
        yield Text("picture.setup", {"scenario": Term("scenario", table.settings.scenario)})
    else:
        told: Params = {"n": named.turn, "last": scenario.turns}
        phase = Term("phase", named.phase.value)
        yield Text("picture.heading", {**told, "phase": phase, "seat": seat_term(named.player)})
    weather = weather_of(table)
    if weather is not None:
        dark: Params = {"weather": Term("weather", weather.kind), "n": -weather.seen}
        yield Text("describe.weather", {**dark, "first": weather.first, "last": weather.last})
    for seat in SEATS:
        held = tuple(map(hex_term, scored(table, seat)))
        own: Params = {"seat": seat_term(seat), "hexes": held, "n": len(held)}
        yield Text("picture.towns" if held else "picture.no_town", own)
    wanted: Params = {"seat": seat_term(scenario.attacker), "n": scenario.wins}
    yield Text("describe.wanted", wanted)


def _news(changed: Changes) -> Iterator[Text]:
    """Yield all that happened, also what there was no room to show."""
    for shots in changed.shots:
        who = counter_terms(shots.who)
        told: Params = {"who": who, "hex": hex_term(shots.at)}
        code = "picture.fire" if shots.hits else "picture.missed"
        yield Text(code, {**told, "n": shots.hits or len(who)})
    for shots in changed.directed:
        who, at = counter_terms(shots.who), hex_term(shots.at)
        yield Text("picture.directed", {"who": who, "n": len(who), "hex": at})
    for origin, target in changed.assaults:
        yield Text("picture.assaulted", {"start": hex_term(origin), "end": hex_term(target)})
    for place, hits in changed.shells:
        yield Text("picture.shells", {"hex": hex_term(place), "n": hits})
    for code, found in (("picture.lost", changed.lost), ("picture.left", changed.left)):
        for place, some in _by_hex(found).items():
            yield Text(code, {"who": some, "hex": hex_term(place), "n": len(some)})
    for key, lost in changed.hits.items():
        yield Text("picture.steps", {"who": counter_term(key), "n": lost})
    for move in changed.moves:
        start, end = hex_term(move.way[0]), hex_term(move.way[-1])
        if not move.who:
            yield Text("picture.marker", {"start": start, "end": end})
            continue
        who = counter_terms(move.who)
        code = "picture.back" if move.back else "picture.moved"
        yield Text(code, {"who": who, "n": len(who), "start": start, "end": end})
    yield from _hexes("picture.appeared", changed.appeared)
    yield from _hexes("picture.vanished", changed.vanished)
    if changed.shown:
        shown = counter_terms(one.id for one in changed.shown)
        yield Text("picture.shown", {"who": shown, "n": len(shown)})
    for town, side in changed.taken.items():
        yield Text("picture.taken", {"hex": hex_term(town), "seat": seat_term(side)})
    yield from _hexes("picture.dug", changed.dug)


def _by_hex(counters: Iterable[Counter]) -> dict[str, tuple[Term, ...]]:
    found: dict[str, tuple[Term, ...]] = {}
    for one in counters:
        found[one.at] = (*found.get(one.at, ()), counter_term(one))
    return found


def _hexes(code: str, hexes: Iterable[str], places: Container[str] | None = None) -> Iterator[Text]:
    """Yield a sentence about hexes, those in sight where *places* are given; about none, none."""
    shown = tuple(hex_term(one) for one in hexes if places is None or one in places)
    if shown:
        yield Text(code, {"hexes": shown, "n": len(shown)})


def _under_way(table: Table, places: Container[str]) -> Iterator[Text]:
    """Yield what is declared and not done yet."""
    for seat, way in declared(table):
        if any(place in places for place in way):
            told: Params = {"start": hex_term(way[0]), "end": hex_term(way[-1])}
            yield Text("picture.going", {**told, "seat": seat_term(seat)})
    for frame in table.frames:
        if isinstance(frame, Activation):
            for doing in frame.doings:
                if doing.deed in FIRING and doing.who:
                    who = counter_terms(doing.who)
                    at = hex_term(doing.target)
                    yield Text("picture.aiming", {"who": who, "n": len(who), "hex": at})
    for start, end in assaults(table):
        yield Text("picture.assault", {"start": hex_term(start), "end": hex_term(end)})


def _stacks(view: View, places: Container[str], heaps: Mapping[str, Pile]) -> Iterator[Text]:
    table = view.table
    planned = {} if view.own is None else {one.counter: one.at for one in view.own.plan}
    for seat in SEATS:
        shown: list[Counter] = []
        for place, pile in heaps.items():
            here = [one for one in pile.counters if one.side == seat]
            if place not in places or not here:
                continue
            shown += here
            who = counter_terms(one.id for one in here)
            told: Params = {"seat": seat_term(seat), "hex": hex_term(place), "who": who}
            laid = table.phase is Phase.SETUP and any(one.id in planned for one in here)
            yield Text("picture.planned" if laid else "describe.stack", {**told, "n": len(who)})
        for one in shown:
            yield from who_rides(table, one)
            if one.hits:
                yield Text("describe.hits", {"who": counter_term(one), "n": one.steps})
        for code, bears in _STATES:
            bearing = counter_terms(one.id for one in shown if bears(one))
            if bearing:
                yield Text(code, {"seat": seat_term(seat), "who": bearing, "n": len(bearing)})


def _ground(view: View, places: Container[str]) -> Iterator[Text]:
    yield from _hexes("describe.shades", view.table.shades, places)
    yield from _hexes("describe.positions", view.table.positions, places)
    laid = obstacles_laid(view.table.settings.scenario).items()
    for kind in OBSTACLES:
        there = [place for place, kinds in laid if kind in kinds and place in places]
        if there:
            filled = tuple(hex_term(one) for one in there)
            yield Text("describe.obstacles", {"obstacle": obstacle_term(kind), "hexes": filled})
    if view.own is not None:
        yield from _hexes("picture.works", view.own.works, places)
