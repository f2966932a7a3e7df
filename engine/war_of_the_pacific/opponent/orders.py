"""Naval Area Destination Chits (4.1 I): which ships sail where, with whom aboard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from engine.api import Action
from engine.dice import Dice
from engine.reasons import Why
from engine.war_of_the_pacific.actions import Done, WriteOrder
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_warship, kind_of, printed
from engine.war_of_the_pacific.opponent.force import Force
from engine.war_of_the_pacific.opponent.geography import shores
from engine.war_of_the_pacific.opponent.landings import (
    PARTY,
    Landing,
    best_landing,
    danger,
    forward,
    guns_of,
    home_of,
    leaves,
    passengers,
)
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.safe import legal
from engine.war_of_the_pacific.opponent.saying import (
    of_cruise,
    of_escort,
    of_home,
    of_landing,
    of_staying,
)
from engine.war_of_the_pacific.opponent.sorties import squadron
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.administration.naval_orders import sailing_turn
from engine.war_of_the_pacific.state import Phase, Unit
from engine.war_of_the_pacific.survey import is_friendly_port

SPARE = 1
"""Transports of a convoy for Supply Columns."""
LEAST = 3
"""Transports that are left for a second convoy, or else sail with the first."""
RECEIVED = 2
"""Supply Columns that are surely to be had at home next turn."""
SLOW = -1
"""Speed modifier below which a warship stays in port."""

Planned = tuple[tuple[str, ...], str, Why]
"""Ships, the naval area that they are bound for, and what says why."""


def write_orders(look: Outlook, dice: Dice) -> Action:
    """Return the next order to write, or the end of the phase when all are written."""
    turn = sailing_turn(look.table)
    own = look.view.own
    ordered = {
        ship for order in (own.orders if own else ()) if order.turn == turn for ship in order.ships
    }
    planned: set[str] = set()
    for ships, area, why in _plans(look, dice):
        # No ship is ordered twice, or the two orders would replace each other for ever.
        left = tuple(ship for ship in ships if ship not in planned)
        planned.update(left)
        if not ordered.issuperset(left):
            action = WriteOrder(ships=left, area=area)
            if legal(look.view, action):
                return look.reasons.note(action, why)
    return Done()


def _ready(look: Outlook) -> dict[tuple[str, str], list[Unit]]:
    """Return the ships that lie in a port of theirs when the order is carried out.

    They are sorted by where they lie now and by that port. Ships at sea without an order, and
    those that are ordered home, are there before, unless the order is for this very turn.
    """
    table, own = look.table, look.view.own
    later = sailing_turn(table) > table.turn
    home = home_of(look)
    away: set[str] = set()
    back: set[str] = set()
    for order in own.orders if own and later else ():
        if order.turn == table.turn:
            bound = back if home and order.area == load_board().area_of(home) else away
            bound.update(order.ships)
    found: dict[tuple[str, str], list[Unit]] = {}
    for place, ships in look.ships.items():
        for ship in ships:
            if ship.id in away or (not ship.in_port and (not later or not home)):
                continue
            port = home if ship.id in back or not ship.in_port else place
            found.setdefault((place, port), []).append(ship)
    return found


def _plans(look: Outlook, dice: Dice) -> Iterator[Planned]:
    """Yield the orders worth writing: convoys with their escorts, cruises, the way home."""
    convoyed: dict[str, Landing] = {}
    home = home_of(look)
    stores = _stores(look)
    ready = sorted(_ready(look).items(), key=lambda item: (_only_warships(item[1]), item[0]))
    for (_, port), ships in ready:
        if not stores[port]:
            continue  # no column will be there to leave with (7.8)
        stores[port] -= 1
        transports = [ship for ship in ships if not is_warship(ship)]
        escorts = [ship for ship in ships if _escorts(ship)]
        landing = _convoy(look, port, transports, escorts, dice)
        if landing is not None:
            convoyed[port] = landing
            force = _expected(look, port, transports)
            why = partial(of_landing, look, landing.place, force, escorts)
            yield _sailing(look, port, transports, escorts), landing.area, why
        elif port in convoyed and escorts:
            landing = convoyed[port]
            why = partial(of_escort, landing)
            yield tuple(ship.id for ship in escorts), landing.area, why
        elif home not in ("", port):
            yield from _homeward(look, ships)
        else:
            yield from _cruises(look, escorts)
    yield from _at_sea(look)
    yield from _afterwards(look)


def _stores(look: Outlook) -> Counter[str]:
    """Return how many stacks can leave each port: one a column, and at home with what comes in."""
    found = Counter({place: len(columns) for place, columns in look.columns.items()})
    if home := home_of(look):
        found[home] += RECEIVED
    return found


def _homeward(look: Outlook, ships: Sequence[Unit]) -> Iterator[Planned]:
    """Yield the order that brings ships home, unless a stronger fleet lies in wait there."""
    area = load_board().area_of(home_of(look))
    if area is not None and ships and not _dreaded(look, ships):
        yield tuple(ship.id for ship in ships), area, partial(of_home, home_of(look))


def _dreaded(look: Outlook, ships: Sequence[Unit]) -> bool:
    """Say whether a stronger fleet lies in wait off the home port."""
    home = home_of(look)
    area = load_board().area_of(home)
    if home in ("", BOX) or area is None:
        return False
    return danger(look, home, area, guns_of(ships)) >= look.weights.sea.dread


def _sailing(
    look: Outlook, port: str, transports: Sequence[Unit], escorts: Sequence[Unit]
) -> tuple[str, ...]:
    """Return the ships of a convoy: what its load takes, and every other escort if some stay."""
    force = _expected(look, port, transports)
    wanted = (force.steps + 1) // 2 + SPARE
    order = sorted(transports, key=lambda ship: (-ship.steps, ship.id))
    if len(transports) - wanted < LEAST:
        return tuple(ship.id for ship in (*escorts, *order))
    guard = sorted(escorts, key=lambda ship: (-printed(ship).gunfire, ship.id))
    return tuple(ship.id for ship in (*guard[::2], *order[:wanted]))


def _only_warships(ships: Sequence[Unit]) -> bool:
    return all(is_warship(ship) for ship in ships)


def _convoy(
    look: Outlook, port: str, transports: Sequence[Unit], escorts: Sequence[Unit], dice: Dice
) -> Landing | None:
    """Return where the convoy of a port is to land, ``None`` if nowhere is worth it."""
    force = _expected(look, port, transports)
    if force.dice < 2:
        return None
    least = look.temper.landing + forward(look, port, force.power())
    areas = load_board().areas
    along = len(transports) > 1
    found = [
        best_landing(look, force, (area,), escorts, origin=port, provided=along) for area in areas
    ]
    worth = [one for one in found if one is not None and one.value >= least]
    if not worth:
        return None
    best = max(worth, key=lambda one: (one.value, one.place))
    if look.table.phase is not Phase.PLAN:
        return best
    # The first voyage is not always the same.
    likely = [one for one in worth if one.value >= look.weights.sea.choice * best.value]
    return likely[dice.roll("first voyage", sides=len(likely))[0] - 1]


def _cruises(look: Outlook, ships: Sequence[Unit]) -> Iterator[Planned]:
    """Yield the cruise of warships that have nothing better to do."""
    if look.table.phase is Phase.PLAN or not ships:
        return
    found = squadron(look, ships)
    if found is not None:
        yield _station(look, *found)


def _station(look: Outlook, found: Landing, ships: Sequence[Unit]) -> Planned:
    why = partial(of_cruise, look, found.place, ships)
    return tuple(ship.id for ship in ships), found.area, why


def _at_sea(look: Outlook) -> Iterator[Planned]:
    """Yield orders of this very turn for warships at sea, which would else return home."""
    if sailing_turn(look.table) > look.table.turn or look.table.phase is Phase.PLAN:
        return
    for _, ships in sorted(look.ships.items()):
        yield from _cruises(look, [ship for ship in ships if not ship.in_port and _escorts(ship)])


def _afterwards(look: Outlook) -> Iterator[Planned]:
    """Yield next turn's orders for ships that sail this turn: to stay out there, or to come home.

    Ships at sea come home without one too; but where they end in a port they would stay in it.
    """
    table, own, home = look.table, look.view.own, home_of(look)
    if sailing_turn(table) == table.turn or own is None:
        return
    for order in own.orders:
        if order.turn != table.turn or (home and order.area == load_board().area_of(home)):
            continue
        groups: dict[str, list[Unit]] = {}
        for ship in order.ships:
            unit = table.units[ship]
            if not unit.in_port or leaves(look, unit.at):
                groups.setdefault(unit.at, []).append(unit)
        for _, ships in sorted(groups.items()):
            found = squadron(look, [ship for ship in ships if _escorts(ship)])
            if found is not None and not _puts_in(look, order.area):
                yield _station(look, *found)
                ships = [ship for ship in ships if ship not in found[1]]  # noqa: PLW2901
            if home and not _dreaded(look, ships):
                yield from _homeward(look, ships)
            elif ships:
                yield tuple(ship.id for ship in ships), order.area, of_staying


def _puts_in(look: Outlook, area: str) -> bool:
    """Say whether ships bound for an area may end in a port of theirs, and need a column there."""
    return any(is_friendly_port(look.table, place, look.side) for place in shores(area))


def _escorts(ship: Unit) -> bool:
    """Say whether a ship goes with convoys: sound warships that are not slow."""
    return is_warship(ship) and ship.steps > 1 and printed(ship).speed >= SLOW


def _expected(look: Outlook, port: str, transports: Sequence[Unit]) -> Force:
    """Return the force that will be there to embark: the troops of the port, and what is raised."""
    if not transports:
        return Force()
    units = passengers(look, port)
    columns = len(look.columns.get(port, ())) + _income(look) if port == BOX else 0
    dice = min(PARTY, 2 * len(transports), len(units) + columns)
    guns = sum(kind_of(unit) is Kind.ARTILLERY for unit in units[:dice])
    steps = min(2 * len(transports), 2 * dice, sum(u.steps for u in units[:dice]) + columns)
    return Force(dice, guns, max(steps, dice))


def _income(look: Outlook) -> int:
    """Return the columns that come in before an order written now is sailed (4.1 I, WP-E34)."""
    table = look.table
    still = table.phase is Phase.PLAN or table.settings.follows("supply_roll") == "en"
    return look.weights.supply.income * (sailing_turn(table) - table.turn + still)
