"""What grows and stands on the hexes: woods, orchards, wheat, swamp, rocks, houses."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from random import Random

from PIL import Image

from engine.barricadas.board import Ground, board_column_row
from render.barricadas.land import TALL, Chart, seeded
from render.linework import Ink, Point
from render.plants import Plants
from render.relief import Window
from render.themes import Theme

_ROCK = ((-1.0, 0.45), (-0.6, -0.45), (0.05, -0.85), (0.65, -0.3), (1.0, 0.5), (0.1, 0.8))
"""A boulder's outline, from the lower left over the top, in its own sizes."""

_FLOORS = {
    Ground.WOOD: ("floor", 0.75),
    Ground.LIGHT_WOOD: ("floor", 0.4),
    Ground.ORCHARD: ("floor", 0.25),
    Ground.SWAMP: ("marsh", 0.8),
    Ground.BUILT_UP: ("road", 0.55),
    Ground.SCATTERED_BUILDINGS: ("road", 0.3),
    Ground.MAJOR_RIVER: ("water", 1.0),
}
"""What lies under it, and how strongly."""


def is_wheat(place: str) -> bool:
    """Say whether a hex of orchard or wheat field looks like wheat; the rules treat both alike."""
    board, column, row = board_column_row(place)
    return (ord(board) + column // 3 + row // 3) % 2 == 0


def inside(x: float, y: float, share: float = 1.0) -> bool:
    """Say whether a point lies in a hex about (0, 0), that much smaller than it is."""
    half = TALL / 2 * share
    return abs(y) <= half and abs(x) * TALL + abs(y) <= TALL * share


def draw_floors(
    image: Image.Image, theme: Theme, window: Window, chart: Chart, near: Iterable[str]
) -> None:
    """Wash what lies under woods, fields, houses and swamps, with uneven edges."""
    inks: dict[tuple[str, float], Ink] = {}
    for place in near:
        terrain = chart.battlefield.hexes[place].terrain
        floor = _FLOORS.get(terrain)
        if terrain is Ground.ORCHARD and is_wheat(place):
            floor = ("wheat", 0.75)
        if floor is not None:
            ink = inks.setdefault(floor, Ink(window, 0.5))
            ink.shape(_ragged(chart, place))
    for (key, opacity), ink in inks.items():
        ink.lay(image, theme.inks[key], opacity)


def _ragged(chart: Chart, place: str) -> list[Point]:
    """Return a hex's outline; it bulges where its neighbours differ, and meets its like."""
    dice = seeded(place, 1)
    corners, hexes = chart.corners(place), chart.battlefield.hexes
    mine = hexes[place].terrain
    found: list[Point] = []
    x, y = chart.centre(place)
    for side, other in enumerate(chart.battlefield.neighbours(place)):
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
        same = not other or hexes[other].terrain is mine
        for step in range(4):
            share = step / 4
            px, py = ax + (bx - ax) * share, ay + (by - ay) * share
            # A corner that hexes of one kind share stays where it is.
            pull = 1.02 if same and step else 0.97 if same else 0.86 + dice.uniform(0, 0.1)
            found.append((x + (px - x) * pull, y + (py - y) * pull))
    return found


def plant(window: Window, chart: Chart, near: Iterable[str], plants: Plants) -> None:
    """Plant woods, light woods and orchards."""
    for place in near:
        terrain = chart.battlefield.hexes[place].terrain
        x, y = chart.centre(place)
        dice = seeded(place, 3)
        match terrain:
            case Ground.WOOD:
                _thicket(plants, (x, y), dice, 0.2, 0.10, 0.17, 1.0)
            case Ground.LIGHT_WOOD:
                _thicket(plants, (x, y), dice, 0.36, 0.08, 0.14, 0.62)
            case Ground.ORCHARD if not is_wheat(place):
                _grove(plants, (x, y))


def _thicket(
    plants: Plants,
    middle: Point,
    dice: Random,
    step: float,
    least: float,
    most: float,
    dense: float,
) -> None:
    rows = int(TALL / step) + 1
    for row in range(rows):
        for column in range(int(2 / step) + 1):
            dx = -1 + step * (column + 0.5 * (row % 2)) + dice.uniform(-0.3, 0.3) * step
            dy = -TALL / 2 + step * (row + 0.3) + dice.uniform(-0.3, 0.3) * step
            size = dice.uniform(least, most)
            if inside(dx, dy, 0.95) and dice.random() < dense:
                plants.tree((middle[0] + dx, middle[1] + dy), size)


def _grove(plants: Plants, middle: Point) -> None:
    for row in range(-3, 4):
        for column in range(-4, 5):
            dx, dy = 0.25 * column, 0.25 * row
            if inside(dx, dy, 0.88):
                plants.tree((middle[0] + dx, middle[1] + dy), 0.075)


def draw_fields(
    image: Image.Image, theme: Theme, window: Window, chart: Chart, near: Iterable[str]
) -> None:
    """Draw the rows of the wheat."""
    rows, pale = Ink(window, 0.5), Ink(window, 0.5)
    for place in near:
        if chart.battlefield.hexes[place].terrain is not Ground.ORCHARD or not is_wheat(place):
            continue
        x, y = chart.centre(place)
        dice = seeded(place, 4)
        angle = dice.choice((0.3, -0.3, 1.2, pi / 2 + 0.2))
        dx, dy = cos(angle), sin(angle)
        for number in range(-9, 10):
            off = 0.1 * number
            part = [
                (t * dx - off * dy, t * dy + off * dx)
                for t in (step / 12 for step in range(-12, 13))
                if inside(t * dx - off * dy, t * dy + off * dx, 0.86)
            ]
            if len(part) > 1:
                ink = pale if number % 3 == 0 else rows
                ink.line([(x + px, y + py) for px, py in part], 0.035)
    rows.lay(image, theme.inks["wheat_dark"], 0.6)
    pale.lay(image, theme.inks["furrow"], 0.35)


def draw_swamps(
    image: Image.Image, theme: Theme, window: Window, chart: Chart, near: Iterable[str]
) -> None:
    """Draw pools and reeds."""
    water, reeds = Ink(window, 0.5), Ink(window, 0.6)
    for place in near:
        if chart.battlefield.hexes[place].terrain is not Ground.SWAMP:
            continue
        x, y = chart.centre(place)
        dice = seeded(place, 5)
        for number in range(16):
            angle, far = 2.39996 * number, 0.72 * ((number + 0.5) / 16) ** 0.5
            px, py = x + far * cos(angle), y + far * sin(angle)
            if number % 2:
                long = dice.uniform(0.14, 0.26)
                water.line([(px - long, py), (px + long, py + 0.01)], 0.05)
            for blade in (-0.06, 0.0, 0.06):
                reeds.line([(px + blade * 0.5, py), (px + blade, py - 0.16)], 0.022)
    water.lay(image, theme.inks["water"], 0.7)
    reeds.lay(image, theme.inks["leaf_dark"], 0.85)


def draw_rocks(
    image: Image.Image, theme: Theme, window: Window, chart: Chart, near: Iterable[str]
) -> None:
    """Strew rough ground with boulders, each with a lit side, and with scrub."""
    shade, dark, light = Ink(window, 0.5), Ink(window, 0.5), Ink(window, 0.5)
    for place in near:
        if chart.battlefield.hexes[place].terrain is not Ground.ROUGH:
            continue
        x, y = chart.centre(place)
        dice = seeded(place, 7)
        for number in range(14):
            angle = 2.39996 * number + dice.uniform(-0.3, 0.3)
            far = 0.74 * ((number + 0.6) / 14) ** 0.5
            px, py, size = x + far * cos(angle), y + far * sin(angle), dice.uniform(0.07, 0.16)
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


# -- houses ------------------------------------------------------------------------------------


def draw_houses(
    image: Image.Image,
    theme: Theme,
    window: Window,
    chart: Chart,
    near: Iterable[str],
    plants: Plants,
) -> None:
    """Build blocks of houses in built-up areas, single ones with gardens where they lie apart."""
    shade, wall = Ink(window, 0.5), Ink(window, 0.6)
    roofs = {key: Ink(window, 0.5) for key in ("roof", "roof_light", "wall")}
    for place in near:
        terrain = chart.battlefield.hexes[place].terrain
        x, y = chart.centre(place)
        dice = seeded(place, 8)
        boxes: list[tuple[float, float, float, float]] = []
        if terrain is Ground.BUILT_UP:
            boxes = list(_blocks(dice))
        elif terrain is Ground.SCATTERED_BUILDINGS:
            boxes = list(_farms(dice))
            for _ in range(9):
                dx, dy = dice.uniform(-0.8, 0.8), dice.uniform(-0.7, 0.7)
                if inside(dx, dy, 0.8):
                    plants.tree((x + dx, y + dy), dice.uniform(0.05, 0.09))
        for a, b, c, d in boxes:
            left, top, right, bottom = x + a, y + b, x + c, y + d
            shade.shape(_box(left + 0.05, top + 0.06, right + 0.06, bottom + 0.07))
            wall.shape(_box(left, top, right, bottom))
            key = dice.choice(("roof", "roof", "roof_light", "wall"))
            roofs[key].shape(_box(left + 0.02, top + 0.02, right - 0.02, bottom - 0.02))
    shade.lay(image, theme.inks["shade"], 0.45)
    wall.lay(image, theme.inks["hachure"])
    for key, ink in roofs.items():
        ink.lay(image, theme.inks[key])


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _blocks(dice: Random) -> Iterable[tuple[float, float, float, float]]:
    """Yield houses about the crossing of two streets, within a hex."""
    for row in range(-3, 3):
        y = 0.27 * row + (0.04 if row >= 0 else -0.04)
        x = -0.95
        while x < 0.9:
            wide = dice.uniform(0.2, 0.36)
            left, right = x, min(x + wide, 0.95)
            street = left < 0.07 and right > -0.07
            whole = all(inside(cx, cy, 0.93) for cx in (left, right) for cy in (y, y + 0.24))
            if whole and not street and dice.random() < 0.9:
                yield left, y, right - 0.015, y + dice.uniform(0.19, 0.25)
            x += wide


def _farms(dice: Random) -> Iterable[tuple[float, float, float, float]]:
    for number in range(6):
        angle, far = 2.39996 * number + dice.uniform(-0.4, 0.4), 0.66 * ((number + 0.6) / 6) ** 0.5
        x, y = far * cos(angle), far * sin(angle)
        wide, deep = dice.uniform(0.18, 0.3), dice.uniform(0.13, 0.2)
        yield x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2
