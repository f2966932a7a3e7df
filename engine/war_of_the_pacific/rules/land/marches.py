"""Orders to march, forced marches among them (8.2, 8.4): who may, where to, and the roll.

A march is one roll of two dice for units that stand together. While it lasts its
:class:`~engine.war_of_the_pacific.state.March` lies on the table; when it ends without doubles the
units may march again (8.4).

Rules:
    8.2, 8.2.stack with WP-R62, 8.2.new with WP-E9, 8.4, 8.4.roll, 8.6; 7.6.landing.opposed with
    WP-R13; WP-E8, WP-R91, WP-R92.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Refusal, Term
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import MarchUnits
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import can_march
from engine.war_of_the_pacific.options import stack_option
from engine.war_of_the_pacific.places import BOX, is_on_map
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.attrition import (
    columns_alone,
    end_march,
)
from engine.war_of_the_pacific.rules.land.enemy_hexes import Coming, closed_to
from engine.war_of_the_pacific.rules.land.groups import groups, refuse_group
from engine.war_of_the_pacific.rules.land.march_goals import (
    ANYWHERE,
    approach_option,
    goals,
    nearness,
    way_option,
)
from engine.war_of_the_pacific.rules.land.movement import (
    closed_for,
    refuse_place,
    walk,
)
from engine.war_of_the_pacific.rules.land.movement_costs import (
    Way,
    box_road,
    can_step,
    cheapest,
    distance,
    exits_for,
    reach,
)
from engine.war_of_the_pacific.rules.land.movement_points import allowance, march_dice
from engine.war_of_the_pacific.rules.land.occupation import take_refuges
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    March,
    Phase,
    Unit,
    View,
    other,
)
from engine.war_of_the_pacific.survey import places_held


def way_toward(
    side: str, start: str, goal: str, closed: frozenset[str], settings: Settings
) -> Way | None:
    """Return the way that units ordered toward a goal take, the enemy in it or not (8.6)."""
    return cheapest(side, start, goal, closed, road=box_road(settings))


def came(unit: Unit) -> tuple[str, ...]:
    """Return where a unit began this phase and the hexes that it has entered since (WP-R62)."""
    return (unit.began or unit.at, *unit.path)


def check_march(view: View, action: MarchUnits) -> list[Refusal]:
    """Return why these units may not march now (8.2, 8.4), or not toward that place (8.6)."""
    units = view.table.units
    group, found = refuse_group(units, view.viewer, action.units, "8.2", "8.2.stack")
    found += [
        refuse("march.fresh", "8.2.new", unit=Term("unit", unit.id))
        for unit in group
        if _stays_new(unit, view.table.settings)
    ]
    found += [
        refuse("march.spent", "8.4", unit=Term("unit", unit.id)) for unit in group if unit.spent
    ]
    if not group or any(one.code == "unit.apart" for one in found):
        return found
    place = group[0].at
    held = places_held(units, other(group[0].side))
    if place in held:
        found.append(refuse("march.engaged", "7.6.landing.opposed", place=place_term(place)))
    routes = {came(unit) for unit in group}
    if len({route[0] for route in routes}) > 1:
        found.append(refuse("march.picked_up", "8.2.stack", place=place_term(place)))
    elif len(routes) > 1:
        found.append(refuse("march.other_route", "8.2.stack", place=place_term(place)))
    closed = closed_for(units, group) if columns_alone(group) else held
    road = box_road(view.table.settings)
    if place == BOX and not road:
        return [*found, refuse("march.box_by_sea", "6.3.sea")]
    if not can_step(group[0].side, place, _MANY, closed, road=road):
        found.append(refuse("march.no_exit", "8.2.path", place=place_term(place)))
    if action.toward:
        found += refuse_goal(group[0].side, place, action.toward, closed, road=road)
    return found


_MANY = 1 << 20
"""More movement points than any dice give: asks for a way whatever it costs."""


def refuse_goal(
    side: str, start: str, goal: str, closed: frozenset[str], *, road: bool
) -> list[Refusal]:
    """Return why a march from *start* cannot be made toward *goal*.

    A goal held by the enemy is allowed: the march ends before it.
    """
    found = refuse_place(side, goal, road=road)
    if found:
        return found
    if goal == start:
        return [refuse("march.already_there", "8.2", place=place_term(goal))]
    way = cheapest(side, start, goal, closed, road=road)
    if way is None:
        return [refuse("march.no_way", "8.2.path", place=place_term(goal))]
    if way.hexes[0] in closed:
        return [refuse("march.enemy_there", "8.2.enemy", place=place_term(goal))]
    return []


def apply_march(play: Play, seat: str, action: MarchUnits) -> None:
    """Roll the dice; with a goal go as far as they lead, then end the roll."""
    for unit_id in action.units:
        unit = play.units[unit_id]
        if not unit.began:
            play.change(unit_id, began=unit.at)
    settings = play.table.settings
    rolled = play.roll("march", march_dice(settings))
    dice = (rolled[0], rolled[1])
    group = [play.units[one] for one in action.units]
    place = group[0].at
    play.push(March(play.table.serial, seat, action.units, place, dice))
    points = allowance(group, dice, settings)
    play.tell(
        "march.rolled",
        "8.2.roll",
        seat=seat_term(seat),
        units=unit_terms(group),
        n=len(group),
        place=place_term(place),
        dice=dice,
        points=points,
    )
    if action.toward:
        closed = closed_for(play.units, group)
        way = way_toward(seat, place, action.toward, closed, settings)
        assert way is not None
        walk(play, way.within(points, closed))
        end_march(play)


def close_land_movement(play: Play) -> None:
    """Forget this phase's marches (8.2); cities in which beaten units have stayed are theirs.

    Rules:
        8.12; WP-R90.
    """
    for unit in list(play.units.values()):
        if unit.began:
            play.change(unit.id, began="", path=())
    take_refuges(play, play.seat)


def may_march(unit: Unit, side: str, settings: Settings) -> bool:
    """Say whether a unit of *side* has its march still before it, wherever it stands (8.2)."""
    return (
        unit.side == side and not unit.spent and not _stays_new(unit, settings) and can_march(unit)
    )


def _stays_new(unit: Unit, settings: Settings) -> bool:
    """Say whether a unit has just appeared and may not move yet (8.2.new, WP-E9)."""
    return unit.fresh and settings.follows("new_units_move") == "en"


def _stacks(view: View) -> dict[tuple[str, ...], list[Unit]]:
    """Return the units that may march now, by where they are and the route they came (8.2)."""
    side = view.viewer or ""
    units = view.table.units
    closed = closed_to(units, side, Coming.MARCH)
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
    """Offer destinations: goals by distance, then cities and hexes that can be reached, by cost."""
    units = view.table.units
    group = [units[one] for one in ids if one in units]
    if not group or not all(is_on_map(one.at) for one in group):
        return  # whoever was named may have fallen, or been embarked, since then
    side, start = group[0].side, group[0].at
    closed = closed_for(units, group)
    road = box_road(view.table.settings)
    open_to = reach(side, start, ANYWHERE, closed, road=road)
    sought = goals(view.table, side)
    for goal in sorted(sought, key=lambda one: (sought[one] > 1, distance(start, one), one)):
        if goal == start:
            continue  # columns may stand in an enemy city, which only land units take
        if goal in open_to:
            yield approach_option(goal, open_to[goal])
        elif goal in closed and _can_approach(side, start, goal, open_to, closed, road=road):
            yield approach_option(goal, _last_step(goal, {start: 0, **open_to}, road=road))
    cities = load_board().cities
    rest = (place for place in open_to if place not in sought)
    for place in sorted(rest, key=lambda one: one not in cities):
        yield way_option(place, open_to[place])


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


def _last_step(goal: str, spent: Mapping[str, int], *, road: bool) -> int:
    """Return what the cheapest way into *goal* costs, the ways to the hexes around it known."""
    board = load_board()
    return min(
        spent[near] + cost
        for near, _ in board.land_exits(goal, road)
        if near in spent and (cost := board.land_cost(near, goal, road)) is not None
    )


def options_march(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer stacks near the enemy first, each whole and in parts; then destinations."""
    if field == "units":
        return _march_units(view)
    return _toward(view, filled_list(filled, "units"))


NEAREST = 3
"""Goals that are offered first."""
NEAR = 12
"""Places that are offered before all other goals."""


def _ways(view: View, filled: Mapping[str, str]) -> Iterator[Option]:
    """Yield where units may march: the nearest goals, what is next to be reached, then the others.

    Goals are all over the map, while most marches are to a city or hex near by.
    """
    sought = goals(view.table, view.viewer or "")
    found = tuple(_toward(view, filled_list(filled, "units")))
    far = [option for option in found if option.value in sought][NEAREST:]
    late = {option.value for option in far}
    near = [option for option in found if option.value not in late]
    return iter((*near[:NEAR], *far, *near[NEAR:]))


MARCH = Verb(
    model=MarchUnits,
    phases=frozenset((Phase.LAND,)),
    check=check_march,
    apply=apply_march,
    options=options_march,
    ways=_ways,
    possible=anything_to_do,
)


VERBS: tuple[AnyVerb, ...] = (MARCH,)
