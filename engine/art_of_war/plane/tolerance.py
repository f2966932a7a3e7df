"""How exactly anything is measured: one tolerance, for contact and for alignment (ADG-R22).

Facings are whole numbers and need none: two bases are parallel where theirs agree.

A pose is rounded to whole hundredths, so that a base which stands flush stands up to 0.71 off.
"""

from __future__ import annotations

from math import ceil
from typing import Final

TOLERANCE: Final = 1
"""In hundredths of a UD: so far apart is in contact, so deep into another is beside it."""

NOISE: Final = 1e-6
"""What floats lose: more than their last digits, less than any two poses differ by."""


def same(one: float, other: float) -> bool:
    """Say whether two lengths are equal."""
    return abs(one - other) <= TOLERANCE + NOISE


def more(one: float, other: float) -> bool:
    """Say whether a length is greater than another."""
    return one > other + TOLERANCE + NOISE


def measured(length: float) -> int:
    """Return a length in whole hundredths, rounded up: it is within n where the length is."""
    return ceil(length - NOISE)
