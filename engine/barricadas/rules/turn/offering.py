"""What an activated unit can be told next, best first (3.4).

Rules:
    3.4, 5, 8, 9.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from engine.barricadas.actions import STAY, Task, joined
from engine.barricadas.frames import MISSIONS, OFF_BOARD, TRANSPORT, Deed, Doing
from engine.barricadas.ground import Battlefield
from engine.barricadas.rules.artillery.guns import guns_for
from engine.barricadas.rules.attack.aiming import weapon_of
from engine.barricadas.rules.morale.recovery import recoverable
from engine.barricadas.rules.movement.moves import against_manner, reachable
from engine.barricadas.rules.transport.lorries import guides_beside
from engine.barricadas.rules.transport.offering import candidates
from engine.barricadas.rules.turn.activation import activated_with
from engine.barricadas.rules.turn.tasks import (
    MUNITIONS,
    after,
    goes_on,
    of_unit,
    read,
    read_one,
    ride_of,
)
from engine.barricadas.state import Counter, Table, hex_of, is_enemy_in, other
from engine.barricadas.survey import battlefield_of, is_mounted, is_vehicle
from engine.barricadas.weather import is_held_up
from engine.data.cache import cached

FOREMOST = 3
"""Moves of each group that are offered before anything else that it can do."""


def offered(
    table: Table,
    leaders: Sequence[Counter],
    tasks: Sequence[Task],
    only: frozenset[Deed] = frozenset(Deed),
) -> Iterator[Task]:
    """Yield the tasks that may come next, best first: fire, assault, move, prepare (3.4).

    Of moves the best come first, the others last: there are many. Where *only* some deeds are
    wanted the others are not looked at.
    """
    doings, against = read(table, leaders, tasks)
    if against:
        return
    done = {key for one in doings for key in (one.who[1:] if one.deed in MISSIONS else one.who)}
    start = table
    for doing in doings:
        table = after(table, doing)
    led = (one for leader in leaders for one in activated_with(table, leader))
    free = [table.counters[one.id] for one in led if one.id not in done]
    battlefield = battlefield_of(table)
    groups = _groups(table, free)
    for deed in filter(only.__contains__, MUNITIONS):
        for group in groups:
            if all(weapon_of(one, MUNITIONS[deed]) is not None for one in group):
                yield from _passing(table, doings, group, deed, _targets(battlefield, table, group))
    for group in groups if Deed.ASSAULT in only else ():
        around = battlefield.adjacent(hex_of(table, group[0]))
        close = [one for one in around if is_enemy_in(table, one, group[0].side)]
        yield from _passing(table, doings, group, Deed.ASSAULT, close)
    for group in groups if Deed.CHARGE in only else ():
        if all(is_mounted(one) for one in group):
            targets = _in_reach(battlefield, table, group)
            yield from _passing(table, doings, group, Deed.CHARGE, targets)
    for deed in filter(only.__contains__, (Deed.DIRECT, Deed.SPREAD)):
        for one in free:
            for group in _batteries(table, one, done):
                yield from _passing(
                    table, doings, group, deed, _targets(battlefield, table, (one,))
                )
    for deed in filter(OFF_BOARD.__contains__, filter(only.__contains__, Deed)):
        for one in free:
            if one.officer is not None:
                yield from _passing(
                    table, doings, (one,), deed, _targets(battlefield, table, (one,))
                )
    for deed in filter(only.__contains__, (Deed.RALLY, Deed.RECOVER)):
        for one in free:
            if deed is Deed.RALLY or _has_to_recover(table, one):
                yield from _passing(table, doings, (one,), deed, (STAY,))
    # All of a hex go together most often.
    marching = [one for one in groups if _can_march(table, doings, one)]
    marching.sort(key=len, reverse=True)
    for group in marching if Deed.MOVE in only else ():
        yield from islice(_marches(battlefield, table, group, frozenset((Deed.MOVE,))), FOREMOST)
    for deed in filter(only.__contains__, (Deed.PREPARE, Deed.DIG)):
        for group in groups:
            yield from _passing(table, doings, group, deed, (STAY,))
    for group in marching:
        first = FOREMOST if Deed.MOVE in only else 0
        yield from islice(_marches(battlefield, table, group, only), first, None)
    if only & TRANSPORT or Deed.MOVE in only:
        for task in _rides(start, leaders, tasks, doings, table):
            if task.deed in only:
                yield task


@cached
def has_tasks(table: Table, *leaders: Counter) -> bool:
    """Say whether those who would be activated can be told anything."""
    return next(offered(table, leaders, ()), None) is not None


def _can_march(table: Table, doings: Sequence[Doing], group: Sequence[Counter]) -> bool:
    if any(one.routed or one.carrier for one in group):
        return False
    return not _is_bound(table, doings, group) and not is_held_up(table, group)


def _marches(
    battlefield: Battlefield, table: Table, group: Sequence[Counter], only: Collection[Deed]
) -> Iterator[Task]:
    """Yield the moves of a group, then those for which it has to go at double time (5.1, 5.3)."""
    who = joined(tuple(one.id for one in group))
    slowly = set[str]()
    for deed in filter(only.__contains__, (Deed.MOVE, Deed.DOUBLE)):
        if not against_manner(battlefield, table, group, deed):
            for place in _forward(battlefield, table, group, deed):
                if place not in slowly:
                    yield Task(who=who, deed=deed, to=place)
                slowly.add(place)


def _in_reach(battlefield: Battlefield, table: Table, group: Sequence[Counter]) -> list[str]:
    """Return the hexes with enemies that cavalry can come beside when it charges (5.7)."""
    found = {hex_of(table, group[0]), *reachable(battlefield, table, group, Deed.CHARGE)}
    return [
        one
        for one in _targets(battlefield, table, group)
        if not found.isdisjoint(battlefield.adjacent(one))
    ]


def _batteries(
    table: Table, officer: Counter, done: Collection[str]
) -> Iterator[tuple[Counter, ...]]:
    """Yield an officer with the guns of each hex that they may direct (8.1.1)."""
    if officer.officer is None:
        return
    by_hex: dict[str, list[Counter]] = {}
    for one in guns_for(table, officer):
        if one.id not in done:
            by_hex.setdefault(one.at, []).append(one)
    for guns in by_hex.values():
        yield officer, *guns


def _rides(
    start: Table,
    leaders: Sequence[Counter],
    tasks: Sequence[Task],
    doings: Sequence[Doing],
    table: Table,
) -> Iterator[Task]:
    """Yield who can get on or off, hitch and unhitch, and how a ride goes on (5.5; ALB-R33).

    Args:
        start: The table before all of it.
        leaders: Who is activated.
        tasks: What is told so far,
        doings: and what that means.
        table: The table once it is done.
    """
    riding = ride_of(doings)
    done = {key for one in doings for key in one.who}
    may = (one.id for leader in leaders for one in activated_with(start, leader))
    able = [table.counters[key] for key in may if key not in done or key in riding]
    able += [one for lorry in filter(is_vehicle, able) for one in guides_beside(table, lorry)]
    for group, deed in candidates(table, able):
        task = Task(who=joined(tuple(one.id for one in group)), deed=deed)
        if done.isdisjoint(one.id for one in group):
            yield from _passing(table, doings, group, deed, (STAY,))
        elif not read(start, leaders, (*tasks, task))[1]:
            yield task
    onward = [one for one in able if one.on_ground and goes_on(table, doings, one.id, Deed.MOVE)]
    heaps: dict[str, list[Counter]] = {}
    for one in onward:
        heaps.setdefault(one.at, []).append(one)
    for some in (*(heap for heap in heaps.values() if len(heap) > 1), *([one] for one in onward)):
        who = joined(tuple(one.id for one in some))
        for place in _forward(battlefield_of(table), table, some, Deed.MOVE):
            yield Task(who=who, deed=Deed.MOVE, to=place)


def _has_to_recover(table: Table, one: Counter) -> bool:
    """Say whether an officer, commissar or chaplain has anybody in retreat to recover (10.4)."""
    return one.printed is None and bool(recoverable(table, one, themselves=False))


def _is_bound(table: Table, doings: Sequence[Doing], group: Sequence[Counter]) -> bool:
    """Say whether missions that were directed leave some counters nothing else to do (8.1.1)."""
    directed = [one for one in of_unit(table, doings, group) if one.deed in MISSIONS]
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
        officers = [one for one in heap if one.printed is None and not one.routed]
        for group in (armed, [*armed, *officers]):
            if len(group) > 1:
                several[tuple(one.id for one in group)] = tuple(group)
    return [*several.values(), *((one,) for one in free)]


def _forward(
    battlefield: Battlefield, table: Table, group: Sequence[Counter], deed: Deed
) -> list[str]:
    """Return where a group may move, what lies nearest to the enemy's towns first."""
    side = group[0].side
    aims = [town for town, holder in table.held.items() if holder != side] or list(table.held)
    ways = reachable(battlefield, table, group, deed)
    near = {
        place: min((battlefield.distance(place, one) for one in aims), default=0) for place in ways
    }
    return sorted(ways, key=lambda place: (near[place], ways[place].takes, place))


def _targets(battlefield: Battlefield, table: Table, group: Sequence[Counter]) -> list[str]:
    """Return the hexes in which enemies are recognised, the nearest first."""
    here, side = hex_of(table, group[0]), other(group[0].side)
    found = {
        hex_of(table, one)
        for one in table.counters.values()
        if one.side == side and not one.unseen and hex_of(table, one) in battlefield.hexes
    }
    return sorted(found, key=lambda place: (battlefield.distance(here, place), place))


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
        doing, against = read_one(table, who, task, before)
        if doing is not None and not against:
            yield task
