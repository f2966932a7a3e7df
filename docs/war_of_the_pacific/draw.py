"""Draw the map's hexes over the real country, and write down how far apart the two are.

    .venv/bin/python docs/war_of_the_pacific/draw.py

writes ``hexes.png`` and ``map.md`` beside itself. ``coast.csv``, ``towns.csv``, ``stations.csv``
and ``rivers.csv`` hold real coordinates; the real coast and towns are red, real rivers light blue
and real railways broken lines; everything else comes from ``data/war_of_the_pacific``.
"""

import sys
from itertools import groupby, pairwise
from math import hypot
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from engine.war_of_the_pacific.board import Board, load_board  # noqa: E402  (the path is set above)
from engine.war_of_the_pacific.mapfiles import SideKind, Terrain  # noqa: E402
from tests.support import geography  # noqa: E402

SCALE = 44
MARGIN = 60
COLOURS = {
    Terrain.SEA: "#bcd7e6",
    Terrain.ROUGH: "#c9c08a",
    Terrain.MOUNTAIN: "#a98356",
    Terrain.DESERT: "#ecdcae",
    Terrain.SALT_DESERT: "#f7f3ea",
}
AREA_TINTS = ("#bcd7e6", "#a9cbe0", "#c9e0e8", "#b2d0d8")
SIDES = {SideKind.RIVER: "#1f6fb2", SideKind.IMPASSABLE: "#5b2a12", SideKind.LAND: "#7a5ba0"}
FONT = str(ROOT / "data" / "fonts" / "Cabin-Medium.otf")
BOLD = str(ROOT / "data" / "fonts" / "Cabin-Bold.otf")


INTRODUCTION = """\
# The map and the country

Written by `docs/war_of_the_pacific/draw.py`; a test holds the map to it. Distances are in hexes,
from the middle of one to that of the next: about 77 km at the scale that the fixed hexes of the
rulebook give (see `data/war_of_the_pacific/SOURCES.md`).

![The hexes over the real country](hexes.png)

Red: the real coast, towns and (broken) railways; light blue: real rivers. Black, and thick blue
on the hexsides: the map.

- **Towns**: {towns} have a hex of their own or as a railway station. They lie {town_mean:.2f} hexes
  from its middle on average, {town_most:.2f} at most.
- **Rivers**: {bends} points that {rivers} rivers really pass lie {bend_mean:.2f} hexes from the
  map's river of that name on average, {bend_most:.2f} at most.
- **Railways**: {lines} lines of 1879; every station lies in a hex of its line.

## Towns

| Town | Latitude | Longitude | Hex | Off by |
|---|---:|---:|---|---:|"""


class Sheet:
    """The picture: where a hex and a real coordinate lie on it."""

    def __init__(self, board: Board) -> None:
        centres = [board.grid.centre(one) for one in board.hexes]
        self.left = min(x for x, _ in centres) - 1
        self.top = min(y for _, y in centres) - 1
        right = max(x for x, _ in centres) + 1
        bottom = max(y for _, y in centres) + 1
        self.size = (
            round((right - self.left) * SCALE) + 2 * MARGIN,
            round((bottom - self.top) * SCALE) + 2 * MARGIN,
        )

    def pixel(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return the pixel of a point of the grid."""
        x, y = point
        return (x - self.left) * SCALE + MARGIN, (y - self.top) * SCALE + MARGIN


def draw(board: Board, sheet: Sheet) -> Image.Image:
    """Return the picture."""
    image = Image.new("RGB", sheet.size, "white")
    pen = ImageDraw.Draw(image)
    small = ImageFont.truetype(FONT, 12)
    bold = ImageFont.truetype(BOLD, 15)
    tints = {area: AREA_TINTS[n % 4] for n, area in enumerate(board.areas)}
    for one in board.hexes.values():
        corners = [sheet.pixel(p) for p in board.grid.corners(one.id)]
        sea = one.terrain is Terrain.SEA
        fill = tints[one.area] if sea and one.area else COLOURS[one.terrain]
        pen.polygon(corners, fill=fill, outline="#77777a")
        x, y = sheet.pixel(board.grid.centre(one.id))
        pen.text((x, y - 26), one.id, font=small, fill="#555", anchor="mm")
        if one.area:
            pen.text((x, y + 26), one.area, font=small, fill="#15486b", anchor="mm")
        if one.coastal:
            pen.ellipse((x - 30, y - 4, x - 22, y + 4), outline="#15486b", width=2)
    _sides(pen, board, sheet)
    for rail in board.rails():
        a, b = sorted(rail)
        ends = [sheet.pixel(board.grid.centre(one)) for one in (a, b)]
        pen.line(ends, fill="black", width=3)
    for city in board.cities.values():
        x, y = sheet.pixel(board.grid.centre(city.hex))
        shape = (x - 7, y - 7, x + 7, y + 7)
        (pen.rectangle if city.port else pen.ellipse)(shape, fill="white", outline="black", width=2)
        points = f" {city.vp}" if city.vp else ""
        pen.text((x, y + 13), f"{city.name}{points}", font=bold, fill="black", anchor="mm")
    _reality(pen, sheet, small)
    return image


def _sides(pen: ImageDraw.ImageDraw, board: Board, sheet: Sheet) -> None:
    for one in board.hexes.values():
        for near in board.neighbours(one.id):
            if near < one.id:
                continue
            side = board.grid.direction(one.id, near)
            corners = board.grid.corners(one.id)
            ends = [sheet.pixel(corners[side]), sheet.pixel(corners[(side + 1) % 6])]
            for kind, colour in SIDES.items():
                if frozenset((one.id, near)) in board.sides(kind):
                    pen.line(ends, fill=colour, width=7 if kind is SideKind.IMPASSABLE else 5)
            other = board.hexes[near]
            if one.area and other.area and one.area != other.area:
                pen.line(ends, fill="#15486b", width=2)


def _reality(pen: ImageDraw.ImageDraw, sheet: Sheet, font: ImageFont.FreeTypeFont) -> None:
    for _, bends in groupby(geography.bends(), key=lambda bend: bend.river):
        pen.line([sheet.pixel(bend.spot) for bend in bends], fill="#4fb3ff", width=3)
    for stations in geography.lines().values():
        for a, b in pairwise(stations):
            _broken(pen, sheet.pixel(a.spot), sheet.pixel(b.spot))
    coast = [
        sheet.pixel(geography.on_grid(float(p["lat"]), float(p["lon"])))
        for p in geography.records(HERE / "coast.csv")
    ]
    pen.line(coast, fill="#d62828", width=3)
    for town in geography.towns():
        x, y = sheet.pixel(town.spot)
        pen.ellipse((x - 3, y - 3, x + 3, y + 3), fill="#d62828")
        pen.text((x + 5, y), town.name, font=font, fill="#a01818", anchor="lm")


def _broken(pen: ImageDraw.ImageDraw, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a broken line."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    count = max(1, round(length / 12))
    for n in range(count):
        a, b = n / count, (n + 0.55) / count
        points = [
            (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
            for part in (a, b)
        ]
        pen.line(points, fill="#d62828", width=2)


def report(board: Board) -> str:
    """Return the page that says how far the map is from the country."""
    placed = [town for town in geography.towns() if town.hex]
    errors = [geography.off(town, board) for town in placed]
    bends = list(geography.bends())
    aways = [bend.away for bend in bends]
    text = [
        INTRODUCTION.format(
            towns=len(placed),
            town_mean=geography.mean(errors),
            town_most=max(errors),
            bends=len(bends),
            rivers=len({bend.river for bend in bends}),
            bend_mean=geography.mean(aways),
            bend_most=max(aways),
            lines=len(geography.railways()),
        )
    ]
    text += [
        f"| {town.name} | {town.lat:.3f} | {town.lon:.3f} | {town.hex} | {away:.2f} |"
        for town, away in zip(placed, errors, strict=True)
    ]
    text += ["", "## Railways", "", "| Line | Hexes | Stations |", "|---|---|---|"]
    stations = geography.lines()
    text += [
        f"| {line} | {' '.join(hexes)} | {', '.join(town.name for town in stations[line])} |"
        for line, hexes in geography.railways().items()
    ]
    text += ["", "## Rivers", "", "| River | Points, and how far off | ", "|---|---|"]
    text += [
        f"| {river} | {', '.join(f'{bend.place} {bend.away:.2f}' for bend in group)} |"
        for river, group in groupby(bends, key=lambda bend: bend.river)
    ]
    return "\n".join(line.rstrip() for line in text) + "\n"


def main() -> None:
    """Draw the picture and write the page."""
    board = load_board()
    draw(board, Sheet(board)).save(HERE / "hexes.png", optimize=True)
    (HERE / "map.md").write_text(report(board), encoding="utf-8")


if __name__ == "__main__":
    main()
