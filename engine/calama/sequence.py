"""The order of play (7, CAL-R24), readable from top to bottom.

Set-up of both sides at once; then rounds: the points, events and assignments of both; combat
orders; and the turns of movement and combat in the order that the table has chosen. A turn in which
its player can do nothing is passed over, and one in which they can do nothing more closes itself
(CAL-R42).

Rules:
    2.phases.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Refusal, Term
from engine.calama.flow import Flow
from engine.calama.play import Play, piece_term
from engine.calama.rules.combat import fire
from engine.calama.rules.movement import advance, charge, escape, movement_points, reserves
from engine.calama.rules.pieces.charges import charges_of
from engine.calama.rules.rounds import combat_orders, events
from engine.calama.rules.victory.ending import ahead, last_round, stalled
from engine.calama.state import BOLIVIA, CHILE, Offer, Phase, Table, View
from engine.kit import working_copy as kit
from engine.kit.wording import refuse, seat_term

CLAUSES: Mapping[Phase, str] = {
    Phase.SETUP: "5",
    Phase.RANKING: "5.3.objectives",
    Phase.ORDERS: "4.1.7.before",
    Phase.MOVEMENT: "7.4",
    Phase.COMBAT: "7.5",
}
"""Where the rulebook has each phase."""

BEFORE = frozenset((Phase.SETUP, Phase.RANKING))
"""What comes before the first round, and is done by both sides at once."""

_NOTHING = {
    Phase.MOVEMENT: "movement.nothing",
    Phase.COMBAT: "combat.nothing",
}

Turn = tuple[Phase, str]
"""A side's turn of a phase."""

TURNS: Mapping[str, tuple[Turn, ...]] = {
    "phases": (
        (Phase.ORDERS, BOLIVIA),
        (Phase.MOVEMENT, CHILE),
        (Phase.MOVEMENT, BOLIVIA),
        (Phase.COMBAT, CHILE),
        (Phase.COMBAT, BOLIVIA),
    ),
    "sides": (
        (Phase.MOVEMENT, CHILE),
        (Phase.COMBAT, CHILE),
        (Phase.MOVEMENT, BOLIVIA),
        (Phase.COMBAT, BOLIVIA),
    ),
}
"""The turns of a round, by what the table has chosen (CAL-R24). Who may give an order at the start
of its movement turn has none for orders alone."""


def unfinished(view: View) -> list[Refusal]:
    """Return what keeps the player from ending their turn of the phase."""
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
    return advance.anything_to_move(view) or charge.anything_to_charge(view)


def has_choice(table: Table) -> bool:
    """Say whether the player can do anything in their turn but end it (CAL-R42)."""
    public = View(table.player, table, None)
    match table.phase:
        case Phase.ORDERS:
            return combat_orders.can_order(table)
        case Phase.MOVEMENT:
            return (
                can_act(public)
                or combat_orders.can_order(table)
                or bool(reserves.enterable(table) or escape.escapable(table))
            )
        case Phase.COMBAT:
            return bool(charges_of(table, table.player)) or fire.anybody_fires(table)
    return True


def close_turn(play: Play, seat: str) -> None:
    """End a side's turn of the phase and go on to what comes next."""
    table = play.table
    rule, phase = CLAUSES[table.phase], Term("phase", table.phase)
    play.tell("turn.done", rule, seat=seat_term(seat), phase=phase)
    _begin_after(play, (table.phase, seat))


def run_on(play: Play) -> None:
    """Close the turn in which nothing but its end is left to choose (CAL-R42)."""
    table = play.table
    if table.ending is None and not table.frames and not has_choice(table):
        close_turn(play, table.player)


def begin_round(play: Play) -> None:
    """Begin the next round and its first turn."""
    events.begin_round(play)
    _begin_after(play, None)


def go_on(play: Play, ended: kit.Flow) -> None:
    """Go on from what a rule says has come to its end: after both the next round begins."""
    assert isinstance(ended.what, Flow)
    begin_round(play)


def _begin_after(play: Play, last: Turn | None) -> None:
    """Begin the turn after one, or the round's first; pass over those without a choice."""
    turns = TURNS[play.table.settings.order_of_play]
    for phase, seat in turns[turns.index(last) + 1 if last else 0 :]:
        if _begin(play, phase, seat):
            return
    _end_round(play)


def _begin(play: Play, phase: Phase, seat: str) -> bool:
    """Give a side its turn of a phase, if it has any choice in it."""
    if phase is Phase.ORDERS:
        if not combat_orders.is_asked(play.table, seat):
            return False
        play.set(phase=phase, player=seat, pool=0, acted=False)
        return True
    if phase is Phase.MOVEMENT:
        movement_points.begin_movement(play, seat)
    else:
        play.set(phase=phase, player=seat, pool=0, acted=False)
        if seat == CHILE:
            play.set(fights=())
    if has_choice(play.table):
        return True
    play.tell(_NOTHING[phase], CLAUSES[phase], seat=seat_term(seat))
    return False


def _end_round(play: Play) -> None:
    table = play.table
    play.set(quiet=0 if table.stirred else table.quiet + 1)
    if table.stirred:
        play.set(refused=0)
    last_round(play)
    if play.table.ending is not None:
        return
    least = table.settings.quiet_rounds
    if not least or play.table.quiet < least:
        begin_round(play)
    elif stalled(play.table):
        play.tell("offer.no_more", "2.offer", n=play.table.quiet, refused=play.table.refused)
        play.end(ahead(play.table), "stalled", "2.offer")
    else:
        play.tell("offer.made", "2.offer", n=play.table.quiet)
        play.push(Offer(play.table.serial))
