"""What dice bring in an attack (8.2 e to g): counted here for the rule and for the odds alike.

Rules:
    2.4, 8.2 d to g.
    Also 8.2.e, 8.2.f, 8.2.g.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.barricadas.tables.fire import column_for, hits, load_fire_table
from engine.chances.probability import Distribution, total


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


def brought(aim: Aim, dice: int) -> int:
    """Return the hits that the sum of two dice brings; none without a column (8.2)."""
    if aim.column is None:
        return 0
    return hits(load_fire_table().effect(aim.column, dice + aim.modifier), aim.divisor)


def chances(aim: Aim) -> Distribution[int]:
    """Return how likely each number of hits is."""
    return total(2).map(lambda dice: brought(aim, dice))
