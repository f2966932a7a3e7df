"""Advance after combat (8.11): who attacked a hex that is empty now may enter it.

Rules:
    8.11, 8.11.may, 8.11.who, 8.11.stacking, 8.11.now, 8.12; WP-R43, WP-R45.
    Also 7.6.landing.taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Params, Refusal, Term, Text
from engine.kit.verbs import Answer
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Advance, Stop
from engine.war_of_the_pacific.counters import Counters
from engine.war_of_the_pacific.options import fits_option, stack_option
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.enemy_hexes import Coming, closed_to
from engine.war_of_the_pacific.rules.land.groups import by_place, groups
from engine.war_of_the_pacific.rules.land.movement_costs import box_road, exits_for
from engine.war_of_the_pacific.rules.land.occupation import enter_hex, hold_hex
from engine.war_of_the_pacific.rules.land.stacking import room
from engine.war_of_the_pacific.rules.land_combat.forces import (
    force,
    the_land_battle,
)
from engine.war_of_the_pacific.state import LandBattle, Table, Unit, View, other
from engine.war_of_the_pacific.survey import (
    columns_at,
    is_on_land,
    land_units,
)


def room_ahead(table: Table, units: Counters, place: str, side: str) -> int:
    """Return how many more land units *side* may have at *place* after an advance.

    Rules:
        8.11.stacking, 8.1; WP-E20 (no limit: 8.1 is enforced in the Administrative Phase alone).
    """
    if table.settings.follows("advance_room") == "es":
        return len(units)
    return max(0, room(units, place, side, table.settings))


def begin_advance(play: Play) -> None:
    """Offer the advance if the defenders are gone from the hex; else the combat is over.

    Units of the attacker's side that stand in the hex already, as after a landing, hold it now.

    Rules:
        8.11, 7.6.landing.opposed.
    """
    frame = the_land_battle(play.table)
    if frame.target in closed_to(play.units, frame.seat, Coming.ADVANCE):
        if play.control.get(frame.target) == frame.seat:
            # Those who held the city have broken on a landing: it is the landed side's now.
            hold_hex(play, frame.target, other(frame.seat))
        play.pop()
        _take_landed_columns(play, frame)
        return
    if land_units(play.units, frame.target, frame.seat):
        hold_hex(play, frame.target, frame.seat)
    table = play.table
    if not room_ahead(table, play.units, frame.target, frame.seat) or not advancers(table, frame):
        play.pop()
        return
    play.retop(stage="advance", loser="")


def _take_landed_columns(play: Play, frame: LandBattle) -> None:
    """Give the defender the columns of a landing whose last unit has just fallen.

    Rules:
        7.6.landing.supply; WP-E16 (otherwise they are taken when the phase ends).
    """
    at_once = play.table.settings.follows("landed_supply") == "es"
    beaten = not land_units(play.units, frame.target, frame.seat)
    if at_once and frame.origin == frame.target and beaten:
        hold_hex(play, frame.target, other(frame.seat))


def advancers(table: Table, frame: LandBattle) -> tuple[Unit, ...]:
    """Return the units that may advance into the vacated hex: those that took part in an attack.

    In the one text that is any attack of the phase against that hex, for units that stand next to
    it; in the other the present combat.

    Rules:
        8.11.who; WP-E35, WP-R93.
    """
    units, target = table.units, frame.target
    fought = force(units, frame, frame.seat) if frame.origin != target else ()
    if table.settings.follows("advance_who") == "es":
        return fought
    road = box_road(table.settings)
    earlier = [
        unit
        for unit in units.values()
        if unit.attacked == target and unit.side == frame.seat and unit.id not in frame.units
    ]
    beside = [
        unit
        for unit in earlier
        if is_on_land(unit.at)
        and any(near == target for near, _ in exits_for(frame.seat, unit.at, road=road))
    ]
    return (*fought, *beside)


def check_advance(view: View, frame: LandBattle, action: Advance) -> list[Refusal]:
    """Return why these units may not advance into the vacated hex (8.11)."""
    if frame.stage != "advance":
        return [refuse("advance.not_due", "8.11")]
    units = view.table.units
    able = {unit.id for unit in advancers(view.table, frame)}
    found = [
        refuse("advance.not_in_battle", "8.11.who", unit=Term("unit", name))
        for name in action.units
        if name not in able
    ]
    free = room_ahead(view.table, units, frame.target, frame.seat)
    if len(action.units) > free:
        there = place_term(frame.target)
        found.append(refuse("advance.too_many", "8.11.stacking", n=free, place=there))
    return found


def apply_advance(play: Play, frame: LandBattle, seat: str, action: Advance) -> None:
    """Move the units into the hex and take what is in it; the combat is over."""
    play.pop()
    play.change_all(action.units, at=frame.target)
    play.tell(
        "battle.advanced",
        "8.11",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        n=len(action.units),
        place=place_term(frame.target),
    )
    enter_hex(play, frame.target, seat)


def check_stop(view: View, frame: LandBattle, action: Stop) -> list[Refusal]:
    """Return why there is no advance to decline."""
    if frame.stage == "advance":
        return []
    return [refuse("advance.not_due", "8.11")]


def apply_stop(play: Play, frame: LandBattle, seat: str, action: Stop) -> None:
    """Hold the ground; columns that were attacked with nobody to guard them are destroyed.

    Rules:
        8.11, 8.7.supply; WP-R61.
    """
    able = advancers(play.table, frame)
    play.pop()
    if all(unit.at == frame.origin for unit in able):
        play.tell("battle.held", "8.11.may", seat=seat_term(seat), place=place_term(frame.origin))
    else:
        place = place_term(frame.target)
        play.tell("battle.nobody_advanced", "8.11.may", seat=seat_term(seat), place=place)
    columns = columns_at(play.units, frame.target, other(seat))
    if columns and not frame.winner:
        for column in columns:
            play.eliminate(column.id)
        play.tell(
            "battle.columns_destroyed", "8.7.supply", n=len(columns), place=place_term(frame.target)
        )


def _can_advance(view: View, frame: LandBattle) -> bool:
    return frame.stage == "advance"


def options_advance(
    view: View, frame: LandBattle, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer as many of the attackers as there is room for, then parts of them."""
    if field != "units" or not _can_advance(view, frame):
        return iter(())
    group = advance_group(view.table, frame)
    stacks = by_place(group)
    parts = (stack_option(part) for stack in stacks.values() for part in groups(stack))
    if len(stacks) == 1:
        return parts
    params: Params = {"units": unit_terms(group), "place": place_term(frame.target)}
    together = Option(",".join(unit.id for unit in group), Text("battle.advance", params))
    return filter(fits_option, (together, *parts))


ADVANCE = Answer(
    model=Advance,
    frame=LandBattle,
    check=check_advance,
    apply=apply_advance,
    options=options_advance,
    possible=_can_advance,
)


STOP_BATTLE = Answer(
    model=Stop,
    frame=LandBattle,
    check=check_stop,
    apply=apply_stop,
    possible=_can_advance,
)


def advance_group(table: Table, frame: LandBattle) -> tuple[Unit, ...]:
    """Return the units that can advance, the strongest first and no more than there is room for."""
    able = sorted(advancers(table, frame), key=lambda unit: (-unit.steps, unit.id))
    return tuple(able[: room_ahead(table, table.units, frame.target, frame.seat)])


VERBS: tuple[AnyVerb, ...] = (ADVANCE, STOP_BATTLE)
