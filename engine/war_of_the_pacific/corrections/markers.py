"""Markers put right: who holds a city, Supply Columns, bonus points, the turn, Bolivia.

Rules:
    3.control, 4.1, 5.5, 5.6.removed, 6.1, 6.5.delay, 10.2.once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.api import Option, Params, Refusal, Term, Text
from engine.kit.correcting import CorrectionRule
from engine.kit.wording import refuse
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.corrections.counters import (
    AnyRule,
    Known,
    flag_options,
    side_options,
)
from engine.war_of_the_pacific.corrections.models import (
    BoliviaOut,
    BonusPoints,
    Columns,
    Control,
    MachineTried,
    TurnMarker,
)
from engine.war_of_the_pacific.counters import Counters, is_column
from engine.war_of_the_pacific.options import count_option, place_option
from engine.war_of_the_pacific.places import BOX, DEAD, GONE, TRACK, is_on_track, turn_of
from engine.war_of_the_pacific.play import Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.victory.bolivia_quits import remove_bolivia
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase, Table, Unit, other
from engine.war_of_the_pacific.survey import land_units

NATIONS = ("chile", "peru", "bolivia")
MORE = 2
"""So many more columns, or points, than there are are offered."""


# -- cities ------------------------------------------------------------------------------------


def _check_control(table: Table, one: Control) -> list[Refusal]:
    if one.city not in table.control:
        return [refuse("correct.no_city", "3.control", place=place_term(one.city))]
    return []


def _apply_control(play: Play, one: Control) -> None:
    refuges = tuple(city for city in play.table.refuges if city != one.city)
    play.set(control={**play.table.control, one.city: one.seat}, refuges=refuges)


def _options_control(table: Table, field: str, known: Known) -> Iterator[Option]:
    return map(place_option, table.control) if field == "city" else side_options()


def _told_control(table: Table, one: Control) -> Params:
    return {"place": place_term(one.city), "seat": seat_term(one.seat)}


# -- columns -----------------------------------------------------------------------------------


def _there(units: Counters, place: str, nation: str) -> tuple[Unit, ...]:
    return tuple(
        one for one in units.values() if is_column(one) and (one.at, one.nation) == (place, nation)
    )


def _side_of(nation: str) -> str:
    return CHILE if nation == "chile" else ALLIES


def _check_columns(table: Table, one: Columns) -> list[Refusal]:
    if one.to == TRACK:
        return [refuse("correct.columns_wait", "6.1")]
    if one.nation == "bolivia" and table.bolivia_out:
        return [refuse("correct.bolivia_out", "5.6.removed")]
    enemies = land_units(table.units, one.to, other(_side_of(one.nation)))
    if enemies and one.n > len(_there(table.units, one.to, one.nation)):
        return [refuse("correct.columns_enemy", "8.12", place=place_term(one.to))]
    return []


def _apply_columns(play: Play, one: Columns) -> None:
    there = _there(play.units, one.to, one.nation)
    for column in there[one.n :]:
        play.remove(column.id)
    made = play.table.columns
    more = max(0, one.n - len(there))
    play.set(columns=made + more)
    for number in range(made + 1, made + more + 1):
        play.put(Unit(f"sc{number}", _side_of(one.nation), one.to, 1, one.nation))


def _options_columns(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "to":
        standing = (unit.at for unit in table.units.values() if is_column(unit))
        board = load_board()
        places = (place for place in standing if place == BOX or place in board.hexes)
        yield from map(place_option, dict.fromkeys((*places, BOX, *table.control)))
    elif field == "nation":
        for nation in NATIONS:
            yield Option(nation, Text("correct.nation", {"nation": Term("nation", nation)}))
    else:
        there = _there(table.units, str(known.get("to", "")), str(known.get("nation", "")))
        yield from map(count_option, range(len(there) + MORE + 1))


def _told_columns(table: Table, one: Columns) -> Params:
    before = len(_there(table.units, one.to, one.nation))
    nation, place = Term("nation", one.nation), place_term(one.to)
    return {"nation": nation, "place": place, "n": one.n, "before": before}


# -- Bolivia, and machines ---------------------------------------------------------------------


def _apply_bolivia(play: Play, one: BoliviaOut) -> None:
    """Take Bolivia's counters out of the game, or back to the dead pile, from where they return."""
    if one.out == play.table.bolivia_out:
        return
    if one.out:
        remove_bolivia(play)
    else:
        for unit in tuple(play.units.values()):
            if unit.at == GONE:
                play.change(unit.id, at=DEAD)
    play.set(bolivia_out=one.out)


def _options_bolivia(table: Table, field: str, known: Known) -> Iterator[Option]:
    return flag_options("correct.bolivia_out", "correct.bolivia_in")


def _told_bolivia(table: Table, one: BoliviaOut) -> Params:
    return {"state": Term("in_war", "no" if one.out else "yes")}


def _check_machine(table: Table, one: MachineTried) -> list[Refusal]:
    if not table.settings.infernal_machines:
        return [refuse("correct.no_machines", "10.2")]
    if not load_board().is_port(one.port):
        return [refuse("correct.no_port", "10.2", place=place_term(one.port))]
    return []


def _apply_machine(play: Play, one: MachineTried) -> None:
    others = tuple(port for port in play.table.machines if port != one.port)
    play.set(machines=(*others, one.port) if one.tried else others)


def _options_machine(table: Table, field: str, known: Known) -> Iterator[Option]:
    if not table.settings.infernal_machines:
        return iter(())
    if field == "port":
        ports = (city for city in table.control if load_board().is_port(city))
        return map(place_option, dict.fromkeys((*table.machines, *ports)))
    return flag_options("correct.tried", "correct.not_tried")


def _told_machine(table: Table, one: MachineTried) -> Params:
    tried = Term("machine_tried", "yes" if one.tried else "no")
    return {"place": place_term(one.port), "state": tried}


# -- points and turn ---------------------------------------------------------------------------


def _apply_bonus(play: Play, one: BonusPoints) -> None:
    play.set(bonus=one.points)


def _options_bonus(table: Table, field: str, known: Known) -> Iterator[Option]:
    return map(count_option, range(table.bonus + MORE + 1))


def _told_bonus(table: Table, one: BonusPoints) -> Params:
    return {"n": one.points, "before": table.bonus}


def _check_turn(table: Table, one: TurnMarker) -> list[Refusal]:
    last = len(scenario_for(table.settings).turns)
    if table.phase is Phase.PLAN:
        return [refuse("correct.plan", "4.2")]
    if not 1 <= one.turn <= last:
        return [refuse("correct.no_turn", "3.1.length", last=last)]
    late = [
        unit
        for unit in table.units.values()
        if is_on_track(unit.at) and turn_of(unit.at) <= one.turn
    ]
    if late:
        return [refuse("correct.turn_waits", "6.5.delay", units=unit_terms(late))]
    return []


def _apply_turn(play: Play, one: TurnMarker) -> None:
    play.set(turn=one.turn)


def _options_turn(table: Table, field: str, known: Known) -> Iterator[Option]:
    turns = range(1, len(scenario_for(table.settings).turns) + 1)
    return map(count_option, sorted(turns, key=lambda turn: abs(turn - table.turn)))


def _told_turn(table: Table, one: TurnMarker) -> Params:
    return {"turn": one.turn, "before": table.turn}


def rules() -> Iterable[AnyRule]:
    """Return what can be put right of markers, most natural first."""
    return (
        CorrectionRule(
            model=Control,
            check=_check_control,
            apply=_apply_control,
            options=_options_control,
            told=_told_control,
        ),
        CorrectionRule(
            model=Columns,
            check=_check_columns,
            apply=_apply_columns,
            options=_options_columns,
            told=_told_columns,
        ),
        CorrectionRule(
            model=BonusPoints, apply=_apply_bonus, options=_options_bonus, told=_told_bonus
        ),
        CorrectionRule(
            model=BoliviaOut, apply=_apply_bolivia, options=_options_bolivia, told=_told_bolivia
        ),
        CorrectionRule(
            model=MachineTried,
            check=_check_machine,
            apply=_apply_machine,
            options=_options_machine,
            told=_told_machine,
        ),
        CorrectionRule(
            model=TurnMarker,
            check=_check_turn,
            apply=_apply_turn,
            options=_options_turn,
            told=_told_turn,
        ),
    )
