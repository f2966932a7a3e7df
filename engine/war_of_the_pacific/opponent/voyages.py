"""Naval Movement (7.1 to 7.6): troops aboard, stacks under way, troops ashore, raids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.api import Action
from engine.reasons import Why
from engine.war_of_the_pacific.actions import Done, Embark, Infernal, Land, Move, Raid, Sail, Stop
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column, is_fort, is_warship
from engine.war_of_the_pacific.opponent.force import clash, force_of, raid_chance
from engine.war_of_the_pacific.opponent.landings import (
    best_landing,
    danger,
    force_aboard,
    forward,
    guns_of,
    home_of,
    loads,
)
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.safe import legal
from engine.war_of_the_pacific.opponent.saying import (
    of_course,
    of_cruise,
    of_going_ashore,
    of_home,
    of_landing,
    of_machine,
    of_port,
    of_raid,
    of_station,
)
from engine.war_of_the_pacific.opponent.sorties import best_cruise
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.rules.sea.provisions import provisions
from engine.war_of_the_pacific.rules.sea.raids import targets
from engine.war_of_the_pacific.rules.sea.stacks import Stack, order_of, stacks_to_sail
from engine.war_of_the_pacific.state import Unit, Voyage
from engine.war_of_the_pacific.survey import friendly_ports, is_friendly_port


def sail(look: Outlook) -> Action:
    """Return the next step of the Naval Movement Phase."""
    for action in _steps(look):
        if legal(look.view, action):
            return action
    return Done()


def _steps(look: Outlook) -> Iterator[Action]:
    yield from _landings(look)
    stacks = stacks_to_sail(look.view)
    for stack in stacks:
        # Nobody embarks any more once a stack has sailed (7.1).
        if stack.order is not None:
            yield from _aboard(look, stack)
    for stack in stacks:
        if stack.order is None:
            yield from _homeward(look, stack)
        else:
            yield from _outward(look, stack)


# --- with an order ------------------------------------------------------------------------------


def _aboard(look: Outlook, stack: Stack) -> Iterator[Action]:
    """Yield the embarkations of a stack with an order."""
    transports = [ship for ship in stack.ships if not is_warship(ship)]
    leaves = provisions(look.table.units, stack.place, look.side) is not None
    if stack.in_port and transports and leaves:
        aboard = loads(look, stack.place, transports, _kept(look, stack.place))
        extra = tuple(one for _, units in aboard for one in units)
        force = force_aboard(look, stack.ids, extra)
        landing = best_landing(
            look,
            force,
            (stack.area,),
            stack.ships,
            stack.place,
            provided=_provided(look, stack, extra),
        )
        if landing is not None and landing.value > forward(look, stack.place, force.power()):
            why = partial(of_landing, look, landing.place, force, stack.ships)
            for ship, units in aboard:
                yield look.reasons.note(Embark(units=units, ship=ship), why)


def _kept(look: Outlook, port: str) -> int:
    """Return the columns that stay ashore in a port: one for each stack that leaves it (7.8)."""
    leaving = [one for one in stacks_to_sail(look.view) if one.order is not None]
    return max(look.temper.reserve, sum(one.in_port and one.place == port for one in leaving))


def _provided(look: Outlook, stack: Stack, extra: Sequence[str] = ()) -> bool:
    """Say whether a column is aboard a stack, or is to embark with *extra*."""
    aboard = [unit.id for ship in stack.ids for unit in look.cargo.get(ship, ())]
    return any(is_column(one) for one in (*aboard, *extra))


def _outward(look: Outlook, stack: Stack) -> Iterator[Action]:
    """Yield the voyage of a stack with an order."""
    force = force_aboard(look, stack.ids)
    provided = _provided(look, stack)
    landing = best_landing(look, force, (stack.area,), stack.ships, provided=provided)
    home = home_of(look)
    goals: list[tuple[str, Why]] = []
    if home and load_board().area_of(home) == stack.area:
        goals.append((home, partial(of_home, home)))
    if landing is not None and force.dice:
        goals.append((landing.place, partial(of_landing, look, landing.place, force, stack.ships)))
    if not force.dice:
        warships = [ship for ship in stack.ships if is_warship(ship)]
        found = best_cruise(look, warships, (stack.area,))
        if found is not None:
            goals.append((found.place, partial(of_cruise, look, found.place, warships)))
    goals += ((place, partial(of_station, place)) for place in _stations(look, stack))
    for place, why in goals:
        for ships in (stack.ids, stack.ids[:1]):
            yield look.reasons.note(Sail(ships=ships, to=place), why)


def _stations(look: Outlook, stack: Stack) -> Iterator[str]:
    """Yield where ships without troops go in their area: a port of theirs, or where they are."""
    board = load_board()
    hexes = sorted(board.areas[stack.area].hexes)
    ports = [one for one in hexes if is_friendly_port(look.table, one, look.side)]
    if board.area_of(stack.place) == stack.area:
        yield stack.place
    yield from (one for one in ports if look.columns.get(one))
    yield from (one for one in hexes if one not in ports)
    yield from ports


def _homeward(look: Outlook, stack: Stack) -> Iterator[Action]:
    """Yield the voyages of ships that return to port."""
    board = load_board()
    ports: Sequence[str] = friendly_ports(look.table, look.side)
    first = [one for one in (BOX, board.city_keys["callao"].hex) if one in ports]
    order = {place: number for number, place in enumerate(first)}
    guns = guns_of(stack.ships)
    ports = sorted(
        ports,
        key=lambda one: (
            one != BOX
            and danger(look, one, board.area_of(one) or "", guns) >= look.weights.sea.dread,
            order.get(one, len(order)),
            not look.columns.get(one),
            board.sea_distance(stack.place, one) or 0,
            one,
        ),
    )
    for place in ports:
        yield look.reasons.note(Sail(ships=stack.ids, to=place), partial(of_port, place))


# --- ashore -------------------------------------------------------------------------------------


def _landings(look: Outlook) -> Iterator[Action]:
    """Yield who goes ashore: everybody off a place, unless the enemy there is too strong."""
    parties: dict[str, list[Unit]] = {}
    for ships in look.ships.values():
        for ship in ships:
            cargo = look.cargo.get(ship.id)
            if not cargo or not (ship.sailed or ship.in_port):
                continue
            if not ship.sailed and order_of(look.view, ship.id) is not None:
                continue
            parties.setdefault(ship.at, []).extend(cargo)
    for place, party in parties.items():
        land = [unit for unit in party if not is_column(unit)]
        foes = look.foes.get(place)
        if foes and not _worth_fighting(look, place, land, foes):
            continue
        # One more than may stay: it can march on at once.
        room = look.room(place) + (0 if foes else 1)
        ids = [unit.id for unit in land[: max(0, room)]]
        ids += [unit.id for unit in party if is_column(unit)]
        if ids:
            why = partial(of_going_ashore, look, place, columns=not land)
            yield look.reasons.note(Land(units=tuple(ids)), why)


def _worth_fighting(look: Outlook, place: str, party: list[Unit], foes: list[Unit]) -> bool:
    if not party:
        return False
    fight = clash(force_of(party), force_of(foes), look.ground(place, look.enemy), (1, 1))
    step = look.weights.worth.step
    gain = look.worth(place) * fight.clears * look.temper.attack
    return gain + step * (fight.killed - look.temper.caution * fight.lost) > 0


# --- under way ----------------------------------------------------------------------------------


def continue_voyage(look: Outlook, frame: Voyage) -> Iterator[Action]:
    """Yield what a stopped stack does: hold its course, or end its voyage."""
    own = look.view.own
    course = own.course if own else ()
    if course:
        yield look.reasons.note(Move(to=course[-1]), of_course)
    yield Stop()


# --- raids --------------------------------------------------------------------------------------


def raid(look: Outlook) -> Action:
    """Return the next infernal machine (10.2) or bombardment, or the end of the phase."""
    for ships in look.enemy_ships.values():
        for ship in sorted(ships, key=lambda one: (-one.steps, one.id)):
            machine = Infernal(ship=ship.id)
            if look.table.settings.infernal_machines and legal(look.view, machine):
                return look.reasons.note(machine, partial(of_machine, ship.id))
    best: tuple[float, Raid] | None = None
    if not look.strength.hunts:
        return Done()
    for place, ships in look.ships.items():
        found = targets(look.table, place, look.side)
        for ship in ships:
            if ship.fought or not is_warship(ship):
                continue
            for target in found:
                chance = raid_chance(ship.id, target)
                risky = is_fort(target) and (ship.steps < 2 or chance < 0.15)
                if chance <= 0 or risky:
                    continue
                action = Raid(ship=ship.id, target=target.id)
                if (best is None or chance > best[0]) and legal(look.view, action):
                    best = (chance, action)
    if best is None:
        return Done()
    chance, action = best
    return look.reasons.note(action, partial(of_raid, action.target, chance))
