"""What grows, lies and stands on terrain: trees, bushes, furrows, reeds, dunes, rocks, houses.

All of it lies within the outline that the rules measure by, and is always the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random
from typing import Final
from zlib import crc32

from PIL import Image

from engine.art_of_war.state import Feature
from render.art_of_war.country import corners_of
from render.art_of_war.sheet import around, holds, to_edge
from render.linework import Ink, Point
from render.plants import Plants
from render.relief import Window
from render.themes import Theme

_ROCK: Final = ((-1.0, 0.45), (-0.6, -0.45), (0.05, -0.85), (0.65, -0.3), (1.0, 0.5), (0.1, 0.8))
"""A boulder's outline, from the lower left over the top, in its own sizes."""

FLOORS: Final = {
    "wood": ("floor", 0.8),
    "brush": ("floor", 0.35),
    "plantation": ("furrow", 0.28),
    "field": ("wheat", 0.8),
    "marsh": ("marsh", 0.85),
    "dunes": ("wheat", 0.3),
    "town": ("road", 0.6),
    "crag": ("rock_light", 0.6),
}
"""What lies under a kind of terrain, and how strongly."""


def seeded(feature: Feature, salt: int) -> Random:
    """Return numbers that are always the same for a piece of terrain."""
    told = f"{feature.kind} {feature.outline} {salt}"
    return Random(crc32(told.encode()))  # noqa: S311 - no game depends on it


def strewn(
    corners: list[Point], dice: Random, step: float, shift: float = 0.3, inset: float = 0.0
) -> Iterator[Point]:
    """Yield points all over an outline, in rows that are no rows, so far from its edge."""
    left, top, right, bottom = around(corners)
    rows, columns = int((bottom - top) / step) + 1, int((right - left) / step) + 1
    for row in range(rows):
        for column in range(columns):
            x = left + step * (column + 0.5 * (row % 2) + dice.uniform(-shift, shift))
            y = top + step * (row + 0.3 + dice.uniform(-shift, shift))
            if holds(corners, x, y) and (not inset or to_edge(corners, x, y) >= inset):
                yield x, y


def draw_floor(image: Image.Image, theme: Theme, window: Window, feature: Feature) -> None:
    """Wash what lies under a piece of terrain."""
    key, opacity = FLOORS[feature.kind]
    ink = Ink(window, 0.5)
    ink.shape(corners_of(feature))
    ink.lay(image, theme.inks[key], opacity)


# -- plants ------------------------------------------------------------------------------------


def plant(feature: Feature, plants: Plants) -> None:
    """Plant a wood, bushes, or the rows of a plantation."""
    corners, dice = corners_of(feature), seeded(feature, 3)
    match feature.kind:
        case "wood":
            for spot in strewn(corners, dice, 0.34, 0.3, 0.1):
                plants.tree(spot, dice.uniform(0.15, 0.25))
        case "brush":
            for spot in strewn(corners, dice, 0.42, 0.4, 0.1):
                if dice.random() < 0.8:
                    plants.tree(spot, dice.uniform(0.07, 0.13))
        case "plantation":
            for spot in strewn(corners, dice, 0.4, 0.0, 0.12):
                plants.tree(spot, 0.11)


# -- fields, marshes, dunes --------------------------------------------------------------------


def draw_field(image: Image.Image, theme: Theme, window: Window, feature: Feature) -> None:
    """Draw the rows of what was sown."""
    rows, pale = Ink(window, 0.6), Ink(window, 0.6)
    corners, dice = corners_of(feature), seeded(feature, 4)
    left, top, right, bottom = around(corners)
    angle = dice.choice((0.25, -0.3, 1.2, pi / 2 + 0.2))
    dx, dy = cos(angle), sin(angle)
    x, y = (left + right) / 2, (top + bottom) / 2
    reach = max(right - left, bottom - top)
    number = -int(reach / 0.14)
    while 0.14 * number <= reach:
        off = 0.14 * number
        run: list[Point] = []
        for step in range(int(-reach / 0.1), int(reach / 0.1) + 1):
            spot = x + 0.1 * step * dx - off * dy, y + 0.1 * step * dy + off * dx
            if holds(corners, *spot):
                run.append(spot)
            elif run:
                break
        if len(run) > 1:
            (pale if number % 3 == 0 else rows).line((run[0], run[-1]), 0.045)
        number += 1
    rows.lay(image, theme.inks["wheat_dark"], 0.65)
    pale.lay(image, theme.inks["furrow"], 0.4)


def draw_marsh(image: Image.Image, theme: Theme, window: Window, feature: Feature) -> None:
    """Draw pools and reeds."""
    water, reeds = Ink(window, 0.5), Ink(window, 0.7)
    corners, dice = corners_of(feature), seeded(feature, 5)
    for number, (x, y) in enumerate(strewn(corners, dice, 0.44, 0.35, 0.2)):
        if number % 2:
            long = dice.uniform(0.12, 0.22)
            water.line([(x - long, y), (x + long, y)], 0.07)
            water.line([(x - long / 2, y + 0.07), (x + long, y + 0.07)], 0.05)
        else:
            for blade in (-0.08, 0.0, 0.08):
                reeds.line([(x + blade * 0.5, y + 0.08), (x + blade, y - 0.12)], 0.028)
    water.lay(image, theme.inks["water"], 0.75)
    reeds.lay(image, theme.inks["leaf_dark"], 0.9)


def draw_dunes(image: Image.Image, theme: Theme, window: Window, feature: Feature) -> None:
    """Draw crescents of sand, lit from the north-west."""
    light, shade = Ink(window, 0.8), Ink(window, 0.8)
    corners, dice = corners_of(feature), seeded(feature, 6)
    for x, y in strewn(corners, dice, 0.62, 0.25, 0.25):
        wide = dice.uniform(0.2, 0.32)
        arc = [(x + wide * cos(pi * k / 8), y - 0.45 * wide * sin(pi * k / 8)) for k in range(9)]
        light.line([(px - 0.02, py - 0.03) for px, py in arc], 0.05)
        shade.line(arc, 0.045)
    light.lay(image, theme.inks["rock_light"], 0.8)
    shade.lay(image, theme.inks["wheat_dark"], 0.9)


def draw_rocks(image: Image.Image, theme: Theme, window: Window, feature: Feature) -> None:
    """Pile up the boulders of what cannot be passed, each with a lit side."""
    shade, dark, light = Ink(window, 0.5), Ink(window, 0.5), Ink(window, 0.5)
    corners, dice = corners_of(feature), seeded(feature, 7)
    for x, y in strewn(corners, dice, 0.34, 0.3, 0.12):
        size = dice.uniform(0.12, 0.24)
        rock = [
            (x + size * (dx + dice.uniform(-0.14, 0.14)), y + size * dy * 0.9) for dx, dy in _ROCK
        ]
        shade.shape([(px + 0.4 * size, py + 0.25 * size) for px, py in rock])
        dark.shape(rock)
        light.shape([rock[0], rock[1], rock[2], (x - 0.05 * size, y + 0.05 * size)])
    shade.lay(image, theme.inks["shade"], 0.45)
    dark.lay(image, theme.inks["rock"])
    light.lay(image, theme.inks["rock_light"], 0.85)


# -- houses ------------------------------------------------------------------------------------


def draw_town(image: Image.Image, theme: Theme, window: Window, feature: Feature) -> None:
    """Build blocks of houses along streets."""
    shade, wall = Ink(window, 0.5), Ink(window, 0.6)
    roofs = {key: Ink(window, 0.5) for key in ("roof", "roof_light", "wall")}
    corners, dice = corners_of(feature), seeded(feature, 8)
    for a, b, c, d in _houses(corners, dice):
        shade.shape(_box(a + 0.06, b + 0.07, c + 0.07, d + 0.08))
        wall.shape(_box(a, b, c, d))
        key = dice.choice(("roof", "roof", "roof_light", "wall"))
        roofs[key].shape(_box(a + 0.03, b + 0.03, c - 0.03, d - 0.03))
    shade.lay(image, theme.inks["shade"], 0.45)
    wall.lay(image, theme.inks["hachure"])
    for key, ink in roofs.items():
        ink.lay(image, theme.inks[key])


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _houses(corners: list[Point], dice: Random) -> Iterator[tuple[float, float, float, float]]:
    left, top, right, bottom = around(corners)
    y, row = top + 0.12, 0
    while y < bottom - 0.3:
        x = left + 0.1
        while x < right - 0.2:
            wide, deep = dice.uniform(0.3, 0.52), dice.uniform(0.28, 0.36)
            whole = all(holds(corners, cx, cy) for cx in (x, x + wide) for cy in (y, y + deep))
            if whole and dice.random() < 0.9:
                yield x, y, x + wide - 0.03, y + deep
            x += wide
        # A street behind every second row.
        row += 1
        y += 0.4 if row % 2 else 0.58
