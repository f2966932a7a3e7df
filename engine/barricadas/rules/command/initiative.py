"""Who begins a turn (3.2): a die each, the attacker and who had it last with one more.

Rules:
    3.2.
    Also 3.2.modifiers, 3.2.tie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.chances.probability import die

MOST_TIES = 100
"""Ties after which somebody's dice are broken (our bug)."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a side adds to its die.

    Attributes:
        attacker: Whether it attacks in the scenario.
        held: Whether it had the initiative the turn before.
        scenario: What the scenario adds.
    """

    attacker: bool = False
    held: bool = False
    scenario: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.attacker + self.held + self.scenario


def decide(
    bonuses: Mapping[str, Bonus], roll: Callable[[], tuple[int, int]]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return who has the initiative, and the dice of every throw; ties are thrown again (3.2).

    Args:
        bonuses: Of both sides.
        roll: Throws a die for each, in the order of *bonuses*.
    """
    one, two = bonuses
    thrown = []
    for _ in range(MOST_TIES):
        dice = roll()
        thrown.append(dice)
        first, second = dice[0] + bonuses[one].total, dice[1] + bonuses[two].total
        if first != second:
            return (one if first > second else two), tuple(thrown)
    raise AssertionError("the dice always tie")


def chance(own: Bonus, others: Bonus) -> Fraction:
    """Return how likely a side is to have the initiative; ties being thrown again change nothing.

    One of them can be so far ahead that there is no tie; never is everything a tie.
    """
    margins = die().with_(die(), lambda one, two: one + own.total - two - others.total)
    won = margins.chance_that(lambda margin: margin > 0)
    return won / (1 - margins.chance(0))
