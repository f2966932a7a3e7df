"""Close-ups put together of tiles: each is drawn once, and serves every picture that it is in."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from PIL import Image

from render.relief import Window

SIDE = 380
"""Pixels of a tile to each side."""

OVERLAP = 24
"""Pixels that a tile is drawn beyond its edges, so that nothing is cut where two meet."""


def snapped(box: tuple[float, float, float, float], scale: float) -> Window:
    """Return the window of whole pixels nearest to a rectangle of the map, in units."""
    left, top, right, bottom = (round(value * scale) / scale for value in box)
    return Window(left, top, right, bottom, scale)


def put_together(window: Window, tile: Callable[[int, int], Image.Image]) -> Image.Image:
    """Return the part of a map in a window that was :func:`snapped`.

    *tile* returns the one in a column and row, of the window's scale, counted from the point (0, 0)
    of the map.
    """
    width, height = window.size
    left, top = round(window.left * window.scale), round(window.top * window.scale)
    image = Image.new("RGB", (width, height))
    for column in range(floor(left / SIDE), ceil((left + width) / SIDE)):
        for row in range(floor(top / SIDE), ceil((top + height) / SIDE)):
            image.paste(tile(column, row), (column * SIDE - left, row * SIDE - top))
    return image


def draw_tile(
    column: int, row: int, scale: float, draw: Callable[[Window], Image.Image]
) -> Image.Image:
    """Return a tile cut out of what *draw* draws within a window."""
    left, top = column * SIDE - OVERLAP, row * SIDE - OVERLAP
    far = SIDE + 2 * OVERLAP
    window = Window(left / scale, top / scale, (left + far) / scale, (top + far) / scale, scale)
    drawn = draw(window)
    return drawn.crop((OVERLAP, OVERLAP, OVERLAP + SIDE, OVERLAP + SIDE))
