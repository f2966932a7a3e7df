"""What an activated unit is told to do, read and checked task by task (3.4).

Tasks are done in the order in which they stand: where an earlier one has moved somebody, a later
one is looked at as if they were already there.

Rules:
    3.4, 5.1, 5.3, 5.4, 5.6, 5.7, 8, 9, 11; ALB-R28, ALB-R31, ALB-R40, ALB-R41.
    Also 3.4.a, 3.4.b, 3.4.d, 3.4.e, 3.4.f, 3.4.g, 3.4.h, 3.4.j, 3.4.stack.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.api import Refusal
from engine.barricadas.actions import Task, parted
from engine.barricadas.frames import (
    MISSIONS,
    MOVING,
    ON_BOARD,
    RIDES,
    TRANSPORT,
    Deed,
    Doing,
)
from engine.barricadas.play import Against, counter_term, deed_term, hex_term
from engine.barricadas.roster import Munition
from engine.barricadas.rules.artillery.guns import against_guns, guns_for
from engine.barricadas.rules.artillery.missions import against_directing, against_mission
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo
from engine.barricadas.rules.movement.moves import moving, takes
from engine.barricadas.rules.transport.lorries import against_transport, changed_by, guides_beside
from engine.barricadas.rules.turn.activation import activated_with
from engine.barricadas.state import OFF_GROUND, Counter, Table, aboard, hex_of
from engine.barricadas.survey import (
    battlefield_of,
    gait_of,
    is_vehicle,
    rides_armour,
)
from engine.data.cache import cached
from engine.kit.records import changed
from engine.kit.wording import refuse

MUNITIONS: Mapping[Deed, Munition] = {
    Deed.FIRE: Munition.AP,
    Deed.PIERCE: Munition.AT,
    Deed.SHELL: Munition.ART,
}


def read(
    table: Table, leaders: Sequence[Counter], tasks: Sequence[Task]
) -> tuple[list[Doing], Against]:
    """Return what tasks mean, and everything against them, as somebody sees the table.

    *Leaders* are who is activated: one, or two who act together (7.3).
    """
    may = {one.id for leader in leaders for one in activated_with(table, leader)}
    done: set[str] = set()
    doings: list[Doing] = []
    for task in tasks:
        who = _named(table, task)
        called = may | _directed(table, may, who, task.deed) | _taken(table, may, who, task.deed)
        busy = {key for key in done & {*who} if not goes_on(table, doings, key, task.deed)}
        gone = {key for key in called & {*who} if table.counters[key].at in OFF_GROUND}
        strange = [key for key in who if key not in called or key in busy | gone]
        if strange or not who:
            named = tuple(counter_term(key) for key in strange)
            return doings, [refuse("activate.not_of_unit", "3.3.unit", who=named, n=len(named))]
        # Who directs missions may direct two (8.1.1).
        done.update(who[1:] if task.deed in MISSIONS else who)
        doing, against = read_one(table, who, task, doings)
        if doing is None or against:
            return doings, against
        doings.append(doing)
        if len(doings) < len(tasks):
            table = after(table, doing)
    return doings, []


@cached
def understood(
    table: Table, leaders: tuple[str, ...], tasks: tuple[Task, ...]
) -> tuple[tuple[Doing, ...], tuple[Refusal, ...]]:
    """Return what :func:`read` finds, once: who declares an order has just been told the same."""
    doings, against = read(table, [table.counters[key] for key in leaders], tasks)
    return tuple(doings), tuple(against)


def _named(table: Table, task: Task) -> tuple[str, ...]:
    """Return whom a task means: who gets off needs no word of the lorry, nor it of them.

    Who directs a mission is the first of them.
    """
    who = parted(task.who)
    group = [table.counters[key] for key in who]
    if task.deed in (Deed.DISMOUNT, Deed.UNHITCH):
        if all(is_vehicle(one) for one in group):
            return (*who, *(each.id for one in group for each in aboard(table, one.id)))
        return tuple(dict.fromkeys((*who, *(one.carrier for one in group if one.carrier))))
    if task.deed in ON_BOARD:
        return tuple(one.id for one in sorted(group, key=lambda one: one.printed is not None))
    return who


def _directed(table: Table, may: Collection[str], who: Sequence[str], deed: Deed) -> set[str]:
    """Return the guns that a mission may name beside those who are activated (ALB-R14)."""
    if deed not in ON_BOARD or not who or who[0] not in may:
        return set()
    return {one.id for one in guns_for(table, table.counters[who[0]])}


def _taken(table: Table, may: Collection[str], who: Sequence[str], deed: Deed) -> set[str]:
    """Return the commissars and chaplains whom a lorry may take aboard (ALB-R52, ALB-R75)."""
    if deed is not Deed.MOUNT:
        return set()
    lorries = [table.counters[key] for key in who if key in may]
    return {one.id for lorry in filter(is_vehicle, lorries) for one in guides_beside(table, lorry)}


def ride_of(doings: Sequence[Doing]) -> frozenset[str]:
    """Return who takes part in a move that can go on: walks, mounts, rides, gets off (ALB-R33)."""
    found: frozenset[str] = frozenset()
    for one in doings:
        if one.deed not in RIDES | {Deed.MOVE}:
            found = frozenset()
        else:
            found = found.union(one.who) if found & {*one.who} else frozenset(one.who)
    return found


def goes_on(table: Table, doings: Sequence[Doing], key: str, deed: Deed) -> bool:
    """Say whether who has done something may do this as a further part of it (ALB-R33).

    It is done at once after the part before: after a move comes getting on or off, after that a
    move, or getting off once more.
    """
    if key not in ride_of(doings):
        return False
    last = next(one for one in reversed(doings) if key in one.who)
    if deed is Deed.MOVE:
        return last.deed in RIDES and any(is_vehicle(table.counters[each]) for each in last.who)
    return (deed in RIDES and last.deed is Deed.MOVE) or (
        last.deed is Deed.MOUNT and deed is Deed.DISMOUNT
    )


def after(table: Table, doing: Doing) -> Table:
    """Return the table as it will be once something has been done, if nothing comes of it."""
    counters = dict(table.counters)
    group = [counters[key] for key in doing.who]
    if doing.deed in TRANSPORT:
        counters.update(changed_by(table, group, doing.deed))
    elif doing.deed in MOVING:
        for one in group:
            spent = one.spent + takes(table, one, doing.way)
            counters[one.id] = changed(one, at=doing.way[-1], moved=True, spent=spent)
            for load in aboard(table, one.id):
                counters[load.id] = changed(load, moved=True)
    else:
        return table
    return changed(table, counters=counters)


def read_one(
    table: Table, who: tuple[str, ...], task: Task, before: Sequence[Doing]
) -> tuple[Doing | None, Against]:
    """Return what one task means after others, and what is against it."""
    group = [table.counters[key] for key in who]
    places = {hex_of(table, one) for one in group}
    here = hex_of(table, group[0])
    battlefield = battlefield_of(table)
    if any(one.carrier and not _may_aboard(one, task.deed) for one in group):
        return None, [refuse("activate.carried", "5.5.idle")]
    routed = [one for one in group if one.routed]
    if routed and task.deed not in (Deed.RALLY, Deed.RECOVER):
        return None, [refuse("activate.routed", "10.3.idle", who=counter_term(routed[0]))]
    if task.deed in MISSIONS:
        return _mission(table, group, task, before)
    own = of_unit(table, before, group)
    directed = [one for one in own if one.deed in MISSIONS]
    mine = any(one.who[0] in who for one in directed)
    if mine or len(directed) > 1:
        return None, [refuse("mission.two", "8.1.1")]
    if task.deed in MUNITIONS:
        salvo = Salvo(who, MUNITIONS[task.deed], task.to)
        if task.to not in battlefield.hexes:
            return None, [refuse("task.where", "3.4", deed=deed_term(task.deed))]
        # They may stand apart: where each is, is their own.
        return Doing(who, task.deed, (here,), task.to), against_salvo(battlefield, table, salvo)
    if len(places) > 1:
        return None, [refuse("activate.apart", "3.4.order")]
    if task.deed in MOVING:
        return moving(battlefield, table, group, task)
    doing = Doing(who, task.deed, (here,))
    if task.deed in TRANSPORT:
        return doing, against_transport(table, group, task.deed)
    return doing, _still(table, group, task.deed)


def _may_aboard(counter: Counter, deed: Deed) -> bool:
    """Say whether who is aboard may do it: get off, or in armour lead (5.5.idle, ALB-R76)."""
    if deed in (Deed.DISMOUNT, Deed.UNHITCH):
        return True
    return rides_armour(counter) and deed in MISSIONS | {Deed.RECOVER, Deed.RALLY}


def _mission(
    table: Table, group: Sequence[Counter], task: Task, before: Sequence[Doing]
) -> tuple[Doing | None, Against]:
    """Return what directing a mission means, and what is against it (8.1.1)."""
    if task.to not in battlefield_of(table).hexes:
        return None, [refuse("task.where", "3.4", deed=deed_term(task.deed))]
    leader, *guns = group
    who = tuple(one.id for one in group)
    doing = Doing(who, task.deed, (hex_of(table, leader),), task.to)
    own = of_unit(table, before, (leader,))
    if task.deed in ON_BOARD:
        against = against_directing(table, leader, doing, own, before)
        return doing, against or against_guns(table, leader, guns, task.to)
    return doing, against_mission(table, group, doing, own, before)


def of_unit(table: Table, doings: Sequence[Doing], group: Sequence[Counter]) -> list[Doing]:
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
