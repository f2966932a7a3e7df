"""The Consume Supply Columns Phase (6.1-6.5, 9.0): replenish, rebuild, recruit, build, repair.

Rules:
    6.2 replenish, 6.3 rebuild and transports, 6.4 recruit, 6.5 repair, 9.0 reinforcements;
    WP-R22, WP-R41 (any column on the map or in the box pays), WP-R42 (one new unit a city a phase).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.api import Action, Option, Refusal, Term
from engine.war_of_the_pacific.actions import (
    Build,
    Deploy,
    Rebuild,
    Recruit,
    Replenish,
)
from engine.war_of_the_pacific.board import BOX, load_board
from engine.war_of_the_pacific.choosing import (
    fits_option,
    place_options,
    refuse,
    stack_option,
    unit_option,
)
from engine.war_of_the_pacific.occupation import enter_hex
from engine.war_of_the_pacific.play import Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.scenario import Prices, load_scenario
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    DEAD,
    POOL,
    Phase,
    Table,
    Unit,
    View,
    on_track,
)
from engine.war_of_the_pacific.survey import (
    controller,
    friendly_port,
    friendly_ports,
    is_column,
    is_fort,
    is_land_unit,
    is_ship,
    is_transport,
    printed,
)
from engine.war_of_the_pacific.verb import AnyVerb, Verb

TRACK = "track"
"""Typed for "no city is free": the unit waits on the turn track (6.3)."""
_SUPPLY = frozenset((Phase.SUPPLY,))


def prices(table: Table) -> Prices:
    """Return what Supply Columns buy."""
    return load_scenario(table.settings.edition).prices


def on_map(place: str) -> bool:
    """Say whether a place is a hex or the box."""
    return place == BOX or place.isdigit()


def usable_columns(table: Table, side: str) -> tuple[Unit, ...]:
    """Return the side's columns that may be spent: on the map or in the box (WP-R41)."""
    return tuple(
        unit
        for unit in table.units.values()
        if unit.side == side and is_column(unit) and on_map(unit.at)
    )


def one_a_place(columns: Iterable[Unit]) -> Iterator[Unit]:
    """Return one column of each place: columns of a place are all alike."""
    seen = set()
    for unit in columns:
        if (unit.at, unit.nation) not in seen:
            seen.add((unit.at, unit.nation))
            yield unit


def near(a: str, b: str) -> bool:
    """Say whether two places are the same or adjacent (6.2); the box adjoins its exits."""
    if a == b:
        return True
    board = load_board()
    if BOX in (a, b):
        return (b if a == BOX else a) in board.box_exits
    return b in board.neighbours(a)


def refuse_column(table: Table, side: str | None, column_id: str) -> list[Refusal]:
    """Return why a column cannot be spent."""
    unit = table.units[column_id]
    if not is_column(unit):
        return [refuse("supply.not_a_column", "6.1", unit=Term("unit", column_id))]
    if unit.side != side:
        return [refuse("unit.not_yours", "6.1", unit=Term("unit", column_id))]
    if not on_map(unit.at):
        return [refuse("supply.column_aboard", "6.1", unit=Term("unit", column_id))]
    return []


# --- 6.2 ------------------------------------------------------------------------------------


def check_replenish(view: View, action: Replenish) -> list[Refusal]:
    """Return why the unit cannot be brought to full strength (6.2)."""
    table = view.table
    unit = table.units[action.unit]
    found = refuse_column(table, view.viewer, action.column)
    found += _not_depleted(view, unit)
    if not found and not near(unit.at, table.units[action.column].at):
        found.append(
            refuse(
                "replenish.too_far",
                "6.2",
                unit=Term("unit", unit.id),
                place=place_term(unit.at),
                column=place_term(table.units[action.column].at),
            )
        )
    return found


def _not_depleted(view: View, unit: Unit) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "6.2", unit=name)]
    if not is_land_unit(unit):
        return [refuse("unit.not_land", "6.2", unit=name)]
    if not on_map(unit.at):
        return [refuse("unit.not_on_map", "6.2", unit=name, place=place_term(unit.at))]
    if unit.steps >= printed(unit).steps:
        return [refuse("replenish.full", "6.2", unit=name)]
    return []


def apply_replenish(play: Play, seat: str, action: Replenish) -> None:
    """Spend the column and flip the unit."""
    spend(play, seat, (action.column,))
    play.change(action.unit, steps=printed(action.unit).steps)
    play.tell("supply.replenished", "6.2", seat=seat_term(seat), unit=Term("unit", action.unit))


def _depleted(view: View) -> Iterator[Unit]:
    """Yield own depleted units that have a column near, best printed values first."""
    places = {unit.at for unit in usable_columns(view.table, view.viewer or "")}
    if not places:
        return
    own = [
        unit
        for unit in view.table.units.values()
        if unit.side == view.viewer and on_map(unit.at) and is_land_unit(unit)
    ]
    for unit in sorted(own, key=lambda one: -printed(one).modifier):
        if unit.steps < printed(unit).steps and any(near(unit.at, place) for place in places):
            yield unit


def options_replenish(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer depleted units with a column near, then these columns."""
    if field == "unit":
        yield from map(unit_option, _depleted(view))
        return
    unit = view.table.units.get(filled.get("unit", ""))
    if unit is not None:
        close = (
            column
            for column in usable_columns(view.table, view.viewer or "")
            if near(unit.at, column.at)
        )
        yield from map(unit_option, one_a_place(close))


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
        and controller(table, hex_id) == ALLIES
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
    if home is not None and controller(table, home) != unit.side:
        return [refuse("new.home_lost", "9.0.forts", unit=name, place=place_term(home))]
    if to in table.placed:
        return [refuse("new.one_a_city", "6.3.place", place=place_term(to))]
    if to == TRACK:
        return [refuse("new.city_free", "6.3.delay", unit=name)]
    rule = "6.3.place" if home is None else "9.0.forts"
    shown = tuple(map(place_term, allowed[:12] if home is None else (home,)))
    return [refuse("new.not_there", rule, unit=name, place=place_term(to), allowed=shown)]


def _why_not_rebuilt(view: View, unit: Unit) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "6.3", unit=name)]
    if is_fort(unit):
        return [refuse("rebuild.fort", "7.7", unit=name)]
    if not is_land_unit(unit):
        return [refuse("unit.not_land", "6.3", unit=name)]
    if unit.at != DEAD:
        return [refuse("rebuild.not_eliminated", "6.3", unit=name)]
    return []


def _why_not_recruited(view: View, unit: Unit) -> list[Refusal]:
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "6.4", unit=name)]
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
    """Put a new one-step unit on the map, or on the next turn's box of the track (6.3)."""
    if to == TRACK:
        play.change(unit_id, at=on_track(play.table.turn + 1), steps=1)
    else:
        play.change(unit_id, at=to, steps=1, fresh=True)
        if to != BOX:
            play.set(placed=(*play.table.placed, to))


def _settle_in(play: Play, unit_id: str) -> None:
    """Capture enemy columns that stand alone where a unit has appeared, as one marching in does."""
    unit = play.units[unit_id]
    if on_map(unit.at):
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


# --- units on the turn track ----------------------------------------------------------------


def waiting(table: Table, side: str) -> tuple[Unit, ...]:
    """Return the side's land units on the turn track that are due (6.3)."""
    due = {on_track(turn) for turn in range(1, table.turn + 1)}
    return tuple(
        unit
        for unit in table.units.values()
        if unit.side == side and unit.at in due and not is_ship(unit)
    )


def check_deploy(view: View, action: Deploy) -> list[Refusal]:
    """Return why units from the turn track cannot be placed there (6.3)."""
    found = []
    due = {unit.id for unit in waiting(view.table, view.viewer or "")}
    if len(action.units) > 1:
        found.append(refuse("new.one_each", "6.3"))
    for unit_id in action.units:
        unit = view.table.units[unit_id]
        if unit_id not in due:
            found.append(refuse("new.not_waiting", "6.3", unit=Term("unit", unit_id)))
        elif action.to == TRACK:
            found.append(refuse("new.city_free", "6.3", unit=Term("unit", unit_id)))
        else:
            found += refuse_place(view.table, unit, action.to)
    return found


def apply_deploy(play: Play, seat: str, action: Deploy) -> None:
    """Place the unit."""
    for unit_id in action.units:
        _appear(play, unit_id, action.to)
    play.tell(
        "setup.deployed",
        "6.3",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        place=place_term(action.to),
    )
    for unit_id in action.units:
        _settle_in(play, unit_id)


def _placeable(view: View) -> Iterator[Unit]:
    for unit in waiting(view.table, view.viewer or ""):
        if open_cities(view.table, unit):
            yield unit


def options_deploy(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the waiting units and the free cities."""
    if field == "units":
        yield from map(unit_option, _placeable(view))
    elif field == "to":
        unit = view.table.units.get(filled.get("units", ""))
        if unit is not None:
            yield from place_options(open_cities(view.table, unit))


# --- transports -----------------------------------------------------------------------------


def check_build(view: View, action: Build) -> list[Refusal]:
    """Return why the transport cannot be replaced so (6.3)."""
    table = view.table
    unit = table.units[action.ship]
    found: list[Refusal] = []
    for column in action.columns:
        found += refuse_column(table, view.viewer, column)
    price = prices(table).transport
    if len(action.columns) != price:
        found.append(refuse("build.price", "6.3", n=price, given=len(action.columns)))
    if unit.side != view.viewer:
        found.append(refuse("unit.not_yours", "6.3", unit=Term("unit", unit.id)))
    elif not is_transport(unit) or unit.at != DEAD:
        found.append(refuse("build.not_sunk_transport", "6.3", unit=Term("unit", unit.id)))
    if not friendly_port(table, action.to, view.viewer or ""):
        found.append(refuse("port.not_friendly", "6.3", place=place_term(action.to)))
    return found


def apply_build(play: Play, seat: str, action: Build) -> None:
    """Spend three columns; the transport may get an order now but sails next turn."""
    spend(play, seat, action.columns)
    play.change(
        action.ship, at=action.to, steps=printed(action.ship).steps, in_port=True, fresh=True
    )
    play.tell(
        "supply.built",
        "6.3",
        seat=seat_term(seat),
        unit=Term("unit", action.ship),
        place=place_term(action.to),
    )


def _sunk_transports(view: View) -> Iterator[Unit]:
    if len(usable_columns(view.table, view.viewer or "")) < prices(view.table).transport:
        return
    if not friendly_ports(view.table, view.viewer or ""):
        return
    for unit in view.table.units.values():
        if unit.side == view.viewer and unit.at == DEAD and is_transport(unit):
            yield unit


def options_build(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer sunk transports, three columns (of one place if there are), friendly ports."""
    if field == "ship":
        yield from map(unit_option, _sunk_transports(view))
    elif field == "columns":
        yield from column_groups(view, prices(view.table).transport)
    elif field == "to":
        yield from place_options(friendly_ports(view.table, view.viewer or ""))


def column_groups(view: View, size: int) -> Iterator[Option]:
    """Offer *size* columns at a time: of one place where it has enough, else mixed."""
    columns = usable_columns(view.table, view.viewer or "")
    if size < 1 or len(columns) < size:
        return
    by_place: dict[str, list[Unit]] = {}
    for unit in columns:
        by_place.setdefault(unit.at, []).append(unit)
    offered = set()
    for group in sorted(by_place.values(), key=len, reverse=True):
        if len(group) >= size:
            offered.add(tuple(group[:size]))
            yield stack_option(group[:size])
    mixed = tuple(sorted(columns, key=lambda unit: -len(by_place[unit.at])))
    for start in range(len(mixed) - size + 1):
        group_ = mixed[start : start + size]
        if group_ not in offered and fits_option(option := stack_option(group_)):
            offered.add(group_)
            yield option


# --- shared ---------------------------------------------------------------------------------


def spend(play: Play, seat: str, columns: Iterable[str]) -> None:
    """Take columns off the table, saying from where."""
    for column in columns:
        place = play.units[column].at
        play.remove(column)
        play.tell("supply.spent", "6.1", seat=seat_term(seat), place=place_term(place))


def anything_to_do(table: Table, side: str) -> bool:
    """Say whether a column is there to spend or a unit waits to be placed (public knowledge)."""
    return bool(usable_columns(table, side) or waiting(table, side))


def _some(yielding: Iterator[object]) -> bool:
    return next(yielding, None) is not None


def _verb(
    model: type[Action], check: object, apply: object, options: object, possible: object
) -> AnyVerb:
    return Verb(model, _SUPPLY, frozenset(), check, apply, options, possible)  # type: ignore[arg-type]


VERBS: tuple[AnyVerb, ...] = (
    _verb(
        Replenish,
        check_replenish,
        apply_replenish,
        options_replenish,
        lambda view: _some(_depleted(view)),
    ),
    _verb(
        Rebuild,
        check_rebuild,
        apply_rebuild,
        options_rebuild,
        lambda view: _some(_raisable(view, "rebuild")),
    ),
    _verb(
        Recruit,
        check_recruit,
        apply_recruit,
        options_recruit,
        lambda view: _some(_raisable(view, "recruit")),
    ),
    _verb(
        Build,
        check_build,
        apply_build,
        options_build,
        lambda view: _some(_sunk_transports(view)),
    ),
    _verb(
        Deploy,
        check_deploy,
        apply_deploy,
        options_deploy,
        lambda view: _some(_placeable(view)),
    ),
)
