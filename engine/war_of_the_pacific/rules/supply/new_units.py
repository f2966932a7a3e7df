"""New units in the Consume Supply Columns Phase (6.3, 6.4, 9.0): rebuilt, recruited, come in late.

Rules:
    6.3 rebuild, 6.4 recruit, 9.0 reinforcements; WP-R41 (any column on the map or in the box pays),
    WP-R42 (one new unit a city a phase).
    Also 6.3.many, 9.0.chile, 9.0.cost, 9.0.normal, 9.0.peru.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Params, Refusal, Term, Text
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Deploy, Rebuild, Recruit
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_fort, is_land_unit, printed
from engine.war_of_the_pacific.options import place_options, unit_option
from engine.war_of_the_pacific.places import BOX, DEAD, POOL, TRACK, is_on_map, on_track
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.movement_costs import distance
from engine.war_of_the_pacific.rules.land.occupation import enter_hex
from engine.war_of_the_pacific.rules.supply.columns import (
    columns_left,
    one_a_place,
    refuse_column,
    some,
    spend,
    usable_columns,
    waiting,
)
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase, Table, Unit, View
from engine.war_of_the_pacific.survey import serves

FADING = 0.6
"""Of a city's victory points so much is left for a place, by each hex that lies between."""

# --- 6.3 and 6.4 ----------------------------------------------------------------------------


def open_cities(table: Table, unit: Unit) -> tuple[str, ...]:
    """Return where a rebuilt or recruited unit may appear now.

    Rules:
        6.3, 6.4, 9.0 (forts in their own city), WP-R42.
    """
    if unit.side == CHILE:
        return (BOX,)
    home = printed(unit).home
    return tuple(
        hex_id
        for hex_id, city in load_board().cities.items()
        if city.nation == unit.nation
        and serves(table, hex_id, ALLIES)
        and hex_id not in table.placed
        and (home is None or home == hex_id)
    )


def _places_for(table: Table, unit: Unit) -> tuple[str, ...]:
    cities = open_cities(table, unit)
    if cities or is_fort(unit):
        return cities
    return (TRACK,)


def refuse_place(table: Table, unit: Unit, to: str) -> list[Refusal]:
    """Return why a new unit cannot be placed there (6.3.place, 6.3.delay, 9.0.forts)."""
    allowed = _places_for(table, unit)
    if to in allowed:
        return []
    name = Term("unit", unit.id)
    home = printed(unit).home
    if home is not None and not serves(table, home, unit.side):
        return [refuse("new.home_lost", "9.0.forts", unit=name, place=place_term(home))]
    if to in table.placed:
        return [refuse("new.one_a_city", "6.3.place.one", place=place_term(to))]
    if to == TRACK:
        return [refuse("new.city_free", "6.3.delay", unit=name)]
    where = "6.4.place" if unit.at == POOL else "6.3.place"
    rule = where if home is None else "9.0.forts"
    shown = tuple(map(place_term, allowed[:12] if home is None else (home,)))
    return [refuse("new.not_there", rule, unit=name, place=place_term(to), allowed=shown)]


def _why_not_rebuilt(view: View, unit: Unit) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "6.3", unit=name)]
    if is_fort(unit):
        return [refuse("rebuild.fort", "7.7.lost", unit=name)]
    if not is_land_unit(unit):
        return [refuse("unit.not_land", "6.3", unit=name)]
    if unit.at != DEAD:
        return [refuse("rebuild.not_eliminated", "6.3", unit=name)]
    return []


def _why_not_recruited(view: View, unit: Unit) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "6.4", unit=name)]
    if not is_land_unit(unit):
        return [refuse("unit.not_land", "6.4", unit=name)]
    if unit.at != POOL:
        return [refuse("recruit.not_in_pool", "6.4", unit=name)]
    turn = printed(unit).arrives
    if turn > view.table.turn:
        return [refuse("recruit.too_early", "9.0", unit=name, n=turn)]
    return []


def check_rebuild(view: View, action: Rebuild) -> list[Refusal]:
    """Return why the unit cannot be rebuilt so (6.3)."""
    unit = view.table.units[action.unit]
    found = refuse_column(view.table, view.viewer, action.column)
    why = _why_not_rebuilt(view, unit)
    return found + (why or refuse_place(view.table, unit, action.to))


def check_recruit(view: View, action: Recruit) -> list[Refusal]:
    """Return why the unit cannot be recruited so (6.4, 9.0)."""
    unit = view.table.units[action.unit]
    found = refuse_column(view.table, view.viewer, action.column)
    why = _why_not_recruited(view, unit)
    return found + (why or refuse_place(view.table, unit, action.to))


def _appear(play: Play, unit_id: str, to: str) -> None:
    """Put a new unit on the map, or on the turn track where it waits for a free city (6.3)."""
    new = scenario_for(play.settings).new_units
    if to == TRACK:
        play.change(unit_id, at=on_track(play.table.turn + new.wait), steps=new.steps)
    else:
        play.change(unit_id, at=to, steps=new.steps, fresh=True)
        if to != BOX:
            play.set(placed=(*play.table.placed, to))


def _settle_in(play: Play, unit_id: str) -> None:
    """Capture enemy columns that stand alone where a unit has appeared, as one marching in does."""
    unit = play.units[unit_id]
    if is_on_map(unit.at):
        enter_hex(play, unit.at, unit.side)


def apply_rebuild(play: Play, seat: str, action: Rebuild) -> None:
    """Spend the column and bring the unit back."""
    spend(play, seat, (action.column,))
    _appear(play, action.unit, action.to)
    play.tell(
        "supply.rebuilt",
        "6.3",
        seat=seat_term(seat),
        unit=Term("unit", action.unit),
        place=place_term(play.units[action.unit].at),
    )
    _settle_in(play, action.unit)


def apply_recruit(play: Play, seat: str, action: Recruit) -> None:
    """Spend the column and raise the unit."""
    spend(play, seat, (action.column,))
    _appear(play, action.unit, action.to)
    play.tell(
        "supply.recruited",
        "6.4",
        seat=seat_term(seat),
        unit=Term("unit", action.unit),
        place=place_term(play.units[action.unit].at),
    )
    _settle_in(play, action.unit)


def _any_column(view: View) -> bool:
    return bool(usable_columns(view.table, view.viewer or ""))


def _raisable(view: View, kind: str) -> Iterator[Unit]:
    """Yield the units that could be rebuilt or recruited now, stronger ones first."""
    if not _any_column(view):
        return
    why_not = _why_not_rebuilt if kind == "rebuild" else _why_not_recruited
    place = DEAD if kind == "rebuild" else POOL
    waiting = [
        unit for unit in view.table.units.values() if unit.at == place and unit.side == view.viewer
    ]
    for unit in sorted(waiting, key=_worth):
        if not why_not(view, unit) and _places_for(view.table, unit):
            yield unit


def _worth(unit: Unit) -> tuple[int, int, int]:
    card = printed(unit)
    return (-card.steps, -card.modifier, card.arrives)


def _options_raise(
    view: View, kind: str, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    if field == "unit":
        yield from map(unit_option, _raisable(view, kind))
    elif field == "column":
        yield from map(unit_option, one_a_place(usable_columns(view.table, view.viewer or "")))
    elif field == "to":
        unit = view.table.units.get(filled.get("unit", ""))
        if unit is not None:
            yield from place_options(_places_for(view.table, unit))


def options_rebuild(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer eliminated units, a column of each place, free cities."""
    return _options_raise(view, "rebuild", field, filled)


def options_recruit(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer units of the pool that have arrived, a column of each place, free cities."""
    return _options_raise(view, "recruit", field, filled)


def _ways_raise(view: View, kind: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Yield where a unit may appear with the column that pays: near what is worth most first.

    Columns of a place are alike: of each place there is one. The first pays where none is named.
    """
    unit = view.table.units.get(filled.get("unit", ""))
    columns = tuple(one_a_place(usable_columns(view.table, view.viewer or "")))
    if unit is None or unit not in _raisable(view, kind):
        return
    places = sorted(_places_for(view.table, unit), key=_points_around, reverse=True)
    for column in columns:
        for place in places:
            params: Params = {"place": place_term(place)}
            label = Text("place", params)
            if column is not columns[0]:
                paid = {"column": Term("unit", column.id), "at": place_term(column.at)}
                label = Text("raise.way", {**params, **paid})
            yield Option(column.id, label, filled=(("to", place),))


def _points_around(place: str) -> float:
    """Return the victory points of the cities around a place, each the less the farther it is."""
    if not is_on_map(place):
        return 0
    cities = load_board().cities.items()
    return sum(city.vp * FADING ** distance(place, at) for at, city in cities if city.vp)


# --- units on the turn track ----------------------------------------------------------------


def check_deploy(view: View, action: Deploy) -> list[Refusal]:
    """Return why units from the turn track cannot be placed there (6.3)."""
    found = []
    due = {unit.id for unit in waiting(view.table, view.viewer or "")}
    if len(action.units) > 1:
        found.append(refuse("new.one_each", "6.3.place.one"))
    for unit_id in action.units:
        unit = view.table.units[unit_id]
        if unit_id not in due:
            found.append(refuse("new.not_waiting", "6.3.delay", unit=Term("unit", unit_id)))
        elif action.to == TRACK:
            found.append(refuse("new.city_free", "6.3.delay", unit=Term("unit", unit_id)))
        else:
            found += refuse_place(view.table, unit, action.to)
    return found


def apply_deploy(play: Play, seat: str, action: Deploy) -> None:
    """Place the unit."""
    for unit_id in action.units:
        _appear(play, unit_id, action.to)
    play.tell(
        "setup.deployed",
        "6.3.delay",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        place=place_term(action.to),
    )
    for unit_id in action.units:
        _settle_in(play, unit_id)


def placeable(view: View) -> Iterator[Unit]:
    """Yield the viewer's units on the turn track that could be placed now (6.3)."""
    for unit in waiting(view.table, view.viewer or ""):
        if open_cities(view.table, unit):
            yield unit


def options_deploy(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the waiting units and the free cities."""
    if field == "units":
        yield from map(unit_option, placeable(view))
    elif field == "to":
        unit = view.table.units.get(filled.get("units", ""))
        if unit is not None:
            yield from place_options(open_cities(view.table, unit))


def _left_waiting(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield how many units still wait to be placed once the chosen one is."""
    chosen = filled_list(filled, "units")
    yield Text("left.to_place", {"n": sum(unit.id not in chosen for unit in placeable(view))})


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Recruit,
        phases=(Phase.SUPPLY,),
        check=check_recruit,
        apply=apply_recruit,
        options=options_recruit,
        ways=lambda view, filled: _ways_raise(view, "recruit", filled),
        left=columns_left,
        possible=lambda view: some(_raisable(view, "recruit")),
    ),
    Verb(
        model=Rebuild,
        phases=(Phase.SUPPLY,),
        check=check_rebuild,
        apply=apply_rebuild,
        options=options_rebuild,
        ways=lambda view, filled: _ways_raise(view, "rebuild", filled),
        left=columns_left,
        possible=lambda view: some(_raisable(view, "rebuild")),
    ),
    Verb(
        model=Deploy,
        phases=(Phase.SUPPLY,),
        check=check_deploy,
        apply=apply_deploy,
        options=options_deploy,
        left=_left_waiting,
        possible=lambda view: some(placeable(view)),
    ),
)
