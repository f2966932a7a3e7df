"""Maps put together of parts.

Close-ups are made of tiles: each is drawn once, and serves every picture that it is in. A map in
large is drawn strip by strip: what it is drawn with then takes the memory of a strip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import product
from math import ceil, floor
from typing import cast

from PIL import Image, ImageChops

from render.relief import Window
from render.themes import Colour

SIDE = 380
"""Pixels of a tile to each side."""

OVERLAP = 24
"""Pixels that a tile is drawn beyond its edges, so that nothing is cut where two meet."""

_COLOURS = 256
"""As many as a palette holds."""

_FACTORS = (1, 7, 29, 83, 151, 211)
"""By which colours are tried to be told apart."""

STRIP_PIXELS = 400_000
"""Of a map that is drawn strip by strip, about so many at a time."""

STRIP_OVERLAP = 40
"""Rows that a strip reaches into the next, so that nothing is cut where they meet."""


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
    """Return a tile cut out of what *draw* draws within a window, to be pasted.

    It has a palette where it has few colours: bare ground then takes a quarter of the memory, and
    as little of the time in which it is read from disk.
    """
    left, top = column * SIDE - OVERLAP, row * SIDE - OVERLAP
    far = SIDE + 2 * OVERLAP
    window = Window(left / scale, top / scale, (left + far) / scale, (top + far) / scale, scale)
    drawn = draw(window)
    return _with_palette(drawn.crop((OVERLAP, OVERLAP, OVERLAP + SIDE, OVERLAP + SIDE)))


def _with_palette(image: Image.Image) -> Image.Image:
    """Return the same pixels with a palette; the image itself where it has too many colours."""
    counted = image.getcolors(_COLOURS)
    if counted is None:
        return image
    colours = [cast("Colour", colour) for _, colour in counted]
    tables = numbering(colours)
    if tables is None:
        found = image.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        lost = ImageChops.difference(found.convert("RGB"), image).getbbox()
        return image if lost else found
    bands = [band.point(table) for band, table in zip(image.split(), tables, strict=True)]
    numbered = reduce(ImageChops.add_modulo, bands)
    palette = [0] * (3 * _COLOURS)
    for colour in colours:
        at = 3 * _number(tables, colour)
        palette[at : at + 3] = colour
    numbered.putpalette(palette)
    return numbered


Value = tuple[int, int]
"""A channel, counted from 0, and what a colour has of it."""


def numbering(colours: Sequence[Colour]) -> list[list[int]] | None:
    """Return a table for red, green and blue each: their sums, counted by 256, tell colours apart.

    So an image is numbered by a look-up a band, ten times quicker than by search for near colours.
    ``None`` where none is found, which is rare: the last colour that is left of some value of a
    channel can have any number, and when all those are set aside, few are left to be tried with.
    """
    having: dict[Value, set[int]] = {}
    for place, colour in enumerate(colours):
        for value in enumerate(colour):
            having.setdefault(value, set()).add(place)
    alone = [value for value, places in having.items() if len(places) == 1]
    aside: dict[int, Value] = {}
    while alone:
        own = alone.pop()
        for place in list(having[own]):
            aside[place] = own
            for value in enumerate(colours[place]):
                having[value].remove(place)
                if len(having[value]) == 1:
                    alone.append(value)
    left = [colour for place, colour in enumerate(colours) if place not in aside]
    tables = _tried(left)
    if tables is None:
        return None
    free = set(range(_COLOURS)) - {_number(tables, colour) for colour in left}
    for place, (channel, of_it) in reversed(aside.items()):
        tables[channel][of_it] = 0
        tables[channel][of_it] = (free.pop() - _number(tables, colours[place])) % _COLOURS
    return tables


def _number(tables: Sequence[Sequence[int]], colour: Colour) -> int:
    return sum(table[value] for table, value in zip(tables, colour, strict=True)) % _COLOURS


def _tried(colours: Sequence[Colour]) -> list[list[int]] | None:
    """Return tables under which a few colours have numbers of their own, if any of some has."""
    for red, green, blue in product(_FACTORS, repeat=3):
        numbers = {(red * r + green * g + blue * b) % _COLOURS for r, g, b in colours}
        if len(numbers) == len(colours):
            values = range(_COLOURS)
            return [[factor * one % _COLOURS for one in values] for factor in (red, green, blue)]
    return None


def draw_strips(window: Window, draw: Callable[[Window], Image.Image]) -> Image.Image:
    """Return all of a window, put together of what *draw* draws within strips of it."""
    width, height = window.size
    rows = max(64, STRIP_PIXELS // width)
    image = Image.new("RGB", window.size)
    for top in range(0, height, rows):
        bottom = min(height, top + rows)
        first, last = max(0, top - STRIP_OVERLAP), min(height, bottom + STRIP_OVERLAP)
        upper, lower = (window.top + row / window.scale for row in (first, last))
        drawn = draw(replace(window, top=upper, bottom=lower))
        image.paste(drawn.crop((0, top - first, width, bottom - first)), (0, top))
    return image
