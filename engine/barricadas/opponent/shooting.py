"""Fire: who fires together at what, by what the dice bring on average (8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.barricadas.actions import Task, joined
from engine.barricadas.opponent.expecting import Toll
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.roster import Kind, Munition
from engine.barricadas.rules.attack.aiming import (
    Salvo,
    against_salvo,
    aim_of,
    can_be_hit,
    is_machine_guns,
    weapon_of,
)
from engine.barricadas.rules.turn.tasks import MUNITIONS
from engine.barricadas.state import Counter
from engine.barricadas.survey import is_armour
from engine.barricadas.tables.penetration import MACHINE_GUNS, penetrates, shell_needs

DEEDS = {munition: deed for deed, munition in MUNITIONS.items()}


@dataclass(frozen=True, slots=True)
class Shot:
    """One salvo, and what it brings on average.

    Attributes:
        salvo: Who, with what, at which hex.
        gain: In steps of infantry.
    """

    salvo: Salvo
    gain: float

    @property
    def task(self) -> Task:
        """It as a task of an activation."""
        salvo = self.salvo
        return Task(who=joined(salvo.who), deed=DEEDS[salvo.munition], to=salvo.target)


def shots(look: Outlook, able: Sequence[Counter], leader: Counter) -> list[Shot]:
    """Return the salvos of an activation: always what brings most of who is left."""
    left, found = list(able), []
    while left:
        best = max(_all(look, left, leader), key=lambda one: one.gain, default=None)
        if best is None or best.gain <= look.temper.least:
            break
        found.append(best)
        left = [one for one in left if one.id not in best.salvo.who]
    return found


def _all(look: Outlook, able: Sequence[Counter], leader: Counter) -> Iterator[Shot]:
    """Yield every salvo: those near their officer together, the others each by themselves."""
    battlefield, table = look.battlefield, look.table
    led = look.where[leader.id] if leader.officer is not None else ""
    for munition in Munition:
        armed = [one for one in able if weapon_of(one, munition) is not None]
        if not armed:
            continue
        for target in look.foes:
            aiming = [
                one
                for one in armed
                if _reaches(look, one, munition, target)
                and not against_salvo(battlefield, table, Salvo((one.id,), munition, target))
            ]
            near = [
                one
                for one in aiming
                if led and not one.out and battlefield.distance(look.where[one.id], led) <= 1
            ]
            if len(near) > 1:
                salvo = Salvo(tuple(one.id for one in near), munition, target)
                if not against_salvo(battlefield, table, salvo):
                    yield Shot(salvo, gain_of(look, salvo))
            for one in aiming:
                if len(near) < 2 or one not in near:
                    salvo = Salvo((one.id,), munition, target)
                    yield Shot(salvo, gain_of(look, salvo))


def _reaches(look: Outlook, one: Counter, munition: Munition, target: str) -> bool:
    weapon = weapon_of(one, munition)
    assert weapon is not None, "they are armed with it"
    return 0 < look.battlefield.distance(look.where[one.id], target) <= 2 * weapon.range


def gain_of(look: Outlook, salvo: Salvo) -> float:
    """Return what a salvo brings on average."""
    aim = aim_of(look.battlefield, look.table, salvo)
    firing = [look.table.counters[key] for key in salvo.who]
    toll = toll_of_target(look, salvo.target, firing, salvo.munition)
    return toll.expected(aim.factors, aim.modifier, aim.divisor)


def toll_of_target(
    look: Outlook, target: str, firing: Sequence[Counter], munition: Munition
) -> Toll:
    """Return what hits on a hex cost the enemy there, or whoever hides there (see ``Shade``)."""
    guns = is_machine_guns(firing, munition)
    there = look.foes.get(target, [])
    if not there:
        return Toll(((look.weights.shade.steps, 1.0),), (), look.weights.worth.kill, alone=False)
    struck = []
    for one in there:
        if can_be_hit(one, munition, machine_guns=guns):
            share = _pierces(look, one, target, firing, munition) if is_armour(one) else 1.0
            struck.append((one.steps, look.worth(one) * share))
    officers = [look.worth(one) for one in there if one.printed is None]
    alone = all(one.printed is None for one in there)
    return Toll(struck, officers, look.weights.worth.kill, alone=alone)


def _pierces(
    look: Outlook, one: Counter, target: str, firing: Sequence[Counter], munition: Munition
) -> float:
    """Return what share of the hits on armour are losses (8.3.2)."""
    printed = one.printed
    if printed is None or printed.armour is None:
        return 1.0
    if munition is Munition.ART:
        calibre = max((each.printed.calibre for each in firing if each.printed), default=0)
        needs = shell_needs(calibre, printed.gait)
        return 0.0 if needs is None else (7 - needs) / 6
    if is_machine_guns(firing, munition):
        return (7 - MACHINE_GUNS) / 6
    for each in firing:
        if each.printed is None or not each.printed.gun or each.printed.kind is Kind.MMG:
            continue
        distance = look.battlefield.distance(look.where[each.id], target)
        if penetrates(each.printed.gun, distance, printed.armour):
            return 1.0
    return 0.0
