"""Land movement (8.2, 8.6): a march under way, hex by hex, until it is stopped or leads no further.

Rules:
    8.2, 8.2.may, 8.2.enemy, 8.6, 8.6.points, 8.12 (capture); WP-E8, WP-R21, WP-R45, WP-R63.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.api import Choice, Decision, Option, Params, Refusal, Text
from engine.kit.verbs import Answer, FrameRules, filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Move, Stop
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import Counters, kind_of
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import AnyFrameRules, AnyVerb, Play, place_term, unit_terms
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.land.attrition import (
    columns_alone,
    end_march,
    the_march,
)
from engine.war_of_the_pacific.rules.land.enemy_hexes import Coming, closed_to
from engine.war_of_the_pacific.rules.land.march_goals import goals, nearness, way_option
from engine.war_of_the_pacific.rules.land.movement_costs import (
    Way,
    box_road,
    can_step,
    reach,
    route,
)
from engine.war_of_the_pacific.rules.land.movement_points import allowance, points_left
from engine.war_of_the_pacific.rules.land.occupation import enter_hex
from engine.war_of_the_pacific.state import ALLIES, March, Table, Unit, View


def closed_for(units: Counters, group: Sequence[Unit]) -> frozenset[str]:
    """Return the places that *group* may not enter (8.2, 8.12)."""
    return closed_to(units, group[0].side, Coming.MARCH, columns_alone=columns_alone(group))


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


def refuse_stage(frame: March) -> list[Refusal]:
    """Return why a march cannot go on while its doubles are unpaid (8.3)."""
    if frame.stage == "move":
        return []
    return [refuse("march.attrition_due", "8.3")]


def check_move(view: View, frame: March, action: Move) -> list[Refusal]:
    """Return why the march cannot go on to that place (8.2, 8.6)."""
    units = view.table.units
    found = refuse_stage(frame)
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


def apply_move(play: Play, frame: March, seat: str, action: Move) -> None:
    """Enter the hexes of a cheapest way one after the other."""
    closed = closed_for(play.units, [play.units[one] for one in frame.units])
    road = box_road(play.table.settings)
    way = route(seat, frame.at, (*action.via, action.to), closed, road=road)
    assert way is not None
    walk(play, way)


def walk(play: Play, way: Way) -> None:
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


def check_stop(view: View, frame: March, action: Stop) -> list[Refusal]:
    """Return why the march cannot be ended now."""
    return refuse_stage(frame)


def apply_stop(play: Play, frame: March, seat: str, action: Stop) -> None:
    """End this roll (8.2)."""
    end_march(play)


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


def go_on(play: Play, frame: March) -> bool:
    """End the roll by itself when it leads no further, not even for cavalry going on alone."""
    if frame.stage == "attrition":
        return False
    units = play.units
    group = [units[one] for one in frame.units]
    horse = [unit for unit in group if kind_of(unit) is Kind.CAVALRY]
    settings = play.table.settings
    left = allowance(horse or group, frame.dice, settings) - frame.spent
    closed, road = closed_for(units, group), box_road(settings)
    if left > 0 and can_step(frame.seat, frame.at, left, closed, road=road):
        return False
    end_march(play)
    return True


def _reachable(view: View, frame: March) -> dict[str, int]:
    if frame.stage != "move":
        return {}
    units = view.table.units
    closed = closed_for(units, [units[one] for one in frame.units])
    settings = view.table.settings
    points = points_left(units, frame, settings)
    return reach(frame.seat, frame.at, points, closed, road=box_road(settings))


def options_move(
    view: View, frame: March, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer what the points left lead to: enemy cities, then what is nearest to the next goal."""
    if field != "to":
        return
    found = _reachable(view, frame)
    points = points_left(view.table.units, frame, view.table.settings)
    side = view.viewer or ""
    rank = goals(view.table, side)
    far = nearness(view.table, side, found)
    for place in sorted(found, key=lambda one: (rank.get(one, 3), far[one], found[one], one)):
        yield way_option(place, found[place], points)


def _can_move(view: View, frame: March) -> bool:
    return bool(_reachable(view, frame))


def _can_stop(view: View, frame: March) -> bool:
    return frame.stage == "move"


def _left(view: View, frame: March, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield the movement points that are left once the way chosen so far is gone (8.6)."""
    units, settings = view.table.units, view.table.settings
    left = points_left(units, frame, settings)
    if filled.get("to"):
        closed = closed_for(units, [units[one] for one in frame.units])
        stops = (*filled_list(filled, "via"), filled["to"])
        board = load_board()
        known = all(board.is_land(place) for place in stops)
        way = route(frame.seat, frame.at, stops, closed, road=box_road(settings)) if known else None
        if way is None or way.cost > left:
            return
        left -= way.cost
    yield Text("left.points", {"n": left})


MOVE_MARCH = Answer(
    model=Move,
    frame=March,
    check=check_move,
    apply=apply_move,
    options=options_move,
    left=_left,
    possible=_can_move,
)


STOP_MARCH = Answer(
    model=Stop,
    frame=March,
    check=check_stop,
    apply=apply_stop,
    possible=_can_stop,
)


VERBS: tuple[AnyVerb, ...] = (MOVE_MARCH, STOP_MARCH)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=March, decisions=decide, go_on=go_on),)
