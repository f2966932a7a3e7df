"""Naval Area Destination Chits (4.1 I): which ships sail where, with whom aboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.api import Action
from engine.dice import Dice
from engine.war_of_the_pacific.actions import Done, WriteOrder
from engine.war_of_the_pacific.board import BOX, load_board
from engine.war_of_the_pacific.opponent.force import Force
from engine.war_of_the_pacific.opponent.landings import (
    PARTY,
    best_landing,
    forward,
    home_of,
    passengers,
)
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.safe import legal
from engine.war_of_the_pacific.opponent.sorties import best_cruise
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.fleet import card, is_warship_id
from engine.war_of_the_pacific.rules.ground import kind_of
from engine.war_of_the_pacific.rules.orders import sailing_turn
from engine.war_of_the_pacific.state import Phase, Unit

SPARE = 1
"""Transports of a convoy for Supply Columns."""
LEAST = 3
"""Transports that are left for a second convoy, or else sail with the first."""
SLOW = -1
"""Speed modifier below which a warship stays in port."""


def write_orders(look: Outlook, dice: Dice) -> Action:
    """Return the next order to write, or the end of the phase when all are written."""
    turn = sailing_turn(look.table)
    own = look.view.own
    ordered = {
        ship for order in (own.orders if own else ()) if order.turn == turn for ship in order.ships
    }
    planned: set[str] = set()
    for ships, area in _plans(look, dice):
        # No ship is ordered twice, or the two orders would replace each other for ever.
        left = tuple(ship for ship in ships if ship not in planned)
        planned.update(left)
        if not ordered.issuperset(left):
            action = WriteOrder(ships=left, area=area)
            if legal(look.view, action):
                return action
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


def _plans(look: Outlook, dice: Dice) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the orders worth writing: convoys with their escorts, cruises, the way home."""
    convoyed: dict[str, str] = {}
    home = home_of(look)
    ready = sorted(_ready(look).items(), key=lambda item: (_only_warships(item[1]), item[0]))
    for (_, port), ships in ready:
        transports = [ship for ship in ships if not is_warship_id(ship.id)]
        escorts = [ship for ship in ships if _escorts(ship)]
        area = _convoy(look, port, transports, escorts, dice)
        if area:
            convoyed[port] = area
            yield _sailing(look, port, transports, escorts), area
        elif port in convoyed and escorts:
            yield tuple(ship.id for ship in escorts), convoyed[port]
        elif home not in ("", port):
            yield from _homeward(look, ships)
        else:
            yield from _cruises(look, [ship for ship in escorts if _cruises_well(ship)])
    yield from _afterwards(look)


def _homeward(look: Outlook, ships: Sequence[Unit]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the order that brings ships home."""
    area = load_board().area_of(home_of(look))
    if area is not None and ships:
        yield tuple(ship.id for ship in ships), area


def _sailing(
    look: Outlook, port: str, transports: Sequence[Unit], escorts: Sequence[Unit]
) -> tuple[str, ...]:
    """Return the ships of a convoy: what its load takes, and every other escort if some stay."""
    force = _expected(look, port, transports)
    wanted = (force.steps + 1) // 2 + SPARE
    order = sorted(transports, key=lambda ship: (-ship.steps, ship.id))
    if len(transports) - wanted < LEAST:
        return tuple(ship.id for ship in (*escorts, *order))
    guard = sorted(escorts, key=lambda ship: (-card(ship.id).gunfire, ship.id))
    return tuple(ship.id for ship in (*guard[::2], *order[:wanted]))


def _only_warships(ships: Sequence[Unit]) -> bool:
    return all(is_warship_id(ship.id) for ship in ships)


def _convoy(
    look: Outlook, port: str, transports: Sequence[Unit], escorts: Sequence[Unit], dice: Dice
) -> str:
    """Return the naval area for the convoy of a port, "" if none is worth it."""
    force = _expected(look, port, transports)
    if force.dice < 2:
        return ""
    least = look.temper.landing + forward(look, port, force.power())
    areas = load_board().areas
    found = [best_landing(look, force, (area,), escorts, origin=port) for area in areas]
    worth = [one for one in found if one is not None and one.value >= least]
    if not worth:
        return ""
    best = max(worth, key=lambda one: (one.value, one.place))
    if look.table.phase is not Phase.PLAN:
        return best.area
    # The first voyage is not always the same.
    likely = [one for one in worth if one.value >= look.weights.sea.choice * best.value]
    return likely[dice.roll("first voyage", sides=len(likely))[0] - 1].area


def _cruises(look: Outlook, ships: Sequence[Unit]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the cruise of warships that have nothing better to do."""
    if look.table.phase is Phase.PLAN or not ships:
        return
    found = best_cruise(look, ships, tuple(load_board().areas))
    if found is not None and found.value >= look.temper.cruise:
        yield tuple(ship.id for ship in ships), found.area


def _afterwards(look: Outlook) -> Iterator[tuple[tuple[str, ...], str]]:
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
            groups.setdefault(table.units[ship].at, []).append(table.units[ship])
        for _, ships in sorted(groups.items()):
            out = [ship for ship in ships if _cruises_well(ship)]
            found = best_cruise(look, out, (order.area,)) if out else None
            if found is not None and found.value >= look.temper.cruise:
                yield tuple(ship.id for ship in out), found.area
                ships = [ship for ship in ships if ship not in out]  # noqa: PLW2901
            if home:
                yield from _homeward(look, ships)


def _cruises_well(ship: Unit) -> bool:
    """Say whether a ship goes on cruises: a sound warship that is fast."""
    return is_warship_id(ship.id) and ship.steps > 1 and card(ship.id).speed > 0


def _escorts(ship: Unit) -> bool:
    """Say whether a ship goes with convoys: sound warships that are not slow."""
    return is_warship_id(ship.id) and ship.steps > 1 and card(ship.id).speed >= SLOW


def _expected(look: Outlook, port: str, transports: Sequence[Unit]) -> Force:
    """Return the force that will be there to embark: the troops of the port, and what is raised."""
    if not transports:
        return Force()
    units = passengers(look, port)
    columns = len(look.columns.get(port, ())) if port == BOX else 0
    dice = min(PARTY, 2 * len(transports), len(units) + columns)
    guns = sum(kind_of(unit.id) is Kind.ARTILLERY for unit in units[:dice])
    steps = min(2 * len(transports), 2 * dice, sum(u.steps for u in units[:dice]) + columns)
    return Force(dice, guns, max(steps, dice))
