"""Retreat (8.10): the side that was hit and hit nothing leaves its hex, or loses for staying.

Rules:
    8.10, 8.10.where, 8.10.stand, 8.10.blocked; WP-R14, WP-R20, WP-R90, WP-R93, WP-E10, WP-E16.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Refusal
from engine.kit.verbs import Answer
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Retreat
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column, is_fort
from engine.war_of_the_pacific.options import place_option
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.enemy_hexes import Coming, closed_to
from engine.war_of_the_pacific.rules.land.movement_costs import box_road, distance, exits_for
from engine.war_of_the_pacific.rules.land.occupation import shelter
from engine.war_of_the_pacific.rules.land.stacking import room
from engine.war_of_the_pacific.rules.land.step_losses import lose_step
from engine.war_of_the_pacific.rules.land_combat.advance import (
    begin_advance,
)
from engine.war_of_the_pacific.rules.land_combat.forces import (
    force,
    movable,
    place_of,
)
from engine.war_of_the_pacific.state import LandBattle, Table, View, other
from engine.war_of_the_pacific.survey import columns_at, is_on_land, land_units, places_held


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
    closed = closed_to(table.units, side, Coming.RETREAT)
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
    company = land_units(table.units, place, side)
    crowded = place != BOX and party > room(table.units, place, side, table.settings)
    rank = 0 if company else 1 if place == BOX or table.control.get(place) == side else 2
    columns = {unit.at for unit in table.units.values() if unit.side == side and is_column(unit)}
    cities = {one for one, holder in table.control.items() if holder == side}
    far = [
        min((distance(place, one) for one in goals if is_on_land(one)), default=0)
        for goals in (columns, cities)
    ]
    return (crowded, rank, *far, place)


def begin_retreat(play: Play, frame: LandBattle, loser: str) -> None:
    """Order *loser* to retreat, and carry out what it has no choice in.

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
    elif not retreat_places(play.table, frame, loser):
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


def check_retreat(view: View, frame: LandBattle, action: Retreat) -> list[Refusal]:
    """Return why the units may not retreat to that place (8.10, WP-R20)."""
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
        if action.to in places_held(view.table.units, other(frame.loser)):
            return [refuse("retreat.enemy_there", "8.10.where", place=name)]
        if action.to in closed_to(view.table.units, frame.loser, Coming.RETREAT):
            return [refuse("retreat.takes_nothing", "8.10.where", place=name)]
        open_ = tuple(map(place_term, allowed))
        return [refuse("retreat.enemy_city", "8.10.where", place=name, allowed=open_)]
    if board.impassable(place, action.to):
        return [refuse("retreat.impassable", "8.10.where", place=name)]
    return [refuse("retreat.not_adjacent", "8.10.where", place=name, start=place_term(place))]


def apply_retreat(play: Play, frame: LandBattle, seat: str, action: Retreat) -> None:
    """Move the beaten units; forts stay and lose a step, columns go with the last to leave.

    Rules:
        8.10, 8.12; WP-R20, WP-R37, WP-R43, WP-R90.
    """
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
    if columns and not land_units(play.units, place, seat):
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


def _retreats(view: View, frame: LandBattle) -> tuple[str, ...]:
    if frame.stage != "retreat" or frame.loser != view.viewer:
        return ()
    return retreat_places(view.table, frame, frame.loser)


def options_retreat(
    view: View, frame: LandBattle, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer the hexes open to a retreat, best first."""
    return map(place_option, _retreats(view, frame)) if field == "to" else iter(())


def _can_retreat(view: View, frame: LandBattle) -> bool:
    return bool(_retreats(view, frame))


RETREAT = Answer(
    model=Retreat,
    frame=LandBattle,
    check=check_retreat,
    apply=apply_retreat,
    options=options_retreat,
    possible=_can_retreat,
)
VERBS: tuple[AnyVerb, ...] = (RETREAT,)
