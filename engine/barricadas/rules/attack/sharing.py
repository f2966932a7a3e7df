"""Whom the hits on a hex strike (8.3.1).

Nobody is struck a second time before all that the attack can affect have been struck once. Where
there are fewer hits than counters, chance says who.

Rules:
    8.3.1.
    Also 8.3.1.each, 8.3.1.examples, 8.3.1.lot, 8.3.1.one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def shares(steps: Sequence[int], hits: int, draw: Callable[[int], int]) -> tuple[int, ...]:
    """Return how many hits strike each of some counters that can be affected.

    Args:
        steps: What each has left; nobody is struck more often than that.
        hits: How many there are to share; more than there are steps are lost.
        draw: Given a number of counters, returns which of them it is, counted from 0.
    """
    found = [0] * len(steps)
    left = hits
    while left:
        struck = [number for number, most in enumerate(steps) if found[number] < most]
        if not struck:
            break
        # In each round everybody once, as long as there are hits for everybody.
        while len(struck) > left:
            found[struck.pop(draw(len(struck)))] += 1
            left -= 1
            if not left:
                return tuple(found)
        for number in struck:
            found[number] += 1
        left -= len(struck)
    return tuple(found)
