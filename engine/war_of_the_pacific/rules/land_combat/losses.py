"""What a land combat leads to: steps lost, retreat or standing fast, advance.

Rules:
    8.9 with WP-R18, WP-R19 (casualties), 8.10 (retreat), 8.11 (advance), 8.12 (capture),
    7.6.landing.opposed with WP-R13, WP-R14; WP-R20, WP-R37, WP-R43, WP-R45, WP-R90, WP-R93, WP-E8,
    WP-E10, WP-E16, WP-E20, WP-E35.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.api import Refusal, Term
from engine.verbs import under_way
from engine.war_of_the_pacific.actions import Advance, Lose, Retreat, Stop
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.choosing import refuse
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.ground import (
    Counters,
    box_road,
    cheapest_loss,
    closed_to,
    distance,
    exits_for,
    held_by,
    is_column,
    is_fort,
    lose_step,
    may_stand_on_land,
    standing,
)
from engine.war_of_the_pacific.rules.land.occupation import enter_hex, hold_hex, shelter
from engine.war_of_the_pacific.rules.land_combat.dice import (
    Both,
    columns_at,
    force,
    movable,
    numbers,
    place_of,
    sides,
)
from engine.war_of_the_pacific.state import LandBattle, Table, Unit, View, other
from engine.war_of_the_pacific.survey import land_units, printed, stacking_limit


def the_battle(table: Table) -> LandBattle:
    """Return the land combat being played."""
    return under_way(table, LandBattle)


# --- casualties -----------------------------------------------------------------------------


def owed_after(units: Counters, frame: LandBattle, hits: Both) -> Both:
    """Return the steps attacker and defender lose: surplus hits are lost (WP-R19)."""
    attackers, defenders = (
        sum(unit.steps for unit in force(units, frame, side)) for side in sides(frame)
    )
    return min(hits[1], attackers), min(hits[0], defenders)


def owed_by(frame: LandBattle, side: str) -> int:
    """Return the steps that *side* still has to lose."""
    return frame.owed[0 if side == frame.seat else 1]


def loss_groups(units: Sequence[Unit], owed: int) -> Iterator[tuple[str, ...]]:
    """Return the ways to lose *owed* steps, the cheapest first; a unit is named once a step."""
    tokens = sorted(
        (step == 0, printed(unit.id).modifier, unit.id, unit.steps - step)
        for unit in units
        for step in reversed(range(unit.steps))
    )
    for group in combinations(tokens, owed):
        ids = [token[2] for token in group]
        # A unit's second step goes only after its first.
        if all(ids.count(name) >= ordinal for _, _, name, ordinal in group):
            yield tuple(ids)


def settle_losses(play: Play, frame: LandBattle) -> bool:
    """Take the losses that leave their owner no choice; say whether there were any."""
    changed = False
    for index, side in enumerate(sides(frame)):
        owed = frame.owed[index]
        units = force(play.units, frame, side)
        if owed and (len(units) == 1 or owed == sum(unit.steps for unit in units)):
            names = tuple(unit.id for unit in units for _ in range(unit.steps))
            frame = take_losses(play, side, names[:owed])
            changed = True
    return changed


def take_losses(play: Play, side: str, names: Sequence[str]) -> LandBattle:
    """Take one step for each name and return the battle with *side*'s debt paid."""
    frame = the_battle(play.table)
    owed = (0, frame.owed[1]) if side == frame.seat else (frame.owed[0], 0)
    for name in names:
        lose_step(play, name, "battle.lost", "8.9.losses")
    settled: LandBattle = play.retop(owed=owed)
    return settled


def check_lose(view: View, action: Lose) -> list[Refusal]:
    """Return why these are not the losses owed (8.9), or not the price of standing (8.10)."""
    frame = the_battle(view.table)
    side = view.viewer or ""
    if frame.stage == "losses" and owed_by(frame, side):
        return _check_casualties(view, frame, side, action)
    if frame.stage == "retreat" and frame.loser == side:
        return _check_stand(view, frame, side, action)
    if frame.stage == "cut_off" and frame.loser == side:
        return _check_cut_off(view, frame, side, action)
    return [refuse("lose.nothing_owed", "8.9.losses")]


def _check_casualties(view: View, frame: LandBattle, side: str, action: Lose) -> list[Refusal]:
    steps = {unit.id: unit.steps for unit in force(view.table.units, frame, side)}
    found = []
    for name, count in Counter(action.units).items():
        if name not in steps:
            found.append(refuse("lose.not_in_battle", "8.9.losses", unit=Term("unit", name)))
        elif count > steps[name]:
            unit = Term("unit", name)
            found.append(refuse("lose.too_many_steps", "2.7", unit=unit, n=steps[name]))
    owed = owed_by(frame, side)
    if len(action.units) != owed:
        found.append(refuse("lose.number", "8.9.losses", n=owed, given=len(action.units)))
    return found


def _check_stand(view: View, frame: LandBattle, side: str, action: Lose) -> list[Refusal]:
    place = place_of(frame, side)
    here = {unit.id for unit in standing(view.table.units, place, side)}
    found = [
        refuse("lose.not_here", "8.10.stand", unit=Term("unit", name), place=place_term(place))
        for name in dict.fromkeys(action.units)
        if name not in here
    ]
    if len(action.units) != 1:
        found.append(refuse("lose.number", "8.10.stand", n=1, given=len(action.units)))
    return found


def _check_cut_off(view: View, frame: LandBattle, side: str, action: Lose) -> list[Refusal]:
    """Return why this is not the unit of the beaten stack that loses a step (WP-E10)."""
    beaten = {unit.id for unit in force(view.table.units, frame, side)}
    found = [
        refuse("lose.not_in_battle", "8.10.blocked", unit=Term("unit", name))
        for name in dict.fromkeys(action.units)
        if name not in beaten
    ]
    if len(action.units) != 1:
        found.append(refuse("lose.number", "8.10.blocked", n=1, given=len(action.units)))
    return found


def apply_lose(play: Play, seat: str, action: Lose) -> None:
    """Take the casualties, or the step that it costs to stand or to be cut off."""
    frame = the_battle(play.table)
    if frame.stage == "losses":
        take_losses(play, seat, action.units)
        return
    if frame.stage == "cut_off":
        lose_step(play, action.units[0], "battle.cut_off_lost", "8.10.blocked")
        begin_advance(play)
        return
    place = place_term(place_of(frame, seat))
    play.tell("battle.stood", "8.10.stand", seat=seat_term(seat), place=place)
    lose_step(play, action.units[0], "battle.stand_lost", "8.10.stand")
    begin_advance(play)


# --- retreat --------------------------------------------------------------------------------


def retreat_places(table: Table, frame: LandBattle, side: str) -> tuple[str, ...]:
    """Return where the beaten units of *side* may retreat, best first.

    Adjacent land that is not across an impassable side and holds no enemy units; Chile also into
    its box from the two hexes that touch it, if there is a way by land. A retreat takes nothing: a
    lone Supply Column and ships in port close their hex too, and a city of the enemy's is entered
    only if no other hex is open.

    Rules:
        8.10, 8.6.box, 8.12; WP-E8, WP-R20, WP-R65, WP-R90.
    """
    place = place_of(frame, side)
    closed = closed_to(table.units, side, columns_alone=True)
    exits = exits_for(side, place, road=box_road(table.settings))
    near = [one for one, _ in exits if one not in closed]
    free = [one for one in near if table.control.get(one) != other(side)]
    party = len(movable(force(table.units, frame, side)))
    return tuple(sorted(free or near, key=lambda one: _sense(table, side, one, party)))


def _sense(table: Table, side: str, place: str, party: int) -> tuple[object, ...]:
    """Return a key that sorts places by how much sense it makes for *party* units to go there.

    Best are an own stack that they do not crowd, then an own city; of like places the one nearest
    to an own Supply Column, then to an own city.
    """
    company = land_units(table, place, side)
    crowded = place != BOX and len(company) + party > stacking_limit(table, place)
    rank = 0 if company else 1 if place == BOX or table.control.get(place) == side else 2
    columns = {unit.at for unit in table.units.values() if unit.side == side and is_column(unit)}
    cities = {one for one, holder in table.control.items() if holder == side}
    far = [
        min((distance(place, one) for one in goals if may_stand_on_land(one)), default=0)
        for goals in (columns, cities)
    ]
    return (crowded, rank, *far, place)


def begin_retreat(play: Play, frame: LandBattle, loser: str) -> None:
    """Order *loser* to retreat, and carry out what he has no choice in.

    A fort that is alone stays and loses a step. Where no hex is open every unit loses a step, or
    one unit, as the table reads it.

    Rules:
        8.10, 8.10.blocked; WP-R14, WP-R37, WP-R64, WP-E10.
    """
    units = force(play.units, frame, loser)
    place = place_of(frame, loser)
    play.tell("battle.must_retreat", "8.10", seat=seat_term(loser), place=place_term(place))
    if not movable(units):
        for fort in units:
            lose_step(play, fort.id, "battle.fort_stays", "8.10")
    elif not retreat_places(play.view(None).table, frame, loser):
        each = play.table.settings.follows("no_retreat") == "en"
        code = "battle.cut_off" if each else "battle.cut_off_one"
        play.tell(code, "8.10.blocked", seat=seat_term(loser), place=place_term(place))
        if not each and len(units) > 1:
            play.retop(stage="cut_off", loser=loser)
            return
        for unit in units:
            lose_step(play, unit.id, "battle.cut_off_lost", "8.10.blocked")
    else:
        play.retop(stage="retreat", loser=loser)
        return
    begin_advance(play)


def check_retreat(view: View, action: Retreat) -> list[Refusal]:
    """Return why the units may not retreat to that place (8.10, WP-R20)."""
    frame = the_battle(view.table)
    if frame.stage != "retreat" or frame.loser != view.viewer:
        return [refuse("retreat.not_due", "8.10")]
    if action.to in (allowed := retreat_places(view.table, frame, frame.loser)):
        return []
    place = place_of(frame, frame.loser)
    settings = view.table.settings
    board = load_board()
    name = place_term(action.to)
    if action.to == BOX and not box_road(settings):
        return [refuse("march.box_by_sea", "6.3.sea")]
    if not board.is_land(action.to):
        return [refuse("retreat.not_land", "8.10.where", place=name)]
    exits = exits_for(frame.loser, place, road=box_road(settings))
    if any(near == action.to for near, _ in exits):
        if action.to in held_by(view.table.units, other(frame.loser)):
            return [refuse("retreat.enemy_there", "8.10.where", place=name)]
        if action.to in closed_to(view.table.units, frame.loser, columns_alone=True):
            return [refuse("retreat.takes_nothing", "8.10.where", place=name)]
        open_ = tuple(map(place_term, allowed))
        return [refuse("retreat.enemy_city", "8.10.where", place=name, allowed=open_)]
    if board.impassable(place, action.to):
        return [refuse("retreat.impassable", "8.10.where", place=name)]
    return [refuse("retreat.not_adjacent", "8.10.where", place=name, start=place_term(place))]


def apply_retreat(play: Play, seat: str, action: Retreat) -> None:
    """Move the beaten units; forts stay and lose a step, columns go with the last to leave.

    Rules:
        8.10, 8.12; WP-R20, WP-R37, WP-R43, WP-R90.
    """
    frame = the_battle(play.table)
    place = place_of(frame, seat)
    beaten = force(play.units, frame, seat)
    movers = movable(beaten)
    play.tell(
        "battle.retreated",
        "8.10",
        seat=seat_term(seat),
        units=unit_terms(movers),
        n=len(movers),
        start=place_term(place),
        place=place_term(action.to),
    )
    play.change_all((unit.id for unit in movers), at=action.to)
    for fort in filter(is_fort, beaten):
        lose_step(play, fort.id, "battle.fort_stays", "8.10")
    columns = columns_at(play.units, place, seat)
    if columns and not standing(play.units, place, seat):
        play.change_all((column.id for column in columns), at=action.to)
        play.tell(
            "battle.columns_went",
            "8.10",
            seat=seat_term(seat),
            n=len(columns),
            place=place_term(action.to),
        )
    shelter(play, action.to, seat)
    begin_advance(play)


# --- advance --------------------------------------------------------------------------------


def room(table: Table, units: Counters, place: str, side: str) -> int:
    """Return how many more land units *side* may have at *place* after an advance.

    Rules:
        8.11.stacking, 8.1; WP-E20 (no limit: 8.1 is enforced in the Administrative Phase alone).
    """
    if table.settings.follows("advance_room") == "es":
        return len(units)
    stacking = numbers(table).stacking
    here = standing(units, place, side)
    limit = stacking.with_fort if any(map(is_fort, here)) else stacking.units
    return max(0, limit - len(here))


def begin_advance(play: Play) -> None:
    """Offer the advance if the defenders are gone from the hex; else the combat is over.

    Units of the attacker's side that stand in the hex already, as after a landing, hold it now.

    Rules:
        8.11, 7.6.landing.opposed.
    """
    frame = the_battle(play.table)
    if standing(play.units, frame.target, other(frame.seat)):
        if play.control.get(frame.target) == frame.seat:
            # Those who held the city have broken on a landing: it is the landed side's now.
            hold_hex(play, frame.target, other(frame.seat))
        play.pop()
        _take_landed_columns(play, frame)
        return
    if standing(play.units, frame.target, frame.seat):
        hold_hex(play, frame.target, frame.seat)
    table = play.view(None).table
    if not room(table, play.units, frame.target, frame.seat) or not advancers(table, frame):
        play.pop()
        return
    play.retop(stage="advance", loser="")


def _take_landed_columns(play: Play, frame: LandBattle) -> None:
    """Give the defender the columns of a landing whose last unit has just fallen.

    Rules:
        7.6.landing.supply; WP-E16 (otherwise they are taken when the phase ends).
    """
    at_once = play.table.settings.follows("landed_supply") == "es"
    beaten = not standing(play.units, frame.target, frame.seat)
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
        if may_stand_on_land(unit.at)
        and any(near == target for near, _ in exits_for(frame.seat, unit.at, road=road))
    ]
    return (*fought, *beside)


def check_advance(view: View, action: Advance) -> list[Refusal]:
    """Return why these units may not advance into the vacated hex (8.11)."""
    frame = the_battle(view.table)
    if frame.stage != "advance":
        return [refuse("advance.not_due", "8.11")]
    units = view.table.units
    able = {unit.id for unit in advancers(view.table, frame)}
    found = [
        refuse("advance.not_in_battle", "8.11.who", unit=Term("unit", name))
        for name in action.units
        if name not in able
    ]
    free = room(view.table, units, frame.target, frame.seat)
    if len(action.units) > free:
        there = place_term(frame.target)
        found.append(refuse("advance.too_many", "8.11.stacking", n=free, place=there))
    return found


def apply_advance(play: Play, seat: str, action: Advance) -> None:
    """Move the units into the hex and take what is in it; the combat is over."""
    frame = the_battle(play.table)
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


def check_stop(view: View, action: Stop) -> list[Refusal]:
    """Return why there is no advance to decline."""
    if the_battle(view.table).stage == "advance":
        return []
    return [refuse("advance.not_due", "8.11")]


def apply_stop(play: Play, seat: str, action: Stop) -> None:
    """Hold the ground; columns that were attacked with nobody to guard them are destroyed.

    Rules:
        8.11, 8.7.supply; WP-R61.
    """
    frame = the_battle(play.table)
    able = advancers(play.view(None).table, frame)
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


def best_stand(units: Counters, frame: LandBattle) -> list[Unit]:
    """Return the units one of which may pay for standing fast, the cheapest loss first (8.10)."""
    side = frame.loser
    return sorted(standing(units, place_of(frame, side), side), key=cheapest_loss)
