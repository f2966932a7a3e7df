"""The attack (8.7): who may attack which adjacent hex, and how it begins.

Units of one hex attack together; two hexes never do (8.9.onehex).

Rules:
    8.7, 8.7.may, 8.7.once, 8.9.onehex, 8.12; 7.6.landing.opposed with WP-R13; WP-E8, WP-E19,
    WP-R37, WP-R60, WP-R61.
    Also 7.6.landing.attacker, 7.6.landing.exposed, 7.6.landing.free, 8.7.supply.safe.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engine.api import Option, Refusal, Term, Text
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Attack
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import Counters, is_column, is_mobile
from engine.war_of_the_pacific.options import stack_option
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.roster import is_supply
from engine.war_of_the_pacific.rules.land.groups import by_place, groups, refuse_group
from engine.war_of_the_pacific.rules.land.movement_costs import box_road, exits_for
from engine.war_of_the_pacific.rules.land.occupation import forget_refuges, hold_hex
from engine.war_of_the_pacific.rules.land_combat.columns_spent import pay
from engine.war_of_the_pacific.rules.land_combat.forces import (
    numbers,
)
from engine.war_of_the_pacific.state import SEATS, LandBattle, Phase, Unit, View, other
from engine.war_of_the_pacific.survey import columns_at, is_on_land, land_units, places_held


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
    # Every order asks this twice: it is written to be quick.
    return frozenset(
        {unit.at for unit in units.values() if unit.side == side and is_supply(unit.id)}
    )


def may_attack(unit: Unit, side: str) -> bool:
    """Say whether a unit of *side* has its attack of this phase still before it (8.7, WP-R37)."""
    return unit.side == side and not unit.fought and is_mobile(unit) and is_on_land(unit.at)


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
    enemy = places_held(units, other(side))
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
    if not land_units(play.units, action.target, enemy):
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


def unfinished(view: View) -> list[Refusal]:
    """Return a refusal for every hex in which the viewer's units must still fight the enemy.

    Rules:
        7.6.landing.opposed; WP-R13.
    """
    side = view.viewer or ""
    enemy = places_held(view.table.units, other(side))
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
    held = {side: places_held(play.units, side) for side in SEATS}
    for side in SEATS:
        enemy = other(side)
        columns = columns_of(play.units, enemy)
        for place in sorted(held[side] - held[enemy]):
            if place in columns or play.control.get(place, side) != side:
                hold_hex(play, place, side)
    forget_refuges(play)


def _fronts(view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the places from which the viewer can attack, each with its targets."""
    side = view.viewer or ""
    units = view.table.units
    enemy = places_held(units, other(side))
    columns = columns_of(units, other(side))
    places: dict[str, None] = {}
    for unit in units.values():
        if unit.side == side and unit.at not in places and may_attack(unit, side):
            places[unit.at] = None
    for place in places:
        found = targets(side, place, enemy, columns, road=box_road(view.table.settings))
        if found:
            yield place, found


def anything_to_do(view: View) -> bool:
    """Say whether the viewer has units that can attack."""
    return next(_fronts(view), None) is not None


def _attack_units(view: View) -> Iterator[Option]:
    side = view.viewer or ""
    able = by_place(unit for unit in view.table.units.values() if may_attack(unit, side))
    fronts = dict(_fronts(view))
    # Landings first, which must fight; then the largest stacks.
    for place in sorted(fronts, key=lambda one: (fronts[one] != (one,), -len(able[one]), one)):
        for group in groups(able[place]):
            yield stack_option(group)


def _attack_targets(view: View, ids: tuple[str, ...]) -> Iterator[Option]:
    units = view.table.units
    group = [units[one] for one in ids if one in units]
    if not group:
        return
    side = group[0].side
    enemy = other(side)
    road = box_road(view.table.settings)
    held, columns = places_held(units, enemy), columns_of(units, enemy)
    found = targets(side, group[0].at, held, columns, road=road)
    strength = {place: len(land_units(units, place, enemy)) for place in found}
    for place in sorted(found, key=lambda one: (strength[one], one)):
        yield Option(
            place, Text("attack.target", {"place": place_term(place), "n": strength[place]})
        )


def options_attack(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer stacks in contact with the enemy, their targets, and a column for the initiative."""
    ids = filled_list(filled, "units")
    if field == "units":
        return _attack_units(view)
    if field == "target":
        return _attack_targets(view, ids)
    return _initiative(view, ids, filled.get("target", ""))


def _initiative(view: View, ids: tuple[str, ...], target: str) -> Iterator[Option]:
    units = view.table.units
    yield Option("no", Text("battle.keep"))
    group = [units[one] for one in ids if one in units]
    if not group or not land_units(units, target, other(group[0].side)):
        return
    price = numbers(view.table).prices.initiative
    if len(columns_at(units, group[0].at, group[0].side)) >= price:
        yield Option("yes", Text("battle.spend"))


ATTACK = Verb(
    model=Attack,
    phases=frozenset((Phase.LAND_COMBAT,)),
    check=check_attack,
    apply=apply_attack,
    options=options_attack,
    possible=anything_to_do,
)
VERBS: tuple[AnyVerb, ...] = (ATTACK,)
