"""Moves as they are told: points, ways, double time, and what is in the way (5).

Rules:
    5.1, 5.3, 5.4, 5.6, 5.7, 9.points, 11; ALB-R31, ALB-R40, ALB-R41.
    Also 5.1.enemy, 5.1.enough, 5.1.kept, 5.4.bonus.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from types import MappingProxyType

from engine.barricadas.actions import STAY, Task
from engine.barricadas.frames import ASSAULTING, Deed, Doing
from engine.barricadas.ground import Battlefield
from engine.barricadas.play import Against, counter_term, deed_term, hex_term
from engine.barricadas.roster import load_roster
from engine.barricadas.rules.assault.declaring import against_assault
from engine.barricadas.rules.movement.costs import (
    DOUBLE_TIME,
    HALF,
    Crossing,
    Reached,
    charged,
    reach,
    step_cost,
    way_cost,
)
from engine.barricadas.rules.obstacles.crossing import crosser_of, crossing_of
from engine.barricadas.rules.stacking.limits import room_for
from engine.barricadas.state import Counter, Table, enemies_in, hex_of
from engine.barricadas.survey import battlefield_of, gait_of, is_armour, is_beside_enemy, is_mounted
from engine.barricadas.weather import is_held_up
from engine.data.cache import cached
from engine.kit.wording import refuse


def points_of(table: Table, counter: Counter, deed: Deed) -> int:
    """Return what a counter may still spend on a move, in halves of a point (5.1, 5.3, 5.7)."""
    printed = counter.printed
    points = load_roster().points if printed is None else printed.points
    if counter.afoot:
        points //= 2
    if counter.charged and counter.charged == table.turn - 1:
        points //= 2
    if deed is Deed.DOUBLE and points:
        points += DOUBLE_TIME
    if deed is Deed.CHARGE:
        points = charged(points)
    return max(0, points * HALF - counter.spent)


def moving(
    battlefield: Battlefield, table: Table, group: Sequence[Counter], task: Task
) -> tuple[Doing | None, Against]:
    """Return what a move or an assault means, and what is against it (5, 9)."""
    if task.to not in battlefield.hexes:
        return None, [refuse("task.where", "3.4", deed=deed_term(task.deed))]
    if task.deed in ASSAULTING:
        against = against_assault(table, group, task.to, task.deed)
        if against:
            return None, against
    if is_held_up(table, group):
        return None, [refuse("move.dark", "5.6", who=counter_term(group[0]))]
    against = against_manner(battlefield, table, group, task.deed)
    if against:
        return None, against
    way = _way(battlefield, table, group, task)
    if way is None:
        first = counter_term(group[0])
        return None, [refuse("move.cannot", "5.1", who=first, hex=hex_term(task.to))]
    against = _against_way(battlefield, table, group, task, way)
    keys = tuple(one.id for one in group)
    target = task.to if task.deed in ASSAULTING else ""
    return Doing(keys, task.deed, way, target), against


def against_manner(
    battlefield: Battlefield, table: Table, group: Sequence[Counter], deed: Deed
) -> Against:
    """Return what keeps counters from going at double time, where they are to (5.3; ALB-R31)."""
    if deed is not Deed.DOUBLE:
        return []
    for one in group:
        if gait_of(one) != "foot":
            return [refuse("double.on_foot", "5.3", who=counter_term(one))]
        if one.doubled and one.doubled == table.turn - 1:
            return [refuse("double.again", "5.3.twice", who=counter_term(one))]
    if is_beside_enemy(table, hex_of(table, group[0]), group[0].side):
        return [refuse("double.enemy", "5.3.enemy")]
    return []


def reachable(
    battlefield: Battlefield, table: Table, group: Sequence[Counter], deed: Deed, goal: str = ""
) -> Mapping[str, Reached]:
    """Return where counters of one hex can move together, and how (5, ALB-R40).

    Where a *goal* is named, other hexes may be left out.
    """
    return _reachable(table, battlefield, tuple(group), deed, goal)


@cached
def _reachable(
    table: Table, battlefield: Battlefield, group: tuple[Counter, ...], deed: Deed, goal: str
) -> Mapping[str, Reached]:
    side, here = group[0].side, hex_of(table, group[0])

    has_room, enemies = room_for(table, group), enemies_in(table, side)

    @cache
    def enters(place: str) -> bool:
        if place in enemies or not has_room(place):
            return False
        return deed is not Deed.DOUBLE or not is_beside_enemy(table, place, side)

    found: dict[str, Reached] | None = None
    bonus = deed not in ASSAULTING
    # Who moves alike comes equally far.
    alike = {(gait_of(one), points_of(table, one, deed), crosser_of(one)): one for one in group}
    for (gait, halves, _), one in alike.items():
        crossing = _crossing(table, one, deed)
        mine = reach(
            battlefield,
            here,
            gait,
            halves,
            enters=enters,
            bonus=bonus,
            crossing=crossing,
            goal=goal if len(alike) == 1 else "",
        )
        if found is None:
            found = dict(mine)
            continue
        for key, each in tuple(found.items()):
            spent = way_cost(battlefield, each.way, gait, crossing)
            alike_way = key in mine and mine[key].way == each.way
            if not alike_way and (spent is None or spent > halves):
                # The others do not come there the same way.
                del found[key]
    return MappingProxyType(found or {})


def _crossing(table: Table, one: Counter, deed: Deed) -> Crossing:
    """Return what obstacles do to a counter's move; an assault of the mounted is a charge (5.7)."""
    return crossing_of(table, one, charging=deed in ASSAULTING and is_mounted(one))


def _way(
    battlefield: Battlefield, table: Table, group: Sequence[Counter], task: Task
) -> tuple[str, ...] | None:
    """Return the way of a move: that which is named, or the cheapest."""
    here = hex_of(table, group[0])
    if task.by != STAY:
        return (here, *filter(None, task.by.split("-")))
    if task.deed not in ASSAULTING:
        found = reachable(battlefield, table, group, task.deed, task.to).get(task.to)
        return None if found is None else found.way
    if task.to in battlefield.adjacent(here):
        return (here,)
    ways = []
    for place, each in reachable(battlefield, table, group, task.deed).items():
        if task.to in battlefield.adjacent(place) and _can_pay(
            battlefield, table, group, task, each.way
        ):
            ways.append((each.takes, each.way))
    return min(ways)[1] if ways else None


def _can_pay(
    battlefield: Battlefield, table: Table, group: Sequence[Counter], task: Task, way: Sequence[str]
) -> bool:
    """Say whether all have the points for a way, and for the assaulted hex behind it."""
    for one in group:
        gait, halves = gait_of(one), points_of(table, one, task.deed)
        crossing = _crossing(table, one, task.deed)
        spent = way_cost(battlefield, way, gait, crossing)
        step: int | None = 0
        if task.deed in ASSAULTING:
            step = _assault_cost(battlefield, way, task.to, one, crossing)
        if spent is None or step is None or spent + step > halves:
            return False
    return True


def takes(table: Table, counter: Counter, way: Sequence[str]) -> int:
    """Return what a way that somebody goes takes of their points, in halves (5.1)."""
    return way_cost(battlefield_of(table), way, gait_of(counter), crossing_of(table, counter)) or 0


def takes_more(table: Table, counter: Counter, way: Sequence[str], target: str) -> bool:
    """Say whether a way, and the assaulted hex behind it, take more than its own points (5.7)."""
    battlefield, gait = battlefield_of(table), gait_of(counter)
    crossing = _crossing(table, counter, Deed.CHARGE)
    spent = way_cost(battlefield, way, gait, crossing) or 0
    step = _assault_cost(battlefield, way, target, counter, crossing) if target else 0
    return spent + (step or 0) > points_of(table, counter, Deed.MOVE)


def _assault_cost(
    battlefield: Battlefield, way: Sequence[str], target: str, counter: Counter, crossing: Crossing
) -> int | None:
    """Return what entering the assaulted hex takes; armour keeps what it takes to leave (9.4)."""
    gait, origin = gait_of(counter), way[-1]
    step = step_cost(battlefield, origin, target, gait, crossing)
    if len(way) > 1 and origin in crossing.ends:
        # The obstacle there has ended their move.
        return None
    if step is None or not is_armour(counter):
        return step
    ways = [
        step_cost(battlefield, target, one, gait, crossing) for one in battlefield.adjacent(target)
    ]
    out = [one for one in ways if one is not None]
    return step + min(out) if out else None


def _against_way(
    battlefield: Battlefield, table: Table, group: Sequence[Counter], task: Task, way: Sequence[str]
) -> Against:
    who, side = counter_term(group[0]), group[0].side
    if any(place not in battlefield.hexes for place in way) or any(
        two not in battlefield.adjacent(one) for one, two in pairwise(way)
    ):
        return [refuse("move.broken", "5.1", who=who)]
    end = way[-1]
    if task.deed in ASSAULTING:
        if task.to not in battlefield.adjacent(end):
            return [refuse("assault.not_beside", "9.declare", hex=hex_term(task.to))]
    elif end != task.to or len(way) < 2:
        return [refuse("move.elsewhere", "5.1", hex=hex_term(task.to))]
    enemies, has_room = enemies_in(table, side), room_for(table, group)
    for place in way[1:]:
        if place in enemies:
            return [refuse("move.enemy", "5.1", hex=hex_term(place))]
        if not has_room(place):
            return [refuse("move.stacking", "4", hex=hex_term(place))]
        if task.deed is Deed.DOUBLE and is_beside_enemy(table, place, side):
            return [refuse("double.enemy", "5.3.enemy")]
    if _can_pay(battlefield, table, group, task, way):
        return []
    found = reachable(battlefield, table, group, task.deed).get(end)
    if task.deed not in ASSAULTING and found is not None and found.way == tuple(way):
        return []
    return [refuse("move.points", "5.1", who=who, hex=hex_term(task.to))]
