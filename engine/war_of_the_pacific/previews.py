"""What an action comes to before it is done: where it leads, what it takes and ends for good.

Rules:
    7.1.when with WP-R84 (the first sail of a phase ends embarkation); 7.2, 8.2, 8.6 (the ways);
    6.1, 7.8 (Supply Columns spent); 7.3 (who may intercept).
"""

from __future__ import annotations

from engine.api import Action, Preview, Supposition, Text, Warned, Way
from engine.war_of_the_pacific.actions import MarchUnits, Move, Sail
from engine.war_of_the_pacific.counters import is_column
from engine.war_of_the_pacific.rules.land.marches import way_toward
from engine.war_of_the_pacific.rules.land.movement import closed_for
from engine.war_of_the_pacific.rules.land.movement_costs import box_road, route
from engine.war_of_the_pacific.rules.land.movement_points import points_left
from engine.war_of_the_pacific.rules.sea.embarkation import left_ashore
from engine.war_of_the_pacific.rules.sea.interceptors import groups, within_reach
from engine.war_of_the_pacific.rules.sea.sailing import named_stack
from engine.war_of_the_pacific.rules.sea.voyage import course_for
from engine.war_of_the_pacific.state import March, View, Voyage, other

Costs = tuple[Text, ...]


def foreseen(view: View, action: Action, ahead: Supposition[View]) -> Preview:
    """Return what an action that is allowed comes to, as far as its side can tell."""
    way, costs, voyage = _way(view, action)
    spent = _columns(view) - _columns(ahead.view)
    if spent > 0:
        costs = (*costs, Text("cost.columns", {"n": spent}))
    return Preview(
        ways=() if way is None or len(way.places) == 1 else (way,),
        costs=costs,
        reacting=() if voyage is None or way is None else _interceptors(view, voyage, way),
        warnings=tuple(map(Warned, left_ashore(view))) if isinstance(action, Sail) else (),
    )


def _columns(view: View) -> int:
    """Return how many Supply Columns the viewer's side has, wherever they are."""
    return sum(unit.side == view.viewer and is_column(unit) for unit in view.table.units.values())


def _interceptors(view: View, voyage: Voyage, way: Way) -> tuple[str, ...]:
    """Return the enemy's seat where some of its ships are near enough to the course.

    Whether it would be asked there hangs on what it has said in secret (7.3).
    """
    enemy = other(voyage.seat)
    fleets = groups(view.table, enemy, voyage)
    return (enemy,) if any(within_reach(fleets, place) for place in way.places[1:]) else ()


def _way(view: View, action: Action) -> tuple[Way | None, Costs, Voyage | None]:
    """Return the way that units take if nothing stops them, its points, and the voyage it is."""
    match action:
        case MarchUnits() if action.toward:
            return *_marching(view, action), None
        case Sail():
            stack, _ = named_stack(view, action.ships)
            assert stack is not None
            seat = view.viewer or ""
            course, _ = course_for(view.table, seat, stack.place, action.to, action.via, stack.area)
            return _sailing(
                Voyage(view.table.serial, seat, stack.ids, stack.area, stack.place), course
            )
        case Move():
            return _moving_on(view, action)
    return None, (), None


def _sailing(voyage: Voyage, course: tuple[str, ...]) -> tuple[Way, Costs, Voyage]:
    return Way(voyage.ships, (voyage.at, *course)), (), voyage


def _marching(view: View, action: MarchUnits) -> tuple[Way, Costs]:
    table = view.table
    group = [table.units[unit] for unit in action.units]
    start, closed = group[0].at, closed_for(table.units, group)
    way = way_toward(group[0].side, start, action.toward, closed, table.settings)
    assert way is not None
    costs = (Text("cost.whole_way", {"n": way.cost}),)
    return Way(action.units, (start, *way.hexes)), costs


def _moving_on(view: View, action: Move) -> tuple[Way | None, Costs, Voyage | None]:
    table, stops = view.table, (*action.via, action.to)
    match table.frames[-1]:
        case March() as march:
            closed = closed_for(table.units, [table.units[one] for one in march.units])
            road = box_road(table.settings)
            way = route(march.seat, march.at, stops, closed, road=road)
            assert way is not None
            left = points_left(table.units, march, table.settings)
            costs = (Text("cost.march", {"n": way.cost, "left": left}),)
            return Way(march.units, (march.at, *way.hexes)), costs, None
        case Voyage() as voyage:
            held = view.own.course if view.own else ()
            if not action.via and held and held[-1] == action.to:
                course = held
            else:
                course, _ = course_for(
                    table, voyage.seat, voyage.at, action.to, action.via, voyage.area
                )
            return _sailing(voyage, course)
    return None, (), None
