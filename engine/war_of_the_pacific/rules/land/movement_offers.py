"""Orders of the Land Movement Phase: what can be marched, where to, and the verbs that do it.

The rules themselves are in ``movement``; here is what is offered, best first, and how the verbs
and the frame are handed to the game.

Rules:
    8.2, 8.3, 8.4, 8.5, 8.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.api import Option, Text
from engine.war_of_the_pacific.actions import Drop, Lose, MarchUnits, Move, Stop
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.choosing import stack_option
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import place_term
from engine.war_of_the_pacific.rules.land import attrition, movement
from engine.war_of_the_pacific.rules.land.attrition import columns_alone, liable, the_march
from engine.war_of_the_pacific.rules.land.ground import (
    box_road,
    cheapest_loss,
    closed_to,
    distance,
    exits_for,
    groups,
    held_by,
    may_stand_on_land,
)
from engine.war_of_the_pacific.rules.land.movement import (
    came,
    close_land_movement,
    closed_for,
    may_march,
    points_left,
    refuse_goal,
)
from engine.war_of_the_pacific.rules.land.movement_costs import can_step, reach
from engine.war_of_the_pacific.state import CHILE, March, Phase, Table, Unit, View, other
from engine.war_of_the_pacific.verb import AnyFrameRules, AnyVerb, FrameRules, Verb, filled_list

ANYWHERE = 1 << 20
"""Movement points enough for every way on the map."""


# --- what is worth going to -----------------------------------------------------------------


def goals(table: Table, side: str) -> dict[str, int]:
    """Return the places worth marching to, each with its rank, the best being 0.

    First cities with victory points in enemy hands, then enemy land units, then his other cities.
    """
    cities = load_board().cities
    enemy = other(side)
    found = dict.fromkeys(held_by(table.units, enemy), 1)
    for hex_id, holder in table.control.items():
        if holder == enemy and hex_id in cities:
            found[hex_id] = 0 if cities[hex_id].vp else found.get(hex_id, 2)
    if side != CHILE:
        found.pop(BOX, None)
    return {place: rank for place, rank in found.items() if may_stand_on_land(place)}


def nearness(table: Table, side: str, places: Iterable[str]) -> dict[str, int]:
    """Return for each place how far the nearest goal of *side* is."""
    sought = tuple(goals(table, side))
    return {place: min((distance(place, goal) for goal in sought), default=0) for place in places}


# --- units that can march -------------------------------------------------------------------


def _stacks(view: View) -> dict[tuple[str, ...], list[Unit]]:
    """Return the units that may march now, by where they are and the route they came (8.2)."""
    side = view.viewer or ""
    units = view.table.units
    closed = closed_to(units, side)
    found: dict[tuple[str, ...], list[Unit]] = {}
    for unit in units.values():
        if may_march(unit, side, view.table.settings) and unit.at not in closed:
            found.setdefault((unit.at, *came(unit)), []).append(unit)
    road = box_road(view.table.settings)
    return {
        key: stack
        for key, stack in found.items()
        if can_step(side, key[0], ANYWHERE, closed, road=road)
    }


def _open_groups(view: View, stack: list[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Return the groups of a stack that have a hex to go to."""
    road = box_road(view.table.settings)
    for group in groups(stack):
        if not columns_alone(group) or can_step(
            group[0].side, group[0].at, ANYWHERE, closed_for(view.table.units, group), road=road
        ):
            yield group


def _march_units(view: View) -> Iterator[Option]:
    stacks = _stacks(view)
    far = nearness(view.table, view.viewer or "", {key[0] for key in stacks})
    for key in sorted(stacks, key=lambda key: (far[key[0]], key)):
        for group in _open_groups(view, stacks[key]):
            yield stack_option(group)


def anything_to_do(view: View) -> bool:
    """Say whether the viewer has units that can march."""
    return any(
        next(_open_groups(view, stack), None) is not None for stack in _stacks(view).values()
    )


def _toward(view: View, ids: tuple[str, ...]) -> Iterator[Option]:
    """Offer destinations: goals by distance, then every place that can be reached at all."""
    units = view.table.units
    group = [units[one] for one in ids if one in units]
    if not group:
        return
    side, start = group[0].side, group[0].at
    closed = closed_for(units, group)
    road = box_road(view.table.settings)
    open_to = reach(side, start, ANYWHERE, closed, road=road)
    sought = goals(view.table, side)
    for goal in sorted(sought, key=lambda one: (sought[one] > 1, distance(start, one), one)):
        if goal == start:
            continue  # columns may stand in an enemy city, which only land units take
        if goal in open_to or (
            goal in closed and _can_approach(side, start, goal, open_to, closed, road=road)
        ):
            yield Option(goal, Text("march.toward", {"place": place_term(goal)}))
    for place, cost in open_to.items():
        if place not in sought:
            yield _way_option(place, cost)


def _can_approach(
    side: str,
    start: str,
    goal: str,
    open_to: Mapping[str, int],
    closed: frozenset[str],
    *,
    road: bool,
) -> bool:
    """Say whether a march can be made toward a hex that the enemy holds."""
    near = [place for place, _ in exits_for(side, goal, road=road)]
    if start in near:
        return not refuse_goal(side, start, goal, closed, road=road)
    return any(place in open_to for place in near)


def _way_option(place: str, cost: int) -> Option:
    return Option(place, Text("march.to", {"place": place_term(place), "n": cost}))


def options_march(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer stacks near the enemy first, each whole and in parts; then destinations."""
    if field == "units":
        return _march_units(view)
    return _toward(view, filled_list(filled, "units"))


# --- a march under way ----------------------------------------------------------------------


def _reachable(view: View) -> dict[str, int]:
    frame = the_march(view.table)
    if frame.stage != "move":
        return {}
    units = view.table.units
    closed = closed_for(units, [units[one] for one in frame.units])
    settings = view.table.settings
    points = points_left(units, frame, settings)
    return reach(frame.seat, frame.at, points, closed, road=box_road(settings))


def options_move(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer what the points left lead to: enemy cities, then what is nearest to the next goal."""
    if field != "to":
        return
    found = _reachable(view)
    side = view.viewer or ""
    rank = goals(view.table, side)
    far = nearness(view.table, side, found)
    for place in sorted(found, key=lambda one: (rank.get(one, 3), far[one], found[one], one)):
        yield _way_option(place, found[place])


def _can_move(view: View) -> bool:
    return bool(_reachable(view))


def options_drop(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer parts of the marching stack: the slower ones first, then each unit."""
    frame = the_march(view.table)
    if field != "units" or frame.stage != "move":
        return iter(())
    moving = [view.table.units[one] for one in frame.units]
    return (stack_option(group) for group in groups(moving) if len(group) < len(moving))


def _can_drop(view: View) -> bool:
    frame = the_march(view.table)
    return frame.stage == "move" and len(frame.units) > 1


def _can_stop(view: View) -> bool:
    return the_march(view.table).stage == "move"


def options_stop(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer nothing: the order has no fields."""
    return iter(())


def options_lose(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the units one of which pays for the doubles, the cheapest loss first."""
    frame = the_march(view.table)
    if field != "units" or frame.stage != "attrition":
        return
    for unit in sorted(liable(view.table.units, frame, view.table.settings), key=cheapest_loss):
        yield stack_option((unit,))


def _must_lose(view: View) -> bool:
    return the_march(view.table).stage == "attrition"


MARCH: AnyVerb = Verb(
    model=MarchUnits,
    phases=(Phase.LAND,),
    check=movement.check_march,
    apply=movement.apply_march,
    options=options_march,
    possible=anything_to_do,
)
DROP: AnyVerb = Verb(
    model=Drop,
    frames=(March,),
    check=movement.check_drop,
    apply=movement.apply_drop,
    options=options_drop,
    possible=_can_drop,
)
MOVE_MARCH: AnyVerb = Verb(
    model=Move,
    frames=(March,),
    check=movement.check_move,
    apply=movement.apply_move,
    options=options_move,
    possible=_can_move,
)
STOP_MARCH: AnyVerb = Verb(
    model=Stop,
    frames=(March,),
    check=movement.check_stop,
    apply=movement.apply_stop,
    options=options_stop,
    possible=_can_stop,
)
LOSE_MARCH: AnyVerb = Verb(
    model=Lose,
    frames=(March,),
    check=attrition.check_lose,
    apply=attrition.apply_lose,
    options=options_lose,
    possible=_must_lose,
)

VERBS: tuple[AnyVerb, ...] = (MARCH, DROP, MOVE_MARCH, STOP_MARCH, LOSE_MARCH)
FRAMES: tuple[AnyFrameRules, ...] = (
    FrameRules(frame=March, decisions=movement.decide, advance=movement.advance),
)

__all__ = [
    "DROP",
    "FRAMES",
    "LOSE_MARCH",
    "MARCH",
    "MOVE_MARCH",
    "STOP_MARCH",
    "VERBS",
    "anything_to_do",
    "close_land_movement",
]
