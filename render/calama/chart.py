"""The printed board of Calama: everything on it that no game ever changes."""

from __future__ import annotations

from dataclasses import replace
from math import sin

from PIL import Image

from engine.calama.board import Board, Square
from render.calama import growth
from render.calama.country import downhill, landscape
from render.calama.land import EDGE, SIDE, SPAN, Way, centre, spot, ways
from render.linework import Ink, Point, ahead, along, beside, smooth
from render.plants import Plants
from render.relief import Window
from render.themes import Theme

_WIDTHS = {"road": 0.36, "track": 0.28, "lane": 0.16, "street": 0.26}


def draw_land(board: Board, theme: Theme, window: Window) -> Image.Image:
    """Return the part of the land within *window*: no grid, no names, no frame."""
    bare = replace(theme, grounds=theme.squares, abroad=theme.squares["desert"])
    image = landscape(board).paint_land(window, bare)
    near = [one for one in board.squares.values() if _visible(one, window)]
    plants = Plants(window)
    growth.draw_desert(image, theme, window, near)
    growth.draw_fields(image, theme, window, near, plants)
    falling = [(one, downhill(board, one.id)) for one in near]
    growth.draw_slopes(image, theme, window, falling)
    growth.draw_rocks(image, theme, window, near)
    growth.plant_woods(near, plants)
    growth.plant_scrub(near, plants)
    plants.lay(image, theme)
    draw_ways(image, theme, window, ways(board))
    draw_river(image, board, theme, window)
    growth.draw_town(image, theme, window, near)
    return image


def _visible(square: Square, window: Window) -> bool:
    x, y = centre(square.id)
    return (
        window.left - SIDE < x < window.right + SIDE
        and window.top - SIDE < y < window.bottom + SIDE
    )


# -- roads -------------------------------------------------------------------------------------


def draw_ways(image: Image.Image, theme: Theme, window: Window, shown: tuple[Way, ...]) -> None:
    """Draw roads with dark edges, tracks and streets narrower, and lanes as pale paths."""
    edge, heart, ruts = Ink(window), Ink(window), Ink(window, 0.5)
    for way in shown:
        course = _bent(smooth([spot(mark) for mark in way.squares], 3), 0.05)
        width = _WIDTHS[way.kind]
        for ink, thick in ((edge, width + 0.09), (heart, width)):
            ink.line(course, thick)
            ink.disc(course[0], thick / 2)
            ink.disc(course[-1], thick / 2)
        if way.kind in {"road", "track"}:
            for side in (-0.07, 0.07):
                ruts.line([beside(p, angle, side) for p, angle in along(course, 0.15)], 0.025)
    edge.lay(image, theme.inks["road_edge"], 0.75)
    heart.lay(image, theme.inks["road"])
    ruts.lay(image, theme.inks["road_edge"], 0.45)


def _bent(course: list[Point], far: float) -> list[Point]:
    """Return a course with gentle bends, the same ones always."""
    marks = along(course, 0.12)
    bent = []
    for number, (point, angle) in enumerate(marks):
        calm = min(1.0, number / 5, (len(marks) - 1 - number) / 5)
        x, y = point
        bend = far * (sin(x * 1.9 + y * 1.3) + 0.7 * sin(x * 3.1 - y * 2.7 + 1))
        bent.append(beside(point, angle, calm * bend))
    return [course[0], *bent[1:-1], course[-1]]


# -- the river ---------------------------------------------------------------------------------


def draw_river(image: Image.Image, board: Board, theme: Theme, window: Window) -> None:
    """Draw every river: the Loa in its green strip, or the dry cut of a ravine."""
    for place in board.landmarks.values():
        if place.kind == "river":
            course = river_course(place.squares)
            if len(place.squares) > 5:
                _stream(image, board, theme, window, place.squares, course)
            else:
                _ravine(image, theme, window, course)


def _ravine(image: Image.Image, theme: Theme, window: Window, course: list[Point]) -> None:
    bed, bank, thread = Ink(window), Ink(window, 0.7), Ink(window, 0.7)
    bed.line(course, 0.7)
    for point, angle in along(course, 0.16):
        for side in (-1.0, 1.0):
            rim = beside(point, angle, 0.42 * side)
            bank.shape(
                [
                    ahead(rim, angle, -0.055),
                    ahead(rim, angle, 0.055),
                    beside(rim, angle, (0.2 + 0.06 * sin(point[1] * 9 + side)) * -side),
                ]
            )
    for side in (-0.42, 0.42):
        bank.line([beside(p, angle, side) for p, angle in along(course, 0.1)], 0.05)
    thread.line(course, 0.09)
    bed.lay(image, theme.inks["rock_light"], 0.75)
    bank.lay(image, theme.inks["hachure"], 0.9)
    thread.lay(image, theme.inks["water"], 0.9)


def _stream(
    image: Image.Image,
    board: Board,
    theme: Theme,
    window: Window,
    squares: tuple[str, ...],
    course: list[Point],
) -> None:
    inks = theme.inks
    bank, water, deep, foam = Ink(window), Ink(window), Ink(window), Ink(window, 0.6)
    reeds = Plants(window)
    for width, opacity in ((1.9, 0.25), (1.6, 0.3), (1.3, 0.4), (1.05, 0.5)):
        strip = Ink(window)
        for middle, _ in along(course, 0.1):
            strip.disc(middle, width / 2)
        strip.lay(image, theme.squares["river"].colour, opacity)
    bank.line(course, 0.74)
    water.line(course, 0.6)
    for mark in squares:
        if board.squares[mark].cost:
            _deepen(deep, course, mark)
    marks = along(course, 0.06)
    for number, (point, angle) in enumerate(along(course, 0.42, 0.2)):
        if number % 5:
            off = 0.15 if number % 2 else -0.13
            streak = [beside(p, a, off) for p, a in marks if _close(p, point, 0.17)]
            if len(streak) > 1:
                foam.line(streak, 0.024)
        for side in (-0.5, 0.5):
            if (number * 7 + (side > 0)) % 3:
                tuft = beside(point, angle, side + 0.08 * sin(number * 1.7))
                reeds.tree(tuft, 0.085 + 0.03 * sin(number * 3.1))
    bank.lay(image, inks["bank"], 0.9)
    water.lay(image, inks["water"])
    deep.lay(image, inks["deep"], 0.75)
    foam.lay(image, inks["foam"], 0.3)
    reeds.lay(image, theme)


def river_course(squares: tuple[str, ...]) -> list[Point]:
    """Return a river's course through its squares, and off the board at both ends near an edge."""
    points = [centre(square) for square in squares]
    far = EDGE + SPAN
    first, last = points[0], points[-1]
    if first[1] < EDGE + SIDE:
        points.insert(0, (first[0], 0.0))
    if last[1] > far - SIDE:
        points.append((last[0], far + EDGE))
    return _bent(smooth(points, 3), 0.12)


def _deepen(deep: Ink, course: list[Point], square: str) -> None:
    x, y = centre(square)
    part = [p for p, _ in along(course, 0.05) if abs(p[0] - x) < 1.05 and abs(p[1] - y) < 1.05]
    for number, point in enumerate(part):
        share = number / max(1, len(part) - 1)
        deep.disc(point, 0.23 * min(1.0, 3.0 * min(share, 1 - share) + 0.2))


def _close(a: Point, b: Point, far: float) -> bool:
    return abs(a[0] - b[0]) < far and abs(a[1] - b[1]) < far
