"""The landscape under the table: a plain, and the rise of every hill, with its light and shade."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from engine.art_of_war.state import Feature
from render.art_of_war.sheet import BOUNDS, DEEP, WIDE, around, holds, laid, to_edge
from render.linework import Point
from render.relief import Cell, Landscape

GENTLE, STEEP = "gentle_hill", "steep_hill"
HILLS: Final = (GENTLE, STEEP)

LEVELS: Final = 4
"""Tints of height: the plain's, and three of hills."""

_TINTS: Final = {GENTLE: (1, 2), STEEP: (2, 3)}
"""Of a hill: that of its slope and that of its top."""

_TOP: Final = 0.55
"""How much of the way up its top begins."""

_PLAIN: Final = 300.0
_RISE: Final = {GENTLE: 1500.0, STEEP: 3000.0}
_ROUGH: Final = {GENTLE: 110.0, STEEP: 420.0}
_CALM: Final = 60.0

_CELL: Final = 0.5
_BEYOND: Final = 2.5


def tint_of(level: int) -> str:
    """Return the key of the ground of a level."""
    return f"level_{level}"


def corners_of(feature: Feature) -> list[Point]:
    """Return a feature's outline on the sheet."""
    return [laid(x, y) for x, y in feature.corners]


@lru_cache(maxsize=8)
def landscape(hills: tuple[Feature, ...]) -> Landscape:
    """Return the country of a table with some hills."""
    left, top, right, bottom = BOUNDS
    bounds = (left - _BEYOND, top - _BEYOND, right + _BEYOND, bottom + _BEYOND)
    order = [tint_of(level) for level in range(LEVELS)]
    return Landscape(list(_cells(hills)), bounds, order, blend=0.35, ragged=0.12)


def _cells(hills: tuple[Feature, ...]) -> Iterator[Cell]:
    mounds = []
    for one in hills:
        outline = corners_of(one)
        box = around(outline)
        mounds.append((one.kind, outline, box, 0.5 * min(box[2] - box[0], box[3] - box[1])))
    for corners, (x, y) in _squares():
        height, relief, level = _PLAIN, _CALM, 0
        for kind, edge, box, half in mounds:
            if not (box[0] < x < box[2] and box[1] < y < box[3] and holds(edge, x, y)):
                continue
            up = min(1.0, to_edge(edge, x, y) / (0.8 * half))
            # A dome: steepest half way up.
            height = max(height, _PLAIN + _RISE[kind] * up * up * (3 - 2 * up))
            relief = max(relief, _ROUGH[kind])
            level = max(level, _TINTS[kind][up >= _TOP])
        yield Cell(
            corners=corners,
            middle=(x, y),
            land=1.0,
            height=height,
            relief=relief,
            ground=tint_of(level),
            dry=True,
        )


@cache
def _squares() -> tuple[tuple[tuple[Point, ...], Point], ...]:
    """Return the corners and the middle of every cell: those of all tables, which share them."""
    steps = int(_BEYOND / _CELL)
    columns = [column * _CELL for column in range(-steps, int(WIDE / _CELL) + steps + 1)]
    rows = [row * _CELL for row in range(-steps, int(DEEP / _CELL) + steps + 1)]
    spots = [[(x, y) for y in rows] for x in columns]
    return tuple(
        ((first, right, lower, below), (first[0] + _CELL / 2, first[1] + _CELL / 2))
        for here, beside in pairwise(spots)
        for (first, below), (right, lower) in zip(pairwise(here), pairwise(beside), strict=True)
    )
