"""Who may do what now: the phase, the seat and the interruption, before a rule's own check.

Every action meets these questions first and in this order: is it of this game's making (known
units and places), is the game on, is it this seat's to act, is this the time for it. Only then is
the rule asked.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Action, Decision, Refusal, Term
from engine.war_of_the_pacific.actions import MODELS, Done
from engine.war_of_the_pacific.board import BOX, load_board
from engine.war_of_the_pacific.choosing import refuse
from engine.war_of_the_pacific.play import seat_term
from engine.war_of_the_pacific.reading import SHOWN
from engine.war_of_the_pacific.rules import (
    administration,
    interception,
    land_battle,
    landing,
    marching,
    naval_battle,
    new_units,
    orders,
    raids,
    repairs,
    sailing,
    setting_up,
    supply_columns,
)
from engine.war_of_the_pacific.rules.new_units import TRACK
from engine.war_of_the_pacific.sequence import close_phase, unfinished
from engine.war_of_the_pacific.state import SEATS, Phase, Table, View
from engine.war_of_the_pacific.verb import AnyFrameRules, AnyVerb, Verb

_PLAYED = frozenset(phase for phase in Phase if phase is not Phase.OVER)

DONE: AnyVerb = Verb(
    Done,
    _PLAYED,
    frozenset(),
    lambda view, action: unfinished(view),
    lambda play, seat, action: close_phase(play, seat),
    lambda view, field, filled: iter(()),
    lambda view: not unfinished(view),
)


_MODULES = (
    setting_up,
    administration,
    orders,
    supply_columns,
    new_units,
    repairs,
    sailing,
    interception,
    naval_battle,
    landing,
    raids,
    marching,
    land_battle,
)
VERBS: Mapping[str, tuple[AnyVerb, ...]] = {
    kind: tuple(
        verb
        for verb in (DONE, *(one for module in _MODULES for one in getattr(module, "VERBS", ())))
        if verb.model.kind == kind
    )
    for kind in MODELS
}
FRAME_RULES: Mapping[str, AnyFrameRules] = {
    kind: rules for module in _MODULES for kind, rules in getattr(module, "FRAMES", {}).items()
}

_PHASE_KINDS: Mapping[Phase, tuple[str, ...]] = {
    Phase.SETUP: ("deploy", "standard", "done"),
    Phase.PLAN: ("order", "cancel", "done"),
    Phase.ADMIN: ("order", "cancel", "done"),
    Phase.SUPPLY: (
        "replenish",
        "recruit",
        "rebuild",
        "deploy",
        "repair",
        "build",
        "order",
        "cancel",
        "done",
    ),
    Phase.NAVAL: ("embark", "sail", "land", "done"),
    Phase.NAVAL_COMBAT: ("raid", "done"),
    Phase.LAND: ("march", "done"),
    Phase.LAND_COMBAT: ("attack", "done"),
}


def awaiting(table: Table) -> tuple[Decision, ...]:
    """Return every open decision."""
    if table.ending is not None:
        return ()
    if table.frames:
        frame = table.frames[-1]
        return FRAME_RULES[frame.type].decisions(table, frame)
    return tuple(
        Decision(
            f"{table.turn}.{table.phase.value}.{seat}",
            seat,
            f"phase.{table.phase.value}",
            "4.1",
            {"turn": table.turn},
            _PHASE_KINDS[table.phase],
        )
        for seat in _acting_seats(table)
    )


def _acting_seats(table: Table) -> tuple[str, ...]:
    if table.phase is Phase.PLAN:
        return tuple(seat for seat in SEATS if seat not in table.closed)
    return (table.player,)


def verb_for(table: Table, seat: str, kind: str) -> AnyVerb | None:
    """Return the rule that answers *kind* for *seat* at this moment, or ``None``."""
    if table.ending is not None:
        return None
    for verb in VERBS.get(kind, ()):
        if _fits(table, seat, verb):
            return verb
    return None


def _fits(table: Table, seat: str, verb: AnyVerb) -> bool:
    in_phase = table.phase in verb.phases and seat in _acting_seats(table)
    if not table.frames or (in_phase and verb.model.secret):
        # Writing orders disturbs nobody, so an open question does not hold it up.
        return in_phase
    frame = table.frames[-1]
    return frame.type in verb.frames and any(
        decision.seat == seat for decision in FRAME_RULES[frame.type].decisions(table, frame)
    )


def check(view: View, action: Action) -> tuple[Refusal, ...]:
    """Return every reason against *action*, from what its seat may know."""
    table = view.table
    form = _form(table, action)
    if form:
        return tuple(form)
    seat = view.viewer
    if seat is None:
        return (refuse("gate.no_seat", ""),)
    verb = verb_for(table, seat, action.kind)
    if verb is None:
        return (_why_not_now(table, seat, action.kind),)
    return tuple(verb.check(view, action))


def _why_not_now(table: Table, seat: str, kind: str) -> Refusal:
    if table.ending is not None:
        return refuse("gate.over", "5.1")
    owed = awaiting(table)
    mine = [decision for decision in owed if decision.seat == seat]
    command = Term("action", kind)
    if not mine:
        if table.phase is Phase.PLAN:
            return refuse("gate.closed", "4.2", action=command)
        seats = tuple(seat_term(decision.seat) for decision in owed)
        rule = owed[0].rule if table.frames else "4.1"
        return refuse("gate.not_your_turn", rule, action=command, seats=seats)
    if table.frames:
        return refuse(
            "gate.answer_first",
            mine[0].rule,
            action=command,
            answers=tuple(Term("action", one) for one in mine[0].kinds),
        )
    phases = tuple(
        Term("phase", phase) for phase in Phase for verb in VERBS[kind] if phase in verb.phases
    )
    if not phases:
        return refuse("gate.nothing_to_answer", "4.1", action=command)
    return refuse(
        "gate.wrong_phase",
        "4.1",
        action=command,
        phase=Term("phase", table.phase),
        phases=tuple(dict.fromkeys(phases)),
    )


def _form(table: Table, action: Action) -> list[Refusal]:
    """Return what in the action names nothing that exists (an action need not come from text)."""
    found: list[Refusal] = []
    for name, info in type(action).model_fields.items():
        extra = info.json_schema_extra
        holds = extra.get("holds") if isinstance(extra, dict) else None
        value = getattr(action, name)
        if holds in ("unit", "units"):
            units = (value,) if isinstance(value, str) else value
            found += [
                refuse("read.unknown_unit", "", typed=unit[:SHOWN])
                for unit in units
                if unit not in table.units
            ]
            if action.kind != "lose" and len(set(units)) != len(units):
                found.append(refuse("read.twice", "", field=Term("field", name)))
        elif holds in ("place", "places"):
            places = (value,) if isinstance(value, str) else value
            found += [
                refuse("read.unknown_hex", "2.1", typed=place[:SHOWN])
                for place in places
                if place and not _known_place(place)
            ]
        elif holds == "area" and value not in load_board().areas:
            found.append(
                refuse(
                    "read.unknown_area",
                    "2.2",
                    typed=str(value)[:SHOWN],
                    areas=tuple(load_board().areas),
                )
            )
    return found


def _known_place(place: str) -> bool:
    return place in (BOX, TRACK) or place in load_board().hexes
