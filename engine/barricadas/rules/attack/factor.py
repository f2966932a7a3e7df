"""How much counters fire with: fire factor, hits, distance, haste (8, 8.4).

Rules:
    2.4, 3.4 (reaction without marker), 5.7 (mounted cavalry), 8 (fire range), 8.2 c, 8.4, 9.2;
    ALB-R6.
    Also 5.7.fire, 8.2.d.example, 8.4.bands, 8.range.example.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.barricadas.roster import Weapon
from engine.barricadas.tables.fire import halved

LOST: tuple[tuple[int, int], ...] = ((16, 4), (12, 3), (7, 2), (1, 1))
"""From which fire factor on, and how many of it the first hit takes (8.4)."""


def factor(weapon: Weapon, hits: int) -> int:
    """Return what a counter of some hits fires with (8.4)."""
    if not hits:
        return weapon.full
    if hits > 1:
        return weapon.reduced
    return weapon.full - next(lost for least, lost in LOST if weapon.full >= least)


class Shooter(NamedTuple):
    """Who fires, as far as it counts: factors, range, and hexes to the target.

    Who fires together may stand in several hexes, so each has a distance of their own.
    """

    factors: int
    range: int
    distance: int


def total(firing: Iterable[Shooter], *, halves: int = 0) -> int:
    """Return the fire factors of a group (8.2 c, ALB-R6).

    Those within their range count whole; of those up to twice as far the sum is halved, rounded
    up; who is farther does not count.

    Args:
        firing: Who fires.
        halves: How often all of it is halved, for each reason once: mounted cavalry, reaction
            without a marker, defensive fire that was not prepared.
    """
    whole = beyond = 0
    for one in firing:
        if one.distance <= one.range:
            whole += one.factors
        elif one.distance <= 2 * one.range:
            beyond += one.factors
    found = whole + halved(beyond)
    for _ in range(halves):
        found = halved(found)
    return found
