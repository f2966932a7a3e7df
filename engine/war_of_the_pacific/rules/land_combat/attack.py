"""The course of a land combat: the attack, columns spent on it, dice, losses, retreat, advance.

A combat lies on the table as a :class:`~engine.war_of_the_pacific.state.LandBattle`; its stage says
what comes next. Each function of :data:`_STAGES` plays one stage as far as nobody is needed.

Rules:
    8.7 (who attacks whom), 8.8 to 8.11, 6.1 and 8.9.supply (columns spent, attacker first), 8.12;
    7.6.landing.opposed with WP-R13; WP-E8, WP-E19, WP-R5, WP-R37, WP-R60, WP-R61.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.api import Refusal, Term
from engine.war_of_the_pacific.actions import Attack, Spend
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.choosing import refuse
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.ground import (
    Counters,
    box_road,
    exits_for,
    held_by,
    is_column,
    is_mobile,
    may_stand_on_land,
    refuse_group,
    standing,
)
from engine.war_of_the_pacific.rules.land.occupation import forget_refuges, hold_hex
from engine.war_of_the_pacific.rules.land_combat.dice import (
    columns_at,
    contest,
    fight,
    force,
    numbers,
    pay,
    place_of,
    sides,
)
from engine.war_of_the_pacific.rules.land_combat.losses import (
    begin_advance,
    begin_retreat,
    owed_after,
    settle_losses,
    the_battle,
)
from engine.war_of_the_pacific.state import SEATS, LandBattle, Unit, View, other

# --- the attack -----------------------------------------------------------------------------


def targets(
    side: str, origin: str, enemy: frozenset[str], columns: frozenset[str], *, road: bool
) -> tuple[str, ...]:
    """Return the hexes that *side* may attack from *origin*.

    *enemy* are the places of enemy land units, *columns* those of enemy columns; *road* says
    whether the box is joined to the map by land. Units that share their hex with the enemy may
    attack only there.

    Rules:
        8.7, 7.6.landing.opposed; WP-E8, WP-R13, WP-R60.
    """
    if origin in enemy:
        return (origin,)
    near = [place for place, _ in exits_for(side, origin, road=road)]
    held = [place for place in near if place in enemy]
    return (*held, *(place for place in near if place in columns and place not in enemy))


def columns_of(units: Counters, side: str) -> frozenset[str]:
    """Return the places where *side* has Supply Columns."""
    return frozenset(unit.at for unit in units.values() if unit.side == side and is_column(unit))


def may_attack(unit: Unit, side: str) -> bool:
    """Say whether a unit of *side* has its attack of this phase still before it (8.7, WP-R37)."""
    return unit.side == side and not unit.fought and is_mobile(unit) and may_stand_on_land(unit.at)


def check_attack(view: View, action: Attack) -> list[Refusal]:
    """Return why these units may not attack that place (8.7), or not spend a column (6.1)."""
    units = view.table.units
    group, found = refuse_group(units, view.viewer, action.units, "8.7", "8.9.onehex")
    for unit in group:
        name = Term("unit", unit.id)
        if is_column(unit):
            found.append(refuse("attack.column", "8.7.supply", unit=name))
        elif unit.fought:
            found.append(refuse("attack.fought", "8.7.once", unit=name))
    if not group or any(one.code == "unit.apart" for one in found):
        return found
    side, origin = group[0].side, group[0].at
    enemy = held_by(units, other(side))
    columns = columns_of(units, other(side))
    road = box_road(view.table.settings)
    if action.target not in targets(side, origin, enemy, columns, road=road):
        near = {place for place, _ in exits_for(side, origin, road=road)}
        if origin == BOX and not road:
            found.append(refuse("march.box_by_sea", "6.3.sea"))
        else:
            found.append(_why_no_target(origin, action.target, enemy, near))
    elif action.initiative and action.target not in enemy:
        found.append(refuse("attack.no_combat", "8.7.supply", place=place_term(action.target)))
    price = numbers(view.table).prices.initiative
    if action.initiative and len(columns_at(units, origin, side)) < price:
        found.append(refuse("attack.no_column", "6.1.initiative", place=place_term(origin)))
    return found


def _why_no_target(
    origin: str, target: str, enemy: frozenset[str], near: Collection[str]
) -> Refusal:
    place = place_term(target)
    board = load_board()
    if origin in enemy:
        return refuse("attack.engaged", "7.6.landing.only", place=place_term(origin))
    if target != origin and target not in near:
        if board.is_land(target) and board.impassable(origin, target):
            return refuse("attack.impassable", "8.6.impassable", place=place)
        return refuse("attack.not_adjacent", "8.7", place=place, start=place_term(origin))
    return refuse("attack.nobody", "8.7", place=place)


def apply_attack(play: Play, seat: str, action: Attack) -> None:
    """Begin the combat; columns with nobody to guard them fall without one (8.7)."""
    origin = play.units[action.units[0]].at
    play.change_all(action.units, fought=True, attacked=action.target)
    play.tell(
        "battle.attack",
        "8.7",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        n=len(action.units),
        start=place_term(origin),
        place=place_term(action.target),
    )
    born = play.table.serial
    enemy = other(seat)
    if not standing(play.units, action.target, enemy):
        play.tell(
            "battle.unguarded",
            "8.7.supply",
            seat=seat_term(enemy),
            place=place_term(action.target),
        )
        play.push(LandBattle(born, seat, action.units, origin, action.target, "advance"))
        return
    landing = origin == action.target and any(play.units[one].landed for one in action.units)
    price = numbers(play.table).prices.initiative
    asked = len(columns_at(play.units, action.target, enemy)) >= price
    frame = LandBattle(
        born,
        seat,
        action.units,
        origin,
        action.target,
        "initiative",
        boost=(action.initiative, None if asked else False),
        landing=landing,
    )
    play.push(frame)
    if action.initiative:
        pay(play, frame, seat, price, "battle.boosted", "6.1.initiative")


# --- columns spent --------------------------------------------------------------------------


def check_spend(view: View, action: Spend) -> list[Refusal]:
    """Return why no column is asked for now."""
    if the_battle(view.table).stage in ("initiative", "supply"):
        return []
    return [refuse("spend.not_due", "8.9.supply")]


def apply_spend(play: Play, seat: str, action: Spend) -> None:
    """Answer the question for a column: for the initiative die, or for one more die."""
    frame = the_battle(play.table)
    prices = numbers(play.table).prices
    if frame.stage == "initiative":
        play.retop(boost=(frame.boost[0], action.spend))
        if action.spend:
            pay(play, frame, seat, prices.initiative, "battle.boosted", "6.1.initiative")
        return
    first = seat == frame.seat
    extra = (action.spend, frame.extra[1]) if first else (frame.extra[0], action.spend)
    play.retop(extra=extra)
    if action.spend:
        pay(play, frame, seat, prices.extra_die, "battle.supplied", "8.9.supply")


# --- the stages -----------------------------------------------------------------------------


def _initiative(play: Play, frame: LandBattle) -> bool:
    if frame.boost[1] is None:
        return False
    take_initiative(play, frame, *contest(play, frame))
    return True


def take_initiative(play: Play, frame: LandBattle, winner: str, chit: str) -> None:
    """Write down who won the initiative and drew what; columns for dice are asked for next.

    Rules:
        8.9.supply; WP-E19 (whether a column spent on the initiative leaves one for a die).
    """
    price = numbers(play.table).prices.extra_die
    one_in_all = play.settings.follows("combat_columns") == "es"
    attacker, defender = (
        None
        if len(columns_at(play.units, place_of(frame, side), side)) >= price
        and not (one_in_all and spent)
        else False
        for side, spent in zip(sides(frame), frame.boost, strict=True)
    )
    play.retop(stage="supply", winner=winner, chit=chit, extra=(attacker, defender))


def _supply(play: Play, frame: LandBattle) -> bool:
    if None in frame.extra:
        return False
    take_hits(play, frame, fight(play, frame))
    return True


def take_hits(play: Play, frame: LandBattle, hits: tuple[int, int]) -> None:
    """Write down the hits of attacker and defender; who loses what is asked for next."""
    play.retop(stage="losses", hits=hits, owed=owed_after(play.units, frame, hits))


def _losses(play: Play, frame: LandBattle) -> bool:
    changed = settle_losses(play, frame)
    frame = the_battle(play.table)
    if any(frame.owed):
        return changed
    attacker, defender = frame.hits
    if bool(attacker) == bool(defender):
        if not attacker:
            play.tell("battle.no_hits", "8.9", place=place_term(frame.target))
        begin_advance(play)
        return True
    loser = sides(frame)[1 if attacker else 0]
    if force(play.units, frame, loser):
        begin_retreat(play, frame, loser)
    else:
        begin_advance(play)
    return True


def _wait(play: Play, frame: LandBattle) -> bool:
    return False


_STAGES = {
    "initiative": _initiative,
    "supply": _supply,
    "losses": _losses,
    "retreat": _wait,
    "cut_off": _wait,
    "advance": _wait,
}


def advance(play: Play, frame: LandBattle) -> bool:
    """Play the combat on as far as nobody is needed."""
    return _STAGES[frame.stage](play, frame)


# --- the end of the phase -------------------------------------------------------------------


def unfinished(view: View) -> list[Refusal]:
    """Return a refusal for every hex in which the viewer's units must still fight the enemy.

    Rules:
        7.6.landing.opposed; WP-R13.
    """
    side = view.viewer or ""
    enemy = held_by(view.table.units, other(side))
    places = dict.fromkeys(
        unit.at for unit in view.table.units.values() if unit.at in enemy and may_attack(unit, side)
    )
    return [
        refuse("battle.must_fight", "7.6.landing.opposed", place=place_term(place))
        for place in places
    ]


def close_land_combat(play: Play) -> None:
    """Give hexes to the side left alone in them, with the columns that it finds there.

    Columns that came ashore beside enemy land units are captured now if no land unit of their own
    is left with them.

    Rules:
        7.6.landing.supply, 8.12; WP-R21, WP-R90 (but not what they came to by retreat).
    """
    held = {side: held_by(play.units, side) for side in SEATS}
    for side in SEATS:
        enemy = other(side)
        columns = columns_of(play.units, enemy)
        for place in sorted(held[side] - held[enemy]):
            if place in columns or play.control.get(place, side) != side:
                hold_hex(play, place, side)
    forget_refuges(play)
