"""What grows and stands on the squares: fields, woods, scrub, slopes, rocks, houses.

How dense it is tells a square's modifier, how orderly it is tells its cost: open furrows and groves
in rows cost nothing extra, hedged fields and wild woods do.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from random import Random

from PIL import Image

from engine.calama.board import Square
from engine.data.grid.squares import row_col
from render.calama.land import centre
from render.linework import Ink, Point, ahead, beside
from render.plants import Plants
from render.relief import Window
from render.themes import Theme


def seeded(square: str, salt: int) -> Random:
    """Return numbers that are always the same for a square."""
    row, column = row_col(square)
    return Random(row * 1009 + column * 31 + salt * 7919)  # noqa: S311  (no game depends on it)


# -- fields ------------------------------------------------------------------------------------


def _parcels(square: Square) -> list[tuple[float, float, float, float, float]]:
    """Return the parcels of a field: left, top, right, bottom and the direction of its furrows."""
    dice = seeded(square.id, 1)
    x, y = centre(square.id)
    cut, slip = dice.uniform(-0.22, 0.22), dice.uniform(-0.2, 0.2)
    upright = dice.random() < 0.5
    boxes = []
    for first in (0, 1):
        for second in (0, 1):
            a = (-1.0, cut) if first == 0 else (cut, 1.0)
            b = (-1.0, slip * (1 - 2 * first)) if second == 0 else (slip * (1 - 2 * first), 1.0)
            (left, right), (top, bottom) = (a, b) if upright else (b, a)
            angle = dice.choice((0.0, 0.0, pi / 2, pi / 2, pi / 4, -pi / 4))
            angle += dice.uniform(-0.12, 0.12)
            gap = 0.045
            boxes.append((x + left + gap, y + top + gap, x + right - gap, y + bottom - gap, angle))
    return boxes


def draw_fields(
    image: Image.Image, theme: Theme, window: Window, near: Iterable[Square], plants: Plants
) -> None:
    """Draw furrows, the denser the more cover; hedges where a field costs extra."""
    pale, lush, soil, rows = (Ink(window, 0.5) for _ in range(4))
    for square in near:
        if square.terrain != "field":
            continue
        dice = seeded(square.id, 2)
        for left, top, right, bottom, angle in _parcels(square):
            outline = [(left, top), (right, top), (right, bottom), (left, bottom)]
            tone = dice.random()
            (lush if square.resistance >= 2 and tone < 0.8 else pale).shape(outline)
            thick, step = (0.05, 0.24) if square.resistance < 2 else (0.075, 0.17)
            for line in _furrows((left, top, right, bottom), angle, step):
                rows.line(line, thick)
            soil.line([*outline, outline[0]], 0.035)
            if square.cost:
                _hedge(plants, (left, top, right, bottom), dice, square.resistance)
    pale.lay(image, theme.squares["field"].colour, 0.55)
    lush.lay(image, theme.inks["leaf_light"], 0.5)
    soil.lay(image, theme.inks["soil"], 0.75)
    rows.lay(image, theme.inks["furrow"], 0.7)


def _furrows(
    box: tuple[float, float, float, float], angle: float, step: float
) -> list[tuple[Point, Point]]:
    """Return parallel lines in a direction, cut off at a box."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    dx, dy = cos(angle), sin(angle)
    lines = []
    for k in range(-8, 9):
        ox, oy = x - dy * k * step, y + dx * k * step
        reach = _clip((ox, oy), (dx, dy), (left + 0.04, top + 0.04, right - 0.04, bottom - 0.04))
        if reach is not None:
            a, b = reach
            lines.append(((ox + dx * a, oy + dy * a), (ox + dx * b, oy + dy * b)))
    return lines


def _clip(
    spot: Point, direction: Point, box: tuple[float, float, float, float]
) -> tuple[float, float] | None:
    """Return from where to where a line lies within a box, counted along its direction."""
    low, high = -9.0, 9.0
    for at, step, least, most in (
        (spot[0], direction[0], box[0], box[2]),
        (spot[1], direction[1], box[1], box[3]),
    ):
        if abs(step) < 1e-9:
            if not least <= at <= most:
                return None
            continue
        a, b = sorted(((least - at) / step, (most - at) / step))
        low, high = max(low, a), min(high, b)
    return (low, high) if high - low > 0.05 else None


def _hedge(
    plants: Plants, box: tuple[float, float, float, float], dice: Random, cover: int
) -> None:
    """Plant bushes along two sides of a parcel."""
    left, top, right, bottom = box
    size = 0.085 if cover < 2 else 0.115
    step = 0.3 if cover < 2 else 0.2
    for k in range(int((right - left) / step)):
        plants.tree((left + (k + 0.5) * step, bottom), size * dice.uniform(0.75, 1.25))
    for k in range(int((bottom - top) / step)):
        plants.tree((right, top + (k + 0.5) * step), size * dice.uniform(0.75, 1.25))


# -- woods and scrub ---------------------------------------------------------------------------


def plant_woods(near: Iterable[Square], plants: Plants) -> None:
    """Plant the woods: groves in rows where they cost nothing, thickets where they do."""
    for square in near:
        if square.terrain != "wood":
            continue
        dice = seeded(square.id, 3)
        x, y = centre(square.id)
        if square.cost:
            for k in range(49):
                spot = (
                    x - 0.9 + 0.3 * (k % 7) + dice.uniform(-0.14, 0.14),
                    y - 0.9 + 0.3 * (k // 7) + dice.uniform(-0.14, 0.14),
                )
                plants.tree(spot, dice.uniform(0.13, 0.24))
        else:
            for row in range(5):
                for column in range(5):
                    spot = (x - 0.8 + 0.4 * column, y - 0.8 + 0.4 * row)
                    plants.tree(spot, dice.uniform(0.145, 0.17))


def plant_scrub(near: Iterable[Square], plants: Plants) -> None:
    """Plant tufts, the more the dearer the square."""
    for square in near:
        if square.terrain != "scrub":
            continue
        dice = seeded(square.id, 4)
        x, y = centre(square.id)
        for k in range(14 + 14 * (square.cost > 1)):
            angle = 2.39996 * k
            far = 0.95 * ((k + 0.5) / (14 + 14 * (square.cost > 1))) ** 0.5
            spot = (x + far * cos(angle), y + far * sin(angle))
            plants.tree(spot, dice.uniform(0.05, 0.1) * (1.3 if square.cost > 1 else 1.0))


# -- bare ground -------------------------------------------------------------------------------


def draw_desert(image: Image.Image, theme: Theme, window: Window, near: Iterable[Square]) -> None:
    """Stipple the desert and lay a few ripples of sand on it."""
    dots, ripples = Ink(window, 0.5), Ink(window, 0.6)
    for square in near:
        if square.terrain != "desert":
            continue
        dice = seeded(square.id, 5)
        x, y = centre(square.id)
        for _ in range(22):
            dots.disc((x + dice.uniform(-1, 1), y + dice.uniform(-1, 1)), dice.uniform(0.012, 0.03))
        for _ in range(dice.randint(1, 3)):
            px, py = x + dice.uniform(-0.8, 0.5), y + dice.uniform(-0.8, 0.8)
            long, bend = dice.uniform(0.3, 0.7), dice.uniform(0.04, 0.1)
            ripples.line(
                [(px + long * k / 6, py - bend * sin(pi * k / 6)) for k in range(7)], 0.028
            )
    dots.lay(image, theme.paper_line, 0.55)
    ripples.lay(image, theme.paper_faint, 0.45)


def draw_slopes(
    image: Image.Image,
    theme: Theme,
    window: Window,
    near: Iterable[tuple[Square, float]],
) -> None:
    """Hatch the slopes: rows of wedges that point downhill, broad at the upper end."""
    strokes, pale = Ink(window, 0.6), Ink(window, 0.5)
    for square, angle in near:
        if square.terrain != "steep":
            continue
        dice = seeded(square.id, 6)
        x, y = centre(square.id)
        for row in range(3):
            for k in range(8):
                far = -0.98 + 0.66 * row + dice.uniform(-0.07, 0.07)
                side = -0.9 + 0.257 * k + dice.uniform(-0.05, 0.05) + 0.1 * (row % 2)
                long = dice.uniform(0.36, 0.52)
                top = ahead(beside((x, y), angle, side), angle, far)
                foot = ahead(top, angle + dice.uniform(-0.12, 0.12), long)
                strokes.shape([beside(top, angle, -0.05), beside(top, angle, 0.05), foot])
                pale.line([beside(top, angle, 0.09), beside(foot, angle, 0.09)], 0.03)
    pale.lay(image, theme.inks["rock_light"], 0.45)
    strokes.lay(image, theme.inks["hachure"], 0.8)


_ROCK = ((-1.0, 0.45), (-0.6, -0.45), (0.05, -0.85), (0.65, -0.3), (1.0, 0.5), (0.1, 0.8))
"""A boulder's outline, from the lower left over the top, in its own sizes."""


def draw_rocks(image: Image.Image, theme: Theme, window: Window, near: Iterable[Square]) -> None:
    """Strew a hill with crags, each with a lit side."""
    shade, dark, light = Ink(window, 0.5), Ink(window, 0.5), Ink(window, 0.5)
    for square in near:
        if square.terrain != "hill":
            continue
        dice = seeded(square.id, 7)
        x, y = centre(square.id)
        for k in range(9):
            angle, far = 2.39996 * k + dice.uniform(-0.3, 0.3), 0.85 * ((k + 0.6) / 9) ** 0.5
            px, py, size = x + far * cos(angle), y + far * sin(angle), dice.uniform(0.16, 0.3)
            rock = [
                (px + size * (dx + dice.uniform(-0.14, 0.14)), py + size * dy * 0.9)
                for dx, dy in _ROCK
            ]
            shade.shape([(x0 + 0.5 * size, y0 + 0.25 * size) for x0, y0 in rock])
            dark.shape(rock)
            light.shape([rock[0], rock[1], rock[2], (px - 0.05 * size, py + 0.05 * size)])
    shade.lay(image, theme.inks["shade"], 0.4)
    dark.lay(image, theme.inks["rock"])
    light.lay(image, theme.inks["rock_light"], 0.8)


# -- the town ----------------------------------------------------------------------------------


def draw_town(image: Image.Image, theme: Theme, window: Window, near: Iterable[Square]) -> None:
    """Build blocks of houses about the crossing of streets in the middle of each square."""
    shade, wall = Ink(window, 0.5), Ink(window, 0.6)
    roofs = {key: Ink(window, 0.5) for key in ("roof", "roof_light", "wall")}
    for square in near:
        if square.terrain != "town":
            continue
        dice = seeded(square.id, 8)
        x, y = centre(square.id)
        for across in (-1, 1):
            for down in (-1, 1):
                left, right = sorted((x + 0.2 * across, x + 0.93 * across))
                top, bottom = sorted((y + 0.2 * down, y + 0.93 * down))
                for a, b, c, d in _block((left, top, right, bottom), dice):
                    shade.shape(_box(a + 0.07, b + 0.07, c + 0.07, d + 0.07))
                    wall.shape(_box(a, b, c, d))
                    key = dice.choice(("roof", "roof_light", "roof_light", "wall"))
                    roofs[key].shape(_box(a + 0.025, b + 0.025, c - 0.025, d - 0.025))
    shade.lay(image, theme.inks["shade"], 0.45)
    wall.lay(image, theme.inks["hachure"])
    for key, ink in roofs.items():
        ink.lay(image, theme.inks[key])


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _block(
    box: tuple[float, float, float, float], dice: Random
) -> list[tuple[float, float, float, float]]:
    """Return the houses of a block: along its streets, with a yard within."""
    left, top, right, bottom = box
    cut_x = left + (right - left) * dice.uniform(0.4, 0.6)
    cut_y = top + (bottom - top) * dice.uniform(0.4, 0.6)
    houses = []
    for a, b, c, d in (
        (left, top, cut_x, cut_y),
        (cut_x, top, right, cut_y),
        (left, cut_y, cut_x, bottom),
        (cut_x, cut_y, right, bottom),
    ):
        if dice.random() < 0.12:
            continue
        gap = 0.02
        shorter = dice.uniform(0.0, 0.12)
        houses.append((a + gap, b + gap, c - gap - shorter * (a == left), d - gap))
    return houses
