"""Angles in tenths of a degree, clockwise from north, and what they make of lengths.

Sines are whole numbers, so that a base comes to stand on the same spot on every machine.
"""

from __future__ import annotations

from math import radians, sin
from typing import Final

QUARTER: Final = 900
HALF: Final = 1800
FULL: Final = 3600

SCALE: Final = 10**9
"""What a sine of 1 is."""

_SINES: Final = tuple(round(sin(radians(tenths / 10)) * SCALE) for tenths in range(QUARTER + 1))


def sine(angle: int) -> int:
    """Return the sine of an angle, times ``SCALE``; those of a circle's quarters mirror exactly."""
    angle %= FULL
    if angle > HALF:
        return -sine(FULL - angle)
    return _SINES[min(angle, HALF - angle)]


def towards(facing: int) -> tuple[int, int]:
    """Return what a step of ``SCALE`` into a direction adds to x and y."""
    return _DIRECTIONS[facing % FULL]


def turned(facing: int, angle: int) -> int:
    """Return a facing after a turn, clockwise where it is positive."""
    return (facing + angle) % FULL


def apart(one: int, other: int) -> int:
    """Return by how much two facings differ, at most ``HALF``."""
    difference = (one - other) % FULL
    return min(difference, FULL - difference)


def shared_out(number: int, parts: int) -> int:
    """Return a quotient, rounded to the nearest; halves go away from zero, so that signs mirror."""
    whole = (2 * abs(number) + parts) // (2 * parts)
    return whole if number >= 0 else -whole


_DIRECTIONS: Final = tuple((sine(facing), sine(facing + QUARTER)) for facing in range(FULL))
"""Of each facing: it is asked for millions of times in a battle."""
