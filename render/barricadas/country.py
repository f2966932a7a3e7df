"""The landscape under the boards: a ground for each level of hill, and its light and shade."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.data.cache import cached_per_data
from render.barricadas.land import TALL, Chart, spot_middle
from render.relief import Cell, Landscape

LEVELS: Final = 5
"""Levels that have a tint of their own; higher ones have that of the last."""

_LEVEL, _RISE, _CALM, _STEEP = 300.0, 900.0, 70.0, 260.0
"""Height of the plain and of each level above it; how rough both are."""


def tint_of(level: int) -> str:
    """Return the key of the ground of a level."""
    return f"level_{min(level, LEVELS - 1)}"


@cached_per_data()
def landscape(chart: Chart) -> Landscape:
    """Return the country of a ground; each is grown once."""
    left, top, right, bottom = chart.bounds
    bounds = (left - 2.5, top - 2.5, right + 2.5, bottom + 2.5)
    order = [tint_of(level) for level in range(LEVELS)]
    return Landscape(list(_cells(chart)), bounds, order, blend=0.42, ragged=0.1)


def _cells(chart: Chart) -> Iterator[Cell]:
    """Yield a cell a hex; beyond the edge those of the nearest one."""
    columns, rows = chart.size
    for column in range(-1, columns + 3):
        for row in range(-1, rows + 3):
            inside = chart.battlefield.at(min(columns, max(1, column)), min(rows, max(1, row)))
            if not inside:
                continue
            # Ids have two digits: beyond the edge the middle is worked out from one within it.
            near = (max(1, column), max(1, row))
            x, y = spot_middle(near)
            x, y = x + 1.5 * (column - near[0]), y + TALL * (row - near[1])
            level = chart.battlefield.hexes[inside].level
            yield Cell(
                corners=_corners(x, y),
                middle=(x, y),
                land=1.0,
                height=_LEVEL + _RISE * level,
                relief=_STEEP if level else _CALM,
                ground=tint_of(level),
                dry=True,
            )


def _corners(x: float, y: float) -> list[tuple[float, float]]:
    half = TALL / 2
    return [
        (x - 0.5, y - half),
        (x + 0.5, y - half),
        (x + 1, y),
        (x + 0.5, y + half),
        (x - 0.5, y + half),
        (x - 1, y),
    ]
