"""Guns in tow: driven to where they reach the enemy's towns, and unhitched there (5.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.barricadas.actions import Task, joined
from engine.barricadas.frames import Deed
from engine.barricadas.opponent.body import Body
from engine.barricadas.opponent.expecting import mean_hits
from engine.barricadas.opponent.marching import reached, task_of
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.weights import Tow
from engine.barricadas.roster import Munition
from engine.barricadas.rules.attack.aiming import weapon_of
from engine.barricadas.rules.attack.factor import Shooter, factor, total
from engine.barricadas.rules.movement.moves import reachable
from engine.barricadas.rules.transport.lorries import against_transport, is_towed, load_of
from engine.barricadas.state import Counter, officer_of
from engine.barricadas.survey import is_vehicle


@dataclass(frozen=True, slots=True)
class Haul:
    """What a lorry with a gun in tow does, and what it is worth.

    Attributes:
        task: As it is ordered.
        gain: In steps of infantry.
        gun: Which it tows.
        place: Where they are then.
    """

    task: Task
    gain: float
    gun: str
    place: str


def hauls(look: Outlook, members: Sequence[Counter]) -> Iterator[Haul]:
    """Yield what the lorries of a unit do with guns that they tow."""
    tow = look.weights.tow
    for lorry in filter(is_vehicle, members):
        gun = load_of(look.table, lorry)
        if tow is not None and gun is not None and is_towed(gun) and not lorry.routed:
            found = _haul(look, lorry, gun, tow)
            if found is not None:
                yield found


def _haul(look: Outlook, lorry: Counter, gun: Counter, tow: Tow) -> Haul | None:
    """Return what a lorry does with its gun: on to where it can fire sooner, or it is let off."""
    body, here = Body(look, [lorry]), look.where[lorry.id]
    both = Body(look, [lorry, gun])
    merit = _Merit(look, gun, tow)
    now = merit.at(here)
    best: tuple[float, str] | None = None
    ways = reached(body, Deed.MOVE)
    for place, found in ways.items():
        # However bold its side is: a gun that is lost on the way has fired at nobody.
        gain = merit.at(place) - now - both.danger(found.way, moving=True)
        if best is None or (gain, place) > best:
            best = gain, place
    if best is not None and best[0] > tow.onward:
        plain = reachable(look.battlefield, look.table, body.counters, Deed.MOVE).get(best[1])
        task = task_of(body, Deed.MOVE, ways[best[1]], plain)
        return Haul(task, best[0], gun.id, best[1])
    fire = merit.fire(here)
    if fire <= tow.least or against_transport(look.table, (gun, lorry), Deed.UNHITCH):
        return None
    task = Task(who=joined((gun.id, lorry.id)), deed=Deed.UNHITCH)
    return Haul(task, fire, gun.id, here)


class _Merit:
    """What hexes are worth to a gun that is to fire from them, by itself or directed (8.1.1)."""

    def __init__(self, look: Outlook, gun: Counter, tow: Tow) -> None:
        self._look, self._gun, self._tow = look, gun, tow
        weapon = weapon_of(gun, Munition.ART) or weapon_of(gun, Munition.AT)
        assert weapon is not None, "guns fire"
        self._weapon = weapon
        officer = officer_of(look.table, gun.unit)
        self._led = "" if officer is None else look.where[officer.id]
        self._reach = 0 if officer is None or officer.officer is None else officer.officer.reach
        held = look.table.held
        self._wanted = [one for one in look.stakes if held.get(one) != look.side]

    def at(self, place: str) -> float:
        """Return what a hex is worth: the fire from there, less the way to towns and officer."""
        look = self._look
        away = [look.battlefield.distance(place, town) for town in self._wanted]
        short = max(0, min(away, default=0) - self._weapon.range)
        apart = look.battlefield.distance(place, self._led) - self._reach if self._led else 0
        return self.fire(place) - self._tow.far * short - look.temper.stray * max(0, apart)

    def fire(self, place: str) -> float:
        """Return the hits that the best fire from a hex brings, at whom it or its officer sees."""
        look, weapon = self._look, self._weapon
        seen = dict.fromkeys(one for one, _ in look.targets(place))
        if self._led:
            seen |= dict.fromkeys(one for one, _ in look.targets(self._led))
        best = 0.0
        for target in seen:
            away = look.battlefield.distance(place, target)
            if 0 < away <= 2 * weapon.range:
                firing = Shooter(factor(weapon, self._gun.hits), weapon.range, away)
                best = max(best, mean_hits(total([firing]), look.dark, look.divisor(target)))
        return best
