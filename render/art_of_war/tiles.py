"""The ground without anybody on it: in tiles of a few scales for close-ups, and whole.

What stands on the rim is drawn here too: units of distance from the west and from the south edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw

from engine.art_of_war.battles import load_battles
from engine.art_of_war.rules.setting_up.outlines import blob
from engine.art_of_war.rules.setting_up.terrain import with_feature
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import Table
from render.art_of_war.land import Features, draw_ground, on_ground
from render.art_of_war.layout import Layout, rim_of
from render.art_of_war.sheet import DEEP, WIDE
from render.choosing import WIDTH as CHOOSING_WIDTH
from render.lettering import legible, lettered
from render.map_cache import drawn_once, put_by
from render.phase_picture import WIDTH
from render.relief import Window
from render.themes import Theme
from render.tiles import OVERLAP, SIDE, draw_strips, draw_tile, put_together, snapped

ACROSS: Final = (9.0, 12.0, 16.5)
"""Units of distance across a picture of a phase: as few as show all that happened."""

FINE: Final = (WIDTH - rim_of(WIDTH)) / ACROSS[0]
"""Pixels to a unit of distance of the closest of them."""

MIDDLE: Final = (CHOOSING_WIDTH - rim_of(CHOOSING_WIDTH)) / 12
"""The same of what is shown where somebody chooses: six units to each side."""

LEVELS: Final = (MIDDLE, (WIDTH - rim_of(WIDTH)) / ACROSS[1], FINE)
"""The scales there are tiles of."""

MOST_TILES: Final = 144
"""So many are kept: all of a table, at every scale."""

_STEPS: Final = (1, 2, 5)
"""Every so many units of distance a number may stand on the rim."""

_APART: Final = 2.6
"""How far apart such numbers are at least, in sizes of their letters."""


def ground_in(features: Features, theme: Theme, window: Window) -> Image.Image:
    """Return the part of the ground within a window, without anybody on it, to be drawn on.

    Unless the window has the scale of a tile it is enlarged or reduced: a little soft.
    """
    level = next((one for one in LEVELS if one > 0.97 * window.scale), FINE)
    near = snapped((window.left, window.top, window.right, window.bottom), level)
    image = put_together(near, lambda column, row: tile(features, theme, level, column, row))
    if image.size != window.size:
        return image.resize(window.size, Image.Resampling.BILINEAR, reducing_gap=2.0)
    return image


def tile(features: Features, theme: Theme, level: float, column: int, row: int) -> Image.Image:
    """Return a tile of a scale; those without terrain are the same on every table."""
    left, top = column * SIDE - OVERLAP, row * SIDE - OVERLAP
    far = SIDE + 2 * OVERLAP
    window = Window(left / level, top / level, (left + far) / level, (top + far) / level, level)
    return _tile(on_ground(features, window), theme, level, column, row)


@drawn_once(maxsize=MOST_TILES)
def _tile(near: Features, theme: Theme, level: float, column: int, row: int) -> Image.Image:
    return draw_tile(column, row, level, lambda window: draw_ground(near, theme, window))


def ready_grounds() -> Iterator[Features]:
    """Yield the terrain of every battle that stands ready."""
    for battle in load_battles().values():
        table = Table(settings=Settings())
        for one in battle.feature:
            outline = blob(one.x, one.y, one.width, one.depth, one.bends)
            feature = with_feature(table, one.kind, outline)
            table = replace(table, features={**table.features, feature.id: feature})
        yield tuple(table.features.values())


def warm(features: Features, theme: Theme) -> None:
    """Draw what pictures of choices are cut out of, which takes some seconds."""
    for column in range(ceil(WIDE * MIDDLE / SIDE)):
        for row in range(ceil(DEEP * MIDDLE / SIDE)):
            tile(features, theme, MIDDLE, column, row)


def put_by_bare(theme: Theme) -> None:
    """Put by the ground of every scale where no terrain is: most of any table."""
    for level in LEVELS:
        for column in range(ceil(WIDE * level / SIDE)):
            for row in range(ceil(DEEP * level / SIDE)):
                put_by(_tile, (), theme, level, column, row)


@drawn_once(maxsize=4)
def whole_ground(features: Features, theme: Theme, layout: Layout) -> Image.Image:
    """Return all of the table as laid out; it is not to be drawn on."""
    return draw_strips(layout.window, lambda strip: draw_ground(features, theme, strip))


# -- the rim -----------------------------------------------------------------------------------


def rimmed(ground: Image.Image, theme: Theme, window: Window, rim: int, size: int) -> Image.Image:
    """Return a part of the table with a rim at its left and its foot that bears the distances.

    It is *rim* pixels wide, its numbers are *size* pixels high.
    """
    width, height = ground.size
    image = Image.new("RGB", (width + rim, height + rim), theme.paper)
    image.paste(ground, (rim, 0))
    draw = ImageDraw.Draw(image)
    draw.line(
        [(rim - 1, 0), (rim - 1, height), (rim + width, height)], fill=theme.paper_line, width=2
    )
    step = next((one for one in _STEPS if one * window.scale >= _APART * size), _STEPS[-1])
    ink, tick = theme.paper_ink, max(3, rim // 7)
    for column in range(ceil(window.left), floor(window.right) + 1):
        x = rim + (column - window.left) * window.scale
        draw.line([(x, height), (x, height + tick)], fill=theme.paper_line, width=2)
        if column % step == 0:
            sprite = lettered(str(column), "semi", size, ink)
            half = sprite.size[0] / 2
            at = min(max(x, rim + half), rim + width - half)
            sprite.centre(image, at, height + rim * 0.55)
    for row in range(ceil(window.top), floor(window.bottom) + 1):
        y = (row - window.top) * window.scale
        draw.line([(rim - tick, y), (rim, y)], fill=theme.paper_line, width=2)
        if (DEEP - row) % step == 0:
            sprite = lettered(str(DEEP - row), "semi", size, ink)
            half = sprite.size[1] / 2
            at = min(max(y, half), height - half)
            sprite.centre(image, rim * 0.42, at)
    return image


def plain_rim(ground: Image.Image, theme: Theme, layout: Layout) -> Image.Image:
    """Return a picture's ground with its rim."""
    rim = rim_of(layout.width)
    return rimmed(ground, theme, layout.window, rim, legible(layout.width))
