"""What all pictures share: the land drawn once in large, and boards cut out of it."""

from __future__ import annotations

from PIL import Image

from engine.calama.board import Board
from render.calama.chart import draw_land
from render.calama.land import EDGE, MASTER_SCALE, SPAN
from render.calama.layout import Layout
from render.calama.rim import draw_doors, draw_exits, draw_figures, draw_grid, draw_rim, draw_rose
from render.map_cache import drawn_once
from render.relief import Window
from render.themes import Colour, Theme
from render.tiles import draw_strips


def whole_land(scale: float) -> Window:
    """Return the window of all land that any picture shows."""
    return Window(0.0, 0.0, SPAN + 2 * EDGE, SPAN + 2 * EDGE, scale)


@drawn_once(maxsize=1)
def _land(board: Board, theme: Theme) -> Image.Image:
    """Return the land in large."""
    return draw_strips(whole_land(MASTER_SCALE), lambda strip: draw_land(board, theme, strip))


@drawn_once(maxsize=3, on_disk=False)
def printed_board(board: Board, theme: Theme, layout: Layout) -> Image.Image:
    """Return the board as laid out, without a game on it; it is not to be drawn on."""
    image = cut_land(board, theme, layout.window)
    draw_grid(image, theme, layout)
    if layout.close:
        draw_figures(image, board, theme, layout)
    draw_rim(image, theme, layout)
    draw_doors(image, board, theme, layout)
    draw_exits(image, board, theme, layout)
    draw_rose(image, theme, layout)
    return image


def cut_land(board: Board, theme: Theme, window: Window) -> Image.Image:
    """Return the bare land within a window."""
    box = tuple(
        value * MASTER_SCALE for value in (window.left, window.top, window.right, window.bottom)
    )
    outer = (int(box[0]), int(box[1]), int(box[2]) + 2, int(box[3]) + 2)
    if window.scale == MASTER_SCALE and all(value.is_integer() for value in box):
        return _land(board, theme).crop((outer[0], outer[1], int(box[2]), int(box[3])))
    piece = _land(board, theme).crop(outer)
    inner = (box[0] - outer[0], box[1] - outer[1], box[2] - outer[0], box[3] - outer[1])
    how = Image.Resampling.HAMMING if window.scale < MASTER_SCALE else Image.Resampling.BICUBIC
    return piece.resize(window.size, how, box=inner)


def warm(board: Board, theme: Theme) -> None:
    """Draw the land in large, which takes some seconds."""
    _land(board, theme)


# -- colours -------------------------------------------------------------------------------------


def band(theme: Theme) -> Colour:
    """Return the ground of every second line of a table: paper, a little darker."""
    red, green, blue = (
        round(paper + (line - paper) / 10)
        for paper, line in zip(theme.paper, theme.paper_line, strict=True)
    )
    return red, green, blue
