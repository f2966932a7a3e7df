"""Amphibious landings and disembarkation (7.6): units go ashore where their voyage ends.

Rules:
    7.6.landing, 7.6.disembark, 7.1.out; WP-R13, WP-R36 (who lands unopposed may move and fight).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
from engine.war_of_the_pacific.rules.land.occupation import enter_hex
from engine.war_of_the_pacific.state import Phase, Table, Unit, View, other
from engine.war_of_the_pacific.survey import (
    Scene,
    land_units,
)


def check_land(view: View, action: Land) -> list[Refusal]:
    """Return why these units cannot go ashore.

    Rules:
        7.6: from ships whose voyage is over, or lying in a friendly port; a column goes ashore
        among enemy land units only beside units that land there.
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
            found.append(
                refuse("land.columns_alone", "7.6.landing.supply", place=place_term(place))
            )
    return found


def _refuse_ashore(view: View, unit: Unit) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "7.6", unit=name)]
    if not is_aboard(unit.at):
        return [refuse("land.not_aboard", "7.1.out", unit=name)]
    ship = view.table.units[carrier_of(unit.at)]
    there, place = Term("unit", ship.id), place_term(ship.at)
    if ship.in_port:
        return []
    if not ship.sailed:
        return [refuse("land.still_to_sail", "7.1.out", unit=name, ship=there)]
    if not load_board().is_land(ship.at):
        return [refuse("land.no_coast", "7.6.landing", unit=name, ship=there, place=place)]
    return []


def _columns_alone(table: Table, place: str, party: Iterable[Unit]) -> bool:
    """Say whether only columns would land where the enemy has land units and the side none."""
    return (
        _opposed(table, place, table.player)
        and not any(is_land_unit(unit) for unit in party)
        and not land_units(table.units, place, table.player)
    )


def _opposed(scene: Scene, place: str, side: str) -> bool:
    """Say whether the enemy has land units in a hex; a lone column is no opposition (7.6)."""
    return place != BOX and bool(land_units(scene.units, place, other(side)))


def apply_land(play: Play, seat: str, action: Land) -> None:
    """Bring the units ashore, to fight for the hex or to hold it; they embark no more (7.1)."""
    ships = dict.fromkeys(carrier_of(play.units[one].at) for one in action.units)
    place = play.units[next(iter(ships))].at
    in_port = all(play.units[ship].in_port for ship in ships)
    opposed = _opposed(play, place, seat)
    play.change_all(action.units, at=place, landed=opposed, spent=opposed, sailed=True)
    code = "disembarked" if in_port else "landed"
    rule = "7.6.disembark" if in_port else "7.6.landing"
    if opposed:
        code, rule = "landed.opposed", "7.6.landing.opposed"
    play.tell(
        code,
        rule,
        seat=seat_term(seat),
        units=unit_terms(action.units),
        place=place_term(place),
        n=len(action.units),
    )
    if not opposed and any(is_land_unit(play.units[one]) for one in action.units):
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
