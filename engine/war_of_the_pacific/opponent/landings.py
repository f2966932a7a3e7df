"""Where troops go ashore: what a landing place or a port promises to a force that comes by sea."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import NamedTuple

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column, is_fort, is_warship, kind_of, printed
from engine.war_of_the_pacific.opponent.force import Force, clash, force_of, raid_chance
from engine.war_of_the_pacific.opponent.geography import march_cost, shores
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.supply.repairs import yards
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import CHILE, Unit
from engine.war_of_the_pacific.survey import is_friendly_port

PARTY = 6
"""Land units that go on one voyage: as many as a hex holds (8.1)."""
COLUMNS = 2
"""Supply Columns that go with them at most."""
AFOOT = 8
"""Movement points to which nobody goes by sea."""
NEARBY = 6
"""Movement points within which the troops of a port help other cities first."""
GOALS = 3
"""Cities beyond the landing place that are counted."""


def share(mine: float, theirs: float) -> float:
    """Return how likely the stronger of two powers prevails over the other in the long run."""
    if theirs <= 0:
        return 1.0
    return mine * mine / (mine * mine + theirs * theirs)


@dataclass(frozen=True, slots=True)
class Landing:
    """A place to sail to, its naval area and what it promises."""

    value: float
    place: str
    area: str


def forward(look: Outlook, place: str, power: float) -> float:
    """Return what the enemy's cities round a place promise to a power that stands there."""
    about = float(round(power))
    return look.known(f"forward {about}", place, lambda at: _forward(look, at, about))


def ahead(look: Outlook, place: str, power: float) -> str:
    """Return the enemy's city that promises most of those; "" where none does."""
    found = _cities(look, place, float(round(power)))
    return max(found)[1] if found else ""


def _forward(look: Outlook, place: str, power: float) -> float:
    found = [value for value, _ in _cities(look, place, power)]
    return sum(sorted(found, reverse=True)[:GOALS])


def _cities(look: Outlook, place: str, power: float) -> list[tuple[float, str]]:
    found = []
    for city, cost in look.points_near(place):
        if cost > 2 * look.weights.march.horizon:
            break
        if city == place or look.holds(city):
            continue
        near = exp(-cost / look.weights.march.decay)
        met, helpers = look.resistance(city), look.weights.march.together * look.support(city)
        more = share(power + helpers, met) - (share(helpers, met) if helpers else 0.0)
        found.append((look.worth(city) * more * near, city))
    return found


def softened(look: Outlook, place: str, ships: Iterable[Unit]) -> Force:
    """Return the force of the enemy in a place as it may be when warships have bombarded it."""
    foes = [unit for unit in look.foes.get(place, ()) if not is_column(unit)]
    force = force_of(foes)
    if not foes or any(is_fort(unit) for unit in foes):
        return force
    hits = sum(max(raid_chance(ship.id, unit) for unit in foes) for ship in ships)
    whole = sum(unit.steps - 1 for unit in foes)
    fallen = int(max(0.0, hits - whole) + 0.3)
    steps = max(1, round(force.steps - hits))
    return Force(max(1, force.dice - fallen), force.guns, steps)


class Promise(NamedTuple):
    """What a landing is for, before the temper of its side is counted.

    Attributes:
        taken: The city.
        beyond: The cities to which it opens the way.
        helped: A city of its own that lacks troops.
        killed: Steps that the enemy loses, less those of its own.
    """

    taken: float = 0.0
    beyond: float = 0.0
    helped: float = 0.0
    killed: float = 0.0


def promise(look: Outlook, place: str, force: Force, escorts: Sequence[Unit]) -> float:
    """Return what a force promises that comes by sea to a place; at least 0 in a friendly port."""
    return weighed(look, place, force, escorts)[0]


def weighed(
    look: Outlook, place: str, force: Force, escorts: Sequence[Unit]
) -> tuple[float, Promise]:
    """Return the same, and what it is made of."""
    step, temper = look.weights.worth.step, look.temper
    here = force_of(look.own.get(place, ()))
    whole = Force(here.dice + force.dice, here.guns + force.guns, here.steps + force.steps)
    ground = look.ground(place, look.side)
    foes = look.foes.get(place, ())
    power = whole.power(ground)
    helpers = look.weights.march.together * look.support(place)
    keeps = share(power + helpers, look.foe_support(place))
    if not foes:
        beyond = forward(look, place, whole.power()) * look.weights.worth.counts(keeps)
        if look.holds(place):
            need = look.need(place)
            lacking = max(0.0, need - look.hold_power(place))
            help_ = min(1.0, force.power(ground) / lacking) if lacking else 0.0
            risk = lacking / need if need else 0.0
            helped = temper.defend * look.worth(place) * risk * help_
            return beyond + helped, Promise(beyond=beyond, helped=helped)
        taken = look.worth(place) * keeps
        return temper.attack * (taken + beyond), Promise(taken, beyond)
    enemy = softened(look, place, escorts)
    fight = clash(force, enemy, look.ground(place, look.enemy), (1, 1))
    again = clash(force, enemy, look.ground(place, look.enemy), (1, 0))
    clears = fight.clears + max(0.0, 0.8 - fight.clears - fight.thrown_back) * again.clears
    beyond = forward(look, place, force.power()) * look.weights.worth.counts(keeps)
    taken = look.worth(place) * keeps
    gain = clears * (taken + beyond)
    killed = step * (fight.killed - temper.caution * fight.lost)
    return temper.attack * gain + killed, Promise(clears * taken, clears * beyond, 0.0, killed)


def coasts(look: Outlook, areas: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the places of naval areas worth going ashore at, each with its area."""
    board = load_board()
    for area in areas:
        for place in shores(area):
            if is_friendly_port(look.table, place, look.side):
                yield place, area
                continue
            city = board.cities.get(place)
            if city is not None and (city.vp or city.port):
                yield place, area


def danger(look: Outlook, place: str, area: str, escort: float, origin: str = "") -> float:
    """Return what the enemy's warships near a place, or the way there, take off its worth."""
    board, figures = load_board(), look.weights.sea
    hostile = 0.0
    way = board.sea_distance(origin, place) if origin else None
    for at, ships in look.enemy_ships.items():
        guns = guns_of(ships)
        if not guns or at == BOX:
            continue
        if board.area_of(at) == area:
            far = board.sea_distance(at, place)
            if far is not None:
                hostile += guns * max(figures.near_least, 1 - far / figures.near)
        elif way is not None:
            out, on = board.sea_distance(origin, at), board.sea_distance(at, place)
            if out is not None and on is not None:
                hostile += guns * max(0.0, 1 - (out + on - way) / figures.detour)
    return 1 - share(escort, hostile)


def guns_of(ships: Iterable[Unit]) -> float:
    """Return the gunfire of warships, damaged ones counting half."""
    return float(sum(printed(one).gunfire * one.steps for one in ships if is_warship(one)))


def best_landing(
    look: Outlook,
    force: Force,
    areas: Sequence[str],
    escorts: Sequence[Unit],
    origin: str = "",
    *,
    provided: bool = True,
) -> Landing | None:
    """Return the best place in naval areas for a force, or ``None`` where there is none.

    Who has no column along (*provided*) puts into no port from which no column lets it leave (7.8).
    """
    best: Landing | None = None
    warships = [ship for ship in escorts if is_warship(ship)]
    for place, area in coasts(look, areas):
        if origin and not _worth_sailing(origin, place):
            continue
        if look.room(place) < min(force.dice, PARTY) and look.holds(place):
            continue
        if not provided and not leaves(look, place):
            continue
        risk = danger(look, place, area, guns_of(escorts), origin)
        value = promise(look, place, force, warships) * (1 - look.weights.sea.risk * risk)
        value = look.judged(value, f"landing {place}")
        if best is None or value > best.value:
            best = Landing(value, place, area)
    return best


def leaves(look: Outlook, place: str) -> bool:
    """Say whether ships that put into a place can leave it again: home, at sea, or with a column.

    Rules:
        7.8.
    """
    home = place in (BOX, home_of(look))
    return (
        home or bool(look.columns.get(place)) or not is_friendly_port(look.table, place, look.side)
    )


def _worth_sailing(origin: str, place: str) -> bool:
    """Say whether a place is reached by sea, and not as well by a march."""
    if load_board().sea_distance(origin, place) is None or place == origin:
        return False
    cost = None if origin == BOX else march_cost(origin, place)
    return cost is None or cost > AFOOT


# --- who goes -----------------------------------------------------------------------------------


def passengers(look: Outlook, place: str) -> list[Unit]:
    """Return the land units of a port that can be spared, those that should go first first."""
    units = [unit for unit in look.own.get(place, ()) if not is_fort(unit)]
    units.sort(key=lambda unit: (kind_of(unit) is not Kind.ARTILLERY, -unit.steps, unit.id))
    if place == BOX:
        return units
    if any(cost <= NEARBY and not look.holds(city) for city, cost in look.points_near(place)):
        return []  # the front is here
    need = look.need(place) + sum(
        look.lacking(city)
        for city, cost in look.points_near(place)
        if cost <= NEARBY and city != place and look.holds(city)
    )
    kept: list[Unit] = [unit for unit in look.own.get(place, ()) if is_fort(unit)]
    spared = list(units)
    while spared and look.power_of(place, kept) < need:
        kept.append(spared.pop())
    return spared


def loads(
    look: Outlook, place: str, transports: Sequence[Unit], provisions: int
) -> list[tuple[str, tuple[str, ...]]]:
    """Return who goes aboard which transport in a port: troops, then columns beyond *provisions*.

    What is aboard already stays there and counts.
    """
    aboard = [unit for ship in transports for unit in look.cargo.get(ship.id, ())]
    land = [unit for unit in aboard if not is_column(unit)]
    free = [ship.id for ship in transports if not look.cargo.get(ship.id)]
    half = [
        ship.id
        for ship in transports
        if len(cargo := look.cargo.get(ship.id, [])) == 1
        and cargo[0].steps == 1
        and not is_column(cargo[0])
    ]
    most = min(PARTY, scenario_for(look.table.settings).stacking.units)
    going = passengers(look, place)[: max(0, most - len(land))]
    found: list[tuple[str, tuple[str, ...]]] = []
    columns = [unit for unit in look.columns.get(place, ()) if unit.nation != "bolivia"]
    spare = columns[provisions:]
    carried = len(aboard) - len(land)
    if spare and not carried and going and len(free) > 1:
        # One for the way back, should they put into a port that has none (7.8).
        found.append((free.pop(), (spare.pop(0).id,)))
        carried = 1
    whole = [unit for unit in going if unit.steps > 1]
    small = [unit for unit in going if unit.steps == 1]
    for ship in half:
        if small:
            found.append((ship, (small.pop(0).id,)))
    while whole and free:
        found.append((free.pop(0), (whole.pop(0).id,)))
    while small and free:
        pair, small = small[:2], small[2:]
        found.append((free.pop(0), tuple(unit.id for unit in pair)))
    if land or found:
        for column in spare[: max(0, COLUMNS - carried)]:
            if free:
                found.append((free.pop(0), (column.id,)))
    return found


def force_aboard(look: Outlook, ships: Iterable[str], extra: Iterable[str] = ()) -> Force:
    """Return the force that ships carry, with units that are still to embark."""
    units = [unit for ship in ships for unit in look.cargo.get(ship, ())]
    units += [look.table.units[one] for one in extra]
    return force_of(unit for unit in units if not is_column(unit))


def home_of(look: Outlook) -> str:
    """Return the port where a side's fleet is at home, "" if it is lost."""
    if look.side == CHILE:
        return BOX
    return next((one for one in yards(look.table, look.side) if look.holds(one)), "")
