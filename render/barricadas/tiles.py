"""The printed ground: in tiles of a few scales for close-ups, and all of it as one picture."""

from __future__ import annotations

from math import ceil
from typing import Final

from PIL import Image, ImageDraw

from engine.barricadas.board import board_column_row
from render.barricadas.chart import draw_chart, draw_numbers
from render.barricadas.land import Chart
from render.barricadas.layout import RIM, Layout
from render.lettering import legible, lettered
from render.map_cache import drawn_once
from render.phase_picture import WIDTH
from render.relief import Window
from render.themes import Theme
from render.tiles import SIDE, draw_strips, draw_tile, put_together, snapped

FINE: Final = WIDTH / 14.2
"""Pixels to a unit of phases' pictures, and of four hexes round a place."""

MIDDLE: Final = 800 / 14.2
"""The same of what is shown where somebody chooses."""

LEVELS: Final = (1000 / 24.5, MIDDLE, FINE)
"""The scales there are tiles of."""

_LETTERS = {LEVELS[0]: legible(1000), MIDDLE: legible(800), FINE: legible(WIDTH)}


def ground_in(chart: Chart, theme: Theme, window: Window) -> Image.Image:
    """Return the part of the ground within a window, without any game on it, to be drawn on.

    Unless the window has the scale of a tile it is enlarged or reduced: a little soft.
    """
    level = next((one for one in LEVELS if one > 0.94 * window.scale), FINE)
    near = snapped((window.left, window.top, window.right, window.bottom), level)
    image = put_together(near, lambda column, row: _tile(chart, theme, level, column, row))
    if abs(window.scale - level) > 1e-6:
        return image.resize(window.size, Image.Resampling.BILINEAR, reducing_gap=2.0)
    return image if image.size == window.size else image.crop((0, 0, *window.size))


@drawn_once(maxsize=64)
def _tile(chart: Chart, theme: Theme, level: float, column: int, row: int) -> Image.Image:
    letters = _LETTERS[level]
    return draw_tile(column, row, level, lambda window: draw_chart(chart, theme, window, letters))


def warm(chart: Chart, theme: Theme) -> None:
    """Draw what pictures of choices are cut out of, which takes some seconds."""
    _, _, right, bottom = chart.bounds
    for column in range(ceil(right * MIDDLE / SIDE)):
        for row in range(ceil(bottom * MIDDLE / SIDE)):
            _tile(chart, theme, MIDDLE, column, row)


def whole_ground(chart: Chart, theme: Theme, layout: Layout) -> Image.Image:
    """Return all of the ground as laid out; it is not to be drawn on."""
    return _whole(chart, theme, layout.window, layout.close)


@drawn_once(maxsize=3)
def _whole(chart: Chart, theme: Theme, window: Window, close: bool) -> Image.Image:
    image = draw_strips(window, lambda strip: draw_chart(chart, theme, strip, 0))
    if close:
        draw_numbers(image, chart, theme, window, legible(window.size[0]))
    else:
        _frame(image, chart, theme, window)
    return image


def _frame(image: Image.Image, chart: Chart, theme: Theme, window: Window) -> None:
    """Lay a frame about the ground that bears boards, columns and rows as they are printed."""
    width, height = image.size
    rim, size = round(RIM * window.scale), legible(width)
    draw = ImageDraw.Draw(image)
    for box in (
        (0, 0, width, rim),
        (0, height - rim, width, height),
        (0, 0, rim, height),
        (width - rim, 0, width, height),
    ):
        draw.rectangle(box, fill=theme.paper)
    draw.rectangle((rim, rim, width - rim, height - rim), outline=theme.paper_line, width=2)
    columns, rows = chart.size
    ink = theme.paper_ink
    for column in range(1, columns + 1):
        first = chart.battlefield.at(column, 1)
        board, number, _ = board_column_row(first)
        turned = board in chart.battlefield.turned
        x, _ = window.at(*chart.centre(first))
        text = f"{board}" if number == (16 if turned else 1) else str(number)
        sprite = lettered(text, "bold" if text.isalpha() else "medium", size, ink)
        sprite.centre(image, x, rim / 2)
        last = chart.battlefield.at(column, rows)
        board, number, _ = board_column_row(last)
        text = f"{board}" if number == (16 if turned else 1) else str(number)
        sprite = lettered(text, "bold" if text.isalpha() else "medium", size, ink)
        sprite.centre(image, x, height - rim / 2)
    for row in range(1, rows + 1):
        for column, x in ((1, rim / 2), (columns, width - rim / 2)):
            place = chart.battlefield.at(column, row)
            _, _, number = board_column_row(place)
            _, y = window.at(*chart.centre(place))
            lettered(str(number), "medium", size, ink).centre(image, x, y)
