"""Counters put right: where they are, how many steps they have, whose they are.

Rules:
    2.7, 6.3, 6.5, 7.1, 7.2, 7.7.lost, 8.2, 9.0.forts, 10.1, 5.6.removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.api import Option, Params, Refusal, Term, Text
from engine.kit.correcting import CorrectionRule
from engine.kit.wording import refuse
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.corrections.models import (
    Captor,
    Carried,
    Moved,
    Put,
    Removed,
    Strength,
    Waits,
)
from engine.war_of_the_pacific.counters import (
    is_column,
    is_fort,
    is_land_unit,
    is_ship,
    is_transport,
    printed,
)
from engine.war_of_the_pacific.options import count_option, place_option, unit_option
from engine.war_of_the_pacific.places import (
    BOX,
    DEAD,
    GONE,
    HAND,
    POOL,
    TRACK,
    aboard,
    is_hex,
    is_on_map,
    on_track,
)
from engine.war_of_the_pacific.play import Play, place_term, seat_term
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import CHILE, SEATS, Phase, Table, Unit, other
from engine.war_of_the_pacific.survey import is_friendly_port, land_units

NEAR = 2
"""Hexes round a counter that are offered before all others."""
PILES = (DEAD, POOL)

AnyRule = CorrectionRule[Table, Play, Any]
Known = Mapping[str, Any]


def units_where(fits: Callable[[Unit], bool]) -> Callable[[Table], Iterator[Option]]:
    """Return what offers the counters that fit, those on the map first."""

    def offered(table: Table) -> Iterator[Option]:
        units = [unit for unit in table.units.values() if fits(unit)]
        units.sort(key=lambda unit: not is_on_map(unit.at))
        return map(unit_option, units)

    return offered


def _known(table: Table, known: Known, name: str = "unit") -> Unit | None:
    return table.units.get(str(known.get(name, "")))


def flag_options(yes: str, no: str) -> Iterator[Option]:
    """Offer yes and no in words."""
    yield Option("true", Text(yes))
    yield Option("false", Text(no))


# -- put ---------------------------------------------------------------------------------------


def _check_put(table: Table, put: Put) -> list[Refusal]:
    unit = table.units[put.unit]
    name = Term("unit", unit.id)
    if unit.at == GONE:
        return [refuse("correct.gone", "5.6.removed", unit=name)]
    if put.to == TRACK:
        return [refuse("correct.waits", "6.3.delay", unit=name)]
    home = printed(unit).home
    if home is not None and put.to != home:
        return [refuse("correct.fort", "9.0.forts", unit=name, place=place_term(home))]
    if put.port and not is_ship(unit):
        return [refuse("unit.not_ship", "2.4", unit=name)]
    enemies = land_units(table.units, put.to, other(unit.side))
    if is_hex(put.to) and enemies and not is_ship(unit):
        place = place_term(put.to)
        return [refuse("correct.enemy", "7.6.landing.opposed", unit=name, place=place)]
    return []


def _apply_put(play: Play, put: Put) -> None:
    unit = play.units[put.unit]
    steps = unit.steps or printed(unit).steps
    in_port = is_ship(unit) and (put.port or put.to == BOX)
    play.put(replace(_halted(unit), at=put.to, steps=steps, in_port=in_port))


def _halted(unit: Unit) -> Unit:
    """Return a counter that is in the middle of nothing."""
    return replace(unit, began="", path=(), attacked="", landed=False, boarded=False)


def _options_put(table: Table, field: str, known: Known) -> Iterator[Option]:
    unit = _known(table, known)
    if field == "unit":
        yield from units_where(lambda one: one.at not in (GONE, HAND))(table)
    elif unit is not None and field == "to":
        yield from map(place_option, _places(table, unit))
    elif unit is not None and is_ship(unit) and _is_port(table, known, unit):
        yield from flag_options("correct.in_port", "correct.at_sea")


def _is_port(table: Table, known: Known, unit: Unit) -> bool:
    return is_friendly_port(table, str(known.get("to", "")), unit.side)


def _places(table: Table, unit: Unit) -> Iterator[str]:
    """Yield where a counter may have to be put: near, in cities, and then anywhere."""
    board = load_board()
    home = printed(unit).home
    if home is not None:
        yield home
        return
    near = board.grid.within(unit.at, NEAR) if is_hex(unit.at) else ()
    cities = (at for at, holder in table.control.items() if holder == unit.side)
    box = (BOX,) if unit.side == CHILE else ()
    fits = board.is_navigable if is_ship(unit) else board.is_land
    for place in dict.fromkeys((*near, *box, *cities, *board.hexes)):
        if place == BOX or (place in board.hexes and fits(place)):
            yield place


def _told_put(table: Table, put: Put) -> Params:
    at = table.units[put.unit].at
    before = place_term(at)
    if at == put.to:  # a ship that has come into its port, or out of it
        before = Term("berth", "sea" if put.port else "port")
    return {"unit": Term("unit", put.unit), "place": place_term(put.to), "before": before}


# -- aboard, on the track, off the map -------------------------------------------------------------


def _check_carried(table: Table, one: Carried) -> list[Refusal]:
    unit, ship = table.units[one.unit], table.units[one.ship]
    if is_ship(unit) or is_fort(unit):
        return [refuse("correct.not_cargo", "7.1", unit=Term("unit", unit.id))]
    if unit.at == GONE:
        return [refuse("correct.gone", "5.6.removed", unit=Term("unit", unit.id))]
    if not is_transport(ship):
        return [refuse("correct.no_transport", "7.1", unit=Term("unit", ship.id))]
    return []


def _apply_carried(play: Play, one: Carried) -> None:
    unit = play.units[one.unit]
    steps = unit.steps or printed(unit).steps
    play.put(replace(_halted(unit), at=aboard(one.ship), steps=steps))


def _options_carried(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "unit":
        yield from units_where(
            lambda one: is_column(one) or (is_land_unit(one) and is_on_map(one.at))
        )(table)
    else:
        yield from units_where(lambda one: is_transport(one) and is_on_map(one.at))(table)


def _check_waits(table: Table, one: Waits) -> list[Refusal]:
    unit, last = table.units[one.unit], len(scenario_for(table.settings).turns)
    name = Term("unit", unit.id)
    if is_column(unit) or is_fort(unit):
        return [refuse("correct.never_waits", "6.3.delay", unit=name)]
    if unit.at == GONE:
        return [refuse("correct.gone", "5.6.removed", unit=name)]
    first = _first_due(table)
    if not first <= one.turn <= last:
        return [refuse("correct.track", "6.3.delay", first=first, last=last)]
    return []


def _first_due(table: Table) -> int:
    """Return the first turn for which a counter can still wait: before one begins, that too."""
    begun = table.phase is not Phase.PLAN or table.turn == 1
    return table.turn + begun


def _apply_waits(play: Play, one: Waits) -> None:
    unit = play.units[one.unit]
    steps = unit.steps or printed(unit).steps
    play.put(replace(_halted(unit), at=on_track(one.turn), steps=steps, in_port=False))


def _options_waits(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "unit":
        yield from units_where(lambda one: not is_column(one) and not is_fort(one))(table)
    else:
        last = len(scenario_for(table.settings).turns)
        yield from map(count_option, range(_first_due(table), last + 1))


def _check_removed(table: Table, one: Removed) -> list[Refusal]:
    unit = table.units[one.unit]
    name = Term("unit", unit.id)
    if unit.at == GONE:
        return [refuse("correct.gone", "5.6.removed", unit=name)]
    if one.pile == POOL and (is_ship(unit) or is_column(unit)):
        return [refuse("correct.no_recruit", "6.4", unit=name)]
    return []


def _apply_removed(play: Play, one: Removed) -> None:
    if is_column(one.unit):
        play.remove(one.unit)
        return
    unit, card = play.units[one.unit], printed(one.unit)
    back = replace(_halted(unit), side=card.side, nation=card.nation)
    play.put(replace(back, at=one.pile, steps=0, in_port=False, spent=False, fresh=False))


def _options_removed(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "unit":
        yield from units_where(lambda one: one.at not in (GONE, HAND, *PILES))(table)
    else:
        for pile in PILES:
            yield Option(pile, Text("correct.pile", {"pile": Term("pile", pile)}))


def _told_removed(table: Table, one: Removed) -> Params:
    at = table.units[one.unit].at
    return {"unit": Term("unit", one.unit), "pile": Term("pile", one.pile), "place": place_term(at)}


# -- steps, moves, owner -------------------------------------------------------------------------


def _on_map(unit: Unit) -> list[Refusal]:
    if is_on_map(unit.at):
        return []
    name = Term("unit", unit.id)
    return [refuse("unit.not_on_map", "2.7", unit=name, place=place_term(unit.at))]


def _check_strength(table: Table, one: Strength) -> list[Refusal]:
    unit = table.units[one.unit]
    if unit.at in (DEAD, POOL, GONE, HAND):
        return _on_map(unit)
    return []


def _apply_strength(play: Play, one: Strength) -> None:
    play.change(one.unit, steps=one.steps)


def _options_strength(table: Table, field: str, known: Known) -> Iterator[Option]:
    unit = _known(table, known)
    if field == "unit":
        yield from units_where(lambda one: bool(one.steps) and printed(one).steps > 1)(table)
    elif unit is not None:
        yield from map(count_option, range(1, printed(unit).steps + 1))


def _told_strength(table: Table, one: Strength) -> Params:
    before = table.units[one.unit].steps
    return {"unit": Term("unit", one.unit), "n": one.steps, "before": before}


def _check_moved(table: Table, one: Moved) -> list[Refusal]:
    unit = table.units[one.unit]
    if unit.side != table.player:
        seat = seat_term(table.player)
        return [refuse("correct.not_phasing", "4.1", unit=Term("unit", unit.id), seat=seat)]
    return _on_map(unit)


def _apply_moved(play: Play, one: Moved) -> None:
    if is_ship(one.unit):
        play.change(one.unit, sailed=one.done)
    else:
        play.change(one.unit, spent=one.done, began="", path=())


def _options_moved(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "unit":
        yield from units_where(lambda one: one.side == table.player and is_on_map(one.at))(table)
    else:
        yield from flag_options("correct.has_moved", "correct.may_move")


def _told_moved(table: Table, one: Moved) -> Params:
    word = Term("moved", "yes" if one.done else "no")
    return {"unit": Term("unit", one.unit), "moved": word}


def _check_captor(table: Table, one: Captor) -> list[Refusal]:
    unit = table.units[one.ship]
    name = Term("unit", unit.id)
    if not is_ship(unit):
        return [refuse("unit.not_ship", "10.1", unit=name)]
    if not table.settings.ship_capture:
        return [refuse("correct.no_capture", "10.1")]
    return _on_map(unit)


def _apply_captor(play: Play, one: Captor) -> None:
    unit, card = play.units[one.ship], printed(one.ship)
    own = one.seat == card.side
    nation = card.nation if own else ("chile" if one.seat == CHILE else "peru")
    play.put(replace(unit, side=one.seat, nation=nation))


def _options_captor(table: Table, field: str, known: Known) -> Iterator[Option]:
    if not table.settings.ship_capture:
        return
    if field == "ship":
        yield from units_where(lambda one: is_ship(one) and is_on_map(one.at))(table)
    else:
        yield from side_options()


def side_options() -> Iterator[Option]:
    """Offer both sides."""
    for seat in SEATS:
        yield Option(seat, Text("correct.side", {"seat": seat_term(seat)}))


def rules() -> Iterable[AnyRule]:
    """Return what can be put right of counters, most natural first."""
    return (
        CorrectionRule(
            model=Put,
            check=_check_put,
            apply=_apply_put,
            options=_options_put,
            told=_told_put,
            accepts=lambda table, field, known: Text("correct.any_hex") if field == "to" else None,
        ),
        CorrectionRule(
            model=Carried, check=_check_carried, apply=_apply_carried, options=_options_carried
        ),
        CorrectionRule(model=Waits, check=_check_waits, apply=_apply_waits, options=_options_waits),
        CorrectionRule(
            model=Removed,
            check=_check_removed,
            apply=_apply_removed,
            options=_options_removed,
            told=_told_removed,
        ),
        CorrectionRule(
            model=Strength,
            check=_check_strength,
            apply=_apply_strength,
            options=_options_strength,
            told=_told_strength,
        ),
        CorrectionRule(
            model=Moved,
            check=_check_moved,
            apply=_apply_moved,
            options=_options_moved,
            told=_told_moved,
        ),
        CorrectionRule(
            model=Captor, check=_check_captor, apply=_apply_captor, options=_options_captor
        ),
    )
