"""What an activated unit is told to do, read and checked task by task (3.4).

Tasks are done in the order in which they stand: where an earlier one has moved somebody, a later
one is looked at as if they were already there.

Rules:
    3.4, 5.1, 5.3, 5.4, 5.6, 5.7, 8, 9, 11; ALB-R28, ALB-R31, ALB-R40, ALB-R41.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.barricadas.actions import Task, parted
from engine.barricadas.frames import MISSIONS, MOVING, Deed, Doing
from engine.barricadas.play import Against, counter_term, deed_term, hex_term
from engine.barricadas.roster import Munition
from engine.barricadas.rules.artillery.missions import against_mission
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo
from engine.barricadas.rules.movement.moves import moving
from engine.barricadas.rules.turn.activation import activated_with
from engine.barricadas.state import Counter, Table, hex_of
from engine.barricadas.survey import (
    field_of,
    gait_of,
)
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
        doing, against = read_one(table, who, task, doings)
        if doing is None or against:
            return doings, against
        doings.append(doing)
        table = after(table, doing)
    return doings, []


def after(table: Table, doing: Doing) -> Table:
    """Return the table as it will be once something has been done, if nothing comes of it."""
    if doing.deed not in MOVING:
        return table
    counters = dict(table.counters)
    for key in doing.who:
        counters[key] = replace(counters[key], at=doing.way[-1], moved=True)
    return replace(table, counters=counters)


def read_one(
    table: Table, who: tuple[str, ...], task: Task, before: Sequence[Doing]
) -> tuple[Doing | None, Against]:
    """Return what one task means after others, and what is against it."""
    group = [table.counters[key] for key in who]
    places = {hex_of(table, one) for one in group}
    here = places.pop()
    field = field_of(table)
    if any(one.carrier for one in group):
        return None, [refuse("activate.carried", "5.5.idle")]
    routed = [one for one in group if one.routed]
    if routed and task.deed not in (Deed.RALLY, Deed.RECOVER):
        return None, [refuse("activate.routed", "10.3.idle", who=counter_term(routed[0]))]
    own = of_unit(table, before, group)
    directed = [one for one in own if one.deed in MISSIONS]
    mine = any(one.who == who for one in directed)
    if task.deed not in MISSIONS and (mine or len(directed) > 1):
        return None, [refuse("mission.two", "8.1.1")]
    if task.deed in MISSIONS:
        if task.to not in field.hexes:
            return None, [refuse("task.where", "", deed=deed_term(task.deed))]
        doing = Doing(who, task.deed, (here,), task.to)
        spent = sum(one.deed in MISSIONS for one in before)
        return doing, against_mission(table, group, task.to, own, spent)
    if task.deed in MUNITIONS:
        salvo = Salvo(who, MUNITIONS[task.deed], task.to)
        if task.to not in field.hexes:
            return None, [refuse("task.where", "", deed=deed_term(task.deed))]
        # They may stand apart: where each is, is their own.
        return Doing(who, task.deed, (here,), task.to), against_salvo(field, table, salvo)
    if places:
        return None, [refuse("activate.apart", "3.4.order")]
    if task.deed in MOVING:
        return moving(field, table, group, task)
    doing = Doing(who, task.deed, (here,))
    return doing, _still(table, group, task.deed)


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
