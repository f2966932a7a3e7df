"""The printed ground: everything on it that no game ever changes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import hypot, sin
from typing import Final

from PIL import Image

from engine.barricadas.board import Ground, WayKind
from engine.data.cache import cached_per_data
from render.barricadas import growth
from render.barricadas.country import landscape
from render.barricadas.land import Chart, contours, rivers, roads
from render.lettering import lettered
from render.linework import Ink, Point, ahead, along, beside, smooth
from render.plants import Plants
from render.relief import Window
from render.sprites import Sprite
from render.themes import Theme

HIGHEST: Final = 9
"""No hex has more levels."""

_WIDTHS = {WayKind.ROAD: 0.2, WayKind.TRACK: 0.11}

NUMBER_HIGH: Final = 0.66
"""How far above the middle of a hex its number stands."""


def draw_chart(chart: Chart, theme: Theme, window: Window, letters: int) -> Image.Image:
    """Return the ground within *window*, with numbers of so many pixels; 0 leaves them out."""
    image = draw_land(chart, theme, window)
    _grid(image, chart, theme, window)
    if letters:
        draw_numbers(image, chart, theme, window, letters)
    return image


def draw_land(chart: Chart, theme: Theme, window: Window) -> Image.Image:
    """Return the bare ground within *window*: no grid and no numbers."""
    bare = replace(theme, grounds=theme.squares, abroad=theme.squares["level_0"])
    image = landscape(chart).paint_land(window, bare)
    near = visible(chart, window, 1.2)
    plants = Plants(window)
    growth.draw_floors(image, theme, window, chart, near)
    growth.draw_fields(image, theme, window, chart, near)
    growth.draw_swamps(image, theme, window, chart, near)
    _contours(image, chart, theme, window)
    _rivers(image, chart, theme, window)
    _roads(image, chart, theme, window)
    growth.draw_rocks(image, theme, window, chart, near)
    growth.plant(window, chart, near, plants)
    plants.lay(image, theme)
    gardens = Plants(window)
    growth.draw_houses(image, theme, window, chart, near, gardens)
    gardens.lay(image, theme)
    return image


def visible(chart: Chart, window: Window, beyond: float) -> list[str]:
    """Return the hexes whose middles lie in a window, or so many units beyond its edges."""
    return [
        place
        for place, (x, y) in chart.middles.items()
        if window.left - beyond < x < window.right + beyond
        and window.top - beyond < y < window.bottom + beyond
    ]


# -- lines -------------------------------------------------------------------------------------


def _contours(image: Image.Image, chart: Chart, theme: Theme, window: Window) -> None:
    """Draw the edges of the levels, with strokes that point downhill."""
    line, strokes = Ink(window, 1.0), Ink(window, 0.6)
    hexes = chart.battlefield.hexes
    for level in range(1, HIGHEST + 1):
        if all(one.level < level for one in hexes.values()):
            break
        for course in contours(chart, level):
            line.line(course, 0.055)
            for number, (point, angle) in enumerate(along(course, 0.13, 0.06)):
                down = 1.0 if _is_lower(chart, level, beside(point, angle, 0.45)) else -1.0
                long = 0.17 if number % 2 else 0.26
                foot = beside(point, angle, down * long)
                strokes.line([beside(point, angle, down * 0.02), foot], 0.03)
    strokes.lay(image, theme.inks["contour"], 0.55)
    line.lay(image, theme.inks["contour"], 0.9)


def _is_lower(chart: Chart, level: int, point: Point) -> bool:
    """Say whether the ground at a point lies lower than a level."""
    return _level_at(chart, round(point[0] * 20), round(point[1] * 20)) < level


@cached_per_data(maxsize=65536)
def _level_at(chart: Chart, x: int, y: int) -> int:
    px, py = x / 20, y / 20
    column = round(px / 1.5)
    best, found = 9.0, 0
    for each in (column - 1, column, column + 1):
        if each < 1:
            continue
        for row in range(max(1, int(py / 1.7321)), int(py / 1.7321) + 3):
            place = chart.battlefield.at(each, row)
            if place:
                cx, cy = chart.centre(place)
                far = hypot(cx - px, cy - py)
                if far < best:
                    best, found = far, chart.battlefield.hexes[place].level
    return found


def _bent(course: list[Point], far: float) -> list[Point]:
    """Return a course with gentle bends, the same ones always."""
    spots = along(course, 0.12)
    bent = []
    for number, (point, angle) in enumerate(spots):
        calm = min(1.0, number / 5, (len(spots) - 1 - number) / 5)
        x, y = point
        bend = far * (sin(x * 1.9 + y * 1.3) + 0.7 * sin(x * 3.1 - y * 2.7 + 1))
        bent.append(beside(point, angle, calm * bend))
    return [course[0], *bent[1:-1], course[-1]]


def _rivers(image: Image.Image, chart: Chart, theme: Theme, window: Window) -> None:
    bank, water, foam = Ink(window), Ink(window), Ink(window, 0.6)
    hexes = chart.battlefield.hexes
    for course in rivers(chart):
        bent = _bent(smooth(course, 3), 0.1)
        bank.line(bent, 0.42)
        water.line(bent, 0.3)
        for end in (bent[0], bent[-1]):
            bank.disc(end, 0.21)
            water.disc(end, 0.15)
        for point, angle in along(bent, 0.5, 0.2):
            start = beside(point, angle, 0.05)
            foam.line([start, ahead(start, angle, 0.12)], 0.024)
    wide = [one for one, each in hexes.items() if each.terrain is Ground.MAJOR_RIVER]
    for place in wide:
        water.shape(chart.corners(place))
    bank.lay(image, theme.inks["bank"], 0.85)
    water.lay(image, theme.inks["water"])
    foam.lay(image, theme.inks["foam"], 0.5)


def _roads(image: Image.Image, chart: Chart, theme: Theme, window: Window) -> None:
    """Draw roads with dark edges, tracks narrower and broken by their edges alone."""
    edge, heart, ruts = Ink(window), Ink(window), Ink(window, 0.8)
    for kind in (WayKind.TRACK, WayKind.ROAD):
        width = _WIDTHS[kind]
        for course in roads(chart, kind):
            bent = _bent(smooth(course, 2), 0.03)
            edge.line(bent, width + 0.09)
            heart.line(bent, width)
            if kind is WayKind.TRACK:
                for point, angle in along(bent, 0.34, 0.1):
                    ruts.line([beside(point, angle, -0.08), beside(point, angle, 0.08)], 0.045)
    edge.lay(image, theme.inks["road_edge"], 0.9)
    heart.lay(image, theme.inks["road"])
    ruts.lay(image, theme.inks["road_edge"], 0.8)


# -- grid --------------------------------------------------------------------------------------


def _grid(image: Image.Image, chart: Chart, theme: Theme, window: Window) -> None:
    ink = Ink(window, 0.8)
    for place in visible(chart, window, 1.2):
        corners = chart.corners(place)
        near = chart.battlefield.neighbours(place)
        for side in range(6):
            # Every side is drawn once: by the hex above or left of it.
            if side in (1, 2, 3) or not near[side]:
                ink.line([corners[side], corners[(side + 1) % 6]], 0.022)
    ink.lay(image, theme.grid, 0.5)


def draw_numbers(
    image: Image.Image, chart: Chart, theme: Theme, window: Window, letters: int
) -> None:
    """Write the hexes' numbers on a picture of a window, so many pixels high."""
    for place in visible(chart, window, 1.2):
        x, y = chart.centre(place)
        sprite = _number(place, letters, theme)
        sprite.centre(image, *window.at(x, y - NUMBER_HIGH))


@lru_cache(maxsize=2048)
def _number(place: str, letters: int, theme: Theme) -> Sprite:
    return lettered(place, "semi", letters, theme.number, theme.label_halo, 1, opacity=215)
