"""Amphibious landings and disembarkation (7.6): units go ashore where their voyage ends.

Rules:
    7.6.landing, 7.6.disembark, 7.1.out, 8.12; WP-R13, WP-R36 (who lands unopposed may move and
    fight), WP-R63 and WP-R97 (columns on their own), WP-R84 (who has gone aboard by mistake).
    Also 7.6.disembark.act, 7.6.disembark.may, 7.6.landing.stay, 8.5.sea.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.api import Option, Refusal, Term
from engine.kit.verbs import Verb
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Land
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import (
    is_land_unit,
)
from engine.war_of_the_pacific.options import fits_option, stack_option
from engine.war_of_the_pacific.places import BOX, carrier_of, is_aboard
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.attrition import columns_alone
from engine.war_of_the_pacific.rules.land.enemy_hexes import Coming, closed_to
from engine.war_of_the_pacific.rules.land.occupation import enter_hex
from engine.war_of_the_pacific.state import Phase, Table, Unit, View, other
from engine.war_of_the_pacific.survey import (
    Scene,
    land_units,
)


def check_land(view: View, action: Land) -> list[Refusal]:
    """Return why these units cannot go ashore.

    Rules:
        7.6: from ships whose voyage is over, or lying in a friendly port. 8.12: where anything of
        the enemy's is ashore or in port, columns land only with land units or beside their own.
    """
    units = [view.table.units[one] for one in action.units]
    found = [one for unit in units for one in _refuse_ashore(view, unit)]
    if found:
        return found
    ships = [view.table.units[carrier_of(unit.at)] for unit in units]
    places = dict.fromkeys(ship.at for ship in ships)
    if len(places) > 1:
        found.append(refuse("land.apart", "7.6", places=tuple(map(place_term, places))))
    for place in places:
        party = [unit for unit, ship in zip(units, ships, strict=True) if ship.at == place]
        if _columns_alone(view.table, place, party):
            found.append(refuse("land.columns_alone", "8.12", place=place_term(place)))
    return found


def _refuse_ashore(view: View, unit: Unit) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "7.6", unit=name)]
    if not is_aboard(unit.at):
        return [refuse("land.not_aboard", "7.1.out", unit=name)]
    ship = view.table.units[carrier_of(unit.at)]
    there, place = Term("unit", ship.id), place_term(ship.at)
    if ship.in_port or takes_back(view.table, unit):
        return []
    if not ship.sailed:
        return [refuse("land.still_to_sail", "7.1.out", unit=name, ship=there)]
    if not load_board().is_land(ship.at):
        return [refuse("land.no_coast", "7.6.landing", unit=name, ship=there, place=place)]
    return []


def _columns_alone(table: Table, place: str, party: Iterable[Unit]) -> bool:
    """Say whether only columns would land in a hex that is closed to them, with nobody there."""
    landing = [unit for unit in party if not takes_back(table, unit)]
    if not landing or land_units(table.units, place, table.player):
        return False
    alone = columns_alone(landing)
    return place in closed_to(table.units, table.player, Coming.LANDING, columns_alone=alone)


def _opposed(scene: Scene, place: str, side: str) -> bool:
    """Say whether the enemy has land units in a hex; a lone column is no opposition (7.6)."""
    return place != BOX and bool(land_units(scene.units, place, other(side)))


def takes_back(table: Table, unit: Unit) -> bool:
    """Say whether a unit that goes ashore takes its embarkation back, which then costs nothing.

    It went aboard in this Naval Movement Phase, and no stack has sailed in it.

    Rules:
        7.1.when; WP-R84.
    """
    return unit.boarded and not table.under_way


def apply_land(play: Play, seat: str, action: Land) -> None:
    """Bring the units ashore, to fight for the hex or to hold it; they embark no more (7.1).

    Who only takes an embarkation back is where it was before, as if it had never gone aboard.
    """
    back = [one for one in action.units if takes_back(play.table, play.units[one])]
    ashore = [one for one in action.units if one not in back]
    if back:
        place = play.units[carrier_of(play.units[back[0]].at)].at
        play.change_all(back, at=place, boarded=False)
        play.tell(
            "embarkation.taken_back",
            "7.1.when",
            seat=seat_term(seat),
            units=unit_terms(back),
            place=place_term(place),
            n=len(back),
        )
    if ashore:
        _go_ashore(play, seat, ashore)


def _go_ashore(play: Play, seat: str, units: Sequence[str]) -> None:
    ships = dict.fromkeys(carrier_of(play.units[one].at) for one in units)
    place = play.units[next(iter(ships))].at
    in_port = all(play.units[ship].in_port for ship in ships)
    opposed = _opposed(play, place, seat)
    play.change_all(units, at=place, landed=opposed, spent=opposed, sailed=True)
    code = "disembarked" if in_port else "landed"
    rule = "7.6.disembark" if in_port else "7.6.landing"
    if opposed:
        code, rule = "landed.opposed", "7.6.landing.opposed"
    play.tell(
        code,
        rule,
        seat=seat_term(seat),
        units=unit_terms(units),
        place=place_term(place),
        n=len(units),
    )
    if not opposed and any(is_land_unit(play.units[one]) for one in units):
        enter_hex(play, place, seat)


def parties_ashore(view: View) -> Iterator[tuple[Unit, ...]]:
    """Yield who may land together: everybody of a hex, the land units, then one by one."""
    parties: dict[str, list[Unit]] = {}
    for unit in view.table.units.values():
        if unit.side == view.viewer and is_aboard(unit.at) and not _refuse_ashore(view, unit):
            parties.setdefault(view.table.units[carrier_of(unit.at)].at, []).append(unit)
    for place, party in parties.items():
        land = [unit for unit in party if is_land_unit(unit)]
        groups = [tuple(party), tuple(land), *((unit,) for unit in party)]
        for group in dict.fromkeys(groups):
            if group and not _columns_alone(view.table, place, group):
                yield group


def options_land(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer whole landing parties, then single units."""
    if field == "units":
        yield from filter(fits_option, map(stack_option, parties_ashore(view)))


LAND = Verb(
    model=Land,
    phases=(Phase.NAVAL,),
    check=check_land,
    apply=apply_land,
    options=options_land,
    possible=lambda view: next(parties_ashore(view), None) is not None,
)

VERBS: tuple[AnyVerb, ...] = (LAND,)
