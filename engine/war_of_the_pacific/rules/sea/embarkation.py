"""Embarkation (7.1): units go aboard transports in a friendly port, before the ships move.

Rules:
    7.1; WP-R13 (re-embarking from an undecided landing), WP-R37 (forts stay), WP-R84 (embarkation
    ends with the first sail, and nobody changes ships).
    Also 7.1.stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from engine.api import Option, Params, Refusal, Term, Text, Warned
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Embark
from engine.war_of_the_pacific.counters import (
    can_march,
    is_column,
    is_transport,
    is_warship,
    load_of,
)
from engine.war_of_the_pacific.options import stack_option
from engine.war_of_the_pacific.places import aboard, is_aboard, is_on_map
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import Phase, Table, Unit, View, other
from engine.war_of_the_pacific.survey import (
    Scene,
    cargo_of,
    fleet,
    is_friendly_port,
    land_units,
    units_at,
)


def _may_load(scene: Scene, ship: Unit) -> bool:
    """Say whether a transport lies where it may take units aboard, and has yet to sail.

    In a friendly port; or, to take units off an undecided landing (WP-R13), where it is.
    """
    if ship.sailed or ship.fresh:
        return False
    if ship.in_port:
        return is_friendly_port(scene, ship.at, ship.side)
    return _undecided(scene, ship.at, ship.side)


def _undecided(scene: Scene, place: str, side: str) -> bool:
    """Say whether land units of both sides are in a hex."""
    return bool(
        land_units(scene.units, place, other(side)) and land_units(scene.units, place, side)
    )


def check_embark(view: View, action: Embark) -> list[Refusal]:
    """Return why these units cannot go aboard that ship.

    Rules:
        7.1; 6.3 (a transport just built cannot be used), WP-R13, WP-R37 (forts stay), WP-R84.
    """
    table = view.table
    ship = table.units[action.ship]
    units = [table.units[one] for one in action.units]
    found = _refuse_transport(view, ship)
    for unit in units:
        found += _refuse_passenger(view, unit, ship)
    if not found:
        found += _refuse_load(table, ship, units)
    return found


def _refuse_transport(view: View, ship: Unit) -> list[Refusal]:
    name = Term("unit", ship.id)
    if ship.side != view.viewer:
        return [refuse("unit.not_yours", "7.1", unit=name)]
    if not is_transport(ship):
        return [refuse("embark.not_transport", "7.1", unit=name)]
    if not is_on_map(ship.at):
        return [refuse("unit.not_on_map", "7.1", unit=name, place=place_term(ship.at))]
    if ship.fresh:
        return [refuse("sail.fresh", "6.3.transport.wait", unit=name)]
    if ship.sailed:
        return [refuse("embark.after_sailing", "7.1.when", unit=name)]
    if view.table.under_way:
        return [refuse("embark.under_way", "7.1.when", unit=name)]
    if not _may_load(view.table, ship):
        return [refuse("embark.not_in_port", "7.1.port", unit=name, place=place_term(ship.at))]
    return []


def _refuse_passenger(view: View, unit: Unit, ship: Unit) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "7.1", unit=name)]
    if not can_march(unit):
        return [refuse("embark.not_land", "7.1", unit=name)]
    if is_aboard(unit.at):
        return [refuse("embark.aboard_already", "7.1", unit=name)]
    if unit.sailed:
        return [refuse("embark.was_aboard", "7.1.when", unit=name)]
    if unit.at != ship.at:
        there, place = Term("unit", ship.id), place_term(unit.at)
        return [refuse("embark.not_there", "7.1", unit=name, ship=there, place=place)]
    return []


def _refuse_load(table: Table, ship: Unit, units: Iterable[Unit]) -> list[Refusal]:
    room = _room(table, ship)
    load = load_of(units)
    if load <= room:
        return []
    return [
        refuse(
            "embark.no_room", "7.1.capacity", ship=Term("unit", ship.id), n=load, room=max(0, room)
        )
    ]


def _room(table: Table, ship: Unit) -> int:
    """Return how many more steps a transport can take (7.1)."""
    numbers = scenario_for(table.settings).ships
    return numbers.steps_aboard - load_of(cargo_of(table.units, ship.id))


def apply_embark(play: Play, seat: str, action: Embark) -> None:
    """Take the units aboard."""
    place = play.units[action.ship].at
    play.change_all(action.units, at=aboard(action.ship), landed=False, boarded=True)
    play.tell(
        "embarked",
        "7.1",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        ship=Term("unit", action.ship),
        place=place_term(place),
    )


def _can_board(unit: Unit) -> bool:
    """Say whether a unit may go aboard in this phase: none that has come off a ship (WP-R84)."""
    return can_march(unit) and not unit.sailed


def _loading(view: View) -> dict[str, list[Unit]]:
    """Return the transports that may take units aboard and have room, by place."""
    found: dict[str, list[Unit]] = {}
    if view.table.under_way:
        return found
    for ship in fleet(view.table.units, view.viewer or ""):
        if not is_warship(ship) and _may_load(view.table, ship) and _room(view.table, ship) > 0:
            found.setdefault(ship.at, []).append(ship)
    return found


def _passengers(view: View) -> Iterator[tuple[Unit, ...]]:
    """Yield what could go aboard one ship: whole units, two reduced ones, columns."""
    for place, ships in _loading(view).items():
        room = max(_room(view.table, ship) for ship in ships)
        units = units_at(view.table.units, place, view.viewer or "", _can_board)
        land = [unit for unit in units if not is_column(unit)]
        small = [unit for unit in land if unit.steps == 1]
        if room > 1:
            yield from ((unit,) for unit in land if unit.steps > 1)
            yield from zip(small[::2], small[1::2], strict=False)
            # The columns of a place are alike but for their nation.
            nations = {unit.nation: unit for unit in units if is_column(unit)}
            yield from ((unit,) for unit in nations.values())
        yield from ((unit,) for unit in small)


def left_ashore(view: View) -> Iterator[Warned]:
    """Yield who could still go aboard, place by place: after the first sail nobody can (WP-R84)."""
    first: dict[str, tuple[Unit, ...]] = {}
    for group in _passengers(view):
        first.setdefault(group[0].at, group)
    for place, ships in _loading(view).items():
        room = max(_room(view.table, ship) for ship in ships)
        units = units_at(view.table.units, place, view.viewer or "", _can_board)
        fitting = [unit for unit in units if load_of((unit,)) <= room]
        if fitting:
            text = Text(
                "warn.embark",
                {
                    "place": place_term(place),
                    "ships": unit_terms(ships),
                    "units": unit_terms(fitting),
                },
            )
            yield Warned(text, "embark", (("units", stack_option(first[place]).value),))


def left_embark(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield the room of the transports that can take what is chosen, once it is aboard (7.1)."""
    chosen = _named(view, filled)
    places = {unit.at for unit in chosen or chain.from_iterable(_passengers(view))}
    for place, ships in _loading(view).items():
        named = [ship for ship in ships if filled.get("ship", ship.id) == ship.id]
        left = sum(_room(view.table, ship) for ship in named) - load_of(chosen)
        if place not in places or not named or left < 0:
            continue
        if len(named) == 1:
            yield Text("left.room", {"ship": Term("unit", named[0].id), "n": left})
        else:
            yield Text("left.room.all", {"place": place_term(place), "n": left})


def _named(view: View, filled: Mapping[str, str]) -> list[Unit]:
    """Return the units that are chosen to go aboard."""
    units = view.table.units
    return [units[one] for one in filled_list(filled, "units") if one in units]


def options_embark(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer units in ports with room aboard, then the ships that can take them."""
    if field == "units":
        yield from map(_passenger_option, _passengers(view))
    elif field == "ship":
        units = _named(view, filled)
        if units and len(units) == len(filled_list(filled, "units")):
            ships = _loading(view).get(units[0].at, ())
            load = load_of(units)
            fitting = [ship for ship in ships if _room(view.table, ship) >= load]
            # The fullest first, so that big loads still find room.
            for ship in sorted(fitting, key=lambda one: _room(view.table, one)):
                left = _room(view.table, ship) - load
                named: Params = {"ship": Term("unit", ship.id), "n": left}
                yield Option(ship.id, Text("embark.ship", named))


def _passenger_option(units: tuple[Unit, ...]) -> Option:
    """Offer who could go aboard; of a column, which takes more room than its step, say how much."""
    (first, *others), load = units, load_of(units)
    if others or load == first.steps:
        return stack_option(units)
    params: Params = {"unit": Term("unit", first.id), "place": place_term(first.at), "n": load}
    return Option(first.id, Text("embark.load", params))


EMBARK = Verb(
    model=Embark,
    phases=(Phase.NAVAL,),
    check=check_embark,
    apply=apply_embark,
    options=options_embark,
    left=left_embark,
    possible=lambda view: next(_passengers(view), None) is not None,
)

VERBS: tuple[AnyVerb, ...] = (EMBARK,)
