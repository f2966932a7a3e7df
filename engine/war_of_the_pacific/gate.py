"""The gate of War of the Pacific (:mod:`engine.kit.gate`): its rules, and who acts when."""

from __future__ import annotations

from dataclasses import replace

from engine.api import Action, Decision, Params, Refusal, Term
from engine.kit.gate import Gate, collect, collect_frames, phase_question
from engine.kit.parsing import SHOWN
from engine.kit.verbs import Verb
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import MODELS, Done, Infernal
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX, TRACK
from engine.war_of_the_pacific.play import AnyVerb
from engine.war_of_the_pacific.rules.administration import naval_orders, supply_received
from engine.war_of_the_pacific.rules.administration.naval_orders import in_time, sailing_turn
from engine.war_of_the_pacific.rules.land import (
    attrition,
    dropping_off,
    marches,
    movement,
    stacking,
)
from engine.war_of_the_pacific.rules.land_combat import (
    advance,
    attack,
    columns_spent,
    course,
    losses,
    retreat,
)
from engine.war_of_the_pacific.rules.optional import infernal_machines, ship_capture
from engine.war_of_the_pacific.rules.sea import (
    embarkation,
    gunfire,
    interception,
    landing,
    naval_combat,
    raids,
    sailing,
)
from engine.war_of_the_pacific.rules.setting_up import deployment, standard_set_up
from engine.war_of_the_pacific.rules.supply import new_units, repairs, replenishing, transports
from engine.war_of_the_pacific.sequence import CLAUSES, close_phase, place_columns, unfinished
from engine.war_of_the_pacific.standing_orders import giving
from engine.war_of_the_pacific.state import SEATS, Phase, Table

_PLAYED = frozenset(phase for phase in Phase if phase is not Phase.OVER)

DONE: AnyVerb = Verb(
    model=Done,
    phases=_PLAYED,
    check=lambda view, action: unfinished(view),
    apply=lambda play, seat, action: close_phase(play, seat),
    possible=lambda view: not unfinished(view),
)
ALLOT: AnyVerb = supply_received.allot_verb(place_columns)


_RULES = (
    deployment,
    standard_set_up,
    stacking,
    embarkation,
    sailing,
    interception,
    naval_combat,
    gunfire,
    ship_capture,
    landing,
    raids,
    infernal_machines,
    marches,
    movement,
    dropping_off,
    attrition,
    attack,
    columns_spent,
    losses,
    retreat,
    advance,
    replenishing,
    new_units,
    repairs,
    transports,
    naval_orders,
    giving,
)
"""In the order in which a phase's question names what can be done."""


def _told(table: Table) -> Params:
    """Return what every question of a phase says; while orders are written also for which turn."""
    told: Params = {"turn": table.turn}
    return {**told, "sailing": sailing_turn(table)} if table.phase is Phase.ADMIN else told


def _asking(table: Table, seat: str, kinds: tuple[str, ...]) -> Decision:
    rule = CLAUSES[table.phase]
    asked = phase_question(table.turn, table.phase, seat, rule, _told(table), kinds)
    if table.phase is Phase.ADMIN and not in_time(table):
        return replace(asked, code=f"{asked.code}.last")
    if table.phase is Phase.NAVAL_COMBAT and Infernal.kind in kinds:
        return replace(asked, code=f"{asked.code}.machines")
    return asked


def _acting_seats(table: Table) -> tuple[str, ...]:
    if table.phase is Phase.PLAN:
        return tuple(seat for seat in SEATS if seat not in table.closed)
    return (table.player,)


def _sequence(table: Table) -> str:
    """Return where the rulebook says whose turn it is, and before the first turn what comes."""
    return CLAUSES[table.phase] if table.phase in (Phase.SETUP, Phase.PLAN) else "4.1"


def _closed(table: Table, command: Term) -> Refusal | None:
    if table.phase is Phase.PLAN:
        return refuse("gate.closed", "4.2", action=command)
    return None


def _known(table: Table, holds: str, value: str) -> list[Refusal]:
    """Return what is wrong with one value of a field."""
    match holds:
        case "unit" | "units" if value not in table.units:
            return [refuse("read.unknown_unit", "", typed=value[:SHOWN])]
        case "place" | "places" if value and not _known_place(value):
            return [refuse("read.unknown_hex", "2.1", typed=value[:SHOWN])]
        case "area" if value not in load_board().areas:
            areas = tuple(load_board().areas)
            return [refuse("read.unknown_area", "2.2", typed=value[:SHOWN], areas=areas)]
    return []


def _once(action: Action, holds: str) -> bool:
    """Say whether a value may stand once: a unit may lose several steps."""
    return holds in ("unit", "units") and action.kind != "lose"


def _known_place(place: str) -> bool:
    return place in (BOX, TRACK) or place in load_board().hexes


GATE: Gate[Table] = Gate(
    models=MODELS,
    verbs=collect(_RULES, last=(ALLOT, DONE)),
    frames=collect_frames((*_RULES, supply_received, course)),
    acting=_acting_seats,
    asking=_asking,
    known=_known,
    sequence=_sequence,
    closed=_closed,
    once=_once,
)
