"""Which odds belong to which action.

Each part of an activation is counted as the table stands when it is declared; what reaction does to
it before then is taken as not happening, and said so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.api import Action, Odds, Text
from engine.barricadas.actions import (
    Activate,
    Defend,
    Fire,
    Hold,
    Pass,
    React,
    Ready,
    Together,
    parted,
)
from engine.barricadas.frames import (
    ASSAULTING,
    MISSIONS,
    MOVING,
    OFF_BOARD,
    ON_BOARD,
    UNANSWERED,
    Activation,
    Assault,
    Deed,
    Doing,
)
from engine.barricadas.odds import attacking, checking, supposing
from engine.barricadas.roster import Munition
from engine.barricadas.rules.artillery.missions import falls_of
from engine.barricadas.rules.assault.fighting import defensive_fire
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo
from engine.barricadas.rules.reaction.reacting import under_fire
from engine.barricadas.rules.turn import tasks
from engine.barricadas.rules.turn.activation import activatable, activated_with, is_over
from engine.barricadas.rules.turn.together import alone
from engine.barricadas.state import SEATS, Reaction, Table, View
from engine.barricadas.survey import battlefield_of, is_armour, scenario_of
from engine.kit.standing_orders import own_orders
from engine.kit.verbs import under_way

AS_IT_STANDS = Text("odds.given.as_it_stands")
TOGETHER = Text("odds.given.together")
BATTERY = Text("odds.given.battery")


def odds(view: View, action: Action) -> tuple[Odds, ...]:
    """Return the odds of an action that is allowed; none if no die hangs on it."""
    answer = _ANSWERS.get(type(action))
    return () if answer is None else tuple(answer(view, action))


def _of_activation(view: View, action: Activate) -> Iterator[Odds]:
    """Yield the check of who is out of command, then what each part brings (3.3, 8, 9, 10.4)."""
    table = view.table
    leader = table.counters[action.leader]
    if leader.out:
        yield checking.of_activation(table, leader)
    doings, _ = tasks.read(table, (leader,), action.tasks)
    for number, doing in enumerate(doings):
        assumed = (AS_IT_STANDS,) if number else ()
        yield from _of_doing(view, doing, doings[:number], assumed)
    yield from _of_guns(table, doings, ())
    yield from _of_end(view, (one.id for one in activated_with(table, leader)))


def _of_two(view: View, action: Together) -> Iterator[Odds]:
    """Yield whether two officers act together, then what each part brings if it is done (7.3)."""
    table = view.table
    leader, second = (table.counters[key] for key in (action.leader, action.second))
    yield checking.of_coordination(table, action)
    doings, _ = tasks.read(table, (leader, second), action.tasks)
    own = alone(table, leader, doings)
    for number, doing in enumerate(doings):
        assumed = (AS_IT_STANDS,) if number else ()
        known = assumed if doing in own else (*assumed, TOGETHER)
        yield from _of_doing(view, doing, doings[:number], known)
    yield from _of_guns(table, doings, () if all(one in own for one in doings) else (TOGETHER,))


def _of_guns(table: Table, doings: Sequence[Doing], assumed: tuple[Text, ...]) -> Iterator[Odds]:
    """Yield what guns on the board bring where they are directed: those at one hex add up."""
    for target in dict.fromkeys(one.target for one in doings if one.deed in ON_BOARD):
        there = [one for one in doings if one.target == target]
        mine = [one for one in there if one.deed in ON_BOARD]
        alone = len(mine) == sum(one.deed in MISSIONS for one in doings)
        yield attacking.of_guns(table, mine, assumed if alone else (*assumed, BATTERY))


def _of_doing(
    view: View, doing: Doing, before: Sequence[Doing], assumed: tuple[Text, ...]
) -> Iterator[Odds]:
    table = view.table
    if doing.deed in MOVING:
        yield from attacking.of_mines(table, doing, assumed)
    if doing.deed in tasks.MUNITIONS:
        salvo = Salvo(doing.who, tasks.MUNITIONS[doing.deed], doing.target)
        yield attacking.of_salvo(table, salvo, assumed)
    elif doing.deed in ASSAULTING:
        if any(is_armour(table.counters[key]) for key in doing.who):
            yield from attacking.of_armour(table, doing, (AS_IT_STANDS,))
        else:
            yield from attacking.of_assault(table, doing, (AS_IT_STANDS,))
    elif doing.deed in OFF_BOARD:
        yield from attacking.of_mission(table, doing, before, falls_of(own_orders(view)), assumed)
    elif doing.deed in (Deed.RECOVER, Deed.RALLY):
        for key in doing.who:
            themselves = doing.deed is Deed.RALLY
            yield from checking.of_recovery(table, table.counters[key], themselves=themselves)


def _of_reaction(view: View, action: React) -> Iterator[Odds]:
    """Yield what each shot brings if those whom it is meant for come there as they are (3.4).

    At whom the side has not recognised there is no one figure: each kind that it may be has its.
    """
    frame = under_way(view.table, Activation)
    for shot in action.shots:
        yield from next(filter(None, map(tuple, _of_shot(view.table, frame, shot))), ())


def _of_shot(table: Table, frame: Activation, shot: Fire) -> Iterator[Iterable[Odds]]:
    """Yield what a shot brings at each of those whom it can meet, with each munition that can."""
    who = parted(shot.who)
    bare = tuple(key for key in who if table.counters[key].reaction is Reaction.NONE)
    whole = [one.way for one in frame.doings if one.deed not in UNANSWERED]
    for doing, way in zip(under_fire(frame), whole, strict=False):
        if shot.at not in doing.way:
            continue
        if not doing.who:
            yield supposing.of_shot(table, doing, way, shot, bare)
            continue
        then = _arrived(table, doing, shot.at)
        for munition in Munition:
            salvo = Salvo(who, munition, shot.at, halved=bare, joined=True)
            if not against_salvo(battlefield_of(then), then, salvo):
                yield (attacking.of_salvo(then, salvo, (Text("odds.given.arrives"),)),)


def _arrived(table: Table, doing: Doing, place: str) -> Table:
    """Return the table once those who do something have come to a hex of their way."""
    counters = dict(table.counters)
    for key in doing.who:
        moved = counters[key].moved or (doing.deed in MOVING and place != doing.way[0])
        counters[key] = replace(counters[key], at=place, moved=moved)
    return replace(table, counters=counters)


def _of_defence(view: View, action: Defend) -> Iterator[Odds]:
    """Yield what defensive fire brings, and the fight if nobody falls before (9.2, 9.3)."""
    table = view.table
    frame = under_way(table, Assault)
    doing = Doing(frame.who, Deed.ASSAULT, (frame.origin,), frame.target)
    if action.when != "never":
        place = frame.origin if action.when == "before" else frame.target
        then = _arrived(table, doing, place)
        for salvo in defensive_fire(table, frame, place):
            yield attacking.of_salvo(then, salvo, (AS_IT_STANDS,))
    yield from attacking.of_assault(table, doing, (AS_IT_STANDS,), mine=False)


def _of_beginning(view: View, action: Ready | Pass) -> Iterator[Odds]:
    """Yield who has the initiative where an action begins a turn (3.2)."""
    table, seat = view.table, view.viewer or ""
    if isinstance(action, Ready):
        begins = {*table.ready, seat} == {*SEATS}
    else:
        after = replace(table, passed=(*table.passed, seat))
        begins = is_over(after) and table.turn < scenario_of(table).turns
    if begins:
        yield checking.of_initiative(table, seat)


def _of_end(view: View, acting: Iterable[str]) -> Iterator[Odds]:
    """Yield who has the initiative where an activation may be the last of its turn (3.3, 3.5).

    Args:
        view: Of whom they do not recognise the viewer cannot tell.
        acting: Who is activated.
    """
    table, seat = view.table, view.viewer or ""
    done = {key: replace(table.counters[key], finished=True) for key in acting}
    after = replace(table, counters={**table.counters, **done})
    more = any(True for side in SEATS for _ in activatable(after, side))
    if not more and table.turn < scenario_of(table).turns:
        yield replace(checking.of_initiative(table, seat), assumed=(Text("odds.given.turn_ends"),))


def _of_silence(view: View, action: Hold) -> Iterator[Odds]:
    """Yield what follows where nobody reacts (3.4)."""
    del action
    yield from _of_end(view, under_way(view.table, Activation).acted)


_ANSWERS: Mapping[type[Action], Callable[[View, Any], Iterable[Odds]]] = {
    Activate: _of_activation,
    Together: _of_two,
    React: _of_reaction,
    Hold: _of_silence,
    Defend: _of_defence,
    Ready: _of_beginning,
    Pass: _of_beginning,
}
