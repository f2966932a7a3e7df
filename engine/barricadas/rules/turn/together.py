"""Two officers who try to activate their units at once (7.3).

The one who tries is activated in any case. The other is near enough, and neither is finished; where
a die fails them the second does nothing, is not finished, and can be activated later.

Rules:
    7.3; ALB-R29, ALB-R30.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.api import Option, Text
from engine.barricadas.actions import Together
from engine.barricadas.frames import Doing
from engine.barricadas.play import Against, AnyVerb, Play, counter_term
from engine.barricadas.roster import Officer
from engine.barricadas.rules.command.coordination import coordinates, is_near, modifier_of
from engine.barricadas.rules.turn import offering, tasks
from engine.barricadas.rules.turn.activating import (
    against_leader,
    declare,
    fired_at_options,
    leader_option,
    task_options,
    tasks_left,
)
from engine.barricadas.rules.turn.activation import activatable, activated_with
from engine.barricadas.state import Counter, Phase, Table, View, hex_of, projected
from engine.barricadas.survey import battlefield_of
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


def officers(table: Table, action: Together) -> tuple[Officer, Officer]:
    """Return what is printed on both, of an action that is allowed."""
    one, two = (table.counters[key].officer for key in (action.leader, action.second))
    assert one is not None, "the first is an officer"
    assert two is not None, "and so is the second"
    return one, two


def alone(table: Table, leader: Counter, doings: Sequence[Doing]) -> tuple[Doing, ...]:
    """Return what is left of an order where the first officer acts alone (7.3)."""
    own = {one.id for one in activated_with(table, leader)}
    kept = (replace(one, who=tuple(key for key in one.who if key in own)) for one in doings)
    return tuple(one for one in kept if one.who)


def seconds(table: Table, leader: Counter) -> Iterator[Counter]:
    """Yield with whom an officer may try to act: other officers near enough, the nearest first."""
    figures = leader.officer
    if figures is None or leader.out:
        return
    battlefield, here = battlefield_of(table), hex_of(table, leader)
    able = (one for one in activatable(table, leader.side) if one.officer is not None)
    others = [one for one in able if one.id != leader.id and not one.out]
    away = {one.id: battlefield.distance(here, hex_of(table, one)) for one in others}
    for one in sorted(others, key=lambda other: away[other.id]):
        if is_near(figures, away[one.id]):
            yield one


def _check(view: View, action: Together) -> Against:
    against = against_leader(view, action.leader) or against_leader(view, action.second)
    if against:
        return against
    table = view.table
    leader, second = table.counters[action.leader], table.counters[action.second]
    if second not in list(seconds(table, leader)):
        who, other = counter_term(leader), counter_term(second)
        return [refuse("together.cannot", "7.3.near", who=who, other=other)]
    return [*tasks.understood(table, (leader.id, second.id), action.tasks)[1]]


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.viewer is not None
    table = view.table
    if field == "fired_at":
        yield from fired_at_options()
        return
    if field == "leader":
        for one in activatable(table, view.viewer):
            if any(offering.has_tasks(table, one, two) for two in seconds(table, one)):
                yield leader_option(table, one)
        return
    leader = table.counters.get(filled.get("leader", ""))
    if leader is None or against_leader(view, leader.id):
        return
    for second in seconds(table, leader):
        if field == "second" and offering.has_tasks(table, leader, second):
            yield leader_option(table, second)
        elif field == "tasks" and second.id == filled.get("second"):
            yield from task_options(table, (leader, second), filled)


def _left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    named = [view.table.counters.get(filled.get(name, "")) for name in ("leader", "second")]
    leaders = [one for one in named if one is not None and not against_leader(view, one.id)]
    if len(leaders) == len(named):
        yield from tasks_left(view.table, leaders, filled)


def _possible(view: View) -> bool:
    return next(_options(view, "leader", {}), None) is not None


def _apply(play: Play, seat: str, action: Together) -> None:
    table, seen = play.table, projected(play.table, seat)
    leader, second = play.counter(action.leader), play.counter(action.second)
    doings, against = tasks.understood(seen, (leader.id, second.id), action.tasks)
    assert not against, "the check has read the same"
    play.set(passed=())
    play.tell_of("activate", "3.3", (leader.id,), seat)
    one, two = officers(table, action)
    # Dice of who hides are nobody else's (ALB-R2).
    throw = play.roll_secret if leader.unseen or second.unseen else play.roll
    (shown,) = throw("coordination", 1)
    both = coordinates(one, two, shown)
    play.tell_of(
        "coordinate.together" if both else "coordinate.alone",
        "7.3.roll" if both else "7.3.failed",
        (leader.id, second.id),
        seat,
        felt=False,
        first=counter_term(leader),
        die=shown,
        added=modifier_of(one, two),
        most=one.coordination + two.coordination,
    )
    steady = action.fired_at == "go"
    if both:
        play.tell_of("activate", "3.3", (second.id,), seat)
        declare(play, (leader, second), doings, steady=steady)
    else:
        declare(play, (leader,), alone(table, leader, doings), steady=steady)


TOGETHER: AnyVerb = Verb(
    model=Together,
    phases=(Phase.ACTIVATION,),
    check=_check,
    apply=_apply,
    options=_options,
    possible=_possible,
    left=_left,
)
VERBS = (TOGETHER,)
