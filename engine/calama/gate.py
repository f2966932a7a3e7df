"""The gate of Batalla de Calama (:mod:`engine.kit.gate`): its rules, and who acts when."""

from __future__ import annotations

from engine.api import Action, Decision, Params, Refusal, Term
from engine.calama.actions import MODELS, Done
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.play import AnyVerb, Play, type_term
from engine.calama.rules.combat import fire, melee
from engine.calama.rules.movement import advance, charge, escape, reserves
from engine.calama.rules.rounds import combat_orders
from engine.calama.rules.setting_up import armies, deployment, formations, ranking, readiness
from engine.calama.rules.victory import offered_end
from engine.calama.rules.victory.objectives import settle
from engine.calama.sequence import BEFORE, CLAUSES, close_turn, go_on, run_on, unfinished
from engine.calama.standing_orders import giving
from engine.calama.state import ATTRIBUTES, SEATS, Phase, Table
from engine.kit.gate import Gate, collect, collect_frames, phase_question
from engine.kit.parsing import SHOWN
from engine.kit.verbs import Verb
from engine.kit.wording import refuse, seat_term

DONE: AnyVerb = Verb(
    model=Done,
    phases=(Phase.ORDERS, Phase.MOVEMENT, Phase.COMBAT),
    check=lambda view, action: unfinished(view),
    apply=lambda play, seat, action: close_turn(play, seat),
    possible=lambda view: not unfinished(view),
)

_RULES = (
    *(formations, ranking, deployment, armies),
    *(advance, charge, reserves, escape),
    *(melee, fire),
    combat_orders,
    offered_end,
    giving,
)
"""In the order in which a phase's question names what can be done."""


def _acting(table: Table) -> tuple[str, ...]:
    if table.phase in BEFORE:
        return tuple(seat for seat in SEATS if seat not in table.ready)
    return (table.player,)


def _asking(table: Table, seat: str, kinds: tuple[str, ...]) -> Decision:
    params: Params = {"n": table.round, "seat": seat_term(seat)}
    return phase_question(table.round, table.phase, seat, CLAUSES[table.phase], params, kinds)


def _sequence(table: Table) -> str:
    """Return where the rulebook says what comes when."""
    return CLAUSES[table.phase] if table.phase in BEFORE else "7"


def _closed(table: Table, command: Term) -> Refusal | None:
    if table.phase in BEFORE:
        return refuse("gate.closed", "5", action=command)
    return None


# -- does it name what exists ------------------------------------------------------------------


def _known(table: Table, holds: str, value: str) -> list[Refusal]:
    """Return what is wrong with one value of a field."""
    match holds:
        case "piece" | "pieces":
            return _piece(table, value)
        case "square":
            return _square(value)
        case "type" | "types":
            return _type(value)
        case "attribute" if value not in ATTRIBUTES:
            shown = tuple(Term("attribute", one) for one in ATTRIBUTES)
            return [refuse("read.unknown_attribute", "4.1.4", typed=value[:SHOWN], known=shown)]
    return []


def _piece(table: Table, value: str) -> list[Refusal]:
    if value in table.pieces:
        return []
    return [refuse("read.unknown_piece", "", typed=value[:SHOWN])]


def _square(value: str) -> list[Refusal]:
    if value in load_board().squares:
        return []
    return [refuse("read.unknown_square", "4.1", typed=value[:SHOWN])]


def _type(value: str) -> list[Refusal]:
    types = load_army().types
    if value in types:
        return []
    shown = tuple(type_term(one) for one in types)
    return [refuse("read.unknown_type", "4.2", typed=value[:SHOWN], known=shown)]


GATE: Gate[Table] = Gate(
    models=MODELS,
    verbs=collect(_RULES, last=(readiness.READY, DONE)),
    frames=collect_frames(_RULES),
    acting=_acting,
    asking=_asking,
    known=_known,
    sequence=_sequence,
    closed=_closed,
    goes_on=go_on,
)


def finish(play: Play, action: Action) -> None:
    """Play on after an action as far as nobody is needed, and settle what it has come to."""
    GATE.run(play)
    if action.secret or play.table.phase in BEFORE:
        return
    settle(play)
    run_on(play)
