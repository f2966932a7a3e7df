"""What an activated unit is told to do, read and checked task by task (3.4).

Tasks are done in the order in which they stand: where an earlier one has moved somebody, a later
one is looked at as if they were already there.

Rules:
    3.4, 5.1, 5.3, 5.4, 5.6, 5.7, 8, 9, 11; ALB-R28, ALB-R31, ALB-R40, ALB-R41.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from engine.barricadas.actions import STAY, Task, joined, parted
from engine.barricadas.board import Ground
from engine.barricadas.frames import ASSAULTING, MISSIONS, MOVING, Deed, Doing
from engine.barricadas.ground import Battlefield
from engine.barricadas.play import Against, counter_term, deed_term, hex_term
from engine.barricadas.roster import ARMOUR, TROOPS, Munition, load_roster
from engine.barricadas.rules.artillery.missions import against_mission
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo
from engine.barricadas.rules.morale.recovery import recoverable
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
from engine.barricadas.rules.stacking.limits import fits
from engine.barricadas.rules.turn.activation import activated_with
from engine.barricadas.state import Counter, Table, counters_in, hex_of, is_enemy_in, other
from engine.barricadas.survey import (
    field_of,
    gait_of,
    is_armour,
    is_beside_enemy,
    is_mounted,
    is_vehicle,
)
from engine.barricadas.weather import is_held_up
from engine.kit.wording import refuse

MUNITIONS: Mapping[Deed, Munition] = {
    Deed.FIRE: Munition.AP,
    Deed.PIERCE: Munition.AT,
    Deed.SHELL: Munition.ART,
}

NO_CHARGE = frozenset((Ground.BUILT_UP, Ground.WOOD, Ground.SWAMP))
"""Nobody charges who is there (5.7)."""


def points_of(table: Table, counter: Counter, deed: Deed) -> int:
    """Return what a counter may spend on a move, in halves of a point (5.1, 5.3, 5.7)."""
    printed = counter.printed
    points = load_roster().points if printed is None else printed.points
    if counter.charged and counter.charged == table.turn - 1:
        points //= 2
    if deed is Deed.DOUBLE:
        points += DOUBLE_TIME
    if deed is Deed.CHARGE:
        points = charged(points)
    return points * HALF


def read(
    table: Table, leaders: Sequence[Counter], tasks: Sequence[Task]
) -> tuple[list[Doing], Against]:
    """Return what tasks mean, and everything against them, as somebody sees the table.

    *Leaders* are who is activated: one, or two who act together (7.3).
    """
    may = {one.id for leader in leaders for one in activated_with(table, leader)}
    doings: list[Doing] = []
    for task in tasks:
        who = parted(task.who)
        strange = [key for key in who if key not in may]
        if strange or not who:
            named = tuple(counter_term(key) for key in strange)
            return doings, [refuse("activate.not_of_unit", "3.3.unit", who=named, n=len(named))]
        # Who directs missions may direct two (8.1.1).
        if task.deed not in MISSIONS:
            may.difference_update(who)
        doing, against = _one(table, who, task, doings)
        if doing is None or against:
            return doings, against
        doings.append(doing)
        table = _after(table, doing)
    return doings, []


def _after(table: Table, doing: Doing) -> Table:
    """Return the table as it will be once something has been done, if nothing comes of it."""
    if doing.deed not in MOVING:
        return table
    counters = dict(table.counters)
    for key in doing.who:
        counters[key] = replace(counters[key], at=doing.way[-1], moved=True)
    return replace(table, counters=counters)


def _one(
    table: Table, who: tuple[str, ...], task: Task, before: Sequence[Doing]
) -> tuple[Doing | None, Against]:
    group = [table.counters[key] for key in who]
    places = {hex_of(table, one) for one in group}
    here = places.pop()
    field = field_of(table)
    if any(one.carrier for one in group):
        return None, [refuse("activate.carried", "5.5.idle")]
    routed = [one for one in group if one.routed]
    if routed and task.deed not in (Deed.RALLY, Deed.RECOVER):
        return None, [refuse("activate.routed", "10.3.idle", who=counter_term(routed[0]))]
    own = _of_unit(table, before, group)
    directed = [one for one in own if one.deed in MISSIONS]
    mine = any(one.who == who for one in directed)
    if task.deed not in MISSIONS and (mine or len(directed) > 1):
        return None, [refuse("mission.two", "8.1.1")]
    if task.deed in MISSIONS:
        if task.to not in field.hexes:
            return None, [refuse("task.where", "", deed=deed_term(task.deed))]
        doing = Doing(who, task.deed, (here,), task.to)
        return doing, against_mission(table, group, doing, own, before)
    if task.deed in MUNITIONS:
        salvo = Salvo(who, MUNITIONS[task.deed], task.to)
        if task.to not in field.hexes:
            return None, [refuse("task.where", "", deed=deed_term(task.deed))]
        # They may stand apart: where each is, is their own.
        return Doing(who, task.deed, (here,), task.to), against_salvo(field, table, salvo)
    if places:
        return None, [refuse("activate.apart", "3.4.order")]
    if task.deed in MOVING:
        return _moving(field, table, group, task)
    doing = Doing(who, task.deed, (here,))
    return doing, _still(table, group, task.deed)


def _of_unit(table: Table, doings: Sequence[Doing], group: Sequence[Counter]) -> list[Doing]:
    """Return what is done by the units of some counters: of two who act together by theirs."""
    units = {one.unit for one in group}
    return [
        doing for doing in doings if any(table.counters[key].unit in units for key in doing.who)
    ]


def _still(table: Table, group: Sequence[Counter], deed: Deed) -> Against:
    """Return what is against something that is done without moving."""
    officers = [one for one in group if one.printed is None]
    if deed in (Deed.RECOVER, Deed.RALLY):
        if len(officers) != len(group):
            return [refuse("recover.not_officer", "10.4")]
        if deed is Deed.RALLY and not all(one.routed for one in group):
            return [refuse("recover.steady", "10.4", who=counter_term(group[0]))]
        return []
    if officers:
        return [refuse("task.officer", "3.4", who=counter_term(officers[0]))]
    if deed is Deed.DIG:
        place = hex_of(table, group[0])
        if place in table.positions:
            return [refuse("dig.there", "12.1", hex=hex_term(place))]
        if any(gait_of(one) != "foot" for one in group):
            return [refuse("dig.on_foot", "12.1")]
        return []
    unarmed = [one for one in group if one.printed is None or not one.printed.weapons]
    return [refuse("prepare.unarmed", "3.4.i", who=counter_term(one)) for one in unarmed]


# -- moves -------------------------------------------------------------------------------------


def _moving(
    field: Battlefield, table: Table, group: Sequence[Counter], task: Task
) -> tuple[Doing | None, Against]:
    if task.to not in field.hexes:
        return None, [refuse("task.where", "", deed=deed_term(task.deed))]
    if task.deed in ASSAULTING:
        against = against_assault(table, group, task.to, task.deed)
        if against:
            return None, against
    if is_held_up(table, group):
        return None, [refuse("move.dark", "5.6", who=counter_term(group[0]))]
    against = _against_manner(field, table, group, task.deed)
    if against:
        return None, against
    way = _way(field, table, group, task)
    if way is None:
        first = counter_term(group[0])
        return None, [refuse("move.cannot", "5.1", who=first, hex=hex_term(task.to))]
    against = _against_way(field, table, group, task, way)
    keys = tuple(one.id for one in group)
    target = task.to if task.deed in ASSAULTING else ""
    return Doing(keys, task.deed, way, target), against


def _against_manner(
    field: Battlefield, table: Table, group: Sequence[Counter], deed: Deed
) -> Against:
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
    field: Battlefield, table: Table, group: Sequence[Counter], deed: Deed
) -> Mapping[str, Reached]:
    """Return where counters of one hex can move together, and how (5, ALB-R40)."""
    side, here = group[0].side, hex_of(table, group[0])

    @cache
    def enters(place: str) -> bool:
        if is_enemy_in(table, place, side) or not fits(table, place, group):
            return False
        return deed is not Deed.DOUBLE or not is_beside_enemy(table, place, side)

    found: dict[str, Reached] | None = None
    bonus = deed is Deed.MOVE
    # Who moves alike comes equally far.
    alike = {(gait_of(one), points_of(table, one, deed), crosser_of(one)): one for one in group}
    for (gait, halves, _), one in alike.items():
        crossing = _crossing(table, one, deed)
        mine = reach(field, here, gait, halves, enters=enters, bonus=bonus, crossing=crossing)
        if found is None:
            found = dict(mine)
            continue
        for key, each in tuple(found.items()):
            spent = way_cost(field, each.way, gait, crossing)
            alike_way = key in mine and mine[key].way == each.way
            if not alike_way and (spent is None or spent > halves):
                # The others do not come there the same way.
                del found[key]
    return found or {}


def _crossing(table: Table, one: Counter, deed: Deed) -> Crossing:
    """Return what obstacles do to a counter's move; an assault of the mounted is a charge (5.7)."""
    return crossing_of(table, one, charging=deed in ASSAULTING and is_mounted(one))


def _way(
    field: Battlefield, table: Table, group: Sequence[Counter], task: Task
) -> tuple[str, ...] | None:
    """Return the way of a move: that which is named, or the cheapest."""
    here = hex_of(table, group[0])
    if task.by != STAY:
        return (here, *filter(None, task.by.split("-")))
    if task.deed not in ASSAULTING:
        found = reachable(field, table, group, task.deed).get(task.to)
        return None if found is None else found.way
    if task.to in field.adjacent(here):
        return (here,)
    ways = []
    for place, each in reachable(field, table, group, task.deed).items():
        if task.to in field.adjacent(place) and _can_pay(field, table, group, task, each.way):
            ways.append((each.takes, each.way))
    return min(ways)[1] if ways else None


def _can_pay(
    field: Battlefield, table: Table, group: Sequence[Counter], task: Task, way: Sequence[str]
) -> bool:
    """Say whether all have the points for a way, and for the assaulted hex behind it."""
    for one in group:
        gait, halves = gait_of(one), points_of(table, one, task.deed)
        crossing = _crossing(table, one, task.deed)
        spent = way_cost(field, way, gait, crossing)
        step: int | None = 0
        if task.deed in ASSAULTING:
            step = _assault_cost(field, way, task.to, one, crossing)
        if spent is None or step is None or spent + step > halves:
            return False
    return True


def takes_more(table: Table, counter: Counter, way: Sequence[str], target: str) -> bool:
    """Say whether a way, and the assaulted hex behind it, take more than its own points (5.7)."""
    field, gait = field_of(table), gait_of(counter)
    crossing = _crossing(table, counter, Deed.CHARGE)
    spent = way_cost(field, way, gait, crossing) or 0
    step = _assault_cost(field, way, target, counter, crossing) if target else 0
    return spent + (step or 0) > points_of(table, counter, Deed.MOVE)


def _assault_cost(
    field: Battlefield, way: Sequence[str], target: str, counter: Counter, crossing: Crossing
) -> int | None:
    """Return what entering the assaulted hex takes; armour keeps what it takes to leave (9.4)."""
    gait, origin = gait_of(counter), way[-1]
    step = step_cost(field, origin, target, gait, crossing)
    if len(way) > 1 and origin in crossing.ends:
        # The obstacle there has ended their move.
        return None
    if step is None or not is_armour(counter):
        return step
    ways = [step_cost(field, target, one, gait, crossing) for one in field.adjacent(target)]
    out = [one for one in ways if one is not None]
    return step + min(out) if out else None


def _against_way(
    field: Battlefield, table: Table, group: Sequence[Counter], task: Task, way: Sequence[str]
) -> Against:
    who, side = counter_term(group[0]), group[0].side
    if any(place not in field.hexes for place in way) or any(
        two not in field.adjacent(one) for one, two in pairwise(way)
    ):
        return [refuse("move.broken", "5.1", who=who)]
    end = way[-1]
    if task.deed in ASSAULTING:
        if task.to not in field.adjacent(end):
            return [refuse("assault.not_beside", "9.declare", hex=hex_term(task.to))]
    elif end != task.to or len(way) < 2:
        return [refuse("move.elsewhere", "5.1", hex=hex_term(task.to))]
    for place in way[1:]:
        if is_enemy_in(table, place, side):
            return [refuse("move.enemy", "5.1", hex=hex_term(place))]
        if not fits(table, place, group):
            return [refuse("move.stacking", "4", hex=hex_term(place))]
        if task.deed is Deed.DOUBLE and is_beside_enemy(table, place, side):
            return [refuse("double.enemy", "5.3.enemy")]
    if _can_pay(field, table, group, task, way):
        return []
    found = reachable(field, table, group, task.deed).get(end)
    if task.deed is Deed.MOVE and found is not None and found.way == tuple(way):
        return []
    return [refuse("move.points", "5.1", who=who, hex=hex_term(task.to))]


def against_assault(table: Table, group: Sequence[Counter], target: str, deed: Deed) -> Against:
    """Return what is against some counters' assault on a hex (9, 5.7; ALB-R41, ALB-R42)."""
    side, kinds = group[0].side, [one.printed.kind for one in group if one.printed is not None]
    armoured = bool(kinds) and all(kind in ARMOUR for kind in kinds)
    if not kinds or not (armoured or all(kind in TROOPS for kind in kinds)):
        return [refuse("assault.troops", "9")]
    mounted = [one for one in group if is_mounted(one)]
    if deed is Deed.CHARGE and len(mounted) != len(kinds):
        return [refuse("charge.cavalry", "5.7")]
    if mounted:
        # Whatever assault they make is a charge (ALB-R35).
        if field_of(table).hexes[target].terrain in NO_CHARGE:
            return [refuse("charge.ground", "5.7.against", hex=hex_term(target))]
        tired = [one for one in mounted if one.charged and one.charged == table.turn - 1]
        if tired:
            return [refuse("charge.again", "5.7.next", who=counter_term(tired[0]))]
    if target in table.shades:
        return []
    there = list(counters_in(table, target, other(side)))
    soft = [one for one in there if not is_armour(one) and not is_vehicle(one)]
    if not there:
        return [refuse("assault.nobody", "9", hex=hex_term(target))]
    if not soft:
        return [refuse("assault.armour", "9", hex=hex_term(target))]
    return []


# -- what is offered ---------------------------------------------------------------------------


def offered(
    table: Table,
    leaders: Sequence[Counter],
    tasks: Sequence[Task],
    only: Collection[Deed] = frozenset(Deed),
) -> Iterator[Task]:
    """Yield the tasks that may come next, best first: fire, assault, move, prepare (3.4).

    Where *only* some deeds are wanted the others are not looked at.
    """
    done = {key for task in tasks for key in parted(task.who) if task.deed not in MISSIONS}
    doings, against = read(table, leaders, tasks)
    if against:
        return
    for doing in doings:
        table = _after(table, doing)
    led = (one for leader in leaders for one in activated_with(table, leader))
    free = [table.counters[one.id] for one in led if one.id not in done]
    field = field_of(table)
    groups = _groups(table, free)
    for deed in filter(only.__contains__, MUNITIONS):
        for group in groups:
            yield from _passing(table, doings, group, deed, _targets(field, table, group))
    for group in groups if Deed.ASSAULT in only else ():
        around = field.adjacent(hex_of(table, group[0]))
        close = [one for one in around if is_enemy_in(table, one, group[0].side)]
        yield from _passing(table, doings, group, Deed.ASSAULT, close)
    for deed in filter(MISSIONS.__contains__, filter(only.__contains__, Deed)):
        for one in free:
            if one.officer is not None:
                yield from _passing(table, doings, (one,), deed, _targets(field, table, (one,)))
    for deed in filter(only.__contains__, (Deed.RALLY, Deed.RECOVER)):
        for one in free:
            if deed is Deed.RALLY or _has_to_recover(table, one):
                yield from _passing(table, doings, (one,), deed, (STAY,))
    for deed in filter(only.__contains__, (Deed.MOVE, Deed.DOUBLE)):
        for group in groups:
            if any(one.routed or one.carrier for one in group) or _is_bound(table, doings, group):
                continue
            if is_held_up(table, group):
                continue
            if not _against_manner(field, table, group, deed):
                who = joined(tuple(one.id for one in group))
                for place in _forward(field, table, group, deed):
                    yield Task(who=who, deed=deed, to=place)
    for deed in filter(only.__contains__, (Deed.PREPARE, Deed.DIG)):
        for group in groups:
            yield from _passing(table, doings, group, deed, (STAY,))


def _has_to_recover(table: Table, one: Counter) -> bool:
    """Say whether an officer, commissar or chaplain has anybody in retreat to recover (10.4)."""
    return one.printed is None and bool(recoverable(table, one, themselves=False))


def _is_bound(table: Table, doings: Sequence[Doing], group: Sequence[Counter]) -> bool:
    """Say whether missions that were directed leave some counters nothing else to do (8.1.1)."""
    directed = [one for one in _of_unit(table, doings, group) if one.deed in MISSIONS]
    busy = {key for one in directed for key in one.who}
    return len(directed) > 1 or any(one.id in busy for one in group)


def _groups(table: Table, free: Sequence[Counter]) -> list[tuple[Counter, ...]]:
    """Return who may act together: all of a hex, then each by themselves."""
    by_hex: dict[str, list[Counter]] = {}
    for one in free:
        if not one.carrier and not is_vehicle(one):
            by_hex.setdefault(hex_of(table, one), []).append(one)
    several: dict[tuple[str, ...], tuple[Counter, ...]] = {}
    for heap in by_hex.values():
        armed = [one for one in heap if one.printed is not None and not one.routed]
        for group in (armed, [one for one in heap if not one.routed]):
            if len(group) > 1:
                several[tuple(one.id for one in group)] = tuple(group)
    return [*several.values(), *((one,) for one in free)]


def _forward(field: Battlefield, table: Table, group: Sequence[Counter], deed: Deed) -> list[str]:
    """Return where a group may move, what lies nearest to the enemy's towns first."""
    side = group[0].side
    aims = [town for town, holder in table.held.items() if holder != side] or list(table.held)
    ways = reachable(field, table, group, deed)
    near = {place: min((field.distance(place, one) for one in aims), default=0) for place in ways}
    return sorted(ways, key=lambda place: (near[place], ways[place].takes, place))


def _targets(field: Battlefield, table: Table, group: Sequence[Counter]) -> list[str]:
    """Return the hexes in which enemies are recognised, the nearest first."""
    here, side = hex_of(table, group[0]), other(group[0].side)
    found = {
        hex_of(table, one)
        for one in table.counters.values()
        if one.side == side and not one.unseen and hex_of(table, one) in field.hexes
    }
    return sorted(found, key=lambda place: (field.distance(here, place), place))


def _passing(
    table: Table,
    before: Sequence[Doing],
    group: Sequence[Counter],
    deed: Deed,
    places: Sequence[str],
) -> Iterator[Task]:
    who = tuple(one.id for one in group)
    for place in places:
        task = Task(who=joined(who), deed=deed, to=place)
        doing, against = _one(table, who, task, before)
        if doing is not None and not against:
            yield task
