"""The printed map in tiles of a few scales, out of which pictures are cut."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.board import Board
from render.choosing import WHOLE_WIDTH
from render.map_cache import drawn_once
from render.relief import Window
from render.themes import Theme
from render.tiles import draw_tile, put_together, snapped
from render.war_of_the_pacific.chart import draw_chart, draw_city_names
from render.war_of_the_pacific.layout import map_bounds

FINE: Final = 1080 / 14.2
"""Pixels to a unit of phases' pictures, and of four hexes round a place."""

MIDDLE: Final = 800 / 14.2
"""The same of what is shown where somebody chooses."""

COARSE: Final = 27.75
"""Of the whole map; these tiles have neither numbers nor names."""


@cached_per_data()
def levels(board: Board) -> tuple[float, ...]:
    """Return the scales there are tiles of; the least shows all of the map to who chooses."""
    left, _, right, _ = map_bounds(board)
    return (WHOLE_WIDTH / (right - left), COARSE, MIDDLE, FINE)


def map_in(board: Board, theme: Theme, window: Window) -> Image.Image:
    """Return the part of the map within a window, without any game on it, to be drawn on.

    Unless the window has the scale of a tile it is enlarged or reduced: a little soft.
    """
    level = next((one for one in levels(board) if one > 0.8 * window.scale), FINE)
    near = snapped((window.left, window.top, window.right, window.bottom), level)
    image = put_together(near, lambda column, row: _tile(board, theme, level, column, row))
    if abs(window.scale - level) > 1e-6:
        image = image.resize(window.size, Image.Resampling.BILINEAR)
    elif image.size != window.size:
        # The window begins up to half a pixel beside the tiles', and may be a pixel larger.
        image = image.crop((0, 0, *window.size))
    draw_city_names(image, board, theme, window)
    return image


@drawn_once(maxsize=32)
def _tile(board: Board, theme: Theme, level: float, column: int, row: int) -> Image.Image:
    return draw_tile(column, row, level, lambda window: draw_chart(board, theme, window))
