"""The gate of ¡A las barricadas! (:mod:`engine.kit.gate`): its rules, and who acts when."""

from __future__ import annotations

from engine.api import Action, Decision, Params, Refusal, Term
from engine.barricadas.actions import MODELS, STAY, parted
from engine.barricadas.play import Play
from engine.barricadas.rules.assault import fighting
from engine.barricadas.rules.reaction import reacting
from engine.barricadas.rules.setting_up import deployment
from engine.barricadas.rules.turn import activating, together
from engine.barricadas.sequence import CLAUSES, go_on, run_on
from engine.barricadas.standing_orders import giving
from engine.barricadas.state import SEATS, Phase, Table
from engine.barricadas.survey import battlefield_of
from engine.kit.gate import Gate, collect, collect_frames, phase_question
from engine.kit.parsing import SHOWN
from engine.kit.wording import refuse, seat_term

_RULES = (deployment, activating, together, reacting, fighting, giving)
"""In the order in which a phase's question names what can be done."""


def _acting(table: Table) -> tuple[str, ...]:
    if table.phase is Phase.SETUP:
        return tuple(seat for seat in SEATS if seat not in table.ready)
    return (table.player,)


def _asking(table: Table, seat: str, kinds: tuple[str, ...]) -> Decision:
    params: Params = {"n": table.turn, "seat": seat_term(seat)}
    # Each activation is a question of its own; while setting up goes on it stays the same one.
    number = table.serial if table.turn else 0
    return phase_question(number, table.phase, seat, CLAUSES[table.phase], params, kinds)


def _sequence(table: Table) -> str:
    """Return where the rulebook says what comes when."""
    return CLAUSES[Phase.SETUP] if table.phase is Phase.SETUP else "3"


def _closed(table: Table, command: Term) -> Refusal | None:
    if table.phase is Phase.SETUP:
        return refuse("gate.closed", "2.3", action=command)
    return None


def _known(table: Table, holds: str, value: str) -> list[Refusal]:
    """Return what is wrong with one value of a field."""
    match holds:
        case "counter" | "counters":
            return _counter(table, value)
        case "group":
            return [one for key in parted(value) or (value,) for one in _counter(table, key)]
        case "hex" | "hexes":
            return _hex(table, value)
        case "target" if value != STAY:
            return _hex(table, value)
        case "way" if value != STAY:
            return [one for place in value.split("-") for one in _hex(table, place)]
    return []


def _counter(table: Table, value: str) -> list[Refusal]:
    if value in table.counters:
        return []
    return [refuse("read.unknown_counter", "", typed=value[:SHOWN])]


def _hex(table: Table, value: str) -> list[Refusal]:
    if value in battlefield_of(table).hexes:
        return []
    return [refuse("read.unknown_hex", "2.1", typed=value[:SHOWN])]


GATE: Gate[Table] = Gate(
    models=MODELS,
    verbs=collect(_RULES, last=(deployment.READY, activating.PASS)),
    frames=collect_frames(_RULES),
    acting=_acting,
    asking=_asking,
    known=_known,
    sequence=_sequence,
    closed=_closed,
    # Two missions may be aimed at one hex (8.1.1).
    once=lambda action, holds: holds != "tasks",
    goes_on=go_on,
)


def finish(play: Play, action: Action) -> None:
    """Play on after an action as far as nobody is needed."""
    GATE.run(play)
    if not action.secret and play.table.phase is Phase.ACTIVATION and play.table.ending is None:
        run_on(play)
