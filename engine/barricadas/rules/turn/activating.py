"""An activation declared, answered and carried out (3.3, 3.4; ALB-R1).

The active side says what each counter does. The other side is asked once for its reaction, always
where anything that it can see might be answered. Then all of it is carried out: who moves goes from
hex to hex, and wherever a shot was promised it falls.

Whoever was activated and told nothing prepares for reaction, and so does who can no longer do what
they were told (ALB-R67).

Rules:
    3.3, 3.4, 3.5, 5.6; ALB-R1, ALB-R11, ALB-R13, ALB-R67.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.api import Option, Params, Text
from engine.barricadas import short_names
from engine.barricadas.actions import Activate, Pass, Task, parted
from engine.barricadas.frames import (
    ASSAULTING,
    FIRING,
    MISSIONS,
    MOVING,
    UNANSWERED,
    Activation,
    Assault,
    Deed,
    Doing,
)
from engine.barricadas.ground import TOWARDS, Battlefield, Edge
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
from engine.barricadas.rules.artillery.missions import fire_missions
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo
from engine.barricadas.rules.attack.firing import fire
from engine.barricadas.rules.morale.checks import passes
from engine.barricadas.rules.morale.recovery import recover
from engine.barricadas.rules.obstacles import mines
from engine.barricadas.rules.reaction import reacting
from engine.barricadas.rules.stacking.limits import fits
from engine.barricadas.rules.turn import tasks
from engine.barricadas.rules.turn.activation import activatable, activated_with
from engine.barricadas.sequence import look_round, pass_on
from engine.barricadas.state import (
    Counter,
    Phase,
    Reaction,
    Table,
    View,
    counters_in,
    hex_of,
    is_enemy_in,
    other,
)
from engine.barricadas.survey import is_mounted
from engine.barricadas.weather import is_carried_out, is_held_up
from engine.kit.verbs import FrameRules, Verb, filled_list
from engine.kit.wording import refuse, seat_term

# -- checked -----------------------------------------------------------------------------------


def against_leader(view: View, key: str) -> Against:
    """Return why somebody cannot be activated by the viewer now (3.3)."""
    one = view.table.counters.get(key)
    if one is None or one.side != view.viewer:
        return [refuse("activate.not_yours", "3.3.choice", who=counter_term(key))]
    if one not in list(activatable(view.table, one.side)):
        return [refuse("activate.cannot", "3.3.choice", who=counter_term(key))]
    return []


def _check(view: View, action: Activate) -> Against:
    against = against_leader(view, action.leader)
    if against:
        return against
    return tasks.read(view.table, (view.table.counters[action.leader],), action.tasks)[1]


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    assert view.viewer is not None
    table = view.table
    if field == "leader":
        for one in activatable(table, view.viewer):
            if next(tasks.offered(table, (one,), ()), None) is not None:
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
    for task in tasks.offered(table, leaders, before):
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
    leader = play.counter(action.leader)
    play.set(passed=())
    play.tell_of("activate", "3.3", (leader.id,), seat)
    if leader.out and not passes(play, leader.id, "3.3.check"):
        # Nothing of the order is done, and nobody reacts to it (ALB-R13).
        if play.counter(leader.id).on_ground:
            play.change(leader.id, finished=True, reaction=Reaction.NONE)
        pass_on(play, seat)
        return
    doings, against = tasks.read(play.table, (leader,), action.tasks)
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
    play.push(replace(frame, asked=_is_answered(play.table, frame)))


def _directs_two(leader: Counter, doings: Sequence[Doing]) -> bool:
    """Say whether an officer directs two missions, and so does not activate the unit (8.1.1)."""
    return sum(one.deed in MISSIONS and leader.id in one.who for one in doings) > 1


def _is_answered(table: Table, frame: Activation) -> bool:
    """Say whether the other side has anything before its eyes to react to (3.4, ALB-R13)."""
    for one in frame.doings:
        seen = any(not table.counters[key].unseen for key in one.who)
        if one.deed in MOVING or (seen and one.deed not in UNANSWERED):
            return True
    return False


# -- carried out -------------------------------------------------------------------------------


def _go_on(play: Play, frame: Activation) -> bool:
    if frame.asked:
        return False
    play.look_at_hidden(frame.seat)
    if not frame.doings:
        play.pop()
        _close(play, frame)
        return True
    doing = frame.doings[0]
    able = tuple(key for key in doing.who if _can_go_on(play.counter(key), doing))
    if not able:
        play.retop(doings=frame.doings[1:], gone=0)
        return True
    if able != doing.who:
        doing = replace(doing, who=able)
        play.retop(doings=(doing, *frame.doings[1:]))
        return True
    if reacting.answered_here(play, doing.way[frame.gone], doing):
        return True
    if doing.deed in MOVING:
        _step(play, doing)
        return True
    if doing.deed in MISSIONS:
        # Those of one activation that come down on a hex are one attack (ALB-R16).
        directed = tuple(
            one
            for one in frame.doings
            if one.deed in MISSIONS and _can_go_on(play.counter(one.who[0]), one)
        )
        left = tuple(one for one in frame.doings if one not in directed)
        play.retop(doings=left, gone=0)
        play.change_all((key for one in directed for key in one.who), finished=True)
        fire_missions(play, directed)
        look_round(play)
        return True
    play.retop(doings=frame.doings[1:], gone=0)
    _do(play, doing)
    return True


def _can_go_on(counter: Counter, doing: Doing) -> bool:
    """Say whether a counter can still do what it was told."""
    if not counter.on_ground or counter.finished:
        return False
    return not counter.routed or doing.deed in (Deed.RALLY, Deed.RECOVER)


def _step(play: Play, doing: Doing) -> None:
    """Go one hex farther, or end the move; assaults begin where the way ends (5.1, 9)."""
    frame: Activation = play.top
    gone = frame.gone + 1
    group = [play.counter(key) for key in doing.who]
    side = group[0].side
    if gone == 1 and is_held_up(play.table, group) and not is_carried_out(play.table, group):
        # Their officer is not where they should be by now (5.6).
        play.tell_of("move.dark", "5.6", doing.who, side, felt=False)
        _end_move(play, replace(doing, target=""))
        return
    if gone < len(doing.way):
        place = doing.way[gone]
        if is_enemy_in(play.table, place, side) or not fits(play.table, place, group):
            # Something has come into the way since: they stop where they are.
            play.tell_of("move.stopped", "5.1", doing.who, side, hex=hex_term(place))
            _end_move(play, replace(doing, target=""))
            return
        play.change_all(doing.who, at=place, moved=True)
        play.retop(gone=gone)
        mines.enter(play, place, doing.who)
        look_round(play)
        return
    _end_move(play, doing)


def _end_move(play: Play, doing: Doing) -> None:
    frame: Activation = play.top
    turn = play.table.turn
    play.retop(doings=frame.doings[1:], gone=0)
    here = hex_of(play.table, play.counter(doing.who[0]))
    if here != doing.way[0]:
        play.tell_of("move.done", "5.1", doing.who, frame.seat, to=hex_term(here))
    if doing.deed is Deed.DOUBLE:
        play.change_all(doing.who, doubled=turn)
    if doing.deed is Deed.CHARGE:
        # Only who used the points that a charge adds is held back by it (ALB-R35).
        way = doing.way[: frame.gone + 1]
        group = [play.counter(key) for key in doing.who]
        hasty = [one for one in group if tasks.takes_more(play.table, one, way, doing.target)]
        play.change_all((one.id for one in hasty if is_mounted(one)), charged=turn)
    if (
        doing.deed in ASSAULTING
        and doing.target
        and is_enemy_in(play.table, doing.target, frame.seat)
    ):
        forward, back = edges_of(play.field, here, doing.target)
        play.push(
            Assault(
                play.table.serial,
                frame.seat,
                doing.who,
                here,
                doing.target,
                forward,
                back,
                charging=any(is_mounted(play.counter(key)) for key in doing.who),
                idle=all(
                    one.finished or one.routed
                    for one in counters_in(play.table, doing.target, other(frame.seat))
                ),
            )
        )
        return
    play.change_all(doing.who, finished=True, reaction=Reaction.NONE)


def edges_of(field: Battlefield, origin: str, target: str) -> tuple[Edge, Edge]:
    """Return towards which edges beaten defenders and beaten attackers go (5.8.2, ALB-R19).

    Of two edges the step leads to, defenders go to the east or west, attackers away from the other
    (ALB-R70).
    """
    side = field.direction(origin, target)
    leads = [edge for edge, sides in TOWARDS.items() if side in sides]
    (forward, *_) = [edge for edge in leads if edge in ("east", "west")] or leads
    # Every side of a hex leads to the north or to the south.
    return forward, "south" if "north" in leads else "north"


def _do(play: Play, doing: Doing) -> None:
    """Do what is done without moving."""
    seat = play.counter(doing.who[0]).side
    if doing.deed in FIRING:
        salvo = Salvo(doing.who, tasks.MUNITIONS[doing.deed], doing.target)
        if against_salvo(play.field, play.table, salvo):
            if len(doing.who) > 1:
                # Their officer has fallen since: the order is carried out, each for themselves
                # (7.2.1).
                for key in doing.who:
                    _do(play, replace(doing, who=(key,)))
                return
            target = hex_term(doing.target)
            play.tell_of("fire.gone", "6", doing.who, seat, felt=False, hex=target)
            return
        play.change_all(doing.who, finished=True, reaction=Reaction.NONE)
        fire(play, salvo)
    elif doing.deed is Deed.DIG:
        place = doing.way[0]
        play.set(positions=tuple(sorted({*play.table.positions, place})))
        play.change_all(doing.who, finished=True, reaction=Reaction.NONE)
        play.tell_of("dig.done", "12.1", doing.who, seat, hex=hex_term(place))
    elif doing.deed in (Deed.RECOVER, Deed.RALLY):
        play.change_all(doing.who, finished=True)
        for key in doing.who:
            recover(play, key, themselves=doing.deed is Deed.RALLY)
    look_round(play)


def _close(play: Play, frame: Activation) -> None:
    """End an activation: who has done nothing is prepared for reaction (3.4, ALB-R67)."""
    for key in frame.acted:
        one = play.counter(key)
        if not one.on_ground or one.finished:
            continue
        if one.routed or one.printed is None or not one.printed.weapons:
            play.change(key, finished=True)
        else:
            play.change(key, reaction=Reaction.NOW)
    look_round(play)
    pass_on(play, frame.seat)


def _apply_pass(play: Play, seat: str, action: Pass) -> None:
    play.tell("pass", "3.3.pass", seat=seat_term(seat))
    play.set(passed=(*play.table.passed, seat))
    pass_on(play, seat)


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
RULES: AnyFrameRules = FrameRules(frame=Activation, decisions=reacting.decisions, go_on=_go_on)
FRAMES = (RULES,)
