"""An activation carried out, part by part (3.4; ALB-R1).

Who moves goes from hex to hex, and wherever a shot was promised it falls. What has several parts
(somebody walks to a lorry, mounts, and it drives off) ends for who is no longer able to go on.

Rules:
    3.4, 3.5, 5.1, 5.5, 5.6, 8.1.1; ALB-R1, ALB-R11, ALB-R33, ALB-R67.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.barricadas.flow import Flow
from engine.barricadas.frames import (
    ASSAULTING,
    FIRING,
    MISSIONS,
    MOVING,
    ON_BOARD,
    TRANSPORT,
    Activation,
    Assault,
    Deed,
    Doing,
)
from engine.barricadas.ground import TOWARDS, Battlefield, Edge
from engine.barricadas.play import (
    Play,
    hex_term,
)
from engine.barricadas.rules.artillery.missions import fire_missions
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo
from engine.barricadas.rules.attack.firing import fire
from engine.barricadas.rules.morale.recovery import recover
from engine.barricadas.rules.movement.moves import takes, takes_more
from engine.barricadas.rules.obstacles import mines
from engine.barricadas.rules.reaction import reacting
from engine.barricadas.rules.stacking.limits import fits
from engine.barricadas.rules.transport.carrying import carry_out
from engine.barricadas.rules.turn import tasks
from engine.barricadas.rules.turn.recognition import look_round
from engine.barricadas.rules.victory.towns import take_towns
from engine.barricadas.state import (
    OFF_GROUND,
    Counter,
    Reaction,
    aboard,
    counters_in,
    hex_of,
    is_enemy_in,
    other,
)
from engine.barricadas.survey import is_mounted
from engine.barricadas.weather import is_carried_out, is_held_up
from engine.kit.records import changed

FROM_ABOARD = MISSIONS | {Deed.DISMOUNT, Deed.UNHITCH, Deed.RECOVER, Deed.RALLY}
"""What can be done by who is aboard: getting off, and in armour what officers do."""


def go_on(play: Play, frame: Activation) -> bool:
    """Play a declared activation a part further; say whether it went on without anybody."""
    if frame.asked:
        return False
    play.look_at_hidden(frame.seat)
    if not frame.doings:
        play.pop()
        _close(play, frame)
        return True
    doing = frame.doings[0]
    able = tuple(key for key in doing.who if _can_go_on(play, key, doing, frame.gone))
    if not able or (doing.deed in ON_BOARD and doing.who[0] not in able):
        _next(play)
        return True
    if able != doing.who:
        doing = replace(doing, who=able)
        play.retop(doings=(doing, *frame.doings[1:]))
        return True
    if frame.by_hex and not frame.heard and reacting.is_answerable(play.table, doing):
        play.retop(asked=True, asks=frame.asks + 1)
        return False
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
            if one.deed in MISSIONS and _can_go_on(play, one.who[0], one, 0)
        )
        left = tuple(one for one in frame.doings if one not in directed)
        play.retop(doings=left, gone=0, heard=False)
        busy = (key for one in directed for key in one.who if not play.counter(key).routed)
        play.change_all(busy, finished=True, reaction=Reaction.NONE)
        fire_missions(play, directed)
        look_round(play)
        return True
    _next(play)
    _do(play, doing)
    return True


def _next(play: Play) -> None:
    """Take the first of what is to be done off the activation: it is done, or begun."""
    frame: Activation = play.top
    play.retop(doings=frame.doings[1:], gone=0, heard=False)


def _can_go_on(play: Play, key: str, doing: Doing, gone: int) -> bool:
    """Say whether a counter can still do what it was told, so many hexes on its way."""
    one = play.counter(key)
    if one.finished or hex_of(play.table, one) in OFF_GROUND:
        return False
    if one.carrier and doing.deed not in FROM_ABOARD:
        return False
    if doing.deed in MOVING and one.at != doing.way[gone]:
        return False
    return not one.routed or doing.deed in (Deed.RALLY, Deed.RECOVER)


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
        loads = [one for key in doing.who for one in aboard(play.table, key)]
        riders = [one.id for one in loads if one.printed is not None]
        begun = tuple(dict.fromkeys((*frame.begun, *riders)))
        counters = dict(play.table.counters)
        counters.update((one.id, changed(one, at=place, moved=True)) for one in group)
        counters.update((one.id, changed(counters[one.id], moved=True)) for one in loads)
        onward = changed(frame, gone=gone, heard=False, begun=begun)
        play.set(counters=counters, frames=(*play.table.frames[:-1], onward))
        mines.enter(play, place, (*doing.who, *(one.id for one in loads)))
        look_round(play)
        return
    _end_move(play, doing)


def _end_move(play: Play, doing: Doing) -> None:
    frame: Activation = play.top
    turn = play.table.turn
    _next(play)
    here = hex_of(play.table, play.counter(doing.who[0]))
    if here != doing.way[0]:
        play.tell_of("move.done", "5.1", doing.who, frame.seat, to=hex_term(here))
    way = doing.way[: frame.gone + 1]
    if doing.deed is Deed.DOUBLE:
        play.change_all(doing.who, doubled=turn)
    if doing.deed is Deed.CHARGE:
        # Only who used the points that a charge adds is held back by it (ALB-R35).
        group = [play.counter(key) for key in doing.who]
        hasty = [one for one in group if takes_more(play.table, one, way, doing.target)]
        play.change_all((one.id for one in hasty if is_mounted(one)), charged=turn)
    gone = (play.counter(key) for key in doing.who)
    play.put({one.id: changed(one, spent=one.spent + takes(play.table, one, way)) for one in gone})
    if (
        doing.deed in ASSAULTING
        and doing.target
        and is_enemy_in(play.table, doing.target, frame.seat)
    ):
        forward, back = edges_of(play.battlefield, here, doing.target)
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
    riders = [one.id for key in doing.who for one in aboard(play.table, key) if one.printed]
    _done(play, (*doing.who, *riders))


def _done(play: Play, who: Iterable[str]) -> None:
    """Mark those as finished who do nothing further of what they have begun (3.4.finished)."""
    frame: Activation = play.top
    later = {key for one in frame.doings for key in one.who}
    keys = tuple(who)
    over = [key for key in keys if key not in later]
    play.change_all(over, finished=True, reaction=Reaction.NONE)
    play.retop(begun=tuple(dict.fromkeys((*frame.begun, *(key for key in keys if key in later)))))


def edges_of(battlefield: Battlefield, origin: str, target: str) -> tuple[Edge, Edge]:
    """Return towards which edges beaten defenders and beaten attackers go (5.8.2, ALB-R19).

    Of two edges the step leads to, defenders go to the east or west, attackers away from the other
    (ALB-R70).
    """
    side = battlefield.direction(origin, target)
    leads = [edge for edge, sides in TOWARDS.items() if side in sides]
    (forward, *_) = [edge for edge in leads if edge in ("east", "west")] or leads
    # Every side of a hex leads to the north or to the south.
    return forward, "south" if "north" in leads else "north"


def _do(play: Play, doing: Doing) -> None:
    """Do what is done without moving."""
    seat = play.counter(doing.who[0]).side
    if doing.deed in FIRING:
        salvo = Salvo(doing.who, tasks.MUNITIONS[doing.deed], doing.target)
        if against_salvo(play.battlefield, play.table, salvo):
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
    elif doing.deed in TRANSPORT:
        _done(play, carry_out(play, doing))
    elif doing.deed in (Deed.RECOVER, Deed.RALLY):
        play.change_all(doing.who, finished=True)
        for key in doing.who:
            recover(play, key, themselves=doing.deed is Deed.RALLY)
    look_round(play)


def _close(play: Play, frame: Activation) -> None:
    """End an activation: who has done nothing is prepared for reaction (3.4, ALB-R67).

    Who ends it in a town takes it (ALB-R55). Whom a lorry carries or tows has nothing to do;
    officers aboard are finished as any.
    """
    marked: dict[str, Counter] = {}
    for key in dict.fromkeys((*frame.acted, *frame.begun)):
        one = play.counter(key)
        if hex_of(play.table, one) in OFF_GROUND or one.finished:
            continue
        if one.carrier and one.printed is not None and key not in frame.begun:
            continue
        armed = one.printed is not None and bool(one.printed.weapons)
        if one.routed or not armed or key in frame.begun:
            marked[key] = changed(one, finished=True)
        else:
            marked[key] = changed(one, reaction=Reaction.NOW)
    play.put(marked)
    look_round(play)
    take_towns(play, {*frame.acted, *frame.begun} - {*frame.beaten})
    play.ends(Flow.ACTIVATION, frame.seat)
