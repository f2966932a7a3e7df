"""An activation that is being put together: ways, fire, range, sight and command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.barricadas.actions import STAY, Task, parted
from engine.barricadas.frames import ASSAULTING, FIRING, MISSIONS, MOVING, Deed, Doing
from engine.barricadas.rules.attack.aiming import Salvo, aim_of
from engine.barricadas.rules.movement.moves import reachable
from engine.barricadas.rules.turn import tasks
from engine.barricadas.rules.turn.activation import activated_with
from engine.barricadas.sight import visible_from
from engine.barricadas.state import Counter, Table, hex_of, officer_of, other
from engine.barricadas.survey import battlefield_of
from render.api import Choosing
from render.barricadas.land import Chart
from render.barricadas.selection import SalvoFigures, Selection, lines_of, standing

_DISPERSED = frozenset((Deed.BARRAGE, Deed.CARPET, Deed.SPREAD))
"""They come down on seven hexes (8.1.3)."""


def _leaders(found: Selection, filled: Mapping[str, Any]) -> list[Counter]:
    table = found.view.table
    named = [filled.get("leader", ""), filled.get("second", "")]
    mine = [table.counters[key] for key in named if key in table.counters]
    return [one for one in mine if one.side == found.view.viewer and standing(table, one.id)]


def activating(found: Selection, filled: Mapping[str, Any]) -> Selection:
    """Return a selection with who is activated, what is told to them, and what they could do."""
    leaders = _leaders(found, filled)
    if not leaders:
        return found
    table = found.view.table
    led = [one for leader in leaders for one in activated_with(table, leader)]
    given = tuple(one for one in filled.get("tasks", ()) if isinstance(one, Task))
    doings, _ = tasks.read(table, leaders, given)
    found = _done(found, table, doings)
    busy = {key for one in doings for key in one.who}
    free = [one for one in led if one.id not in busy]
    return replace(
        found,
        start=_on_ground(table, [*leaders, *led]),
        commanded=_command(found.chart, table, leaders),
        covered=_covered(found.chart, table, free),
        blocked=_blocked(found.chart, table, free),
    )


def _on_ground(table: Table, counters: Iterable[Counter]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, (standing(table, one.id) for one in counters))))


def _done(found: Selection, table: Table, doings: Sequence[Doing]) -> Selection:
    """Return a selection with the ways, the fire and the assaults of some tasks."""
    ways, shots, salvos, assaults = [], [], [], []
    goals: list[str] = []
    at = {key: standing(table, key) for key in table.counters}
    for one in doings:
        if one.deed in FIRING | MISSIONS:
            shots += [(at[key], one.target) for key in one.who]
            goals += found.chart.within(one.target, 1) if one.deed in _DISPERSED else [one.target]
            if one.deed in FIRING:
                salvos.append(_salvo(table, one, at[one.who[0]]))
        elif one.deed in MOVING:
            if len(one.way) > 1:
                ways.append(one.way)
            goals.append(one.way[-1])
            at.update(dict.fromkeys(one.who, one.way[-1]))
            if one.deed in ASSAULTING:
                assaults.append((one.way[-1], one.target))
                goals.append(one.target)
    return replace(
        found,
        ways=tuple(ways),
        shots=lines_of(found.chart, shots),
        salvos=tuple(salvos),
        assaults=lines_of(found.chart, assaults),
        goals=tuple(dict.fromkeys(goals)),
    )


def _salvo(table: Table, doing: Doing, start: str) -> SalvoFigures:
    salvo = Salvo(doing.who, tasks.MUNITIONS[doing.deed], doing.target)
    aim = aim_of(battlefield_of(table), table, salvo)
    return SalvoFigures(start, doing.target, aim.factors, aim.modifier, aim.column, aim.divisor)


def tasks_offered(found: Selection, filled: Mapping[str, Any], offered: Sequence[Any]) -> Selection:
    """Return a selection with where moves may lead, at a cost, and what may be fired at."""
    table, chart = found.view.table, found.chart
    field_ = chart.battlefield
    before = tuple(filled.get("tasks", ()))
    costs: dict[str, int] = {}
    aims, shown = [], []
    reached: dict[tuple[str, Deed], Mapping[str, Any]] = {}
    for value in offered:
        if not isinstance(value, tuple) or len(value) <= len(before):
            continue
        task = value[-1]
        group = [table.counters[key] for key in parted(task.who) if key in table.counters]
        if not group or not standing(table, group[0].id):
            continue
        if task.deed in (Deed.MOVE, Deed.DOUBLE):
            key = (task.who, task.deed)
            if key not in reached:
                # The menu offers the best of them: the map shows them all.
                reached[key] = reachable(field_, table, group, task.deed)
                for place, way in reached[key].items():
                    costs[place] = min(way.takes, costs.get(place, way.takes))
            shown.append(task.to)
        elif task.to != STAY:
            aims += [(standing(table, one.id), task.to) for one in group]
            shown.append(task.to)
        else:
            shown += _on_ground(table, group)
    return replace(
        found,
        costs=costs,
        aims=lines_of(chart, aims),
        offered=tuple(dict.fromkeys(one for one in shown if one in field_.hexes)),
    )


def with_ways(found: Selection, choosing: Choosing) -> Selection:
    """Return a selection with the ways that the preview of the whole action tells."""
    if choosing.kind not in {"activate", "together"}:
        return found
    shooting = set(found.shots)
    ways = [
        way.places
        for way in choosing.ways
        if len(way.places) > 1 and (way.places[0], way.places[-1]) not in shooting
    ]
    assaulted = {end for _, end in found.assaults}
    known = found.chart.battlefield.hexes
    kept = [
        tuple(place for place in way if place in known)
        for way in (way[:-1] if way[-1] in assaulted else way for way in ways)
    ]
    return replace(found, ways=tuple(way for way in kept if len(way) > 1))


def _command(chart: Chart, table: Table, leaders: Iterable[Counter]) -> frozenset[str]:
    """Return the hexes within the command range of some officers."""
    found: set[str] = set()
    for one in leaders:
        chief = officer_of(table, one.unit) if one.unit else None
        if chief is not None and chief.officer is not None and standing(table, chief.id):
            found.update(chart.within(hex_of(table, chief), chief.officer.reach))
    return frozenset(found)


def _range(one: Counter) -> int:
    """Return how far a counter fires with all of its factors, at most."""
    weapons = () if one.printed is None else one.printed.weapons.values()
    return max((each.range for each in weapons), default=0)


def _covered(chart: Chart, table: Table, free: Iterable[Counter]) -> frozenset[str]:
    """Return the hexes that somebody has in range and in sight."""
    found: set[str] = set()
    for one in free:
        place = standing(table, one.id)
        if place and _range(one) and not one.carrier and not one.routed:
            near = chart.within(place, _range(one))
            found.update(set(near) & visible_from(chart.battlefield, place) - {place})
    return frozenset(found)


def _blocked(chart: Chart, table: Table, free: Sequence[Counter]) -> tuple[tuple[str, str], ...]:
    """Return enemies within twice the range of somebody whom nobody has in sight (6.1)."""
    if not free:
        return ()
    side = other(free[0].side)
    places = {hex_of(table, one) for one in table.counters.values() if one.side == side}
    places = (places | set(table.shades)) & chart.battlefield.hexes.keys()
    found = []
    for place in sorted(places):
        near = [
            standing(table, one.id)
            for one in free
            if _range(one)
            and standing(table, one.id)
            and chart.battlefield.distance(standing(table, one.id), place) <= 2 * _range(one)
        ]
        if near and not any(place in visible_from(chart.battlefield, eye) for eye in near):
            nearest = min(near, key=lambda eye: (chart.battlefield.distance(eye, place), eye))
            found.append((nearest, place))
    return lines_of(chart, found)
