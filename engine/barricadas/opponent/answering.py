"""Answers: fire in reaction, or kept; and when to fire at who assaults (3.4, 9.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.api import Action
from engine.barricadas.actions import MOST, Defend, Fire, Hold, React, joined
from engine.barricadas.frames import MOVING, Activation, Assault, Doing
from engine.barricadas.opponent.expecting import Toll
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.shooting import shots
from engine.barricadas.opponent.weights import Strength
from engine.barricadas.roster import ARMOUR, Munition
from engine.barricadas.rules.attack.aiming import weapon_of
from engine.barricadas.rules.attack.factor import Shooter, factor, total
from engine.barricadas.rules.reaction.reacting import against_shot, can_react, under_fire
from engine.barricadas.rules.turn.recognition import SMALL, size_of
from engine.barricadas.state import Counter, Reaction, officer_of
from engine.barricadas.tables.penetration import penetrates
from engine.dice import Dice

GRAINS = 1000


def react(look: Outlook, frame: Activation, strength: Strength, dice: Dice) -> Action:
    """Return the fire that is worth being given in reaction."""
    if strength.slow and dice.roll("whether it fires", 1, GRAINS)[0] <= strength.slow * GRAINS:
        return Hold()
    promised: list[Fire] = []
    for group in _groups(look):
        best = max(_shots(look, frame, group), key=lambda one: one[0], default=None)
        if best is None:
            continue
        gain, shot = best
        if gain > _bar(look, group):
            promised.append(shot)
    return React(shots=tuple(promised[:MOST])) if promised else Hold()


def _groups(look: Outlook) -> Iterator[list[Counter]]:
    """Yield who can react together: of a unit, a hex and a state of readiness."""
    heaps: dict[tuple[str, str, bool], list[Counter]] = {}
    for place, there in look.mine.items():
        for one in there:
            if can_react(one):
                own = one.id if one.out or not one.unit else one.unit
                marked = one.reaction is not Reaction.NONE
                heaps.setdefault((own, place, marked), []).append(one)
    yield from heaps.values()


def _bar(look: Outlook, group: Sequence[Counter]) -> float:
    """Return what fire must bring: more where it costs the unit's own activation."""
    if all(one.reaction is Reaction.NOW for one in group):
        return look.temper.marked
    leader = officer_of(look.table, group[0].unit) or group[0]
    own = sum(one.gain for one in shots(look, group, leader))
    if all(one.reaction is Reaction.KEPT for one in group):
        return max(look.temper.marked, look.temper.bare * own)
    return max(2 * look.temper.marked, own)


def _shots(look: Outlook, frame: Activation, group: list[Counter]) -> Iterator[tuple[float, Fire]]:
    """Yield what a group can fire at, and what it brings."""
    here = look.where[group[0].id]
    who = joined(tuple(one.id for one in group))
    seen = set[str]()
    for doing in under_fire(frame):
        for number, place in enumerate(doing.way, start=frame.gone):
            if place in seen or against_shot(look.table, frame, group, place):
                continue
            seen.add(place)
            moving = doing.deed in MOVING and number > 0
            gain = _gain(look, doing, group, here, place, moving=moving)
            if gain > 0:
                yield gain, Fire(who=who, at=place)


def _gain(
    look: Outlook, doing: Doing, group: Sequence[Counter], here: str, place: str, *, moving: bool
) -> float:
    who = [look.table.counters[key] for key in doing.who]
    moved = moving or any(one.moved for one in who)
    sizes = [size_of(one) for one in who] or [SMALL]
    if not any(look.observed(here, place, size, moving=moved, enemy=here) for size in sizes):
        return 0.0
    distance = look.battlefield.distance(here, place)
    armour = [
        one.printed.armour for one in who if one.printed is not None and one.printed.kind in ARMOUR
    ]
    hard = bool(armour) and len(armour) == len([one for one in who if one.printed is not None])
    firing = []
    for one in group:
        weapon = weapon_of(one, Munition.AT if hard else Munition.AP)
        if weapon is None and not hard:
            weapon = weapon_of(one, Munition.ART)
        if weapon is None:
            continue
        gun = "" if one.printed is None else one.printed.gun
        plate = min((each for each in armour if each is not None), default=0)
        if hard and not (gun and penetrates(gun, distance, plate)):
            continue
        firing.append(Shooter(factor(weapon, one.hits), weapon.range, distance))
    bare = group[0].reaction is Reaction.NONE
    factors = total(firing, halves=int(bare))
    if not factors:
        return 0.0
    modifier = look.moved(moving=moved)
    if who:
        struck = [(one.steps, look.worth(one)) for one in who if one.printed is not None]
        officers = [look.worth(one) for one in who if one.printed is None]
        toll = Toll(struck, officers, look.weights.worth.kill, alone=not struck)
    else:
        toll = Toll(((look.weights.shade.steps, 1.0),), (), look.weights.worth.kill, alone=False)
    return toll.expected(factors, modifier, look.divisor(place))


def defend(look: Outlook, frame: Assault) -> Action:
    """Return when to fire at who assaults: where they are less covered (9.2)."""
    before, after = look.divisor(frame.origin), look.divisor(frame.target)
    return Defend(when="after" if after < before else "before")
