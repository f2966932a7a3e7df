"""Troops as numbers, and what a land combat between two of them can be expected to bring.

Chits and initiative are left out but for a share of a die: they come to little, and to either side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import comb, sqrt

from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column, is_fort, kind_of
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.sea.raids import raid_odds
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import Table, Unit

FACES = 6


@dataclass(frozen=True, slots=True)
class Force:
    """A stack in a land combat: *dice* it rolls, *guns* added to each of them, its *steps*."""

    dice: int = 0
    guns: int = 0
    steps: int = 0

    def power(self, ground: int = 0) -> float:
        """Return one figure for comparing stacks; *ground* is added to each die."""
        hits = self.dice * min(FACES, 1 + self.guns + ground)
        return sqrt(hits * self.steps)


def force_of(units: Iterable[Unit]) -> Force:
    """Return the force of some land units."""
    dice = guns = steps = 0
    for unit in units:
        dice += 1
        steps += unit.steps
        guns += kind_of(unit) is Kind.ARTILLERY
    return Force(dice, guns, steps)


def ground_of(table: Table, place: str, defenders: Iterable[Unit], origin: str = "") -> int:
    """Return what the ground adds to each die of *defenders* at *place*, attacked from *origin*."""
    if place == BOX:
        return 0
    board = load_board()
    defence = scenario_for(table.settings).terrain.defence
    bonus = defence.get(board.terrain(place), 0)
    if any(is_fort(unit) for unit in defenders):
        bonus += defence["fort"]
    if origin and board.river(origin, place) and not board.rail(origin, place):
        bonus += defence["river"]
    return bonus


def raid_chance(ship: str, target: Unit) -> float:
    """Return how likely a warship hits a unit ashore (7.6)."""
    return _raid("sc1" if is_column(target) else target.id, ship)


@cached_per_data(maxsize=1 << 12)
def _raid(target: str, ship: str) -> float:
    """Return the same of a unit by its id, which alone tells what is printed on it."""
    return raid_odds(ship, Unit(target, "", "", 1, "peru")) / 36


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a combat promises: that the defenders leave, and the steps each side loses."""

    clears: float
    killed: float
    lost: float
    thrown_back: float


def clash(attacker: Force, defender: Force, ground: int, more: tuple[int, int]) -> Prospect:
    """Return what an attack promises; *more* are additional dice of attacker and defender."""
    return _clash(
        attacker.dice + more[0],
        min(FACES, 1 + attacker.guns),
        attacker.steps,
        defender.dice + more[1],
        min(FACES, 1 + defender.guns + ground),
        defender.steps,
    )


@lru_cache(maxsize=1 << 14)
def _clash(
    dice: int, faces: int, steps: int, foe_dice: int, foe_faces: int, foe_steps: int
) -> Prospect:
    mine, theirs = _hits(dice, faces), _hits(foe_dice, foe_faces)
    clears = killed = lost = back = 0.0
    for hits, chance in enumerate(mine):
        for answer, other in enumerate(theirs):
            both = chance * other
            fallen = min(hits, foe_steps)
            killed += both * fallen
            lost += both * min(answer, steps)
            if fallen == foe_steps:
                clears += both if answer < steps else 0.0
            elif hits and not answer:
                clears += 0.5 * both
                killed += 0.5 * both
            elif answer and not hits:
                back += both
                lost += 0.5 * both
    return Prospect(clears, killed, lost, back)


@lru_cache(maxsize=1 << 10)
def _hits(dice: int, faces: int) -> tuple[float, ...]:
    """Return the chance of each number of hits."""
    p = faces / FACES
    return tuple(comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1))
