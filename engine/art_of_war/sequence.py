"""The order of play (4), readable from top to bottom.

Turns of the one side and the other: command points are thrown, orders are given, charges are
carried out, units are rallied; shooting, melee, rout and pursuit need nobody but to answer. Both
sides' turns are one. Whether an army is beaten is looked at when a phase ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.api import Seat
from engine.art_of_war.flow import Flow
from engine.art_of_war.play import Play
from engine.art_of_war.rules.command.points import throw_points
from engine.art_of_war.rules.melee.melee import fight
from engine.art_of_war.rules.rallying.rallying import can_rally
from engine.art_of_war.rules.rout import army
from engine.art_of_war.rules.setting_up import flank_march
from engine.art_of_war.rules.shooting.shooting import shoot
from engine.art_of_war.state import SOUTH, Phase, Table, Unit, other
from engine.kit import working_copy as kit
from engine.kit.records import changed
from engine.kit.wording import seat_term

CLAUSES: Mapping[Phase, str] = {
    Phase.MUSTER: "1.army",
    Phase.TERRAIN: "11.field",
    Phase.PLAN: "11.plan",
    Phase.DEPLOYMENT: "11.deploy",
    Phase.MOVEMENT: "4.movement",
    Phase.RALLY: "6.when",
    Phase.SHOOTING: "4.shooting",
    Phase.MELEE: "4.melee",
    Phase.PURSUIT: "4.rout",
}
"""Where the rules have each phase."""


def first_of(table: Table) -> Seat:
    """Return who plays first in every turn: who won the initiative (3.initiative)."""
    return table.initiative or SOUTH


def begin_battle(play: Play) -> None:
    """Begin the first turn, once both armies are laid."""
    play.set(turn=0, player=first_of(play.table))
    begin_turn(play)


def begin_turn(play: Play) -> None:
    """Begin the next player's turn, or the first of all: points are thrown, then orders (4)."""
    table = play.table
    first = first_of(table)
    opens = table.turn == 0 or table.player != first
    player = first if opens else other(first)
    units = {key: _fresh(one, player) for key, one in table.units.items()}
    play.set(turn=table.turn + opens, player=player, phase=Phase.MOVEMENT, units=units, declared=())
    if opens:
        play.tell("turn.begins", "4", n=play.table.turn, last=table.settings.turns)
    play.tell("player.begins", "4", seat=seat_term(player), n=play.table.turn)
    flank_march.come_on(play, player)
    units = {key: _begun(one, player) for key, one in play.table.units.items()}
    play.set(units=units)
    throw_points(play, player)
    flank_march.throw(play, player)


def _fresh(unit: Unit, player: Seat) -> Unit:
    """Return a unit without what it did in the turn before."""
    stirred = unit.stirred or unit.moves > 0 or unit.evaded
    unit = changed(unit, stirred=stirred, charged=False, evaded=False, turned=False, wild=False)
    if unit.side != player:
        return unit
    return changed(unit, moves=0, points=0, shot=False, held=False, tried=False, passed=False)


def _begun(unit: Unit, player: Seat) -> Unit:
    """Return a unit that knows where the turn of its side has found it (ADG-R70)."""
    return changed(unit, began=unit.pose if unit.side == player and unit.on_table else None)


def after_charges(play: Play) -> None:
    """Go on to rallying once all charges are carried out; on at once where nobody can (6.when)."""
    army.check(play)
    if play.table.ending is not None:
        return
    play.set(phase=Phase.RALLY, declared=())
    if not can_rally(play.table, play.table.player):
        after_rally(play)


def after_rally(play: Play) -> None:
    """Go on to shooting, melee and pursuit, whose frame the gate carries out (4)."""
    for phase, carry_out in _AUTOMATIC:
        play.set(phase=phase)
        carry_out(play)
        army.check(play)
        if play.table.ending is not None:
            return
    play.set(phase=Phase.PURSUIT)


def after_pursuit(play: Play) -> None:
    """End the player's turn once all pursuits are carried out (4.victory)."""
    army.check(play)
    if play.table.ending is None:
        end_turn(play)


def end_turn(play: Play) -> None:
    """Begin the other side's turn, or end the battle after its last one (ADG-R20)."""
    table = play.table
    play.tell("player.ends", "4", seat=seat_term(table.player), n=table.turn)
    closes = table.player != first_of(table)
    if closes and table.settings.turns and table.turn >= table.settings.turns:
        army.time_is_up(play)
    else:
        begin_turn(play)


_AFTER: Mapping[Flow, Callable[[Play], None]] = {
    Flow.DEPLOYMENT: begin_battle,
    Flow.CHARGES: after_charges,
    Flow.RALLY: after_rally,
}


def go_on(play: Play, ended: kit.Flow) -> None:
    """Go on from what a rule says has come to its end."""
    assert isinstance(ended.what, Flow)
    _AFTER[ended.what](play)


_AUTOMATIC: tuple[tuple[Phase, Callable[[Play], None]], ...] = (
    (Phase.SHOOTING, shoot),
    (Phase.MELEE, fight),
)
"""Phases that need nobody but to answer, in order, with what is done in each."""
