"""The ground of a table: its terrain as the outlines say, and marks every unit of distance."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.art_of_war.state import Feature
from render.art_of_war import growth, waters
from render.art_of_war.country import HILLS, STEEP, corners_of, landscape
from render.art_of_war.sheet import DEEP, WIDE, Box, around, closed, holds, meets, shrunk
from render.linework import Ink, Point, ahead, along, beside
from render.plants import Plants
from render.relief import Window
from render.themes import Theme

_EDGED: Final = frozenset(growth.FLOORS)

_EVERY: Final = 5
"""Every so many units of distance a line is drawn; between them, crosses."""

Features = tuple[Feature, ...]


def on_ground(features: Features, window: Window, beyond: float = 0.6) -> Features:
    """Return the terrain that lies within a window, or so close that its shadow does."""
    box = (window.left, window.top, window.right, window.bottom)
    spans = zip(features, _spans(features), strict=True)
    return tuple(one for one, span in spans if meets(span, box, beyond))


@lru_cache(maxsize=8)
def _spans(features: Features) -> tuple[Box, ...]:
    """Return what each piece of terrain spans: asked of every tile of a picture."""
    return tuple(around(corners_of(one)) for one in features)


def draw_ground(features: Features, theme: Theme, window: Window) -> Image.Image:
    """Return the table within *window*, without anybody on it."""
    image = draw_land(features, theme, window)
    _grid(image, theme, window)
    return image


def draw_land(features: Features, theme: Theme, window: Window) -> Image.Image:
    """Return the bare ground within *window*."""
    hills = tuple(one for one in features if one.kind in HILLS)
    bare = replace(theme, grounds=theme.squares, abroad=theme.squares["level_0"])
    image = landscape(hills).paint_land(window, bare)
    near = on_ground(features, window)
    for one in near:
        if one.kind in HILLS:
            _slopes(image, theme, window, one)
    for one in near:
        if one.kind in growth.FLOORS:
            growth.draw_floor(image, theme, window, one)
    _flat(image, theme, window, near)
    _edges(image, theme, window, near)
    plants = Plants(window)
    for one in near:
        growth.plant(one, plants)
    plants.lay(image, theme)
    for one in near:
        if one.kind == "town":
            growth.draw_town(image, theme, window, one)
    return image


def _flat(image: Image.Image, theme: Theme, window: Window, near: Features) -> None:
    """Draw what lies flat, water and roads last."""
    drawn = {
        "field": growth.draw_field,
        "marsh": growth.draw_marsh,
        "dunes": growth.draw_dunes,
        "crag": growth.draw_rocks,
        "coast": waters.draw_sea,
        "stream": waters.draw_water,
        "river": waters.draw_water,
        "road": waters.draw_road,
    }
    for kind, draw in drawn.items():
        for one in near:
            if one.kind == kind:
                draw(image, theme, window, one)


def _slopes(image: Image.Image, theme: Theme, window: Window, hill: Feature) -> None:
    """Draw a hill's foot and the edge of its top, with strokes; those of a steep one are dense."""
    line, strokes = Ink(window, 1.0), Ink(window, 0.7)
    corners = corners_of(hill)
    steep = hill.kind == STEEP
    for share in (1.0, 0.62) if not steep else (1.0, 0.74, 0.48):
        ring = shrunk(corners, share)
        course = closed(ring)
        line.line(course, 0.05 if share == 1.0 else 0.035)
        for number, (point, angle) in enumerate(along(course, 0.16 if steep else 0.34, 0.05)):
            inward = _uphill(ring, point, angle)
            long = (0.32 if number % 2 else 0.2) if steep else 0.18
            # From the line uphill, so that they stay within the outline that is measured by.
            strokes.line([point, beside(point, angle, inward * long)], 0.04 if steep else 0.03)
    strokes.lay(image, theme.inks["contour"], 0.7 if steep else 0.5)
    line.lay(image, theme.inks["contour"], 0.9)


def _uphill(corners: list[Point], point: Point, angle: float) -> float:
    """Return 1 where the hill rises to the right of a line along it, -1 where to its left."""
    return 1.0 if holds(corners, *beside(point, angle, 0.1)) else -1.0


def _edges(image: Image.Image, theme: Theme, window: Window, near: Features) -> None:
    """Draw a fine broken line where terrain ends: bases are measured by it."""
    ink = Ink(window, 0.8)
    for one in near:
        if one.kind in _EDGED:
            for point, angle in along(closed(corners_of(one))[:-1], 0.24, 0.0):
                ink.line((point, ahead(point, angle, 0.13)), 0.035)
    ink.lay(image, theme.inks["hachure"], 0.75)


# -- marks of distance -------------------------------------------------------------------------


def _grid(image: Image.Image, theme: Theme, window: Window) -> None:
    """Draw a cross every unit of distance, a fine line every fifth, and the edge of the table."""
    crosses, lines = Ink(window, 0.7), Ink(window, 0.7)
    for column in range(max(0, int(window.left)), min(WIDE, int(window.right) + 1) + 1):
        for row in range(max(0, int(window.top)), min(DEEP, int(window.bottom) + 1) + 1):
            crosses.line([(column - 0.07, row), (column + 0.07, row)], 0.02)
            crosses.line([(column, row - 0.07), (column, row + 0.07)], 0.02)
    for column in range(0, WIDE + 1, _EVERY):
        lines.line([(column, 0), (column, DEEP)], 0.018)
    for row in range(0, DEEP + 1, _EVERY):
        # Counted from the south.
        lines.line([(0, row), (WIDE, row)], 0.018)
    crosses.lay(image, theme.grid, 0.55)
    lines.lay(image, theme.grid, 0.3)
