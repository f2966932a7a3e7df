"""What an action comes to before it is done: where it leads, what it takes and ends for good.

What it loses is in :mod:`engine.war_of_the_pacific.warned`.

Rules:
    4.1 I, 4.2 (orders, and when they are closed); 7.2, 8.2, 8.6 (the ways); 6.1, 7.8 (Supply
    Columns spent); 7.3 (who may intercept); 8.3, 8.4, 8.5 (what a double does).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.api import Action, Preview, Supposition, Term, Text, Warned, Way
from engine.war_of_the_pacific.actions import Done, MarchUnits, Move, Sail, WriteOrder
from engine.war_of_the_pacific.counters import is_column
from engine.war_of_the_pacific.places import is_on_map
from engine.war_of_the_pacific.play import place_term, unit_terms
from engine.war_of_the_pacific.roster import is_supply
from engine.war_of_the_pacific.rules.administration.naval_orders import sailing_turn
from engine.war_of_the_pacific.rules.land.marches import way_toward
from engine.war_of_the_pacific.rules.land.movement import closed_for
from engine.war_of_the_pacific.rules.land.movement_costs import box_road, route
from engine.war_of_the_pacific.rules.land.movement_points import points_left
from engine.war_of_the_pacific.rules.land_combat.attack import columns_of
from engine.war_of_the_pacific.rules.sea.interceptors import done_with, groups, within_reach
from engine.war_of_the_pacific.rules.sea.sailing import named_stack
from engine.war_of_the_pacific.rules.sea.voyage import course_for, course_on, destinations, shunned
from engine.war_of_the_pacific.state import March, Phase, Unit, View, Voyage, other
from engine.war_of_the_pacific.survey import warships_at
from engine.war_of_the_pacific.unprovided import no_way_out
from engine.war_of_the_pacific.warned import idle_ships, warnings

Costs = tuple[Text, ...]


def foreseen(view: View, action: Action, ahead: Supposition[View]) -> Preview:
    """Return what an action that is allowed comes to, as far as its side can tell."""
    way, costs, voyage = _way(view, action)
    spent = _columns(view) - _columns(ahead.view)
    if spent > 0:
        costs = (*costs, Text("cost.columns", {"n": spent}))
    warned = tuple(warnings(view, action, ahead.view))
    stranded: tuple[Warned, ...] = ()
    met: tuple[Text, ...] = ()
    if voyage is not None and way is not None:
        stranded, met = tuple(_stranded(view, action, voyage, way)), tuple(_met(view, voyage, way))
    return Preview(
        ways=() if way is None or len(way.places) == 1 else (way,),
        costs=costs,
        final=_closed(view, action),
        reacting=() if voyage is None or way is None else _interceptors(view, voyage, way),
        notes=(*met, *_notes(view, action, ahead.view, warned)),
        warnings=(*warned, *stranded),
    )


def _closed(view: View, action: Action) -> tuple[Text, ...]:
    """Return that orders are closed for good, though their phase may go on (4.1 I, 4.2)."""
    if not isinstance(action, Done):
        return ()
    if view.table.phase is Phase.PLAN:
        return (Text("final.plan", {"turn": view.table.turn}),)
    return (Text("final.orders", {"turn": view.table.turn}),) if view.table.supply_due else ()


def _notes(view: View, action: Action, after: View, warned: tuple[Warned, ...]) -> Iterator[Text]:
    """Yield what is good to know of an action, and no loss, nor warned of already."""
    match action:
        case Done() if view.table.phase in (Phase.PLAN, Phase.ADMIN):
            ships = [unit for unit in idle_ships(view) if unit.in_port]
            if ships and all(one.text.code != "warn.idle" for one in warned):
                turn = sailing_turn(view.table)
                yield Text("note.idle", {"ships": unit_terms(ships), "turn": turn, "n": len(ships)})
        case WriteOrder():
            yield Text("note.turn", {"turn": sailing_turn(view.table)})
            yield from _replaced(view, action, after)
        case MarchUnits():
            yield _double([view.table.units[one] for one in action.units])
    yield from _last_columns(view, after)


def _replaced(view: View, action: WriteOrder, after: View) -> Iterator[Text]:
    """Yield the older orders from which an order takes ships."""
    left = after.own.orders if after.own else ()
    for order in view.own.orders if view.own else ():
        if order not in left:
            gone = [ship for ship in order.ships if ship in action.ships]
            area = Term("area", order.area)
            yield Text(
                "note.replaced", {"n": order.number, "ships": unit_terms(gone), "area": area}
            )


def _double(group: Sequence[Unit]) -> Text:
    """Return what a double does to those who march (8.3, 8.4, 8.5)."""
    land = [unit for unit in group if not is_column(unit)]
    if not land:
        return Text("note.double.columns")
    dear = len(land) == len(group) and all(unit.steps == 1 for unit in land)
    return Text("note.double.lost" if dear else "note.double", {"n": len(land)})


def _last_columns(view: View, after: View) -> Iterator[Text]:
    """Yield the places where the last Supply Column is spent or goes aboard."""
    side = view.viewer or ""
    held, left = columns_of(view.table.units, side), columns_of(after.table.units, side)
    for place in sorted(held - left):
        if is_on_map(place):
            yield Text("note.last_column", {"place": place_term(place)})


def _stranded(view: View, action: Action, voyage: Voyage, way: Way) -> Iterator[Warned]:
    """Yield that ships could not leave the port that they sail to, where they may go elsewhere."""
    ships, table = voyage.ships, view.table
    if len(way.places) == 1 or not no_way_out(view, way.end, ships):
        return
    others = destinations(table, voyage.seat, way.places[0], voyage.area)
    better = [place for place in others if not no_way_out(view, place, ships)]
    if better:
        named = (("ships", ",".join(action.ships)),) if isinstance(action, Sail) else ()
        if isinstance(action, Sail) and len(better) == 1:
            named = (*named, ("to", better[0]))
        yield Warned(Text("warn.no_way_out", {"place": place_term(way.end)}), action.kind, named)


def _met(view: View, voyage: Voyage, way: Way) -> Iterator[Text]:
    """Yield which enemy warships lie in the hexes of the course, where they may meet the stack.

    Rules:
        7.3.automatic, 7.6.blockade; WP-R98.
    """
    table, done = view.table, done_with(voyage)
    there = shunned(table, voyage.seat, done)
    for place in way.places[1:]:
        if place in there:
            found = warships_at(table.units, place, other(voyage.seat))
            ships = [unit for unit in found if unit.id not in done]
            yield Text("note.meets", {"place": place_term(place), "ships": unit_terms(ships)})


def _columns(view: View) -> int:
    """Return how many Supply Columns the viewer's side has, wherever they are."""
    units, side = view.table.units.values(), view.viewer
    return sum([unit.side == side and is_supply(unit.id) for unit in units])


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
                course, _ = course_on(table, voyage, action)
            return _sailing(voyage, course)
    return None, (), None
