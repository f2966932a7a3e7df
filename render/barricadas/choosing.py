"""An action that the viewer is putting together: what its fields mean on the ground.

What is chosen so far is ringed in the colour of a seat's own orders; what the next field may be
stays in the light, with a bright rim, while the rest of the ground lies in shade.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from engine.api import Term
from engine.barricadas.actions import MODELS, STAY, Fire, Lookout, Placement, Task, parted
from engine.barricadas.frames import ASSAULTING, FIRING, MISSIONS, MOVING, Deed, Doing
from engine.barricadas.play import counter_term, hex_term
from engine.barricadas.rules.attack.aiming import Salvo, aim_of
from engine.barricadas.rules.movement.moves import reachable
from engine.barricadas.rules.turn import tasks
from engine.barricadas.rules.turn.activation import activated_with
from engine.barricadas.scenario import Scenario
from engine.barricadas.sight import visible_from
from engine.barricadas.state import (
    OFF_GROUND,
    Counter,
    Phase,
    Placing,
    Table,
    View,
    hex_of,
    officer_of,
    other,
)
from engine.barricadas.survey import field_of, scenario_of
from render.api import Choosing, Section
from render.barricadas.land import Chart
from render.barricadas.layout import spread
from render.choosing import held_in, section_around

NEAR, FAR = 3, 7
"""Hexes to each side in the closest and in the widest picture that is not the whole ground."""

_SETTING_UP = frozenset(("deploy", "place", "fortify", "alert"))


@dataclass(frozen=True, slots=True)
class SalvoFigures:
    """With what an attack by fire that is chosen will be thrown (8.2): see :class:`Aim`."""

    start: str
    at: str
    factors: int
    modifier: int
    column: int | None
    divisor: Fraction


@dataclass(frozen=True, slots=True)
class Selection:
    """An action being put together, on the ground.

    Attributes:
        view: The viewer's view, their plan replaced by the one that is being made.
        chart: The ground.
        start: Hexes of who is to act.
        goals: Hexes that they are to go to or act on.
        offered: Hexes that may be chosen next, or that hold who may be.
        ways: Ways that are chosen, from hex to hex.
        shots: Fire that is chosen, from a hex to another.
        salvos: With what this fire will be thrown.
        assaults: Assaults that are chosen, from a hex to another.
        aims: Fire that may be chosen.
        blocked: Hexes with enemies in range that are not in sight, each from a hex.
        costs: Hexes that may be gone to, and halves of points that it takes.
        covered: Hexes in range and in sight of who is to act.
        commanded: Hexes within the command range of who leads.
        zone: Where the viewer may deploy, while they do.
        chosen: What is chosen so far.
        possible: What may be chosen next, best first.
    """

    view: View
    chart: Chart
    start: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    shots: tuple[tuple[str, str], ...] = ()
    salvos: tuple[SalvoFigures, ...] = ()
    assaults: tuple[tuple[str, str], ...] = ()
    aims: tuple[tuple[str, str], ...] = ()
    blocked: tuple[tuple[str, str], ...] = ()
    costs: Mapping[str, int] = field(default_factory=dict)
    covered: frozenset[str] = frozenset()
    commanded: frozenset[str] = frozenset()
    zone: frozenset[str] = frozenset()
    chosen: tuple[Term, ...] = ()
    possible: tuple[Term, ...] = ()

    @property
    def ringed(self) -> tuple[str, ...]:
        """The hexes that are chosen, each once."""
        return tuple(dict.fromkeys((*self.start, *self.goals)))

    @property
    def marked(self) -> tuple[str, ...]:
        """The hexes that must be on the picture."""
        lines = (*self.ways, *self.shots, *self.assaults, *self.aims)
        ends = [place for line in lines for place in line]
        return tuple(dict.fromkeys((*self.ringed, *self.offered, *ends, *self.costs, *self.zone)))

    @property
    def lit(self) -> frozenset[str]:
        """The hexes that lie in the light."""
        blocked = [place for line in self.blocked for place in line]
        return frozenset((*self.marked, *blocked)) | self.covered


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
    found = replace(found, possible=possible, offered=_hexes(found, possible))
    if holds == "tasks":
        found = _tasks_offered(found, filled, choosing.offered)
    if holds == "shots":
        aims = [
            (_at(table, who), shot.at)
            for value in choosing.offered
            for shot in value[-1:]
            for who in parted(shot.who)
        ]
        found = replace(found, aims=_lines(chart, aims), offered=_hexes(found, possible))
    if choosing.ways:
        found = _with_ways(found, choosing)
    if choosing.kind in _SETTING_UP and table.phase is Phase.SETUP:
        army = _scenario(found).of(view.viewer)
        found = replace(found, zone=frozenset(army.deploy) & chart.field.hexes.keys())
    return found


def _scenario(found: Selection) -> Scenario:
    return scenario_of(found.view.table)


def _at(table: Table, key: str) -> str:
    one = table.counters.get(key)
    place = "" if one is None else hex_of(table, one)
    return "" if place in OFF_GROUND else place


def _place_of(view: View, key: str) -> str:
    """Return the hex of a counter; in set-up where the viewer has planned to put it."""
    planned = () if view.own is None else view.own.plan
    return _at(view.table, key) or next((one.at for one in planned if one.counter == key), "")


def _once(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(terms))


def _lines(chart: Chart, pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    hexes = chart.field.hexes
    return tuple(dict.fromkeys((a, b) for a, b in pairs if a in hexes and b in hexes and a != b))


def _terms(table: Table, what: str, value: Any) -> Iterator[Term]:
    """Yield what a value names: counters on the table and hexes."""
    match what:
        case "counter":
            if value in table.counters:
                yield counter_term(value)
        case "counters":
            yield from (counter_term(one) for one in value if one in table.counters)
        case "hex":
            if value in field_of(table).hexes:
                yield hex_term(value)
        case "hexes":
            yield from (hex_term(one) for one in value if one in field_of(table).hexes)
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
    yield from (hex_term(place) for place in places if place in field_of(table).hexes)


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
            return _activating(found, filled)
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
                (_at(view.table, who), one.at)
                for one in filled.get("shots", ())
                for who in parted(one.who)
            ]
            lines = _lines(found.chart, shots)
            start, goals = tuple(a for a, _ in lines), tuple(b for _, b in lines)
            found = replace(found, shots=lines)
        case "watch":
            start = tuple(_at(view.table, one.who) for one in filled.get("lookouts", ()))
    known = found.chart.field.hexes
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


# -- activations -------------------------------------------------------------------------------


def _leaders(found: Selection, filled: Mapping[str, Any]) -> list[Counter]:
    table = found.view.table
    named = [filled.get("leader", ""), filled.get("second", "")]
    mine = [table.counters[key] for key in named if key in table.counters]
    return [one for one in mine if one.side == found.view.viewer and _at(table, one.id)]


def _activating(found: Selection, filled: Mapping[str, Any]) -> Selection:
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
    return tuple(dict.fromkeys(filter(None, (_at(table, one.id) for one in counters))))


def _done(found: Selection, table: Table, doings: Sequence[Doing]) -> Selection:
    """Return a selection with the ways, the fire and the assaults of some tasks."""
    ways, shots, salvos, assaults, goals = [], [], [], [], []
    at = {key: _at(table, key) for key in table.counters}
    for one in doings:
        if one.deed in FIRING | MISSIONS:
            shots += [(at[key], one.target) for key in one.who]
            goals.append(one.target)
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
        shots=_lines(found.chart, shots),
        salvos=tuple(salvos),
        assaults=_lines(found.chart, assaults),
        goals=tuple(dict.fromkeys(goals)),
    )


def _salvo(table: Table, doing: Doing, start: str) -> SalvoFigures:
    salvo = Salvo(doing.who, tasks.MUNITIONS[doing.deed], doing.target)
    aim = aim_of(field_of(table), table, salvo)
    return SalvoFigures(start, doing.target, aim.factors, aim.modifier, aim.column, aim.divisor)


def _tasks_offered(
    found: Selection, filled: Mapping[str, Any], offered: Sequence[Any]
) -> Selection:
    """Return a selection with where moves may lead, at a cost, and what may be fired at."""
    table, chart = found.view.table, found.chart
    field_ = chart.field
    before = tuple(filled.get("tasks", ()))
    costs: dict[str, int] = {}
    aims, shown = [], []
    reached: dict[tuple[str, Deed], Mapping[str, Any]] = {}
    for value in offered:
        if not isinstance(value, tuple) or len(value) <= len(before):
            continue
        task = value[-1]
        group = [table.counters[key] for key in parted(task.who) if key in table.counters]
        if not group or not _at(table, group[0].id):
            continue
        if task.deed in (Deed.MOVE, Deed.DOUBLE):
            key = (task.who, task.deed)
            if key not in reached:
                reached[key] = reachable(field_, table, group, task.deed)
            if task.to in reached[key]:
                takes = reached[key][task.to].takes
                costs[task.to] = min(takes, costs.get(task.to, takes))
        elif task.to != STAY:
            aims += [(_at(table, one.id), task.to) for one in group]
            shown.append(task.to)
        else:
            shown += _on_ground(table, group)
    return replace(
        found,
        costs=costs,
        aims=_lines(chart, aims),
        offered=tuple(dict.fromkeys(one for one in shown if one in field_.hexes)),
    )


def _with_ways(found: Selection, choosing: Choosing) -> Selection:
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
    known = found.chart.field.hexes
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
        if chief is not None and chief.officer is not None and _at(table, chief.id):
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
        place = _at(table, one.id)
        if place and _range(one) and not one.carrier and not one.routed:
            near = chart.within(place, _range(one))
            found.update(set(near) & visible_from(chart.field, place) - {place})
    return frozenset(found)


def _blocked(chart: Chart, table: Table, free: Sequence[Counter]) -> tuple[tuple[str, str], ...]:
    """Return enemies within twice the range of somebody whom nobody has in sight (6.1)."""
    if not free:
        return ()
    side = other(free[0].side)
    places = {hex_of(table, one) for one in table.counters.values() if one.side == side}
    places = (places | set(table.shades)) & chart.field.hexes.keys()
    found = []
    for place in sorted(places):
        near = [
            _at(table, one.id)
            for one in free
            if _range(one)
            and _at(table, one.id)
            and chart.field.distance(_at(table, one.id), place) <= 2 * _range(one)
        ]
        if near and not any(place in visible_from(chart.field, eye) for eye in near):
            nearest = min(near, key=lambda eye: (chart.field.distance(eye, place), eye))
            found.append((nearest, place))
    return _lines(chart, found)


# -- the section -------------------------------------------------------------------------------


def aim_at(selection: Selection) -> Section | None:
    """Return the closest section that shows every marked hex; ``None`` when none is marked."""
    places = [one for one in selection.marked if one in selection.chart.field.hexes]
    if not places:
        return None
    middle, radius = spread(selection.chart, places)
    return section_around(middle, radius, NEAR, FAR)
