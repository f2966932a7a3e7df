"""Land combat: who attacks whom, columns spent, losses, retreat and advance (8.7 to 8.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from engine.api import Action, Text
from engine.war_of_the_pacific.actions import Advance, Attack, Done, Lose, Retreat, Spend, Stop
from engine.war_of_the_pacific.opponent.force import clash, force_of, ground_of
from engine.war_of_the_pacific.opponent.geography import next_to
from engine.war_of_the_pacific.opponent.landings import share
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.safe import legal
from engine.war_of_the_pacific.opponent.saying import (
    of_advance,
    of_attack,
    of_contact,
    of_die,
    of_losses,
    of_retreat,
    of_standing,
)
from engine.war_of_the_pacific.opponent.supplies import value
from engine.war_of_the_pacific.rules.land.step_losses import cheapest_loss
from engine.war_of_the_pacific.rules.land_combat.attack import may_attack
from engine.war_of_the_pacific.rules.land_combat.forces import force, place_of
from engine.war_of_the_pacific.rules.land_combat.losses import owed_by
from engine.war_of_the_pacific.state import LandBattle, Unit
from engine.war_of_the_pacific.survey import columns_at

# --- attacks ------------------------------------------------------------------------------------


def attack(look: Outlook) -> Action:
    """Return the attack that promises most, or the end of the phase."""
    best: tuple[float, Attack] | None = None
    for place, units in look.own.items():
        able = [unit for unit in units if may_attack(unit, look.side)]
        if not able:
            continue
        beside = [one for one in next_to(place) if one in look.foes or one in look.spoils]
        for target in [place] if place in look.foes else beside:
            must = target == place
            if target not in look.foes and not look.strength.hunts and not must:
                continue  # a lone column
            merit = look.judged(merit_of(look, place, able, target), f"{place} {target}")
            if merit <= 0 and not must:
                continue
            action = Attack(units=tuple(unit.id for unit in able), target=target)
            score = merit + (100.0 if must else 0.0)
            if (best is None or score > best[0]) and legal(look.view, action):
                best = (score, action)
    if best is None:
        return Done()
    return look.reasons.note(best[1], partial(_why, look, best[1]))


def _why(look: Outlook, action: Attack) -> Text:
    """Say what an attack is for."""
    able = [look.table.units[one] for one in action.units]
    place, target = able[0].at, action.target
    if place == target:
        return of_contact(target)
    return of_attack(look, target, weighed(look, place, able, target)[1]._asdict())


class Promise(NamedTuple):
    """What an attack promises, by what it is for, its risks left out.

    Attributes:
        taken: The city.
        relief: The cities beside it that it threatens.
        siege: The city some day, its defenders worn down.
        steps: Steps that the enemy loses, less those of its own.
        column: A Supply Column that nobody defends.
    """

    taken: float = 0.0
    relief: float = 0.0
    siege: float = 0.0
    steps: float = 0.0
    column: float = 0.0


def merit_of(look: Outlook, place: str, able: Sequence[Unit], target: str) -> float:
    """Return what an attack promises, in points."""
    return weighed(look, place, able, target)[0]


def weighed(look: Outlook, place: str, able: Sequence[Unit], target: str) -> tuple[float, Promise]:
    """Return the same, and what it is made of."""
    figures, temper = look.weights.worth, look.temper
    defenders = look.foes.get(target, [])
    if not defenders:
        return figures.column, Promise(column=figures.column)
    mine, theirs = force_of(able), force_of(defenders)
    ground = ground_of(look.table, target, defenders, place)
    more = (1 if look.columns.get(place) else 0, 1 if look.spoils.get(target) else 0)
    found = clash(mine, theirs, ground, more)
    prize = look.worth(target) if not look.holds(target) else 0.0
    worn = min(1.0, found.killed / theirs.steps)
    joint = mine.power() + look.weights.march.together * look.others(place, target)
    siege = figures.siege * prize * worn * share(joint, theirs.power(ground))
    relief = look.weights.battle.relief * sum(
        look.worth(one) for one in (*next_to(target), target) if look.holds(one)
    )
    risk = look.worth(place) * found.thrown_back * look.weights.battle.exposed
    taken, relieved = temper.attack * prize, temper.defend * relief
    gain = found.clears * (taken + relieved)
    steps = figures.step * (found.killed - temper.caution * found.lost)
    parts = Promise(found.clears * taken, found.clears * relieved, siege, steps)
    return gain + siege - risk + steps, parts


# --- columns ------------------------------------------------------------------------------------


def spend(look: Outlook, frame: LandBattle) -> Iterator[Action]:
    """Yield whether a column is spent: for a die that promises more than it costs."""
    pays = frame.stage == "supply" and _die_pays(look, frame)
    yield look.reasons.note(Spend(spend=pays), partial(of_die, pays=pays))


def _die_pays(look: Outlook, frame: LandBattle) -> bool:
    units = look.table.units
    attacks = look.side == frame.seat
    mine = force_of(force(units, frame, look.side))
    theirs = force_of(force(units, frame, look.enemy))
    place = place_of(frame, look.side)
    stake = max(look.worth(frame.target), look.worth(place) * look.weights.battle.relief)
    price = look.weights.worth.column / max(1, len(columns_at(units, place, look.side)) - 1)
    if attacks:
        ground = ground_of(look.table, frame.target, look.foes.get(frame.target, ()), frame.origin)
        landing = int(frame.landing)
        with_, without = (clash(mine, theirs, ground, (n, landing)) for n in (1, 0))
        gain = stake * (with_.clears - without.clears)
        gain += look.weights.worth.step * (with_.killed - without.killed)
        return gain > price
    ground = ground_of(look.table, frame.target, look.own.get(frame.target, ()), frame.origin)
    landing = int(frame.landing)
    with_, without = (clash(theirs, mine, ground, (0, n + landing)) for n in (1, 0))
    gain = stake * (without.clears - with_.clears)
    gain += look.weights.worth.step * (with_.lost - without.lost)
    return gain > price


# --- losses -------------------------------------------------------------------------------------


def casualties(look: Outlook, units: Sequence[Unit], owed: int) -> tuple[str, ...]:
    """Return which units lose the steps owed: first steps first, then the units worth least."""
    steps = {unit.id: unit.steps for unit in units}
    named: list[str] = []
    while len(named) < owed and any(steps.values()):
        left = [unit for unit in units if steps[unit.id]]
        unit = min(left, key=lambda one: (steps[one.id] == 1, value(look, one), one.id))
        steps[unit.id] -= 1
        named.append(unit.id)
    return tuple(named)


def lose(look: Outlook, frame: LandBattle) -> Iterator[Action]:
    """Yield the losses of a combat."""
    owed = owed_by(frame, look.side)
    lost = Lose(units=casualties(look, force(look.table.units, frame, look.side), owed))
    yield look.reasons.note(lost, of_losses)


def retreat(look: Outlook, frame: LandBattle) -> Iterator[Action]:
    """Yield whether the beaten stand or go, and where to."""
    place = place_of(frame, frame.loser)
    stand = sorted(look.own.get(place, ()), key=cheapest_loss)
    away = [one for one in next_to(place) if one not in look.foes]
    away.sort(key=lambda one: (-_refuge(look, one), one))
    here = look.own.get(place, [])
    steps = sum(unit.steps for unit in here)
    stake = look.worth(place) if look.holds(place) else 0.0
    hope = look.hold_power(place) / (look.hold_power(place) + look.threat(place) + 0.01)
    stays = steps > 1 and stake * hope > look.weights.worth.step
    answers: list[Action] = [
        look.reasons.note(Retreat(to=one), partial(of_retreat, one)) for one in away
    ]
    if stand:
        staying = look.reasons.note(
            Lose(units=(stand[0].id,)), partial(of_standing, look, place, stays=stays)
        )
        answers.insert(0 if stays or not away else len(answers), staying)
    yield from answers


def cut_off(look: Outlook, frame: LandBattle) -> Iterator[Action]:
    """Yield which unit pays where there is no way to retreat, and one pays for all (WP-E10)."""
    beaten = force(look.table.units, frame, frame.loser)
    for unit in sorted(beaten, key=cheapest_loss):
        yield look.reasons.note(Lose(units=(unit.id,)), of_losses)


def _refuge(look: Outlook, place: str) -> float:
    """Return how good a place is to retreat to."""
    near_by = sum(look.foe_power(one) for one in next_to(place))
    room_ = 0.0 if look.room(place) > 0 else -5.0
    figures = look.weights.battle
    company = figures.company * look.hold_power(place)
    return look.worth(place) + company - figures.enemies * near_by + room_


# --- advance ------------------------------------------------------------------------------------


def advance(look: Outlook, frame: LandBattle) -> Iterator[Action]:
    """Yield who advances into the hex that the enemy has left: whatever holds most in the end."""
    able = list(force(look.table.units, frame, frame.seat))
    free = max(0, look.room(frame.target))
    able.sort(key=lambda unit: (-value(look, unit), unit.id))
    here = look.own.get(frame.origin, [])
    best: tuple[float, tuple[str, ...]] | None = None
    for count in range(min(free, len(able)) + 1):
        for group in {tuple(able[:count]), tuple(able[len(able) - count :])}:
            ids = tuple(unit.id for unit in group)
            rest = [unit for unit in here if unit.id not in ids]
            merit = _standing(look, frame.target, group) + _standing(look, frame.origin, rest)
            if best is None or (merit, ids) > best:
                best = (merit, ids)
    if best is not None and best[1]:
        yield look.reasons.note(Advance(units=best[1]), partial(of_advance, look, frame.target))
    yield Stop()


def _standing(look: Outlook, place: str, units: Sequence[Unit]) -> float:
    """Return what it is worth that units stand in a place, in view of what can attack it."""
    worth = look.worth(place)
    if not units:
        return 0.0 if look.foe_support(place) or not look.holds(place) else 0.5 * worth
    here = force_of(units).power(ground_of(look.table, place, units))
    safe = share(here, look.threat(place))
    stake = sum(value(look, unit) for unit in units)
    lost = look.weights.battle.peril * stake * (1 - safe)
    return worth * look.weights.worth.counts(safe) - lost
