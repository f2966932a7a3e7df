"""Where things lie on the ground of ¡A las barricadas!, in units: the side of a hex is one.

Boards lie side by side as a scenario lays them; odd columns lie half a hex lower.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Final

from engine.barricadas.board import Ground, WayKind, board_column_row
from engine.barricadas.ground import GRID, Battlefield, Sheet, load_battlefield
from engine.data.cache import cached_per_data
from render.linework import Point, chained, smooth

TALL: Final = sqrt(3)
"""Height of a hex."""


@dataclass(frozen=True, eq=False, repr=False)
class Chart:
    """The ground of a scenario, laid out; get it with :func:`chart_of`."""

    sheets: tuple[Sheet, ...]
    battlefield: Battlefield

    def __repr__(self) -> str:
        """Return what tells it from other grounds of the same data."""
        return f"Chart({self.sheets!r})"

    @cached_property
    def size(self) -> tuple[int, int]:
        """How many columns and rows there are."""
        columns, rows = zip(*self.battlefield.spots.values(), strict=True)
        return max(columns), max(rows)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all hexes."""
        columns, rows = self.size
        return 0.5, 0.0, 1.5 * columns + 1, TALL * rows + TALL / 2

    @cached_property
    def middles(self) -> dict[str, Point]:
        """The middle of every hex."""
        return {one: spot_middle(spot) for one, spot in self.battlefield.spots.items()}

    def centre(self, place: str) -> Point:
        """Return the middle of a hex."""
        return self.middles[place]

    def corners(self, place: str) -> tuple[Point, ...]:
        """Return the six corners of a hex, clockwise; side *i* runs from *i* to *i* + 1."""
        return GRID.corners(_name(self.battlefield.spots[place]))

    def within(self, place: str, radius: int) -> tuple[str, ...]:
        """Return the hexes of the ground at most so many hexes from one."""
        found = GRID.within(_name(self.battlefield.spots[place]), radius)
        ids = (self.battlefield.at(int(one[:2]), int(one[2:])) for one in found)
        return tuple(filter(None, ids))


def spot_middle(spot: tuple[int, int]) -> Point:
    """Return the middle of the hex in a column and row of the whole ground."""
    return GRID.centre(_name(spot))


def _name(spot: tuple[int, int]) -> str:
    return f"{spot[0]:02d}{spot[1]:02d}"


@cached_per_data()
def chart_of(sheets: tuple[Sheet, ...]) -> Chart:
    """Return the ground that some sheets make; each is laid out once."""
    return Chart(sheets, load_battlefield(sheets))


def seeded(place: str, salt: int) -> Random:
    """Return numbers that are always the same for a hex, however its board lies."""
    board, column, row = board_column_row(place)
    seed = ord(board) * 100_003 + column * 1009 + row * 31 + salt * 7919
    return Random(seed)  # noqa: S311 - no game depends on it


# -- lines -------------------------------------------------------------------------------------


@cached_per_data()
def roads(chart: Chart, kind: WayKind) -> tuple[tuple[Point, ...], ...]:
    """Return the courses of all roads of a kind, from edge to edge where they end there."""
    battlefield = chart.battlefield
    pairs = sorted(
        {
            tuple(sorted(pair))
            for pair, found in battlefield.boards.roads.items()
            if found is kind and all(one in battlefield.hexes for one in pair)
        }
    )
    lines = chained((chart.centre(one), chart.centre(two)) for one, two in pairs)
    return tuple(tuple(_to_edges(chart, line)) for line in lines)


@cached_per_data()
def rivers(chart: Chart) -> tuple[tuple[Point, ...], ...]:
    """Return the courses of the minor rivers, from edge to edge where they end there."""
    wet = [
        one for one, each in chart.battlefield.hexes.items() if each.terrain is Ground.MINOR_RIVER
    ]
    pairs, joined = [], {one: one for one in wet}

    def root(one: str) -> str:
        while joined[one] != one:
            one = joined[one]
        return one

    for one in sorted(wet):
        for two in chart.battlefield.adjacent(one):
            # Three hexes about a corner are no ring.
            if two in joined and one < two and root(one) != root(two):
                joined[root(two)] = root(one)
                pairs.append((chart.centre(one), chart.centre(two)))
    return tuple(tuple(_to_edges(chart, line)) for line in chained(pairs))


def _to_edges(chart: Chart, line: list[Point]) -> Iterator[Point]:
    """Yield a line, led on over the edge of the ground where it ends beside it."""
    if len(line) > 1:
        first = _beyond(chart, line[0], line[1])
        if first:
            yield first
    yield from line
    if len(line) > 1:
        last = _beyond(chart, line[-1], line[-2])
        if last:
            yield last


def _beyond(chart: Chart, end: Point, before: Point) -> Point | None:
    """Return the point beyond the edge to which a line goes on that ends so near to it."""
    left, top, right, bottom = chart.bounds
    far = 1.9
    beside = {
        (left - 1.0, end[1]): end[0] - left < far,
        (right + 1.0, end[1]): right - end[0] < far,
        (end[0], top - 1.0): end[1] - top < far,
        (end[0], bottom + 1.0): bottom - end[1] < far,
    }
    going = (end[0] - before[0], end[1] - before[1])
    found = [
        ((x - end[0]) * going[0] + (y - end[1]) * going[1], (x, y))
        for (x, y), near in beside.items()
        if near
    ]
    # It goes on as it went, not back.
    return max(found)[1] if found and max(found)[0] > 0 else None


@cached_per_data()
def contours(chart: Chart, level: int) -> tuple[tuple[Point, ...], ...]:
    """Return the lines between hexes lower than a level and those of it or higher, smoothed."""
    hexes = chart.battlefield.hexes
    sides = []
    for one in sorted(hexes):
        if hexes[one].level < level:
            continue
        corners = chart.corners(one)
        for side, two in enumerate(chart.battlefield.neighbours(one)):
            if two and hexes[two].level < level:
                sides.append((corners[side], corners[(side + 1) % 6]))
    return tuple(tuple(_rounded(line)) for line in chained(sides))


def _rounded(line: list[Point]) -> list[Point]:
    """Return a line with its corners cut; one that ends where it begins stays closed."""
    if abs(line[0][0] - line[-1][0]) + abs(line[0][1] - line[-1][1]) > 1e-3:
        return smooth(line, 2)
    for _ in range(2):
        cut = [
            (ax + (bx - ax) * share, ay + (by - ay) * share)
            for (ax, ay), (bx, by) in pairwise(line)
            for share in (0.25, 0.75)
        ]
        line = [*cut, cut[0]]
    return line
