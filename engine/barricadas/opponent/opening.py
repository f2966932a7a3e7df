"""Deployment in secret: each unit together, on the hex that suits it, with some chance (2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.api import Action
from engine.barricadas.actions import Alert, Deploy, Fortify, Placement, Ready
from engine.barricadas.ground import Battlefield
from engine.barricadas.observation import seen_up_to
from engine.barricadas.opponent.weights import Muster, Weights
from engine.barricadas.roster import GUNS, Kind
from engine.barricadas.rules.setting_up.deployment import own_counters, unfinished
from engine.barricadas.rules.stacking.limits import MOST_STEPS, steps_of
from engine.barricadas.rules.transport.lorries import is_towed
from engine.barricadas.rules.turn.recognition import SMALL
from engine.barricadas.scenario import ArmyRow, load_scenarios
from engine.barricadas.sight import joins, visible_from
from engine.barricadas.state import Counter, Table, View, other
from engine.barricadas.survey import (
    battlefield_of,
    gait_of,
    is_armour,
    is_vehicle,
    rides_armour,
    scenario_of,
)
from engine.barricadas.tables.fire import load_fire_table
from engine.data.cache import cached_per_data
from engine.dice import Dice

GRAINS = 1000
LOOK = 4
"""Hexes around which are looked over."""
DETOUR = 1
"""Hexes by which a way from the enemy to a town may be longer than the longest straight one."""


def set_up(view: View, weights: Weights, dice: Dice) -> Action:
    """Deploy; dig and alert; and close the set-up."""
    assert view.viewer is not None
    assert view.own is not None
    table, own = view.table, view.own
    army = scenario_of(table).of(view.viewer)
    if not own.plan or unfinished(view):
        return _deploy(table, view.viewer, weights, dice)
    at = {one.counter: one.at for one in own.plan}
    if army.positions and not own.works:
        return Fortify(hexes=_works(table, view.viewer, at, army))
    if army.reactions and not own.alert:
        return Alert(counters=_alerted(table, at, army))
    return Ready()


def parts_of(view: View, weights: Weights, places: Sequence[Placement]) -> dict[str, float]:
    """Return by what the hexes of a deployment are better than those it could be in on average."""
    assert view.viewer is not None
    table, seat = view.table, view.viewer
    muster, army = _muster(table, seat, weights), scenario_of(table).of(seat)
    every = [_parts_of(table, seat, place, muster) for place in army.deploy]
    found = [_parts_of(table, seat, one.at, muster) for one in places]
    parts = {
        part: sum(one[part] for one in found) / len(found)
        - sum(one[part] for one in every) / len(every)
        for part in every[0]
    }
    guns = {table.counters[one.who]: one.at for one in places if _ranges(table.counters[one.who])}
    if guns:
        seen = sum(_sweep(table, seat, [gun], place) for gun, place in guns.items())
        could = sum(_sweep(table, seat, [*guns], place) for place in army.deploy)
        parts["sweep"] = muster.sweep * (seen - could / len(army.deploy)) / len(guns)
    return parts


def _parts_of(table: Table, seat: str, place: str, muster: Muster) -> dict[str, float]:
    """Return what the merit of a hex is the sum of."""
    battlefield, scenario = battlefield_of(table), scenario_of(table)
    foe = scenario.of(other(seat)).deploy
    return {
        "town": muster.town * (place in scenario.towns),
        "near": -muster.near * min(battlefield.distance(place, one) for one in _aims(table, seat)),
        "cover": muster.cover * float(load_fire_table().divisor(battlefield.hexes[place].terrain)),
        "view": muster.view * _view(battlefield, place),
        "seen": muster.seen * _seen(battlefield, place, foe),
    }


def _aims(table: Table, seat: str) -> Sequence[str]:
    """Return what a side wants to be near to: the towns it lacks, or where the enemy deploys."""
    scenario = scenario_of(table)
    wanted = [town for town in scenario.towns if table.held.get(town) != seat]
    return wanted or scenario.of(other(seat)).deploy


def _deploy(table: Table, seat: str, weights: Weights, dice: Dice) -> Action:
    own = own_counters(table, seat)
    army, muster = scenario_of(table).of(seat), _muster(table, seat, weights)
    merits = {place: _merit(table, seat, place, muster) for place in army.deploy}
    tows = weights.tow is not None and scenario_of(table).attacker == seat
    units = dict.fromkeys(one.unit for one in own)
    order = sorted(units, key=lambda unit: -steps_of(one for one in own if one.unit == unit))
    found: list[Placement] = []
    heaps: dict[str, list[Counter]] = {}
    for unit in order:
        members = [one for one in own if one.unit == unit]
        for part in _parts(members, tows=tows):
            sights = {
                place: merit + muster.sweep * _sweep(table, seat, part, place)
                for place, merit in merits.items()
            }
            place = _best(table, part, sights, heaps, muster, dice)
            heaps.setdefault(place, []).extend(part)
            found += [Placement(who=one.id, at=place) for one in part]
    return Deploy(places=tuple(found))


def _muster(table: Table, seat: str, weights: Weights) -> Muster:
    attacks = scenario_of(table).attacker == seat
    return weights.muster["attacker" if attacks else "defender"]


def _parts(members: Sequence[Counter], *, tows: bool) -> list[list[Counter]]:
    """Return a unit in parts that each fit in a hex, by gait, its officer with the first.

    Where it *tows*, its heaviest gun is with the lorry, and so in tow from the beginning.
    """
    parts: dict[str, list[list[Counter]]] = {}
    towed = _in_tow(members) if tows else []
    left = [one for one in members if one not in towed]
    for one in sorted(left, key=lambda each: (each.printed is not None, each.id)):
        gait = gait_of(one)
        if rides_armour(one):
            gait = next((gait_of(each) for each in members if is_armour(each)), gait)
        heaps = parts.setdefault(gait, [[]])
        if steps_of((*heaps[-1], one)) > MOST_STEPS:
            heaps.append([])
        heaps[-1].append(one)
    found = [heap for heaps in parts.values() for heap in heaps if heap]
    return [*found, towed] if towed else found


def _in_tow(members: Sequence[Counter]) -> list[Counter]:
    """Return a unit's first lorry and its heaviest gun that can be towed; nobody without both."""
    lorries, guns = filter(is_vehicle, members), filter(is_towed, members)
    lorry = min(lorries, key=lambda one: one.id, default=None)
    gun = max(guns, key=lambda one: (_calibre(one), one.id), default=None)
    return [] if lorry is None or gun is None else [gun, lorry]


def _calibre(gun: Counter) -> int:
    return 0 if gun.printed is None else gun.printed.calibre


def _best(
    table: Table,
    part: Sequence[Counter],
    merits: Mapping[str, float],
    heaps: Mapping[str, Sequence[Counter]],
    muster: Muster,
    dice: Dice,
) -> str:
    battlefield, coming = battlefield_of(table), steps_of(part)
    best: tuple[float, str] | None = None
    for place, merit in merits.items():
        there = steps_of(heaps.get(place, ()))
        ground = battlefield.boards.kinds[battlefield.hexes[place].terrain]
        if there + coming > MOST_STEPS or any(
            one.printed is not None and ground.cost[gait_of(one)] is None for one in part
        ):
            continue
        grain = dice.roll("where to", 1, GRAINS)[0] / GRAINS
        found = merit + muster.company * there + muster.jitter * grain, place
        if best is None or found > best:
            best = found
    assert best is not None, "there is room for everybody"
    return best[1]


def _merit(table: Table, seat: str, place: str, muster: Muster) -> float:
    """Return what a hex is worth to whoever deploys there."""
    battlefield, scenario = battlefield_of(table), scenario_of(table)
    near = min(battlefield.distance(place, one) for one in _aims(table, seat))
    view = _view(battlefield, place)
    return (
        muster.town * (place in scenario.towns)
        - muster.near * near
        + muster.cover * float(load_fire_table().divisor(battlefield.hexes[place].terrain))
        + muster.view * view
        + muster.seen * _seen(battlefield, place, scenario.of(other(seat)).deploy)
    )


def _sweep(table: Table, seat: str, part: Sequence[Counter], place: str) -> float:
    """Return what the guns of a part see of the enemy's ways within range, 1 a gun for all."""
    ways, battlefield = _ways(table.settings.scenario, seat), battlefield_of(table)
    ranges = [most for one in part for most in _ranges(one)]
    if not ranges:
        return 0.0
    seen = [battlefield.distance(place, way) for way in ways & visible_from(battlefield, place)]
    return sum(sum(away <= most for away in seen) for most in ranges) / len(ways)


def _ranges(one: Counter) -> tuple[int, ...]:
    """Return how far a gun, mortar or machine guns fire; nothing of others."""
    if one.printed is None or one.printed.kind not in GUNS | {Kind.MMG}:
        return ()
    return (max(weapon.range for weapon in one.printed.weapons.values()),)


@cached_per_data(maxsize=32)
def _ways(key: str, seat: str) -> frozenset[str]:
    """Return the hexes between where a side's enemy deploys and the towns, with hardly a detour."""
    scenario = load_scenarios()[key]
    battlefield, foe = scenario.battlefield, scenario.of(other(seat)).deploy
    away = {
        place: min(battlefield.distance(place, one) for one in foe) for place in battlefield.hexes
    }
    longest = max(away[town] for town in scenario.towns)
    return frozenset(
        place
        for place in battlefield.hexes
        if away[place] + min(battlefield.distance(place, one) for one in scenario.towns)
        <= longest + DETOUR
    )


@cached_per_data(maxsize=256)
def _view(battlefield: Battlefield, place: str) -> int:
    """Return how many hexes about a hex are seen from it."""
    return sum(
        joins(battlefield, *sorted((place, one)))
        for one in battlefield.hexes
        if 0 < battlefield.distance(place, one) <= LOOK
    )


@cached_per_data(maxsize=256)
def _seen(battlefield: Battlefield, place: str, eyes: tuple[str, ...]) -> float:
    """Return from what share of some hexes troops who stand in a hex are seen."""
    near = [
        one
        for one in eyes
        if battlefield.distance(one, place)
        <= seen_up_to(battlefield, place, SMALL, moving=False, watcher=one)
    ]
    return sum(joins(battlefield, *sorted((place, one))) for one in near) / len(eyes)


def _works(table: Table, seat: str, at: Mapping[str, str], army: ArmyRow) -> tuple[str, ...]:
    """Return where positions help most: under the most steps, in towns first."""
    towns = scenario_of(table).towns
    heaps: dict[str, int] = {}
    for one in own_counters(table, seat):
        heaps[at[one.id]] = heaps.get(at[one.id], 0) + one.steps
    ranked = sorted(heaps, key=lambda place: (-heaps[place] * (2 if place in towns else 1), place))
    return tuple(ranked[: army.positions])


def _alerted(table: Table, at: Mapping[str, str], army: ArmyRow) -> tuple[str, ...]:
    """Return who is prepared from the beginning: who fires farthest."""
    armed = [
        one
        for key in at
        if (one := table.counters[key]).printed is not None and one.printed.weapons
    ]

    def power(one: Counter) -> tuple[int, int]:
        assert one.printed is not None, "they are armed"
        best = max(one.printed.weapons.values(), key=lambda weapon: weapon.full * weapon.range)
        return best.full * best.range, int(one.printed.kind is Kind.MMG)

    ranked = sorted(armed, key=lambda one: (power(one), one.id), reverse=True)
    return tuple(one.id for one in ranked[: army.reactions])
