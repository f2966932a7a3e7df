"""The outlines of terrain elements, made of whole numbers that dice or people give (ADG-R19).

Rules:
    10, 11.terrain; ADG-R19.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.art_of_war.plane.angles import FULL, SCALE, shared_out, towards
from engine.art_of_war.plane.shapes import Outline

WIDE = 3000
DEEP = 2000
"""Hundredths of a UD that the table is across, and deep (11.table)."""

CORNERS = 12
"""Of a rounded element; as many bends give it its shape."""

BENDS = 5
"""Of a band across the table."""

DENT = 3
"""Hundredths by which each pip of a bend draws in a rounded element."""

SWAY = 15
"""Hundredths of a UD by which each pip of a bend moves a band sideways."""


def blob(x: int, y: int, width: int, depth: int, bends: Sequence[int]) -> Outline:
    """Return a rounded element about a point, drawn in here and there by :data:`CORNERS` pips."""
    found = []
    for number, bend in enumerate(bends[:CORNERS]):
        east, north = towards(number * FULL // CORNERS)
        share = 100 - DENT * (bend - 1)
        along = shared_out(east * width * share, SCALE * 200)
        up = shared_out(north * depth * share, SCALE * 200)
        found.append((x + along, y + up))
    return tuple(found)


def down(x: int, width: int, bends: Sequence[int], low: int = 0, high: int = DEEP) -> Outline:
    """Return a band from the south to the north about a line, swaying by :data:`BENDS` pips."""
    lines = _swaying(x, bends, low, high)
    left = tuple((middle - width // 2, along) for middle, along in lines)
    right = tuple((middle + width // 2, along) for middle, along in reversed(lines))
    return (*left, *right)


def across(y: int, width: int, bends: Sequence[int]) -> Outline:
    """Return a band from the west to the east about a line, swaying likewise."""
    lines = _swaying(y, bends, 0, WIDE)
    south = tuple((along, middle - width // 2) for middle, along in lines)
    north = tuple((along, middle + width // 2) for middle, along in reversed(lines))
    return (*south, *north)


def shore(east: bool, wide: int, bends: Sequence[int]) -> Outline:
    """Return the sea along a short edge, so wide, its shore swaying likewise."""
    rim = WIDE if east else 0
    lines = _swaying(WIDE - wide if east else wide, bends, 0, DEEP)
    return ((rim, 0), *((middle, along) for middle, along in lines), (rim, DEEP))


def _swaying(middle: int, bends: Sequence[int], low: int, high: int) -> list[tuple[int, int]]:
    """Return points from *low* to *high*, each beside a line by what its pips say."""
    return [
        (middle + SWAY * (2 * bend - 7) // 2, low + (high - low) * number // (BENDS - 1))
        for number, bend in enumerate(bends[:BENDS])
    ]
