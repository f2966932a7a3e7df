"""Where the panels of the whole map lie: in the corners that no hex reaches."""

from __future__ import annotations

from collections.abc import Mapping

from engine.data.play_data import per_data
from engine.war_of_the_pacific.board import Board
from render.war_of_the_pacific.layout import map_bounds

Box = tuple[float, float, float, float]

_AIR = 0.45
"""Distance of a panel from the edge of the map and from the next panel, in units."""


@per_data()
def panels(board: Board) -> Mapping[str, Box]:
    """Return the panels by name, in units: title, legend, reserves, and the Chile Holding Box.

    Their sizes suit the empty corners of the map; ``tests/render`` holds that no hex of the map
    lies beneath one.
    """
    left, top, right, bottom = map_bounds(board)
    left, top, right, bottom = left + _AIR, top + _AIR, right - _AIR, bottom - _AIR
    title = (right - 23.2, top, right, top + 8.8)
    return {
        "title": title,
        "legend": (right - 9.8, title[3] + _AIR, right, title[3] + _AIR + 7.1),
        "reserves": _clear(board, left, bottom, 11.6, 18.6),
        "box": _clear(board, right, bottom, -9.0, 7.6),
    }


def _clear(board: Board, corner: float, bottom: float, width: float, height: float) -> Box:
    """Return a rectangle on a lower corner of the map, shrunk until no hex reaches into it.

    Args:
        board: The map.
        corner: Its left edge, or its right edge for a negative *width*.
        bottom: Its lower edge.
        width: How wide it would be.
        height: How high it would be.
    """
    points = [corner_ for one in board.hexes for corner_ in board.grid.corners(one)]
    for step in range(60):
        share = 1 - step * 0.01
        left, right = sorted((corner, corner + width * share))
        top = bottom - height * share
        if not any(left - 0.2 < x < right + 0.2 and top - 0.2 < y < bottom for x, y in points):
            break
    return left, top, right, bottom


def box_door(board: Board) -> tuple[float, float]:
    """Return where arrows to and from the Chile Holding Box end: the west side of its panel."""
    left, _, _, bottom = panels(board)["box"]
    return left, bottom - 2.2
