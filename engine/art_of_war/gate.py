"""The gate of El Arte de la Guerra (:mod:`engine.kit.gate`): its rules, and who acts when."""

from __future__ import annotations

from types import ModuleType

from engine.api import Action, Decision, Params, Refusal, Term
from engine.art_of_war.actions import MODELS, NOBODY, parted
from engine.art_of_war.play import Play
from engine.art_of_war.points import point_of
from engine.art_of_war.rules.charge import (
    breaking_off,
    carrying_out,
    declaring,
    impetuous,
)
from engine.art_of_war.rules.command import done, leading
from engine.art_of_war.rules.movement import moving
from engine.art_of_war.rules.rallying import rallying
from engine.art_of_war.rules.rout import pursuit
from engine.art_of_war.rules.setting_up import (
    ambush,
    battle_plan,
    closing,
    deployment,
    flank_march,
    muster,
    recruiting,
    terrain,
)
from engine.art_of_war.sequence import CLAUSES, after_pursuit, go_on
from engine.art_of_war.standing_orders import giving
from engine.art_of_war.state import SEATS, Phase, Table
from engine.kit.gate import Gate, collect, collect_frames, phase_question
from engine.kit.parsing import SHOWN
from engine.kit.wording import refuse, seat_term

_RULES: tuple[ModuleType, ...] = (
    muster,
    recruiting,
    terrain,
    battle_plan,
    ambush,
    deployment,
    moving,
    declaring,
    impetuous,
    breaking_off,
    leading,
    flank_march,
    carrying_out,
    pursuit,
    rallying,
    giving,
)
"""In the order in which a phase's question names what can be done."""

_BOTH = frozenset((Phase.MUSTER, Phase.PLAN))
"""Phases in which both sides act at once."""

_BY_TURNS = frozenset((Phase.TERRAIN, Phase.DEPLOYMENT))
"""Phases before the battle in which one side acts after the other."""

_UNITS = frozenset(("unit", "evaders", "pursuers", "dodgers", "chasers", "shooters"))
"""What fields hold that name units, one or several."""

_OR_NOBODY = frozenset(("generals", "dodgers", "chasers", "shooters"))
"""What fields of standing orders hold: they may also say that it is nobody."""


def _acting(table: Table) -> tuple[str, ...]:
    if table.phase in _BOTH:
        return tuple(seat for seat in SEATS if seat not in table.ready)
    return (table.player,)


def _asking(table: Table, seat: str, kinds: tuple[str, ...]) -> Decision:
    params: Params = {"n": table.turn, "seat": seat_term(seat)}
    # Every order is a question of its own; where both act at once it stays the same one.
    number = 0 if table.phase in _BOTH else table.serial
    return phase_question(number, table.phase, seat, CLAUSES[table.phase], params, kinds)


def _sequence(table: Table) -> str:
    """Return where the rules say what comes when."""
    return CLAUSES[table.phase] if table.phase in _BOTH | _BY_TURNS else "4"


def _closed(table: Table, command: Term) -> Refusal | None:
    if table.phase in _BOTH:
        return refuse("gate.closed", CLAUSES[table.phase], action=command)
    return None


def _known(table: Table, holds: str, value: str) -> list[Refusal]:
    """Return what is wrong with one value of a field."""
    if value == NOBODY and holds in _OR_NOBODY:
        return []
    match holds:
        case "group":
            keys = parted(value) or (value,)
            return [one for key in keys for one in _among(table.units, key, "read.unknown_unit")]
        case "target" if value in table.camps:
            return []
        case "spot" if point_of(value) is not None:
            return []
        case "target" | "spot":
            return _among(table.units, value, "read.unknown_unit")
        case "general" | "generals":
            return _among(table.generals, value, "read.unknown_general")
        case "marker":
            return _among(table.markers, value, "read.unknown_marker")
    if holds in _UNITS:
        return _among(table.units, value, "read.unknown_unit")
    return []


def _among(known: object, value: str, code: str) -> list[Refusal]:
    assert hasattr(known, "__contains__")
    return [] if value in known else [refuse(code, "", typed=value[:SHOWN])]


GATE: Gate[Table] = Gate(
    models=MODELS,
    verbs=collect(_RULES, last=(closing.READY, terrain.ENOUGH, done.DONE)),
    frames=collect_frames(_RULES),
    acting=_acting,
    asking=_asking,
    known=_known,
    sequence=_sequence,
    closed=_closed,
    # A move may advance twice by the same length, with a turn between; corps may share a post.
    once=lambda action, holds: holds not in ("parts", "posts"),
    goes_on=go_on,
)


def finish(play: Play, action: Action) -> None:
    """Play on after an action as far as nobody is needed."""
    GATE.run(play)
    table = play.table
    if table.phase is Phase.PURSUIT and not table.frames and table.ending is None:
        after_pursuit(play)
