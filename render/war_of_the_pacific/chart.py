"""The printed map of War of the Pacific: everything on it that no game ever changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import cos, hypot, pi, sin

from PIL import Image

from engine.data.cache import cached_per_data
from engine.data.files import read_csv
from engine.data.play_data import play_folder
from engine.war_of_the_pacific.board import GAME, Board, City, Hex, SideKind, Terrain
from engine.war_of_the_pacific.mapfiles import SideRow
from render.lettering import Face, fitting, lettered
from render.linework import Ink, Point, ahead, along, beside, chained, ring, smooth
from render.relief import Window, paint_shore
from render.themes import Theme
from render.war_of_the_pacific.country import landscape

NAME_AT = 0.55
"""How far below a hex's middle its city's name stands."""

NUMBER_AT = -0.72
VICTORY_AT = (0.58, -0.60)
FLAG_AT = (-0.60, -0.58)

LETTERED = 50.0
"""Pixels to a unit from which the printed map has numbers and names; smaller ones are not read."""
LEAST_NUMERAL = 24
"""Size of the numerals of naval areas below which they are left out."""

STRIP_PIXELS = 800_000
"""Pixels that are drawn at a time."""

OVERLAP = 24
"""Rows that a strip reaches into the next, so that nothing is cut where they meet."""

LAKES = ("Lake ",)
"""How names of sides begin that are open water, not mountains."""


@cached_per_data()
def _named_sides() -> tuple[SideRow, ...]:
    return read_csv(play_folder(GAME) / "hexsides.csv", SideRow)


def draw_chart(board: Board, theme: Theme, window: Window) -> Image.Image:
    """Return the part of the map within *window*, without any game on it.

    A large part is drawn strip by strip: what landscapes need while they grow is many times what
    is left of them.
    """
    width, height = window.size
    rows = max(64, STRIP_PIXELS // width)
    if height <= rows + OVERLAP:
        return _draw_strip(board, theme, window)
    image = Image.new("RGB", window.size)
    for top in range(0, height, rows):
        bottom = min(height, top + rows)
        first, last = max(0, top - OVERLAP), min(height, bottom + OVERLAP)
        strip = Window(
            window.left,
            window.top + first / window.scale,
            window.right,
            window.top + last / window.scale,
            window.scale,
        )
        drawn = _draw_strip(board, theme, strip)
        image.paste(drawn.crop((0, top - first, width, bottom - first)), (0, top))
    return image


def _draw_strip(board: Board, theme: Theme, window: Window) -> Image.Image:
    country = landscape(board)
    shore, field = country.coast(window)
    land = country.paint_land(window, theme)
    near = [one for one in board.hexes.values() if _visible(board, one, window)]
    _deserts(land, board, theme, window, near)
    _waters(land, board, theme, window)
    image = country.paint_sea(window, theme, field)
    image.paste(land, (0, 0), shore)
    paint_shore(image, window, theme, shore)
    _grid(image, board, theme, window, near)
    _barriers(image, board, theme, window)
    _borders(image, board, theme, window)
    _numerals(image, board, theme, window)
    _railways(image, board, theme, window)
    if window.scale >= LETTERED:
        _numbers(image, board, theme, window, near)
    _cities(image, board, theme, window, near)
    return image


def _visible(board: Board, one: Hex, window: Window) -> bool:
    x, y = board.grid.centre(one.id)
    return window.left - 1 < x < window.right + 1 and window.top - 1 < y < window.bottom + 1


def side_points(board: Board, a: str, b: str) -> tuple[Point, Point]:
    """Return the two ends of the side between two neighbours."""
    corners = board.grid.corners(a)
    side = board.grid.direction(a, b)
    return corners[side], corners[(side + 1) % 6]


# -- water and mountains along hexsides ------------------------------------------------------


def _waters(land: Image.Image, board: Board, theme: Theme, window: Window) -> None:
    """Draw rivers and lakes on the land, before the sea covers their mouths."""
    rivers: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    lakes: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    for row in _named_sides():
        if row.kind is SideKind.RIVER:
            rivers[row.name].append(side_points(board, row.a, row.b))
        elif row.kind is SideKind.IMPASSABLE and row.name.startswith(LAKES):
            lakes[row.name].append(side_points(board, row.a, row.b))
    bank, water = Ink(window), Ink(window)
    for pairs in rivers.values():
        for line in chained(pairs):
            course = _meander(smooth(_to_sea(board, line), 2))
            bank.line(course, 0.15)
            water.line(course, 0.10)
    bank.lay(land, theme.label_halo, 0.55)
    water.lay(land, theme.river)
    rim, lake = Ink(window), Ink(window)
    for pairs in lakes.values():
        for line in chained(pairs):
            course = smooth(line, 3)
            for share, radius in ((0.1, 0.24), (0.0, 0.31), (0.17, 0.2)):
                for point, angle in along(course, 0.12, share):
                    wobble = 0.09 * sin(point[0] * 9) * cos(point[1] * 7)
                    middle = beside(point, angle, wobble)
                    rim.disc(middle, radius + wobble + 0.035)
                    lake.disc(middle, radius + wobble)
    rim.lay(land, theme.river)
    lake.lay(land, theme.lake)


def _meander(course: list[Point]) -> list[Point]:
    """Return a river's course with bends, the same ones always; its ends stay."""
    marks = along(course, 0.09, 0.09)
    bent = []
    for number, (point, angle) in enumerate(marks):
        calm = min(1.0, number / 4, (len(marks) - 1 - number) / 4)
        bend = 0.07 * sin(point[0] * 5.1 + point[1] * 3.7) + 0.05 * sin(point[0] * 13)
        bent.append(beside(point, angle, calm * bend))
    return smooth([course[0], *bent[1:-1], course[-1]], 1)


def _to_sea(board: Board, line: list[Point]) -> list[Point]:
    """Return a river drawn out past the shore where it ends at one."""
    corners: dict[tuple[int, int], list[str]] = _corner_hexes(board)
    drawn = list(line)
    for end, place in ((0, 0), (-1, len(line))):
        x, y = line[end]
        wet = [
            board.grid.centre(one)
            for one in corners.get((round(x * 100), round(y * 100)), [])
            if board.hexes[one].terrain is Terrain.SEA
        ]
        if wet:
            sx = sum(p[0] for p in wet) / len(wet)
            sy = sum(p[1] for p in wet) / len(wet)
            drawn.insert(place, (x + (sx - x) * 0.7, y + (sy - y) * 0.7))
    return drawn


@cached_per_data()
def _corner_hexes(board: Board) -> dict[tuple[int, int], list[str]]:
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for one in board.hexes:
        for x, y in board.grid.corners(one):
            found[round(x * 100), round(y * 100)].append(one)
    return found


def _barriers(image: Image.Image, board: Board, theme: Theme, window: Window) -> None:
    """Draw the sides that nobody crosses as ranges of peaks."""
    ranges: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    for row in _named_sides():
        if row.kind is SideKind.IMPASSABLE and not row.name.startswith(LAKES):
            ranges[row.name].append(side_points(board, row.a, row.b))
    halo, rock, snow = Ink(window), Ink(window), Ink(window)
    for pairs in ranges.values():
        for line in chained(pairs):
            halo.line(line, 0.22)
            rock.line(line, 0.13)
            for (x, y), _ in along(line, 0.333, 0.1667):
                rock.shape([(x - 0.17, y + 0.12), (x, y - 0.2), (x + 0.17, y + 0.12)])
                snow.shape([(x - 0.075, y - 0.05), (x, y - 0.2), (x + 0.075, y - 0.05)])
    halo.lay(image, theme.label_halo, 0.5)
    rock.lay(image, theme.barrier)
    snow.lay(image, theme.snow)


def _deserts(
    land: Image.Image, board: Board, theme: Theme, window: Window, near: list[Hex]
) -> None:
    """Stipple the deserts and crack the salt, before the sea covers what lies beyond the shore."""
    dots, cracks = Ink(window, 0.5), Ink(window, 0.6)
    for one in near:
        x, y = board.grid.centre(one.id)
        seed = int(one.id)
        if one.terrain is Terrain.DESERT:
            for k in range(26):
                angle, far = (seed * 7 + k * 137.5) % 360 * pi / 180, 0.84 * ((k + 0.5) / 26) ** 0.5
                dots.disc((x + far * cos(angle), y + far * sin(angle)), 0.018)
        elif one.terrain is Terrain.SALT_DESERT:
            for k in range(12):
                angle, far = (seed * 7 + k * 137.5) % 360 * pi / 180, 0.72 * ((k + 0.5) / 12) ** 0.5
                spot = (x + far * cos(angle), y + far * sin(angle))
                for spoke in range(3):
                    turn = angle + spoke * 2 * pi / 3
                    cracks.line([spot, ahead(spot, turn, 0.14)], 0.02)
    dots.lay(land, theme.paper_line, 0.6)
    cracks.lay(land, theme.paper_faint, 0.55)


# -- the grid --------------------------------------------------------------------------------


def _grid(image: Image.Image, board: Board, theme: Theme, window: Window, near: list[Hex]) -> None:
    sea, land, edge = Ink(window, 0.7), Ink(window, 0.8), Ink(window)
    for one in near:
        corners = board.grid.corners(one.id)
        around = board.grid.neighbours(one.id)
        for side, other in enumerate(around):
            points = [corners[side], corners[(side + 1) % 6]]
            if other not in board.hexes:
                edge.line(points, 0.06)
            elif other > one.id:
                wet = one.terrain is Terrain.SEA and board.hexes[other].terrain is Terrain.SEA
                (sea if wet else land).line(points, 0.022)
    sea.lay(image, theme.grid_sea, 0.75)
    land.lay(image, theme.grid, 0.55)
    edge.lay(image, theme.grid, 0.8)


def _numbers(
    image: Image.Image, board: Board, theme: Theme, window: Window, near: list[Hex]
) -> None:
    size = max(7, round(window.scale * 0.265))
    for one in near:
        x, y = board.grid.centre(one.id)
        wet = one.terrain is Terrain.SEA
        word = lettered(
            one.id,
            "medium",
            size,
            theme.number_sea if wet else theme.number,
            opacity=190 if wet else 215,
        )
        word.centre(image, *window.at(x, y + NUMBER_AT))


# -- naval areas -----------------------------------------------------------------------------


def _borders(image: Image.Image, board: Board, theme: Theme, window: Window) -> None:
    """Dot the borders of the naval areas in blue (2.2)."""
    pale, dots = Ink(window), Ink(window)
    for one in board.hexes.values():
        if one.area is None:
            continue
        for other in board.neighbours(one.id):
            near = board.hexes[other]
            if other < one.id or near.area in {None, one.area}:
                continue
            for point, _ in along(side_points(board, one.id, other), 0.2, 0.1):
                pale.disc(point, 0.085)
                dots.disc(point, 0.06)
    pale.lay(image, theme.sea[0], 0.8)
    dots.lay(image, theme.area_ink)


def _numerals(image: Image.Image, board: Board, theme: Theme, window: Window) -> None:
    size = round(window.scale * 1.35)
    if size < LEAST_NUMERAL:
        return
    for area in board.areas.values():
        word = lettered(area.id, "atlas", size, theme.area_ink, opacity=96)
        word.centre(image, *window.at(*board.grid.centre(area_heart(board, area.id))))


@cached_per_data()
def area_heart(board: Board, area: str) -> str:
    """Return the hex in which a naval area's numeral stands: the sea hex nearest its middle."""
    spots = {
        one: board.grid.centre(one)
        for one in sorted(board.areas[area].hexes)
        if board.hexes[one].terrain is Terrain.SEA
    }
    x = sum(p[0] for p in spots.values()) / len(spots)
    y = sum(p[1] for p in spots.values()) / len(spots)
    return min(spots, key=lambda one: (hypot(spots[one][0] - x, spots[one][1] - y), one))


# -- railways and cities ---------------------------------------------------------------------


def _railways(image: Image.Image, board: Board, theme: Theme, window: Window) -> None:
    pairs = [
        tuple(board.grid.centre(one) for one in sorted(side))
        for side in sorted(board.rails(), key=sorted)
    ]
    pale, track = Ink(window), Ink(window, 1.2)
    for line in chained([(a, b) for a, b in pairs]):
        course = smooth(line, 2)
        pale.line(course, 0.17)
        track.line(course, 0.06)
        for point, angle in along(course, 0.17, 0.08):
            track.line([beside(point, angle, -0.09), beside(point, angle, 0.09)], 0.035)
    pale.lay(image, theme.rail_gap, 0.6)
    track.lay(image, theme.rail)


def _cities(
    image: Image.Image, board: Board, theme: Theme, window: Window, near: list[Hex]
) -> None:
    halo, rim, heart, anchors = Ink(window), Ink(window), Ink(window), Ink(window)
    for one in near:
        if one.city is None:
            continue
        middle = board.grid.centre(one.id)
        radius = 0.15 + 0.018 * min(4, one.city.vp)
        halo.disc(middle, radius + 0.1)
        rim.disc(middle, radius + 0.045)
        heart.disc(middle, radius - 0.02)
        if one.city.port:
            _anchor(anchors, (middle[0] - 0.34, middle[1]))
    halo.lay(image, theme.label_halo, 0.75)
    rim.lay(image, theme.label)
    heart.lay(image, theme.city)
    anchors.lay(image, theme.area_ink)
    for one in near:
        if one.city is not None and one.city.vp and window.scale >= LETTERED:
            draw_victory(image, theme, window, board.grid.centre(one.id), one.city.vp)


def _anchor(ink: Ink, spot: Point) -> None:
    """Draw a small anchor, which stands beside a port."""
    x, y = spot
    ink.line([*ring((x, y - 0.15), 0.045, 12), (x + 0.045, y - 0.15)], 0.03)
    ink.line([(x, y - 0.1), (x, y + 0.16)], 0.045)
    ink.line([(x - 0.08, y - 0.05), (x + 0.08, y - 0.05)], 0.04)
    ink.line(
        [(x + 0.14 * cos(t * pi / 8), y + 0.02 + 0.14 * sin(t * pi / 8)) for t in range(9)], 0.04
    )


def draw_victory(
    image: Image.Image, theme: Theme, window: Window, middle: Point, points: int
) -> None:
    """Draw a hex's victory points in their yellow circle (5.1)."""
    x, y = middle[0] + VICTORY_AT[0], middle[1] + VICTORY_AT[1]
    patch = Window(x - 0.3, y - 0.3, x + 0.3, y + 0.3, window.scale)
    rim, disc = Ink(patch), Ink(patch)
    rim.disc((x, y), 0.235)
    disc.disc((x, y), 0.2)
    left, top = (round(value) for value in window.at(patch.left, patch.top))
    tile = image.crop((left, top, left + patch.size[0], top + patch.size[1]))
    rim.lay(tile, theme.victory_ink)
    disc.lay(tile, theme.victory)
    image.paste(tile, (left, top))
    size = max(9, round(window.scale * 0.32))
    word = lettered(str(points), "bold", size, theme.victory_ink)
    word.centre(image, *window.at(x, y))


def draw_other_points(
    image: Image.Image, board: Board, theme: Theme, window: Window, points: Mapping[str, int]
) -> None:
    """Draw the points of a table over the printed ones where they differ from them (5.1).

    A campaign keeps the points that it began with, whatever the map says today.
    """
    if window.scale < LETTERED:
        return  # none are printed
    for one in board.hexes.values():
        printed = 0 if one.city is None else one.city.vp
        if points.get(one.id, 0) != printed and _visible(board, one, window):
            draw_victory(image, theme, window, board.grid.centre(one.id), points.get(one.id, 0))


def draw_name(image: Image.Image, theme: Theme, window: Window, middle: Point, city: City) -> None:
    """Write a city's name along the foot of its hex, as much aside as keeps it on the picture.

    It is left out where its city is off the picture, or its foot.
    """
    name, major = city.name, city.vp > 0
    face: Face = "bold" if major else "semi"
    size = fitting(
        name,
        face,
        max(9, round(window.scale * (0.31 if major else 0.28))),
        window.scale * 1.5,
        max(9, round(window.scale * 0.27)),
    )
    spread = 2 if window.scale >= 30 else 1
    word = lettered(name, face, size, theme.label, theme.label_halo, spread)
    (wide, high), (x, y) = word.size, window.at(middle[0], middle[1] + NAME_AT)
    if 0 < x < image.width and high / 2 <= y <= image.height - high / 2:
        word.centre(image, min(max(x, wide / 2), image.width - wide / 2), y)


def draw_city_names(image: Image.Image, board: Board, theme: Theme, window: Window) -> None:
    """Write the names of all cities on a picture of a window that is large enough for them.

    They are no part of the tiles that it is put together of: a name at its edge would be cut.
    """
    if window.scale < LETTERED:
        return
    for place, city in board.cities.items():
        draw_name(image, theme, window, board.grid.centre(place), city)
