"""Assaults: what hand to hand is likely to bring, from defensive fire to who holds the hex (9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from engine.barricadas.actions import STAY, Task, joined
from engine.barricadas.frames import Deed
from engine.barricadas.opponent.body import Body, toll_of
from engine.barricadas.opponent.expecting import holds, mean_hits
from engine.barricadas.opponent.marching import reached
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.roster import TROOPS, Kind
from engine.barricadas.rules.assault.armoured import rush_of
from engine.barricadas.rules.assault.declaring import against_assault
from engine.barricadas.rules.assault.fighting import modifier_of, worth
from engine.barricadas.rules.assault.surrendering import fighters
from engine.barricadas.rules.morale.checks import counter_morale
from engine.barricadas.rules.movement.costs import Reached, step_cost
from engine.barricadas.rules.movement.moves import points_of
from engine.barricadas.rules.obstacles.crossing import crossing_of
from engine.barricadas.state import Counter
from engine.barricadas.survey import is_armour, is_vehicle
from engine.barricadas.tables.assault import load_assault_tables, ratio

NEAR = 4
"""Hexes within which an assault is thought of."""

DIE = range(1, 7)


class Promise(NamedTuple):
    """What an assault brings in all, and of that what the hex itself is worth."""

    gain: float
    held: float


@dataclass(frozen=True, slots=True)
class Storm:
    """An assault and what it is worth; of that, what the hex itself is."""

    task: Task
    gain: float
    target: str
    held: float


def storms(body: Body) -> Iterator[Storm]:
    """Yield every assault of a group."""
    look = body.look
    kinds = [one.printed.kind for one in body.counters if one.printed is not None]
    armoured = body.armour is not None
    if not kinds or not (armoured or all(kind in TROOPS for kind in kinds)):
        return
    deeds = [Deed.ASSAULT]
    if all(kind is Kind.CAVALRY for kind in kinds):
        deeds.append(Deed.CHARGE)
    near = [one for one in look.enemy_hexes if look.apart(one)[body.place] <= NEAR]
    if not near:
        return
    for deed in deeds:
        ways = _ways(body, deed)
        for target in near:
            way = _approach(body, deed, ways, target)
            group = list(body.counters)
            if way is None or against_assault(look.table, group, target, deed):
                continue
            judge = _of_armour if body.armour is not None else _of_troops
            promise = judge(body, way, target, charging=deed is Deed.CHARGE)
            by = "-".join(way[1:]) or STAY
            task = Task(who=joined(body.keys), deed=deed, to=target, by=by)
            storm = look.temper.storm
            yield Storm(task, promise.gain * storm, target, promise.held * storm)


def _ways(body: Body, deed: Deed) -> dict[str, Reached]:
    """Return the hexes from which a group can assault, and how it gets there."""
    return {body.place: Reached((body.place,), 0), **reached(body, deed)}


def _approach(
    body: Body, deed: Deed, ways: Mapping[str, Reached], target: str
) -> tuple[str, ...] | None:
    """Return the cheapest way to beside a hex from which there are points to enter it (9)."""
    look, found = body.look, []
    crossing = crossing_of(look.table, body.slowest, charging=deed is Deed.CHARGE)
    halves = min(points_of(look.table, one, deed) for one in body.counters)
    for place in look.battlefield.adjacent(target):
        each = ways.get(place)
        if each is None:
            continue
        if place == body.place:
            return each.way
        step = step_cost(look.battlefield, place, target, body.gait, crossing)
        if step is None or place in crossing.ends:
            continue
        if body.armour is not None:
            out = [
                step_cost(look.battlefield, target, one, body.gait)
                for one in look.battlefield.adjacent(target)
            ]
            step += min((one for one in out if one is not None), default=halves)
        if each.takes + step <= halves:
            found.append((each.takes, each.way))
    return min(found)[1] if found else None


def _there(look: Outlook, target: str) -> list[Counter]:
    """Return who defends, as far as they are recognised."""
    there = look.foes.get(target, [])
    return [one for one in there if not one.carrier and not is_armour(one) and not is_vehicle(one)]


def _prize(look: Outlook, target: str) -> float:
    """Return what the hex itself is worth."""
    if target not in look.stakes:
        return 0.3
    if look.table.held.get(target) != look.side:
        return look.town * look.temper.take
    return look.town * look.temper.keep


def _of_troops(body: Body, way: Sequence[str], target: str, *, charging: bool) -> Promise:
    look, shade = body.look, body.look.weights.shade
    there = _there(look, target)
    standing = fighters(there)
    defence = worth(standing, charging=False)
    if target in look.table.shades:
        defence += shade.assault
    origin, moving = way[-1], len(way) > 1
    cost, weaker = _fired_at(body, origin, target, moving=moving)
    risk = look.caution * (body.danger(way, moving=True) if moving else 0.0)
    idle = target not in look.table.shades and all(
        one.finished or one.routed for one in look.foes.get(target, [])
    )
    added = modifier_of(look.battlefield, target, charging=charging, idle=idle)
    won, lost = _melee(body, weaker, defence, added, charging=charging)
    toll = toll_of(look, there)
    steps = sum(one.steps for one in standing) or shade.steps
    own = toll_of(look, body.counters)
    gain = 0.0
    beaten = 0.0
    for hits, chance in won.items():
        rest = max(0, steps - hits)
        beaten += chance
        guns = sum(one.steps for one in standing if one.printed and one.printed.kind not in TROOPS)
        gain += chance * (toll.of_hits(hits) if there else hits * 1.0)
        gain += chance * (0.25 * rest + 0.5 * guns)
    for hits, chance in lost.items():
        gain -= chance * (own.of_hits(hits) + 0.25 * max(0, body.steps - hits))
    held = beaten * _prize(look, target)
    # Who goes into the hex stands there afterwards, and leaves where they were.
    stay = body.goal(body.place) + look.temper.approach * body.shot(body.place)
    later = body.goal(target) if beaten > 0 else 0.0
    return Promise(gain + held + beaten * min(0.0, later - stay) * 0.5 - cost - risk, held)


def _fired_at(body: Body, origin: str, target: str, *, moving: bool) -> tuple[float, float]:
    """Return what defensive fire costs, and the hits of it."""
    look = body.look
    threat = next((one for one in look.threats if one.place == target), None)
    if threat is None:
        return 0.0, 0.0
    factors = threat.factors(1, None)
    if threat.reacts < 1.0:
        factors = -(-factors // 2)
    modifier = look.moved(moving=moving or any(one.moved for one in body.counters))
    divisor = look.divisor(origin)
    cost = toll_of(look, body.counters).expected(factors, modifier, divisor)
    return cost, mean_hits(factors, modifier, divisor)


def _melee(
    body: Body, hits: float, defence: int, added: int, *, charging: bool
) -> tuple[dict[int, float], dict[int, float]]:
    """Return how likely the defenders lose so many steps, and the attackers."""
    look, tables = body.look, load_assault_tables()
    troops = _weakened([one for one in body.counters if one.printed is not None], hits)
    officers = [one for one in body.counters if one.printed is None]
    passing = [
        1.0
        if charging and one.printed is not None and one.printed.kind is Kind.CAVALRY
        else holds(counter_morale(look.table, one))
        for one in troops
    ]
    won: dict[int, float] = {}
    lost: dict[int, float] = {}
    for which in product((True, False), repeat=len(troops)):
        chance = 1.0
        for held, likely in zip(which, passing, strict=True):
            chance *= likely if held else 1.0 - likely
        going = [one for one, held in zip(troops, which, strict=True) if held]
        if not chance or not going:
            continue
        column = ratio(worth((*going, *officers), charging=charging), defence)
        for shown in DIE:
            result = tables.result(column, shown + added)
            steps = 0 if result[1] == "R" else int(result[1])
            side = won if result[0] == "D" else lost
            side[steps] = side.get(steps, 0.0) + chance / len(DIE)
    return won, lost


def _weakened(troops: Sequence[Counter], hits: float) -> list[Counter]:
    """Return counters after so many hits, the strongest hit first, whole hits only."""
    found = list(troops)
    for _ in range(round(hits)):
        if not found:
            break
        place = max(range(len(found)), key=lambda one: found[one].steps)
        one = found[place]
        if one.steps <= 1:
            found.pop(place)
        else:
            found[place] = replace(one, hits=one.hits + 1)
    return found


def _of_armour(body: Body, way: Sequence[str], target: str, *, charging: bool) -> Promise:
    """Return what armour brings in an assault: it is answered, and seldom stays (9.4)."""
    del charging
    look = body.look
    there = _there(look, target)
    risk = look.caution * body.danger(way, moving=True) if len(way) > 1 else 0.0
    if target in look.table.shades and not there:
        return Promise(-risk, 0.0)
    standing = fighters(there)
    yielding = [one for one in there if one not in standing]
    toll, gain = toll_of(look, standing), sum(look.worth(one) * one.steps for one in yielding)
    for one in body.counters:
        if standing and is_armour(one):
            rush = rush_of(look.table, one, target, standing)
            gain += sum(toll.of_hits(rush.hits(a + b)) for a in DIE for b in DIE) / 36
    foot = sum(one.printed is not None and one.printed.kind in TROOPS for one in standing)
    answered = min(foot, 2) * 0.35 * max(look.worth(one) for one in body.counters)
    steps = sum(one.steps for one in standing)
    cleared = min(1.0, gain / max(1.0, steps)) ** 2 if standing else 1.0
    held = _prize(look, target) * cleared
    return Promise(gain + held - risk - answered, held)
