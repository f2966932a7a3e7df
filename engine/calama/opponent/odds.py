"""Exact chances of one die and a figure against another die and a figure."""

from __future__ import annotations

from functools import cache

FACES = range(1, 7)


@cache
def wins(advantage: int) -> float:
    """Return the chance that a die and *advantage* are more than another die."""
    return sum(mine + advantage > theirs for mine in FACES for theirs in FACES) / 36


@cache
def loses(advantage: int) -> float:
    """Return the chance that a die and *advantage* are less than another die."""
    return wins(-advantage)
