"""Where everything on the board of Calama lies, in units, and the ways that no data name."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from engine.calama.board import Board
from engine.data.cache import cached_per_data
from engine.data.files import Record, load_toml
from engine.data.grid.squares import row_col
from render.linework import Point

LAND = Path(__file__).with_name("land.toml")

SIZE = 16
"""Rows and columns."""

SIDE = 2.0
"""Units to the side of a square, so that landscapes are as rough as on other maps."""

EDGE = 2.0
"""Units from the grid's origin to the first square: the land goes on beyond the board."""

SPAN = SIZE * SIDE

MASTER_SCALE = 50.0
"""Pixels to a unit of the land that is drawn once; pictures are cut out of it."""
"""Units to the side of the board."""

BEYOND = "@"
"""Before a square: the point at which a line through it leaves the board."""


class Way(Record):
    """One entry of ``land.toml``: squares in their order."""

    kind: Literal["track", "lane", "street", "road"]
    squares: tuple[str, ...]


class _File(Record):
    way: tuple[Way, ...]


@cached_per_data()
def ways(board: Board) -> tuple[Way, ...]:
    """Return every road of the board, drawn out to its exit, and the ways beside them."""
    roads = []
    for place in board.landmarks.values():
        if place.kind != "road":
            continue
        last = place.squares[-1]
        leaving = (BEYOND + last,) if _at_edge(last) else ()
        roads.append(Way(kind="road", squares=(*place.squares, *leaving)))
    return (*load_toml(LAND, _File).way, *roads)


def _at_edge(square: str) -> bool:
    return bool({1, SIZE} & set(row_col(square)))


def centre(square: str) -> Point:
    """Return the middle of a square, in units."""
    row, column = row_col(square)
    return EDGE + (column - 0.5) * SIDE, EDGE + (row - 0.5) * SIDE


def outline(square: str, grow: float = 0.0) -> list[Point]:
    """Return the corners of a square, in units, moved outwards by *grow*."""
    x, y = centre(square)
    half = SIDE / 2 + grow
    return [
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    ]


def leaving(square: str) -> Point:
    """Return the direction in which the board ends beyond a square at its edge."""
    row, column = row_col(square)
    if column in {1, SIZE}:
        return (-1.0 if column == 1 else 1.0), 0.0
    return 0.0, (-1.0 if row == 1 else 1.0)


def spot(mark: str) -> Point:
    """Return the middle of a square, or with "@" a point beyond the edge behind it, in units."""
    square = mark.removeprefix(BEYOND)
    x, y = centre(square)
    if not mark.startswith(BEYOND):
        return x, y
    dx, dy = leaving(square)
    return x + dx * SIDE, y + dy * SIDE
