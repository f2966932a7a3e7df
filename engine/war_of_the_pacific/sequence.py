"""The order of play (3.1, 4.1, 4.2), readable from top to bottom.

Set-up (Allies, then Chile), the plan of both for the turn that comes first, then the game turns:
Chile's player turn and the Allies', each through the phases of :data:`PHASES`. A phase closes when
its player says so; one in which they could do nothing is passed over, judged only by what everybody
sees.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Refusal, Term
from engine.war_of_the_pacific.actions import Allot
from engine.war_of_the_pacific.counters import is_ship
from engine.war_of_the_pacific.places import is_on_map
from engine.war_of_the_pacific.play import Play, seat_term
from engine.war_of_the_pacific.rules.administration import supply_received
from engine.war_of_the_pacific.rules.land import marches
from engine.war_of_the_pacific.rules.land_combat import attack
from engine.war_of_the_pacific.rules.optional import infernal_machines
from engine.war_of_the_pacific.rules.sea import raids, sailing
from engine.war_of_the_pacific.rules.setting_up import deployment
from engine.war_of_the_pacific.rules.supply import columns
from engine.war_of_the_pacific.rules.victory import determination
from engine.war_of_the_pacific.state import ALLIES, CHILE, SEATS, Allotment, Phase, Table, View

PHASES = (
    Phase.ADMIN,
    Phase.SUPPLY,
    Phase.NAVAL,
    Phase.NAVAL_COMBAT,
    Phase.LAND,
    Phase.LAND_COMBAT,
)
"""The phases of a player turn, in order (4.1)."""


def unfinished(view: View) -> list[Refusal]:
    """Return what keeps the viewer from closing the present phase."""
    match view.table.phase:
        case Phase.SETUP:
            return deployment.unfinished(view)
        case Phase.NAVAL:
            return sailing.unfinished(view)
        case Phase.LAND_COMBAT:
            return attack.unfinished(view)
        case _:
            return []


CLAUSES: Mapping[Phase, str] = {
    Phase.SETUP: "3.1",
    Phase.PLAN: "4.2",
    Phase.ADMIN: "4.1.admin",
    Phase.SUPPLY: "4.1.consume",
    Phase.NAVAL: "4.1.naval",
    Phase.NAVAL_COMBAT: "4.1.battle",
    Phase.LAND: "4.1.land",
    Phase.LAND_COMBAT: "4.1.combat",
}
"""Where the rulebook has each phase."""


def close_phase(play: Play, seat: str) -> None:
    """Close the present phase, set-up or plan for *seat* and go on to what comes next."""
    if play.table.phase is Phase.ADMIN and not supply_received.close_orders(play):
        return
    _tell_closed(play, seat)
    match play.table.phase:
        case Phase.SETUP:
            _close_setup(play, seat)
        case Phase.PLAN:
            _close_plan(play, seat)
        case _:
            _leave(play)
            _next_phase(play)


def place_columns(play: Play, frame: Allotment, seat: str, action: Allot) -> None:
    """Place the columns received; where the orders were closed before, the phase is over then.

    Rules:
        4.1 I; WP-E34.
    """
    supply_received.apply_allot(play, frame, seat, action)
    if frame.closes:
        _tell_closed(play, seat)
        _next_phase(play)


def _tell_closed(play: Play, seat: str) -> None:
    phase = play.table.phase
    play.tell("phase.closed", CLAUSES[phase], seat=seat_term(seat), phase=Term("phase", phase))


def _close_setup(play: Play, seat: str) -> None:
    if seat == ALLIES:
        play.set(player=CHILE)
        return
    play.set(phase=Phase.PLAN, closed=())
    play.tell("plan.begins", "4.2")


def _close_plan(play: Play, seat: str) -> None:
    closed = (*play.table.closed, seat)
    if len(closed) < len(SEATS):
        play.set(closed=closed)
        return
    play.set(closed=())
    _begin_turn(play, play.table.turn)


def _begin_turn(play: Play, turn: int) -> None:
    play.set(turn=turn, lost_warships=(0, 0), lost_transports=(0, 0))
    play.tell("turn.begins", "4.1", turn=turn, name=Term("turn", str(turn)))
    infernal_machines.begin_game_turn(play)
    _begin_player_turn(play, CHILE)


def _begin_player_turn(play: Play, seat: str) -> None:
    turn = play.table.turn
    for unit in list(play.units.values()):
        # Ships that fought in the first player turn stay where they are in the second (WP-R52).
        held = unit.battled == turn and unit.side == seat
        # Most units are ready as they are; copying them all took a third of the time of a step.
        used = unit.fresh or unit.spent or unit.fought or unit.landed or unit.attacked
        if used or unit.boarded or unit.sailed != held:
            play.change(
                unit.id,
                fresh=False,
                spent=False,
                fought=False,
                landed=False,
                boarded=False,
                sailed=held,
                attacked="",
            )
    play.set(player=seat, phase=Phase.ADMIN, placed=(), under_way=False)
    _announce(play)
    supply_received.begin(play)


def _leave(play: Play) -> None:
    """Settle what the end of a phase settles."""
    if play.table.phase is Phase.NAVAL:
        sailing.close_naval(play)
    elif play.table.phase is Phase.LAND:
        marches.close_land_movement(play)


def _next_phase(play: Play) -> None:
    """Enter the next phase in which the player can do anything, or the next player turn."""
    while play.table.ending is None:
        index = PHASES.index(play.table.phase) + 1
        if index == len(PHASES):
            _end_player_turn(play)
            return
        play.set(phase=PHASES[index])
        if _worth_asking(play.table):
            _announce(play)
            return
        if play.table.phase is Phase.LAND:
            marches.close_land_movement(play)


def _worth_asking(table: Table) -> bool:
    """Say whether the phasing player may have anything to do, from public knowledge only."""
    public = View(table.player, table, None)
    match table.phase:
        case Phase.SUPPLY:
            return columns.anything_to_do(table, table.player)
        case Phase.NAVAL:
            return any(
                unit.side == table.player and is_on_map(unit.at) and is_ship(unit)
                for unit in table.units.values()
            )
        case Phase.NAVAL_COMBAT:
            return raids.anything_to_do(public) or infernal_machines.anything_to_do(public)
        case Phase.LAND:
            return marches.anything_to_do(public)
        case _:
            return attack.anything_to_do(public)


def _announce(play: Play) -> None:
    table = play.table
    rule, phase = CLAUSES[table.phase], Term("phase", table.phase)
    play.tell("phase.begins", rule, seat=seat_term(table.player), phase=phase)


def _end_player_turn(play: Play) -> None:
    attack.close_land_combat(play)
    if play.table.player == CHILE:
        _begin_player_turn(play, ALLIES)
        return
    determination.end_of_turn(play)
    if play.table.ending is None:
        _begin_turn(play, play.table.turn + 1)
