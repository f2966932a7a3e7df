"""An action that the viewer is putting together: what its fields mean on the ground.

What is chosen so far is ringed in the colour of a seat's own orders; what the next field may be
stays in the light, with a bright rim, while the rest of the ground lies in shade.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.api import Term
from engine.barricadas.actions import MODELS, Fire, Lookout, Placement, Task, parted
from engine.barricadas.frames import Activation
from engine.barricadas.play import counter_term, hex_term
from engine.barricadas.rules.reaction.reacting import under_fire
from engine.barricadas.scenario import Scenario
from engine.barricadas.state import (
    Phase,
    Placing,
    Table,
    View,
)
from engine.barricadas.survey import battlefield_of, scenario_of
from render.api import Choosing, Section
from render.barricadas.activations import activating, tasks_offered, with_ways
from render.barricadas.land import Chart
from render.barricadas.layout import spread
from render.barricadas.selection import Selection, lines_of, standing
from render.choosing import held_in, lettered_at, section_around

NEAR, FAR = 3, 7
"""Hexes to each side in the closest and in the widest picture that is not the whole ground."""

_SETTING_UP = frozenset(("deploy", "place", "fortify", "alert"))


# -- from values to hexes ----------------------------------------------------------------------


def read_selection(chart: Chart, view: View, choosing: Choosing) -> Selection:
    """Return what *choosing* means on the ground; what lies beside it is passed over."""
    model = MODELS.get(choosing.kind)
    if model is None or view.viewer is None:
        return Selection(view, chart)
    filled = dict(choosing.filled)
    table = view.table
    found = Selection(
        view,
        chart,
        chosen=_once(
            term
            for name, value in filled.items()
            for term in _terms(table, held_in(model, name), value)
        ),
    )
    found = _acted(found, choosing.kind, filled)
    holds = held_in(model, choosing.field)
    possible = _once(
        term
        for value in choosing.offered
        for term in _next_terms(table, holds, value, filled.get(choosing.field, ()))
    )
    letters = lettered_at(
        (place, letter)
        for value, letter in zip(choosing.offered, choosing.letters, strict=False)
        for place in _hexes(
            found, _next_terms(table, holds, value, filled.get(choosing.field, ()))
        )[-1:]
    )
    offered = _hexes(found, possible)
    found = replace(found, possible=possible, offered=offered, letters=letters)
    if holds == "tasks":
        found = tasks_offered(found, filled, choosing.offered)
    if holds == "shots":
        aims = [
            (standing(table, who), shot.at)
            for value in choosing.offered
            for shot in value[-1:]
            for who in parted(shot.who)
        ]
        found = replace(found, aims=lines_of(chart, aims), offered=_hexes(found, possible))
    if choosing.ways:
        found = with_ways(found, choosing)
    if choosing.kind in _SETTING_UP and table.phase is Phase.SETUP:
        army = _scenario(found).of(view.viewer)
        found = replace(found, zone=frozenset(army.deploy) & chart.battlefield.hexes.keys())
    return found


def _scenario(found: Selection) -> Scenario:
    return scenario_of(found.view.table)


def _place_of(view: View, key: str) -> str:
    """Return the hex of a counter; in set-up where the viewer has planned to put it."""
    planned = () if view.own is None else view.own.plan
    return standing(view.table, key) or next((one.at for one in planned if one.counter == key), "")


def _once(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(terms))


def _terms(table: Table, what: str, value: Any) -> Iterator[Term]:
    """Yield what a value names: counters on the table and hexes."""
    match what:
        case "counter":
            if value in table.counters:
                yield counter_term(value)
        case "counters":
            yield from (counter_term(one) for one in value if one in table.counters)
        case "hex":
            if value in battlefield_of(table).hexes:
                yield hex_term(value)
        case "hexes":
            yield from (hex_term(one) for one in value if one in battlefield_of(table).hexes)
        case "tasks" | "shots" | "placings" | "lookouts":
            for one in value:
                yield from _item_terms(table, one)


def _item_terms(table: Table, one: Any) -> Iterator[Term]:
    match one:
        case Task():
            who, places = parted(one.who), [one.to]
        case Fire():
            who, places = parted(one.who), [one.at]
        case Placement():
            who, places = (one.who,), [one.at]
        case Lookout():
            who, places = (one.who,), []
        case _:
            return
    yield from (counter_term(key) for key in who if key in table.counters)
    yield from (hex_term(place) for place in places if place in battlefield_of(table).hexes)


def _next_terms(table: Table, what: str, value: Any, before: Any) -> Iterator[Term]:
    """Yield what choosing a value adds; of a list it is what its last item names."""
    if what in {"tasks", "shots", "lookouts", "counters", "hexes"} and isinstance(value, tuple):
        value = value[-1:] if len(value) > len(before or ()) else ()
    yield from _terms(table, what, value)


def _hexes(found: Selection, terms: Iterable[Term]) -> tuple[str, ...]:
    places = [
        _place_of(found.view, term.key) if term.kind == "counter" else term.key for term in terms
    ]
    return tuple(dict.fromkeys(filter(None, places)))


def _acted(found: Selection, kind: str, filled: Mapping[str, Any]) -> Selection:
    """Return a selection with everything that its kind of action shows besides."""
    view = found.view
    start: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    match kind:
        case "activate" | "together":
            return activating(found, filled)
        case "deploy":
            return _planned(found, filled.get("places", ()))
        case "place":
            start = (_place_of(view, filled.get("counter", "")),)
            goals = (filled.get("at", ""),)
        case "fortify":
            goals = tuple(filled.get("hexes", ()))
        case "alert":
            start = tuple(_place_of(view, key) for key in filled.get("counters", ()))
        case "react":
            shots = [
                (standing(view.table, who), one.at)
                for one in filled.get("shots", ())
                for who in parted(one.who)
            ]
            lines = lines_of(found.chart, shots)
            start, goals = tuple(a for a, _ in lines), tuple(b for _, b in lines)
            found = replace(found, shots=lines)
        case "watch":
            start = tuple(standing(view.table, one.who) for one in filled.get("lookouts", ()))
    known = found.chart.battlefield.hexes
    return replace(
        found,
        start=tuple(one for one in start if one in known),
        goals=tuple(one for one in goals if one in known),
    )


def _planned(found: Selection, placed: Iterable[Placement]) -> Selection:
    """Return a selection whose view shows the deployment that is chosen."""
    plan = {one.who: Placing(one.who, one.at) for one in placed}
    if not plan or found.view.own is None:
        return found
    own = replace(found.view.own, plan=tuple(plan.values()))
    return replace(found, view=replace(found.view, own=own))


def read_about(chart: Chart, view: View, about: Iterable[Term]) -> Selection:
    """Return what a question is about, on the ground, and the ways on which the others are."""
    table = view.table
    known = [
        one
        for one in about
        if one.key
        in (table.counters if one.kind in {"counter", "short"} else battlefield_of(table).hexes)
    ]
    found = Selection(view, chart, about=_once(known))
    places = (one.key if one.kind == "hex" else _place_of(view, one.key) for one in known)
    ways = [
        one.way
        for frame in table.frames
        if isinstance(frame, Activation) and frame.seat != view.viewer
        for one in under_fire(frame)
    ]
    starts = (way[0] for way in ways)
    goals = (*filter(None, places), *(way[-1] for way in ways))
    return replace(
        found,
        start=tuple(dict.fromkeys(starts)),
        goals=tuple(dict.fromkeys(goals)),
        ways=tuple(dict.fromkeys(way for way in ways if len(way) > 1)),
    )


# -- the section -------------------------------------------------------------------------------


def aim_at(selection: Selection) -> Section | None:
    """Return the closest section that shows every marked hex; ``None`` when none is marked."""
    places = [one for one in selection.marked if one in selection.chart.battlefield.hexes]
    if not places:
        return None
    middle, radius = spread(selection.chart, places)
    return section_around(middle, radius, NEAR, FAR)
