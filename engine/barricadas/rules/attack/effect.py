"""What dice bring in an attack (8.2 e to g): counted here for the rule and for the odds alike.

Rules:
    2.4, 8.2 d to g.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from engine.barricadas.tables.fire import column_for, hits, load_fire_table

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Aim:
    """An attack before its dice.

    Attributes:
        factors: Sum of the fire factors.
        modifier: What is added to the dice.
        divisor: Defence of the target's hex.
    """

    factors: int
    modifier: int
    divisor: Fraction

    @property
    def column(self) -> int | None:
        """The column of the fire table; ``None`` where there are too few factors for any."""
        return column_for(self.factors)


def brought(aim: Aim, dice: tuple[int, int]) -> int:
    """Return the hits that two dice bring; none without a column (8.2)."""
    if aim.column is None:
        return 0
    return hits(load_fire_table().effect(aim.column, sum(dice) + aim.modifier), aim.divisor)


def chances(aim: Aim) -> dict[int, Fraction]:
    """Return how likely each number of hits is, rising."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for dice in product(FACES, FACES):
        found[brought(aim, dice)] += Fraction(1, 36)
    return dict(sorted(found.items()))
