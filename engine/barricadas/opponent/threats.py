"""From where the enemy can fire, and with how much, as far as its own side can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.barricadas.opponent.weights import Shade
from engine.barricadas.roster import ARMOUR, Kind, Munition
from engine.barricadas.rules.attack.aiming import weapon_of
from engine.barricadas.rules.attack.factor import Shooter, factor, total
from engine.barricadas.rules.reaction.reacting import can_react
from engine.barricadas.state import Counter, Reaction, Table
from engine.barricadas.tables.penetration import penetrates

ON_FOOT = frozenset((Kind.INFANTRY, Kind.ENGINEERS, Kind.CAVALRY, *ARMOUR))


@dataclass(frozen=True, slots=True)
class Gun:
    """What one counter fires with: factors, range, and its gun against armour."""

    factors: int
    range: int
    gun: str = ""


@dataclass(frozen=True, slots=True)
class Threat:
    """Enemies in one hex.

    Attributes:
        place: Where.
        soft: What they fire with at troops.
        hard: What they fire with at armour.
        ready: Whether any of them may still be activated this turn.
        reacts: How much of their fire they can give in reaction: all, half, or none.
        walks: Whether some of them take towns.
        reach: Hexes beyond which they do not fire.
    """

    place: str
    soft: tuple[Gun, ...]
    hard: tuple[Gun, ...]
    ready: bool
    reacts: float
    walks: bool
    reach: int

    def factors(self, distance: int, armour: int | None) -> int:
        """Return the fire factors at a distance; at armour only of guns that pierce it."""
        guns = self.soft if armour is None else self.hard
        return total(
            Shooter(one.factors, one.range, distance)
            for one in guns
            if armour is None or not one.gun or penetrates(one.gun, distance, armour)
        )


def threats_of(
    table: Table, foes: Mapping[str, Sequence[Counter]], shade: Shade
) -> tuple[Threat, ...]:
    """Return all of them: who is recognised, and what is thought of who is not."""
    found = [_threat(place, there) for place, there in foes.items()]
    guess = (Gun(shade.factors, shade.range),)
    found += [Threat(place, guess, (), True, 0.75, True, 2 * shade.range) for place in table.shades]
    return tuple(found)


def _threat(place: str, there: Sequence[Counter]) -> Threat:
    steady = [one for one in there if one.printed is not None and not one.routed]
    soft, hard = [], []
    for one in steady:
        ap = weapon_of(one, Munition.AP) or weapon_of(one, Munition.ART)
        if ap is not None:
            soft.append(Gun(factor(ap, one.hits), ap.range))
        at = weapon_of(one, Munition.AT)
        if at is not None and one.printed is not None and one.printed.gun:
            hard.append(Gun(factor(at, one.hits), at.range, one.printed.gun))
    able = [one for one in steady if can_react(one)]
    marked = any(one.reaction is not Reaction.NONE for one in able)
    reacts = (1.0 if marked else 0.5) if able else 0.0
    ready = any(not one.finished and one.reaction is not Reaction.NOW for one in steady)
    walks = any(one.printed is not None and one.printed.kind in ON_FOOT for one in there)
    reach = 2 * max((one.range for one in (*soft, *hard)), default=0)
    return Threat(place, tuple(soft), tuple(hard), ready, reacts, walks, reach)
