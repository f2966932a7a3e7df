"""What must hold of every state, whatever was played: the fuzzer's and the tests' measure.

A fault is a sentence for developers, never for players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.api import Refusal, Term
from engine.data.cache import cached_per_data
from engine.kit.wording import inside, refuse
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_land_unit, is_ship, is_transport, load_of, printed
from engine.war_of_the_pacific.places import (
    BOX,
    DEAD,
    GONE,
    HAND,
    POOL,
    PlaceKind,
    carrier_of,
    is_hex,
    is_on_map,
    is_on_track,
    kind_of_place,
    turn_of,
)
from engine.war_of_the_pacific.play import place_term, seat_term, unit_terms
from engine.war_of_the_pacific.roster import Edition, is_supply, load_roster
from engine.war_of_the_pacific.rules.land.stacking import overstacked
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import (
    CHILE,
    SEATS,
    Allotment,
    Overstack,
    Phase,
    State,
    Table,
    Unit,
    other,
)
from engine.war_of_the_pacific.survey import cargo_of, is_friendly_port, land_units

OFF_TABLE = (POOL, DEAD, GONE)


def faults(state: State) -> tuple[Refusal, ...]:
    """Return everything about *state* that cannot be; empty for a sound one."""
    found = unsound(state.table)
    return found if any(_roster(state.table)) else (*found, *_orders(state))


def unsound(table: Table) -> tuple[Refusal, ...]:
    """Return everything that cannot be on a table: all of it that everybody sees."""
    missing = tuple(_roster(table))
    if missing:
        return missing
    return (
        *(fault for unit in table.units.values() for fault in _unit(table, unit)),
        *_cargo(table),
        *_shared_hexes(table),
        *_stacking(table),
        *_cities(table),
        *(fault for unit in table.units.values() for fault in _captured(table, unit)),
        *_machines(table),
        *_supply(table),
    )


@cached_per_data()
def _roster_ids(edition: Edition) -> frozenset[str]:
    return frozenset(card.id for card in load_roster().of(edition=edition))


def _roster(table: Table) -> Iterator[Refusal]:
    """No counter of the roster is lost, doubled or invented; columns are numbered as made."""
    present = {unit_id for unit_id in table.units if not is_supply(unit_id)}
    due = _roster_ids(table.settings.follows("forces"))
    if present != due:
        yield inside(f"roster: {sorted(present ^ due)}")
    for unit_id, unit in table.units.items():
        if unit.id != unit_id:
            yield inside(f"{unit_id} is filed as {unit.id}")
        if is_supply(unit_id) and not 1 <= int(unit_id[2:]) <= table.columns:
            yield inside(f"{unit_id} of {table.columns} columns")


def _unit(table: Table, unit: Unit) -> Iterator[Refusal]:
    """It is somewhere, where its kind can be, with a possible number of steps."""
    most = printed(unit).steps
    if unit.side not in SEATS:
        yield inside(f"{unit.id} is {unit.side!r}'s")
    if unit.at in OFF_TABLE:
        if unit.steps:
            yield inside(f"{unit.id} has {unit.steps} steps in the {unit.at}")
        if is_supply(unit.id):
            yield inside(f"{unit.id} is in the {unit.at}")
    elif not 1 <= unit.steps <= most:
        yield refuse("fault.steps", "2.7", unit=Term("unit", unit.id), n=unit.steps, most=most)
    if is_on_map(unit.at):
        yield from _on_map(table, unit)
    elif kind_of_place(unit.at) is PlaceKind.NOWHERE:
        yield inside(f"{unit.id} is nowhere: {unit.at!r}")
    if unit.at == HAND and table.phase is not Phase.SETUP:
        yield inside(f"{unit.id} is in hand after the set-up")
    if is_on_track(unit.at) and (table.phase is Phase.SETUP or turn_of(unit.at) < 2):
        yield inside(f"{unit.id} waits at {unit.at}")


def _on_map(table: Table, unit: Unit) -> Iterator[Refusal]:
    board = load_board()
    if is_ship(unit):
        if not board.is_navigable(unit.at):
            yield _misplaced("fault.on_land", "7.2", unit)
        if unit.in_port and not is_friendly_port(table, unit.at, unit.side):
            yield _misplaced("fault.port", "2.4", unit)
        if unit.at == BOX and not unit.in_port:
            yield _misplaced("fault.box_at_sea", "2.4.box", unit)
    elif unit.at != BOX and not board.is_land(unit.at):
        yield _misplaced("fault.on_water", "8.2", unit)
    elif unit.in_port:
        yield inside(f"{unit.id} is no ship and lies in port")
    if unit.at == BOX and unit.side == other("chile"):
        yield _misplaced("fault.box", "2.4.box", unit)


def _misplaced(code: str, rule: str, unit: Unit) -> Refusal:
    return refuse(code, rule, unit=Term("unit", unit.id), place=place_term(unit.at))


def _loaded(code: str, rule: str, ship: str, carried: Iterable[Unit]) -> Refusal:
    return refuse(code, rule, ship=Term("unit", ship), units=unit_terms(carried))


def _cargo(table: Table) -> Iterator[Refusal]:
    """What is aboard is aboard an own transport on the map that has room for it (7.1)."""
    room = scenario_for(table.settings).ships.steps_aboard
    for carrier in {carrier_of(unit.at) for unit in table.units.values()} - {""}:
        ship = table.units.get(carrier)
        carried = cargo_of(table.units, carrier)
        if ship is None or not is_transport(ship) or not is_on_map(ship.at):
            yield _loaded("fault.carrier", "7.1", carrier, carried)
            continue
        if load_of(carried) > room or any(is_ship(unit) for unit in carried):
            yield _loaded("fault.load", "7.1.capacity", carrier, carried)
        if any(unit.side != ship.side for unit in carried):
            yield _loaded("fault.enemy_cargo", "7.1", carrier, carried)


def _shared_hexes(table: Table) -> Iterator[Refusal]:
    """Land units of both sides share a hex only on a coast, after a landing (7.6, WP-R13)."""
    places: dict[str, set[str]] = {}
    for unit in table.units.values():
        if is_hex(unit.at) and not is_ship(unit):
            places.setdefault(unit.at, set()).add(unit.side)
    for place, sides in places.items():
        if len(sides) < 2:
            continue
        fighting = {side for side in sides if land_units(table.units, place, side)}
        if len(fighting) == 2 and not load_board().hexes[place].coastal:
            yield refuse("fault.shared", "7.6.landing", place=place_term(place))
        # Columns of a beaten landing are the enemy's only when the combat phase ends (7.6).
        if len(fighting) == 1 and not table.frames and table.phase is not Phase.LAND_COMBAT:
            yield refuse("fault.columns", "8.12", place=place_term(place))


def _stacking(table: Table) -> Iterator[Refusal]:
    """Once the Administrative Phase asks for nothing, its player is within the limits (8.1)."""
    if table.phase is not Phase.ADMIN or any(isinstance(one, Overstack) for one in table.frames):
        return
    for place, excess in overstacked(table, table.player):
        seat = seat_term(table.player)
        yield refuse("fault.stacking", "8.1", seat=seat, place=place_term(place), n=excess)


def _captured(table: Table, unit: Unit) -> Iterator[Refusal]:
    """Only ships change sides, where that is played, and under one of their captor's flags (10.1).

    Lost for good they are back with their own navy (WP-R74).
    """
    if is_supply(unit.id):
        return
    card = printed(unit)
    if unit.side == card.side:
        if unit.nation != card.nation:
            yield inside(f"{unit.id} of {card.nation} is under the flag of {unit.nation}")
        return
    if not is_ship(unit) or not table.settings.ship_capture:
        yield refuse("fault.captor", "10.1", unit=Term("unit", unit.id), seat=seat_term(unit.side))
    if unit.nation not in (("chile",) if unit.side == CHILE else ("peru",)):
        yield inside(f"{unit.id}, taken by {unit.side}, is under the flag of {unit.nation}")
    if unit.at in OFF_TABLE or unit.at == HAND:
        yield inside(f"{unit.id} is {unit.side}'s in the {unit.at}")


def _machines(table: Table) -> Iterator[Refusal]:
    """Infernal machines are tried once a port, not before their turn, where they are played."""
    if _doubled(table.machines) or not all(map(load_board().is_port, table.machines)):
        yield inside(f"infernal machines in {table.machines}")
    first = scenario_for(table.settings).infernal.from_turn
    if table.machines and (not table.settings.infernal_machines or table.turn < first):
        places = tuple(map(place_term, table.machines))
        yield refuse("fault.machines", "10.2", places=places, n=table.turn)


def _supply(table: Table) -> Iterator[Refusal]:
    """Supply waits for orders in the Administrative Phase alone, where the table has it so."""
    closes = any(isinstance(one, Allotment) and one.closes for one in table.frames)
    if not (table.supply_due or closes):
        return
    if table.phase is not Phase.ADMIN or table.settings.follows("supply_roll") == "es":
        yield inside(f"supply is due in the {table.phase} phase")
    if table.supply_due and closes:
        yield inside("supply is rolled and due")


def _cities(table: Table) -> Iterator[Refusal]:
    """Each city is one side's; land units that stand alone in it hold it (WP-R21)."""
    cities = load_board().cities
    if set(table.control) != set(cities) or not set(table.control.values()) <= set(SEATS):
        yield inside(f"control of cities: {dict(table.control)}")
    if _doubled(table.refuges) or not set(table.refuges) <= set(cities):
        yield inside(f"refuges: {table.refuges}")
    if table.frames:
        return
    standing: dict[str, set[str]] = {}
    for unit in table.units.values():
        if unit.at in cities and is_land_unit(unit):
            standing.setdefault(unit.at, set()).add(unit.side)
    for place, sides in standing.items():
        if len(sides) == 1 and table.control[place] not in sides and place not in table.refuges:
            (seat,) = sides
            yield refuse(
                "fault.city",
                "3.control",
                place=place_term(place),
                seat=seat_term(seat),
                holder=seat_term(table.control[place]),
            )


def _orders(state: State) -> Iterator[Refusal]:
    """Orders are for this turn or the next, for own ships afloat, one a ship a turn (4.1 I)."""
    table = state.table
    for seat, own in state.secrets.items():
        seen: set[tuple[int, str]] = set()
        if any(kind not in MODELS or not MODELS[kind].standing for kind in own.standing):
            yield inside(f"{seat} has the standing orders {sorted(own.standing)}")
        if _doubled(order.number for order in own.orders):
            yield inside(f"{seat} has two orders of one number")
        for order in own.orders:
            if order.turn not in (table.turn, table.turn + 1) or order.number > own.numbered:
                yield inside(f"{seat}'s order {order.number} is for turn {order.turn}")
            for ship in order.ships:
                unit = table.units[ship]
                if (order.turn, ship) in seen or unit.side != seat or unit.at in OFF_TABLE:
                    yield inside(f"{seat}'s order {order.number} for {ship}")
                seen.add((order.turn, ship))


def _doubled(values: Iterable[int] | Iterable[str]) -> bool:
    found = tuple(values)
    return len(found) != len(set(found))
