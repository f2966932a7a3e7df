"""The march: dice, moves hex by hex, units dropped off, attrition, forced marches.

A march is one roll of two dice for units that stand together. While it lasts its
:class:`~engine.war_of_the_pacific.state.March` lies on the table; when it ends without doubles the
units may march again (8.4).

Rules:
    8.2 (who moves, with how many points), 8.3 (attrition), 8.4 (forced marching, units dropped
    off), 8.5 (columns), 8.6 (costs), 8.12 (capture), 7.6.landing.opposed with WP-R13;
    WP-E6, WP-E8, WP-E9, WP-R36, WP-R37, WP-R44, WP-R45, WP-R62, WP-R63, WP-R91, WP-R92.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.api import Choice, Decision, Params, Refusal, Term, Text
from engine.war_of_the_pacific.actions import Drop, MarchUnits, Move, Stop
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.choosing import refuse
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.land.attrition import columns_alone, finish, the_march
from engine.war_of_the_pacific.rules.land.ground import (
    Counters,
    box_road,
    can_march,
    closed_to,
    held_by,
    kind_of,
    refuse_group,
)
from engine.war_of_the_pacific.rules.land.movement_costs import Way, can_step, cheapest, route
from engine.war_of_the_pacific.rules.land.occupation import enter_hex, take_refuges
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import ALLIES, March, Table, Unit, View, other
from engine.war_of_the_pacific.switches import Settings


def allowance(units: Iterable[Unit], dice: Sequence[int], settings: Settings) -> int:
    """Return the movement points of *units* moving together: the higher die, more for cavalry.

    A Supply Column among them is no cavalry and takes the bonus away until it is dropped off.

    Rules:
        8.2, 8.2.cavalry; WP-E6, WP-R67.
    """
    horse = all(kind_of(unit.id) is Kind.CAVALRY for unit in units)
    return max(dice) + (scenario_for(settings).marching.cavalry if horse else 0)


def march_dice(settings: Settings) -> int:
    """Return the number of dice rolled for a march (8.2)."""
    return scenario_for(settings).marching.dice


def way_toward(
    side: str, start: str, goal: str, closed: frozenset[str], settings: Settings
) -> Way | None:
    """Return the way that units ordered toward a goal take, the enemy in it or not (8.6)."""
    return cheapest(side, start, goal, closed, road=box_road(settings))


def points_left(units: Counters, frame: March, settings: Settings) -> int:
    """Return the movement points that the moving units have not used."""
    return allowance([units[one] for one in frame.units], frame.dice, settings) - frame.spent


def closed_for(units: Counters, group: Sequence[Unit]) -> frozenset[str]:
    """Return the places that *group* may not enter (8.2, 8.12)."""
    return closed_to(units, group[0].side, columns_alone=columns_alone(group))


def came(unit: Unit) -> tuple[str, ...]:
    """Return where a unit began this phase and the hexes that it has entered since (WP-R62)."""
    return (unit.began or unit.at, *unit.path)


# --- march: the roll ------------------------------------------------------------------------


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
    if place in held_by(units, other(group[0].side)):
        found.append(refuse("march.engaged", "7.6.landing.opposed", place=place_term(place)))
    routes = {came(unit) for unit in group}
    if len({route[0] for route in routes}) > 1:
        found.append(refuse("march.picked_up", "8.2.stack", place=place_term(place)))
    elif len(routes) > 1:
        found.append(refuse("march.other_route", "8.2.stack", place=place_term(place)))
    closed = closed_for(units, group)
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


def refuse_place(side: str, place: str, *, road: bool) -> list[Refusal]:
    """Return why land units of *side* can never march to *place*."""
    if not load_board().is_land(place):
        return [refuse("march.not_land", "8.6.impassable", place=place_term(place))]
    if place == BOX and side == ALLIES:
        rule = "8.6.box" if road else "6.3.sea"
        return [refuse("march.box", rule, place=place_term(place))]
    if place == BOX and not road:
        return [refuse("march.box_by_sea", "6.3.sea")]
    return []


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
        _walk(play, way.within(points, closed))
        finish(play)


# --- move, drop, stop -----------------------------------------------------------------------


def _refuse_stage(frame: March) -> list[Refusal]:
    if frame.stage == "move":
        return []
    return [refuse("march.attrition_due", "8.3")]


def check_move(view: View, action: Move) -> list[Refusal]:
    """Return why the march cannot go on to that place (8.2, 8.6)."""
    units = view.table.units
    frame = the_march(view.table)
    found = _refuse_stage(frame)
    closed = closed_for(units, [units[one] for one in frame.units])
    settings = view.table.settings
    road = box_road(settings)
    stops = (*action.via, action.to)
    for place in dict.fromkeys(stops):
        never = refuse_place(frame.seat, place, road=road)
        found += never
        if not never and place in closed:
            found.append(refuse("march.enemy_there", "8.2.enemy", place=place_term(place)))
    if found:
        return found
    if stops == (frame.at,):
        return [refuse("march.already_there", "8.2", place=place_term(action.to))]
    way = route(frame.seat, frame.at, stops, closed, road=road)
    if way is None:
        return [refuse("march.no_way", "8.2.path", place=place_term(action.to))]
    left = points_left(units, frame, settings)
    if way.cost > left:
        name = place_term(action.to)
        return [refuse("march.no_points", "8.6.points", place=name, cost=way.cost, left=left)]
    return []


def apply_move(play: Play, seat: str, action: Move) -> None:
    """Enter the hexes of a cheapest way one after the other."""
    frame = the_march(play.table)
    closed = closed_for(play.units, [play.units[one] for one in frame.units])
    road = box_road(play.table.settings)
    way = route(seat, frame.at, (*action.via, action.to), closed, road=road)
    assert way is not None
    _walk(play, way)


def _walk(play: Play, way: Way) -> None:
    """Move the marching units along *way*, entering each hex in turn (8.2, 8.12, WP-R21)."""
    frame = the_march(play.table)
    if not way.hexes:
        return
    land = not columns_alone(play.units[one] for one in frame.units)
    play.retop(at=way.hexes[-1], spent=frame.spent + way.cost)
    play.tell(
        "march.moved",
        "8.6",
        units=unit_terms(frame.units),
        n=len(frame.units),
        start=place_term(frame.at),
        path=tuple(map(place_term, way.hexes)),
        cost=way.cost,
        left=points_left(play.units, frame, play.table.settings) - way.cost,
    )
    for place in way.hexes:
        for unit_id in frame.units:
            play.change(unit_id, at=place, path=(*play.units[unit_id].path, place))
        if land:
            enter_hex(play, place, frame.seat)


def check_drop(view: View, action: Drop) -> list[Refusal]:
    """Return why these units cannot be dropped off here (8.2)."""
    frame = the_march(view.table)
    found = _refuse_stage(frame)
    found += [
        refuse("drop.not_marching", "8.4.drop", unit=Term("unit", one))
        for one in action.units
        if one not in frame.units
    ]
    if not found and len(action.units) == len(frame.units):
        found.append(refuse("drop.all", "8.4.drop", stop=Term("action", "stop")))
    return found


def apply_drop(play: Play, seat: str, action: Drop) -> None:
    """Leave the units here; they move no more this turn."""
    frame = the_march(play.table)
    rest = tuple(one for one in frame.units if one not in action.units)
    play.retop(units=rest, dropped=(*frame.dropped, *action.units))
    play.change_all(action.units, spent=True)
    play.tell(
        "march.dropped",
        "8.4.drop",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        n=len(action.units),
        place=place_term(frame.at),
    )


def check_stop(view: View, action: Stop) -> list[Refusal]:
    """Return why the march cannot be ended now."""
    return _refuse_stage(the_march(view.table))


def apply_stop(play: Play, seat: str, action: Stop) -> None:
    """End this roll (8.2)."""
    finish(play)


# --- the frame ------------------------------------------------------------------------------


def decide(table: Table, frame: March) -> tuple[Decision, ...]:
    """Ask the marching side how the march goes on, or which unit pays for the doubles."""
    params: Params = {
        "place": place_term(frame.at),
        "dice": frame.dice,
        "units": unit_terms(frame.units),
    }
    if frame.stage == "attrition":
        return (
            Decision(
                f"{frame.born}.march.attrition.{frame.seat}",
                frame.seat,
                "march.attrition",
                "8.3",
                params,
                ("lose",),
            ),
        )
    left = points_left(table.units, frame, table.settings)
    kinds = ("move", "drop", "stop") if len(frame.units) > 1 else ("move", "stop")
    return (
        Decision(
            f"{frame.born}.march.{frame.at}.{frame.spent}.{len(frame.units)}.{frame.seat}",
            frame.seat,
            "march.move",
            "8.2",
            {**params, "points": left},
            kinds,
            (Choice(Text("march.stop", {"place": place_term(frame.at)}), Stop()),),
        ),
    )


def advance(play: Play, frame: March) -> bool:
    """End the roll by itself when it leads no further, not even for cavalry going on alone."""
    if frame.stage == "attrition":
        return False
    units = play.units
    group = [units[one] for one in frame.units]
    horse = [unit for unit in group if kind_of(unit.id) is Kind.CAVALRY]
    settings = play.table.settings
    left = allowance(horse or group, frame.dice, settings) - frame.spent
    closed, road = closed_for(units, group), box_road(settings)
    if left > 0 and can_step(frame.seat, frame.at, left, closed, road=road):
        return False
    finish(play)
    return True


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
