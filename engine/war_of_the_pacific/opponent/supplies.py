"""Supply Columns: where they are received and what they are spent on (4.1 I, 6.0)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import exp

from engine.api import Action, Text
from engine.reasons import leading
from engine.war_of_the_pacific.actions import (
    Allot,
    Build,
    Deploy,
    Done,
    Lose,
    Rebuild,
    Recruit,
    RepairShip,
    Replenish,
    Settle,
)
from engine.war_of_the_pacific.counters import (
    is_land_unit,
    is_transport,
    is_warship,
    kind_of,
    printed,
)
from engine.war_of_the_pacific.opponent.force import force_of
from engine.war_of_the_pacific.opponent.landings import PARTY
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.safe import legal
from engine.war_of_the_pacific.opponent.saying import (
    of_allotment,
    of_losses,
    of_repair,
    of_settling,
    of_site,
    of_step,
    of_transport,
)
from engine.war_of_the_pacific.places import BOX, DEAD, POOL, is_on_map
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.administration.supply_received import named_cities
from engine.war_of_the_pacific.rules.supply.columns import (
    column_reaches,
    prices,
    usable_columns,
    waiting,
)
from engine.war_of_the_pacific.rules.supply.new_units import open_cities
from engine.war_of_the_pacific.rules.supply.repairs import yards
from engine.war_of_the_pacific.state import Allotment, Overstack, Repair, Unit

# --- received -----------------------------------------------------------------------------------


def allot(look: Outlook, frame: Allotment) -> Iterator[Action]:
    """Yield where the columns go: the Bolivian one to the larger army, the others to the fleet."""
    n = frame.columns
    hexes = named_cities()
    army = {key: force_of(look.own.get(hexes[key], ())).steps for key in ("la_paz", "oruro")}
    for key in sorted(army, key=lambda one: -army[one]):
        home = dict.fromkeys(hexes, 0)
        for port in ("callao", "lima"):
            given = {**home, key: min(1, n), port: n - min(1, n)}
            yield look.reasons.note(Allot(**given), of_allotment)
        yield look.reasons.note(Allot(**{**home, key: n}), of_allotment)
    for port in ("callao", "lima"):
        given = {**dict.fromkeys(hexes, 0), port: n}
        yield look.reasons.note(Allot(**given), of_allotment)


def remove(look: Outlook, frame: Overstack) -> Iterator[Action]:
    """Yield the units given up where too many stand."""
    units = sorted(look.own.get(frame.hex, ()), key=lambda unit: (value(look, unit), unit.id))
    lost = Lose(units=tuple(unit.id for unit in units[: frame.excess]))
    yield look.reasons.note(lost, of_losses)


def value(look: Outlook, unit: Unit) -> float:
    """Return what a land unit is worth."""
    guns = look.weights.worth.artillery if kind_of(unit) is Kind.ARTILLERY else 1.0
    return look.weights.worth.step * guns * unit.steps + 0.05 * printed(unit).modifier


# --- spent --------------------------------------------------------------------------------------


def spend(look: Outlook) -> Action:
    """Return the next use of a column, or the end of the phase."""
    for unit in waiting(look.table, look.side):
        for place in _sites(look, unit):
            placed = Deploy(units=(unit.id,), to=place)
            if legal(look.view, placed):
                return look.reasons.note(placed, partial(_of_site, look, place))
    offers = sorted(_offers(look), key=lambda offer: -look.judged(offer[0], repr(offer[1])))
    for _, action in offers:
        if legal(look.view, action):
            return look.reasons.note(action, partial(_why, look, action))
    return Done()


def _why(look: Outlook, action: Action) -> Text | None:
    """Say what a column is spent for."""
    match action:
        case Replenish(unit=unit):
            place = look.table.units[unit].at
            crowded = place == BOX and len(look.own.get(place, ())) >= PARTY
            return of_step(unit, place, crowded=crowded, threat=look.threat(place))
        case Recruit(to=place) | Rebuild(to=place):
            return _of_site(look, place)
        case RepairShip(ship=ship):
            return of_repair(ship)
        case Build():
            afloat = sum(is_transport(ship) for ships in look.ships.values() for ship in ships)
            return of_transport(afloat)
    return None


def _of_site(look: Outlook, place: str) -> Text:
    """Say for which city one more unit in a place does most."""
    return of_site(look, place, leading(_goods(look, place)) or "")


def _reserved(look: Outlook) -> set[str]:
    """Return the columns that ships need to leave their ports, and those that go aboard."""
    own = look.view.own
    orders = [one for one in (own.orders if own else ()) if one.turn == look.table.turn]
    kept: set[str] = set()
    for place, ships in look.ships.items():
        here = {ship.id for ship in ships if ship.in_port}
        leaving = sum(1 for order in orders if here.intersection(order.ships))
        cargo = 1 if leaving and any(is_transport(ship) for ship in ships) else 0
        if not leaving and place != BOX and here:
            leaving = look.temper.reserve
        columns = look.columns.get(place, [])
        kept.update(unit.id for unit in columns[: leaving + cargo])
    return kept


def _offers(look: Outlook) -> Iterator[tuple[float, Action]]:
    reserved = _reserved(look)
    columns = [one for one in usable_columns(look.table, look.side) if one.id not in reserved]
    if not columns:
        return
    yield from _replenishments(look, columns)
    yield from _recruits(look, columns)
    yield from _repairs(look, columns)
    yield from _shipyard(look, columns)


def _shipyard(look: Outlook, columns: list[Unit]) -> Iterator[tuple[float, Action]]:
    """Yield transports to build anew, the more urgent the fewer are left."""
    figures = look.weights.supply
    price = prices(look.table).transport
    afloat = sum(is_transport(ship) for ships in look.ships.values() for ship in ships)
    merit = figures.build + figures.build_few * max(0, figures.build_want - afloat)
    if len(columns) < price:
        return
    paid = tuple(one.id for one in columns[:price])
    home = yards(look.table, look.side)[0]
    for unit in look.table.units.values():
        if unit.side == look.side and unit.at == DEAD and is_transport(unit):
            yield merit, Build(ship=unit.id, columns=paid, to=home)


def _replenishments(look: Outlook, columns: list[Unit]) -> Iterator[tuple[float, Action]]:
    figures = look.weights.supply
    for place, units in look.own.items():
        if not is_on_map(place):
            continue
        close = [one for one in columns if column_reaches(place, one.at)]
        if not close:
            continue
        danger = figures.replenish_danger if look.threat(place) > 0 else 0.0
        if place == BOX and len(units) >= PARTY:
            danger = figures.replenish_crowd
        for unit in units:
            if unit.steps < printed(unit).steps:
                guns = figures.replenish_gun if kind_of(unit) is Kind.ARTILLERY else 0.0
                more = 0.5 * figures.modifier * printed(unit).modifier
                merit = figures.replenish + danger + guns + more
                yield merit, Replenish(unit=unit.id, column=close[0].id)


def _recruits(look: Outlook, columns: list[Unit]) -> Iterator[tuple[float, Action]]:
    figures = look.weights.supply
    # What lies farthest from any army pays.
    paying = min(columns, key=lambda one: (len(look.own.get(one.at, ())), one.id))
    for unit in look.table.units.values():
        if unit.side != look.side or not is_land_unit(unit) or unit.at not in (POOL, DEAD):
            continue
        card = printed(unit)
        if unit.at == POOL and card.arrives > look.table.turn:
            continue
        guns = figures.recruit_gun if card.kind is Kind.ARTILLERY else 0.0
        merit = figures.recruit + guns + figures.recruit_step * (card.steps - 1)
        merit += figures.modifier * card.modifier
        fort = figures.recruit_fort if card.kind is Kind.FORT else 0.0
        for place in _sites(look, unit)[:1]:
            model = Recruit if unit.at == POOL else Rebuild
            yield merit + fort, model(unit=unit.id, column=paying.id, to=place)


def _sites(look: Outlook, unit: Unit) -> list[str]:
    """Return the cities where a new unit does most good, the best first."""
    places = [one for one in open_cities(look.table, unit) if look.room(one) > 0]
    return sorted(places, key=lambda place: (-_good(look, place), place))


def _good(look: Outlook, place: str) -> float:
    """Return what one more unit in a city does for it and for the cities round it."""
    total = 0.0
    for good in _goods(look, place).values():
        total += good
    return total - look.weights.supply.crowd * len(look.own.get(place, ()))


def _goods(look: Outlook, place: str) -> dict[str, float]:
    """Return the same for each city."""
    found = {}
    for city, cost in look.points_near(place):
        if cost > look.weights.march.horizon:
            break
        near_by = exp(-cost / look.weights.march.decay)
        if look.holds(city):
            need = look.need(city)
            lacking = max(0.0, need - look.hold_power(city))
            found[city] = near_by * look.points(city) * (lacking / need if need else 0.0)
        else:
            found[city] = look.weights.supply.front * near_by * look.points(city)
    return found


def _repairs(look: Outlook, columns: list[Unit]) -> Iterator[tuple[float, Action]]:
    figures = look.weights.supply
    last = 11
    if look.table.turn >= last:
        return
    allowed = yards(look.table, look.side)
    for place in allowed:
        for ship in look.ships.get(place, ()):
            if is_warship(ship) and ship.steps < printed(ship).steps and ship.in_port:
                more = figures.repair_gun * printed(ship).gunfire
                yield figures.repair + more, RepairShip(ship=ship.id)


def settle(look: Outlook, frame: Repair) -> Iterator[Action]:
    """Yield how a repair is paid: by columns when that is cheap, else by waiting."""
    columns = usable_columns(look.table, look.side)
    late = look.table.turn + frame.roll > 12
    pays = look.weights.supply.pays
    cheap = frame.roll <= pays + late
    if cheap and len(columns) > frame.roll:
        reserved = _reserved(look)
        paid = sorted(columns, key=lambda one: (one.id in reserved, one.id))[: frame.roll]
        settled = Settle(columns=tuple(one.id for one in paid))
        yield look.reasons.note(settled, partial(of_settling, frame.roll, pays=True))
    yield look.reasons.note(Settle(), partial(of_settling, frame.roll, pays=False))
