"""Land Movement (8.2 to 8.6): which stack marches where, and who stays to hold what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp

from engine.api import Action, Text
from engine.war_of_the_pacific.actions import Done, Lose, MarchUnits
from engine.war_of_the_pacific.counters import is_column, is_mobile, kind_of
from engine.war_of_the_pacific.opponent.battles import merit_of
from engine.war_of_the_pacific.opponent.force import force_of
from engine.war_of_the_pacific.opponent.geography import costs_to, next_to
from engine.war_of_the_pacific.opponent.landings import PARTY, forward, leaves, share
from engine.war_of_the_pacific.opponent.outlook import ROLL, Outlook
from engine.war_of_the_pacific.opponent.safe import legal
from engine.war_of_the_pacific.opponent.saying import (
    of_city,
    of_column,
    of_field,
    of_front,
    of_help,
    of_losses,
)
from engine.war_of_the_pacific.opponent.supplies import value
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.land.marches import may_march
from engine.war_of_the_pacific.state import March, Unit


@dataclass(frozen=True, slots=True)
class Trip:
    """Units, where they go, and what it promises."""

    value: float
    units: tuple[str, ...]
    goal: str


def march(look: Outlook) -> Action:
    """Return the march that promises most, or the end of the phase."""
    trips = sorted(_trips(look), key=lambda trip: (-_seen(look, trip), trip.units, trip.goal))
    for trip in trips:
        if trip.value < look.weights.march.least:
            break
        action = MarchUnits(units=trip.units, toward=trip.goal)
        if legal(look.view, action):
            return look.reasons.note(action, partial(_why, look, trip))
    return Done()


def _why(look: Outlook, trip: Trip) -> Text:
    """Say what a march is for."""
    units = [look.table.units[one] for one in trip.units]
    land = [one for one in units if not is_column(one)]
    place, goal = units[0].at, trip.goal
    if not land:
        return of_column(goal)
    if goal not in look.table.control:
        return of_field(goal)
    if not look.holds(goal):
        return of_city(look, goal)
    power = force_of(land).power()
    if _helped(look, goal, power) >= _front(look, place, goal, power):
        return of_help(look, goal)
    return of_front(look, goal, power)


def _seen(look: Outlook, trip: Trip) -> float:
    """Return what it takes a march for."""
    return look.judged(trip.value, f"{trip.goal} {trip.units[0]}")


def _trips(look: Outlook) -> Iterator[Trip]:
    for (place, began), movers in _stacks(look).items():
        columns = [
            unit
            for unit in look.columns.get(place, ())
            if may_march(unit, look.side, look.table.settings)
        ]
        columns = [unit for unit in columns if (unit.began or place) == began]
        if any(ship.in_port for ship in look.ships.get(place, ())):
            columns = columns[look.temper.reserve :]  # ships leave with it (7.8)
        for group in _groups(look, place, movers):
            yield from _goals(look, place, began, group, columns)
    yield from _relief(look)


def _relief(look: Outlook) -> Iterator[Trip]:
    """Yield columns that go by themselves to ships without one to leave their port with (7.8)."""
    figures = look.weights.march
    stranded = {
        port: len(ships)
        for port, ships in look.ships.items()
        if any(ship.in_port for ship in ships) and not leaves(look, port)
    }
    for port, count in stranded.items():
        costs = costs_to(port)
        for place, columns in look.columns.items():
            cost = costs.get(place, figures.far + 1)
            able = [one for one in columns if may_march(one, look.side, look.table.settings)]
            if cost <= figures.far and len(columns) > look.temper.reserve and able:
                value = figures.relief * count * exp(-cost / figures.decay)
                yield Trip(value, (able[-1].id,), port)


def _stacks(look: Outlook) -> dict[tuple[str, str], list[Unit]]:
    """Return the land units that may march, by where they are and where they began."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for place, units in look.own.items():
        if place == BOX or place in look.foes:
            continue
        for unit in units:
            if is_mobile(unit) and may_march(unit, look.side, look.table.settings):
                found.setdefault((place, unit.began or place), []).append(unit)
    return found


def _groups(look: Outlook, place: str, movers: list[Unit]) -> Iterator[list[Unit]]:
    """Yield who can leave a place: all but the garrison that it needs."""
    ids = {unit.id for unit in movers}
    kept = [unit for unit in look.own.get(place, ()) if unit.id not in ids]
    need = look.need(place)
    whole = look.hold_power(place)
    figures = look.weights.march
    worth = look.worth(place) if look.holds(place) else 0.0
    if need and whole < figures.hopeless * need and worth < figures.dear:
        need = 0.0
    movers = sorted(movers, key=lambda unit: (value(look, unit), unit.id))
    free = list(movers)
    post = worth >= 1 and look.threat(place) > look.weights.march.alarm
    while free and ((need and look.power_of(place, kept) < need) or (post and not kept)):
        kept.append(free.pop(0))
    seen = set()
    for group in (free, movers[1:], movers, free[:1], free[:2]):
        names = tuple(unit.id for unit in group)
        if group and names not in seen and not all(_is_gun(unit) for unit in group):
            seen.add(names)
            yield group[-PARTY:]


def _is_gun(unit: Unit) -> bool:
    return kind_of(unit) is Kind.ARTILLERY


def _goals(
    look: Outlook, place: str, began: str, group: list[Unit], columns: Sequence[Unit]
) -> Iterator[Trip]:
    force = force_of(group)
    power = force.power()
    whole = force_of(look.own.get(place, ())).power()
    whole_steps = columns or any(unit.steps > 1 for unit in group)
    leaving, chance = _leaving(look, place, group), _chance_here(look, place, group)
    split = look.weights.march.whole
    for goal, merit in _prizes(look, place, power):
        cost = costs_to(goal)[place]
        # Who is under way goes on to where each hex has brought them nearer, not to and fro.
        if any(costs_to(goal).get(one, 99) <= cost for one in _passed(place, began, group)):
            continue
        if goal in look.foes and goal in next_to(place):
            continue
        room = look.room(goal) if goal not in look.foes else PARTY
        if room < len(group):
            continue
        rolls = max(1.0, cost / ROLL)
        toll = (
            look.weights.worth.step * rolls / 6 * (1.0 if whole_steps else look.weights.march.lone)
        )
        near_by = exp(-cost / look.weights.march.decay)
        held = leaving * (1 - _screens(look, place, goal, power)) if leaving else 0.0
        gain = merit * near_by - toll - held - chance
        if gain > 0:
            units = tuple(unit.id for unit in (*group, *columns))
            yield Trip(gain * (1 - split * (1 - power / max(whole, power))), units, goal)


def _passed(place: str, began: str, group: Sequence[Unit]) -> set[str]:
    """Return where a group has been on its march of this phase."""
    return {began, *(one for unit in group for one in unit.path)} - {place}


def _chance_here(look: Outlook, place: str, group: Sequence[Unit]) -> float:
    """Return what the best attack from here promises, which a group that goes would miss."""
    ids = {unit.id for unit in group}
    able = [unit for unit in look.own.get(place, ()) if is_mobile(unit) and not unit.fought]
    rest = [unit for unit in able if unit.id not in ids]
    most = 0.0
    for target in next_to(place):
        if target in look.foes and able:
            whole = max(0.0, merit_of(look, place, able, target))
            most = max(most, whole - (merit_of(look, place, rest, target) if rest else 0.0))
    return most


def _leaving(look: Outlook, place: str, group: Sequence[Unit]) -> float:
    """Return what a city may lose by a group's leaving it."""
    if not look.holds(place):
        return 0.0
    ids = {unit.id for unit in group}
    kept = [unit for unit in look.own.get(place, ()) if unit.id not in ids]
    need = look.need(place)
    if not need:
        return 0.0
    before = min(1.0, look.hold_power(place) / need)
    after = min(1.0, look.power_of(place, kept) / need)
    return look.temper.defend * look.worth(place) * (before - after)


def _screens(look: Outlook, place: str, goal: str, power: float) -> float:
    """Return how much of what threatens a place is held by who goes against it, from 0 to 1."""
    threat = look.foe_support(place)
    if not threat:
        return 0.0
    met = look.foe_power(goal) + sum(look.foe_power(one) for one in next_to(goal))
    joint = power + look.weights.march.together * look.others(place, goal)
    return look.weights.march.screen * min(1.0, met / threat) * share(joint, met)


def _prizes(look: Outlook, place: str, power: float) -> Iterator[tuple[str, float]]:
    """Yield where a stack could go, with what being there is worth to it."""
    temper, figures = look.temper, look.weights.march
    far = figures.far
    for city, holder in look.table.control.items():
        if city == place or costs_to(city).get(place, far + 1) > far:
            continue
        worth = look.worth(city)
        if holder != look.side:
            foe = look.foe_power(city)
            joint = power + figures.together * look.others(place, city)
            won = share(joint, foe)
            if won < figures.faint:
                continue
            keeps = share(joint, look.foe_support(city))
            yield city, temper.attack * worth * won * look.weights.worth.counts(keeps)
        else:
            yield city, _helped(look, city, power) + _front(look, place, city, power)
    for at, foes in look.foes.items():
        if at in look.table.control or costs_to(at).get(place, far + 1) > far:
            continue
        won = share(power, look.foe_power(at))
        if won > figures.sure:
            yield at, figures.field * won * sum(unit.steps for unit in foes)


def _helped(look: Outlook, city: str, power: float) -> float:
    """Return what a power does for a city of its own that lacks troops."""
    need = look.need(city)
    lacking = max(0.0, need - look.hold_power(city)) if need else 0.0
    if not lacking:
        return 0.0
    helped = look.temper.defend * look.worth(city) * lacking / need * min(1.0, power / lacking)
    return helped * min(1.0, look.weights.march.enough * lacking / power)


def _front(look: Outlook, place: str, city: str, power: float) -> float:
    """Return how much more a city of its own promises to go on from than a place."""
    front = forward(look, city, power) - forward(look, place, power)
    return look.weights.march.rally * max(0.0, front)


def attrition(look: Outlook, frame: March) -> Iterator[Action]:
    """Yield who pays for doubles: a step of a whole unit, then a column, then the least unit."""
    units = look.table.units
    places = {units[one].at for one in (*frame.units, *frame.dropped)}
    found = sorted(
        (unit for place in places for unit in (*look.own[place], *look.columns[place])),
        key=lambda one: (
            1 if is_column(one) else 0 if one.steps > 1 else 2,
            value(look, one) if not is_column(one) else 0.0,
            one.id,
        ),
    )
    yield from (look.reasons.note(Lose(units=(unit.id,)), of_losses) for unit in found)
