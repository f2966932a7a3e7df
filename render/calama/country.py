"""The landscape under the board of Calama: grounds, heights and roughness of its squares."""

from __future__ import annotations

from math import atan2, hypot, pi

from engine.calama.board import Board
from engine.data.cache import cached_per_data
from engine.data.grid.squares import neighbours, row_col, square
from render.calama.land import EDGE, SIDE, SIZE, SPAN, centre
from render.linework import Point
from render.relief import Cell, Landscape

GROUNDS = {"road": "desert", "river": "desert"}
"""Terrains of which only a line is drawn, and the ground under it."""

LAYERS = ("desert", "steep", "town", "scrub", "field", "wood", "hill")
"""Grounds as they overlap where they meet."""

_HEIGHTS = {"hill": 4300.0, "steep": 3000.0, "river": 1500.0, "field": 1900.0, "wood": 1900.0}
_DESERT = 2300.0
_ROUGH = {"hill": 1000.0, "steep": 700.0, "desert": 330.0, "river": 120.0, "road": 160.0}
_CALM = 140.0

_HOLLOW_FROM = 11
"""From this row on the slopes lead down to the oasis instead of up a hill."""


@cached_per_data()
def landscape(board: Board) -> Landscape:
    """Return the country of *board*; each is grown once."""
    cells = [_cell(board, row, column) for row in range(SIZE + 2) for column in range(SIZE + 2)]
    far = EDGE + SPAN + SIDE
    return Landscape(cells, (0.0, 0.0, far, far), LAYERS, blend=1.0, ragged=0.25)


def height(board: Board, inside: str) -> float:
    """Return how high the middle of a square lies."""
    terrain = board.squares[inside].terrain
    if terrain == "steep" and row_col(inside)[0] >= _HOLLOW_FROM:
        return _DESERT - 100.0
    return _HEIGHTS.get(terrain, _DESERT)


def downhill(board: Board, inside: str) -> float:
    """Return the direction in which the land falls off around a square."""
    here = height(board, inside)
    x, y = centre(inside)
    down_x, down_y = 0.0, 0.0
    for near in neighbours(inside, SIZE, SIZE):
        nx, ny = centre(near)
        fall = (here - height(board, near)) / hypot(nx - x, ny - y) ** 2
        down_x, down_y = down_x + fall * (nx - x), down_y + fall * (ny - y)
    return atan2(down_y, down_x) if abs(down_x) + abs(down_y) > 1 else pi / 2


def _cell(board: Board, row: int, column: int) -> Cell:
    """Return a square's ground; beyond the board it is that of the nearest square."""
    inside = square(min(SIZE, max(1, row)), min(SIZE, max(1, column)))
    terrain = board.squares[inside].terrain
    x, y = centre(inside)
    dx = SIDE * (column - min(SIZE, max(1, column)))
    dy = SIDE * (row - min(SIZE, max(1, row)))
    return Cell(
        corners=_corners((x + dx, y + dy)),
        middle=(x + dx, y + dy),
        land=1.0,
        height=height(board, inside),
        relief=_ROUGH.get(terrain, _CALM),
        ground=GROUNDS.get(terrain, terrain),
        dry=True,
    )


def _corners(middle: Point) -> list[Point]:
    x, y = middle
    half = SIDE / 2
    return [
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    ]
