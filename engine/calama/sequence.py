"""The order of play (7, CAL-R24), readable from top to bottom.

Set-up of both sides at once; then rounds: the points, events and assignments of both; movement of
Chile, of Bolivia; combat of Chile, of Bolivia. A combat turn in which the player can do nothing is
passed over.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Refusal, Term
from engine.calama.play import Play, piece_term
from engine.calama.rules import charging, firing, moving, objectives, rounds
from engine.calama.state import BOLIVIA, CHILE, Phase, Table, View
from engine.calama.survey import charges_of
from engine.terms import refuse, seat_term

CLAUSES: Mapping[Phase, str] = {Phase.SETUP: "5", Phase.MOVEMENT: "7.4", Phase.COMBAT: "7.5"}
"""Where the rulebook has each phase."""


def unfinished(view: View) -> list[Refusal]:
    """Return what keeps the player from ending his turn of the phase."""
    table = view.table
    if table.phase is Phase.MOVEMENT:
        if table.player == CHILE and not table.acted and can_act(view):
            return [refuse("done.must_move", "7.4.1.pass")]
        return []
    open_charges = charges_of(table, table.player)
    if open_charges:
        declared = tuple(piece_term(piece) for piece in open_charges)
        return [refuse("done.melees_left", "7.5.1", declared=declared)]
    return []


def can_act(view: View) -> bool:
    """Say whether the player can move or charge; nobody has to bring a reserve (CAL-R26)."""
    return moving.anything_to_move(view) or charging.anything_to_charge(view)


def close_turn(play: Play, seat: str) -> None:
    """End a side's turn of the phase and go on to what comes next."""
    table = play.table
    rule, phase = CLAUSES[table.phase], Term("phase", table.phase)
    play.tell("turn.done", rule, seat=seat_term(seat), phase=phase)
    if table.phase is Phase.MOVEMENT:
        if seat == CHILE:
            rounds.begin_movement(play, BOLIVIA)
        else:
            _begin_combat(play, CHILE)
    elif seat == CHILE:
        _begin_combat(play, BOLIVIA)
    else:
        _end_round(play)


def _begin_combat(play: Play, seat: str) -> None:
    play.set(phase=Phase.COMBAT, player=seat, pool=0, acted=False)
    if seat == CHILE:
        play.set(fights=())
    if _can_fight(play.table):
        return
    play.tell("combat.nothing", "7.5", seat=seat_term(seat))
    if seat == CHILE:
        _begin_combat(play, BOLIVIA)
    else:
        _end_round(play)


def _can_fight(table: Table) -> bool:
    return bool(charges_of(table, table.player) or firing.shooters(table))


def _end_round(play: Play) -> None:
    objectives.last_round(play)
    if play.table.ending is None:
        rounds.begin_round(play)
