"""An activation declared, answered and carried out (3.3, 3.4; ALB-R1).

The active side says what each counter does. The other side is asked for its reaction, always where
anything that it can see might be answered: once for all of it, or, at a table that asks hex by hex,
wherever somebody has come to. Who moves goes from hex to hex, and where a shot was promised it
falls.

Whoever was activated and told nothing prepares for reaction, and so does who can no longer do what
they were told (ALB-R67).

Rules:
    3.3, 3.4, 3.5, 5.6; ALB-R1, ALB-R11, ALB-R13, ALB-R67.
    Also 3.3.failed, 3.3.passed, 10.2.activation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.api import Option, Params, Term, Text
from engine.barricadas import short_names
from engine.barricadas.actions import Activate, Pass, Task, parted
from engine.barricadas.flow import Flow
from engine.barricadas.frames import (
    MISSIONS,
    MOVING,
    Activation,
    Doing,
)
from engine.barricadas.play import (
    Against,
    AnyFrameRules,
    AnyVerb,
    Play,
    counter_term,
    deed_term,
    hex_term,
    short_terms,
)
from engine.barricadas.rules.morale.checks import passes
from engine.barricadas.rules.reaction import reacting
from engine.barricadas.rules.turn import offering, tasks
from engine.barricadas.rules.turn.activation import (
    activatable,
    activated_with,
    why_not_activatable,
)
from engine.barricadas.rules.turn.carrying_out import go_on
from engine.barricadas.state import (
    Counter,
    Phase,
    Reaction,
    Table,
    View,
    hex_of,
    projected,
)
from engine.kit.records import changed
from engine.kit.verbs import FrameRules, Verb, filled_list
from engine.kit.wording import refuse, seat_term

# -- checked -----------------------------------------------------------------------------------


def against_leader(view: View, key: str) -> Against:
    """Return why somebody cannot be activated by the viewer now (3.3)."""
    one = view.table.counters.get(key)
    if one is None or one.side != view.viewer:
        return [refuse("activate.not_yours", "3.3.choice", who=counter_term(key))]
    cause = why_not_activatable(view.table, one)
    if cause is not None:
        why = Term("unable", cause)
        return [refuse("activate.cannot", "3.3.choice", who=counter_term(key), why=why)]
    return []


def _check(view: View, action: Activate) -> Against:
    against = against_leader(view, action.leader)
    if against:
        return against
    return [*tasks.understood(view.table, (action.leader,), action.tasks)[1]]


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.viewer is not None
    table = view.table
    if field == "leader":
        for one in activatable(table, view.viewer):
            if offering.has_tasks(table, one):
                yield leader_option(table, one)
    elif field == "tasks":
        leader = table.counters.get(filled.get("leader", ""))
        if leader is None or against_leader(view, leader.id):
            return
        yield from task_options(table, (leader,), filled)
    elif field == "fired_at":
        yield from fired_at_options()


def leader_option(table: Table, one: Counter) -> Option:
    """Return the option of whom to activate."""
    place = hex_term(hex_of(table, one))
    return Option(one.id, Text("leader", {"who": counter_term(one), "hex": place}))


def task_options(
    table: Table, leaders: tuple[Counter, ...], filled: Mapping[str, str]
) -> Iterator[Option]:
    """Yield what may be told next to those who are activated, after the tasks filled in so far."""
    before = tuple(Task.model_validate(one) for one in filled_list(filled, "tasks"))
    for task in offering.offered(table, leaders, before):
        keys = parted(task.who)
        who = short_terms(keys)
        told: Params = {"who": who, "n": len(who), "hex": hex_term(task.to)}
        typed = short_names.value(table, keys, task.deed.value, task.to, task.by)
        yield Option(typed, Text(f"task.{task.deed.value}", told))


def tasks_left(
    table: Table, leaders: Sequence[Counter], filled: Mapping[str, str]
) -> Iterator[Text]:
    """Yield how many of those who are activated have not been told anything yet (3.4)."""
    told = {key for one in filled_list(filled, "tasks") for key in parted(one.partition(" ")[0])}
    acting = {one.id for leader in leaders for one in activated_with(table, leader)}
    yield Text("left.to_tell", {"n": len(acting - told)})


def _left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    leader = view.table.counters.get(filled.get("leader", ""))
    if leader is not None and not against_leader(view, leader.id):
        yield from tasks_left(view.table, (leader,), filled)


def fired_at_options() -> Iterator[Option]:
    """Yield whether who is fired at on their way goes on."""
    for value in ("go", "stop"):
        yield Option(value, Text(f"fired_at.{value}"))


def _possible(view: View) -> bool:
    return next(_options(view, "leader", {}), None) is not None


# -- declared ----------------------------------------------------------------------------------


def _apply(play: Play, seat: str, action: Activate) -> None:
    leader, seen = play.counter(action.leader), projected(play.table, seat)
    play.set(passed=())
    play.tell_of("activate", "3.3", (leader.id,), seat)
    if leader.out and not passes(play, leader.id, "3.3.check"):
        # Nothing of the order is done, and nobody reacts to it (ALB-R13).
        if play.counter(leader.id).on_ground:
            play.change(leader.id, finished=True, reaction=Reaction.NONE)
        play.ends(Flow.ACTIVATION, seat)
        return
    doings, against = tasks.understood(seen, (leader.id,), action.tasks)
    assert not against, "the check has read the same"
    declare(play, (leader,), doings, steady=action.fired_at == "go")


def declare(
    play: Play, leaders: tuple[Counter, ...], doings: Sequence[Doing], *, steady: bool
) -> None:
    """Say who moves, and let the other side answer before any of it is done (3.4, ALB-R1).

    Args:
        play: The working copy.
        leaders: Who is activated, with all who act with them.
        doings: What they do, in order.
        steady: Whether who is fired at on their way goes on.
    """
    table, seat = play.table, leaders[0].side
    idle = tuple(
        one.id
        for leader in leaders
        for one in activated_with(table, leader)
        if one is leader or not _directs_two(leader, doings)
    )
    frame = Activation(
        table.serial,
        seat,
        leaders[0].id,
        tuple(doings),
        steady,
        asked=False,
        acted=idle,
    )
    for doing in doings:
        if doing.deed in MOVING:
            ends = hex_term(doing.way[-1])
            play.tell_of(
                "declare.moves", "3.4", doing.who, seat, to=ends, deed=deed_term(doing.deed)
            )
    by_hex = table.settings.reaction == "hex"
    asked = not by_hex and any(reacting.is_answerable(play.table, one) for one in doings)
    play.push(changed(frame, asked=asked, by_hex=by_hex))


def _directs_two(leader: Counter, doings: Sequence[Doing]) -> bool:
    """Say whether an officer directs two missions, and so does not activate the unit (8.1.1)."""
    return sum(one.deed in MISSIONS and leader.id in one.who for one in doings) > 1


def _apply_pass(play: Play, seat: str, action: Pass) -> None:
    play.tell("pass", "3.3.pass", seat=seat_term(seat))
    play.set(passed=(*play.table.passed, seat))
    play.ends(Flow.ACTIVATION, seat)


ACTIVATE: AnyVerb = Verb(
    model=Activate,
    phases=(Phase.ACTIVATION,),
    check=_check,
    apply=_apply,
    options=_options,
    possible=_possible,
    left=_left,
)
PASS: AnyVerb = Verb(model=Pass, phases=(Phase.ACTIVATION,), apply=_apply_pass)
VERBS = (ACTIVATE,)
RULES: AnyFrameRules = FrameRules(frame=Activation, decisions=reacting.decisions, go_on=go_on)
FRAMES = (RULES,)
