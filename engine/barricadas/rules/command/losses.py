"""Officers under fire (7.1).

Rules:
    7.1.
"""

from __future__ import annotations

from fractions import Fraction

from engine.chances.probability import total

FALLS_AT = 1
"""An officer falls when two dice, less the hits on the hex, are no more than this."""


def falls(dice: int, hits: int, *, alone: bool) -> bool:
    """Say whether an officer falls to an attack that brought hits to their hex (7.1).

    *Dice* is the sum of two.
    *Alone* in the hex any hit is enough, and no die is thrown.
    """
    if not hits:
        return False
    return alone or dice - hits <= FALLS_AT


def chance(hits: int, *, alone: bool) -> Fraction:
    """Return how likely an officer is to fall."""
    return total(2).chance_that(lambda dice: falls(dice, hits, alone=alone))
