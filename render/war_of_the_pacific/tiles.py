"""The printed map in tiles of two scales, out of which pictures are cut."""

from __future__ import annotations

from PIL import Image

from engine.war_of_the_pacific.board import Board
from render.once import drawn_once
from render.relief import Window
from render.themes import Theme
from render.tiles import draw_tile, put_together, snapped
from render.war_of_the_pacific.chart import draw_chart

FINE, COARSE = 76.0, 32.0
"""Pixels to a unit: of tiles with numbers and names, and of those without."""


def map_in(board: Board, theme: Theme, window: Window) -> Image.Image:
    """Return the part of the map within a window, without any game on it, to be drawn on.

    Unless the window has the scale of a tile it is enlarged or reduced: a little soft.
    """
    level = FINE if window.scale >= (FINE + COARSE) / 2 else COARSE
    near = snapped((window.left, window.top, window.right, window.bottom), level)
    image = put_together(near, lambda column, row: _tile(board, theme, level, column, row))
    if image.size == window.size:
        return image
    return image.resize(window.size, Image.Resampling.BICUBIC)


@drawn_once(maxsize=64)
def _tile(board: Board, theme: Theme, level: float, column: int, row: int) -> Image.Image:
    return draw_tile(column, row, level, lambda window: draw_chart(board, theme, window))
