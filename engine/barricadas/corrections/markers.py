"""What is put right beside counters: positions, towns, missions, whose turn it is, the turn.

Rules:
    2.3.length, 2.3.victory, 3.3, 8.1.4, 12, 13.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.api import Option, Param, Params, Refusal, Term, Text
from engine.barricadas.corrections.counters import AnyRule, Known
from engine.barricadas.corrections.models import (
    Activates,
    MissionsLeft,
    Town,
    TurnMarker,
    Works,
)
from engine.barricadas.play import Play, hex_term
from engine.barricadas.state import SEATS, Table
from engine.barricadas.survey import battlefield_of, scenario_of
from engine.kit.correcting import CorrectionRule
from engine.kit.wording import refuse, seat_term

MORE = 2
"""So many more missions than there are are offered."""


def _sides() -> Iterator[Option]:
    for seat in SEATS:
        yield Option(seat, Text("correct.side", {"seat": seat_term(seat)}))


def _hex(place: str) -> Option:
    return Option(place, Text("hex", {"hex": hex_term(place)}))


# -- positions and towns -------------------------------------------------------------------------


def _apply_works(play: Play, one: Works) -> None:
    there = play.table.positions
    if one.there is not (one.hex in there):
        left = tuple(place for place in there if place != one.hex)
        play.set(positions=(*there, one.hex) if one.there else left)


def _options_works(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "hex":
        yield from map(_hex, dict.fromkeys((*table.positions, *battlefield_of(table).hexes)))
        return
    yield Option("true", Text("correct.works"))
    yield Option("false", Text("correct.no_works"))


def _told_works(table: Table, one: Works) -> Params:
    return {"hex": hex_term(one.hex), "works": Term("works", "yes" if one.there else "no")}


def _check_town(table: Table, one: Town) -> list[Refusal]:
    towns = scenario_of(table).towns
    if one.hex in towns:
        return []
    return [refuse("correct.no_town", "2.3.victory", hex=hex_term(one.hex))]


def _apply_town(play: Play, one: Town) -> None:
    play.set(held={**play.table.held, one.hex: one.seat})


def _options_town(table: Table, field: str, known: Known) -> Iterator[Option]:
    return map(_hex, scenario_of(table).towns) if field == "hex" else _sides()


def _told_town(table: Table, one: Town) -> Params:
    return {"hex": hex_term(one.hex), "seat": seat_term(one.seat)}


# -- missions ------------------------------------------------------------------------------------


def _arms(table: Table, seat: str) -> Iterator[str]:
    """Yield the calibres of a side's batteries, and the kinds of its aircraft."""
    for key in table.missions:
        side, _, arm = key.partition(".")
        if side == seat:
            yield arm


def _arm(arm: str) -> Param:
    return f"{arm} mm" if arm.isdecimal() else Term("aircraft", arm)


def _check_missions(table: Table, one: MissionsLeft) -> list[Refusal]:
    known = tuple(_arms(table, one.seat))
    if one.arm in known:
        return []
    seat, shown = seat_term(one.seat), ", ".join(known)
    return [refuse("correct.no_arm", "8.1.4", seat=seat, typed=one.arm, known=shown)]


def _apply_missions(play: Play, one: MissionsLeft) -> None:
    play.set(missions={**play.table.missions, f"{one.seat}.{one.arm}": one.n})


def _options_missions(table: Table, field: str, known: Known) -> Iterator[Option]:
    seat, arm = str(known.get("seat", "")), str(known.get("arm", ""))
    match field:
        case "seat":
            yield from _sides()
        case "arm":
            for one in _arms(table, seat):
                yield Option(one, Text("correct.arm", {"arm": _arm(one)}))
        case _:
            for n in range(table.missions.get(f"{seat}.{arm}", 0) + MORE + 1):
                yield Option(str(n), Text("correct.count", {"n": n}))


def _told_missions(table: Table, one: MissionsLeft) -> Params:
    told: dict[str, Param] = {"seat": seat_term(one.seat), "arm": _arm(one.arm), "n": one.n}
    return {**told, "before": table.missions[f"{one.seat}.{one.arm}"]}


# -- whose turn, and which ---------------------------------------------------------------------


def _apply_activates(play: Play, one: Activates) -> None:
    play.set(player=one.seat)


def _options_activates(table: Table, field: str, known: Known) -> Iterator[Option]:
    return _sides()


def _check_turn(table: Table, one: TurnMarker) -> list[Refusal]:
    last = scenario_of(table).turns
    return [] if 1 <= one.turn <= last else [refuse("correct.no_turn", "2.3.length", last=last)]


def _apply_turn(play: Play, one: TurnMarker) -> None:
    play.set(turn=one.turn)


def _options_turn(table: Table, field: str, known: Known) -> Iterator[Option]:
    turns = range(1, scenario_of(table).turns + 1)
    for turn in sorted(turns, key=lambda turn: abs(turn - table.turn)):
        yield Option(str(turn), Text("correct.count", {"n": turn}))


def _told_turn(table: Table, one: TurnMarker) -> Params:
    return {"turn": one.turn, "before": table.turn}


def rules() -> Iterable[AnyRule]:
    """Return what can be put right beside counters, most natural first."""
    return (
        CorrectionRule(
            model=Works,
            apply=_apply_works,
            options=_options_works,
            told=_told_works,
        ),
        CorrectionRule(
            model=Town,
            check=_check_town,
            apply=_apply_town,
            options=_options_town,
            told=_told_town,
        ),
        CorrectionRule(
            model=MissionsLeft,
            check=_check_missions,
            apply=_apply_missions,
            options=_options_missions,
            told=_told_missions,
        ),
        CorrectionRule(model=Activates, apply=_apply_activates, options=_options_activates),
        CorrectionRule(
            model=TurnMarker,
            check=_check_turn,
            apply=_apply_turn,
            options=_options_turn,
            told=_told_turn,
        ),
    )
