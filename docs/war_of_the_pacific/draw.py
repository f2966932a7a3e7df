"""Draw the map's hexes over the real coast, and say how far the towns are from their hexes.

    .venv/bin/python docs/war_of_the_pacific/draw.py

writes ``hexes.png`` beside itself. ``coast.csv`` and ``towns.csv`` hold real coordinates; red is
the real coast and the real towns, everything else comes from ``data/war_of_the_pacific``.
"""

import csv
import sys
from math import cos, hypot, radians, sqrt
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from engine.datafiles import load_toml  # noqa: E402  (the path is set above)
from engine.war_of_the_pacific.board import Board, load_board  # noqa: E402
from engine.war_of_the_pacific.mapfiles import MapFile, SideKind, Terrain  # noqa: E402

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


class Sheet:
    """The picture: where a hex and a real coordinate lie on it."""

    def __init__(self, board: Board, sheet: MapFile) -> None:
        self.board = board
        self.fit = sheet.fit
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

    def on_grid(self, lat: float, lon: float) -> tuple[float, float]:
        """Return the point of the grid where a real coordinate lies, by the map's fit."""
        fit = self.fit
        km_east = (lon + 72) * 111.32 * cos(radians(17.5))
        km_south = (-17.5 - lat) * 111.2
        column = (km_east - fit["km_column_0"]) / fit["km_per_column"]
        row = (km_south - fit["km_row_0"]) / fit["km_per_row"]
        return 1.5 * column, sqrt(3) * row

    def kilometres(self, a: tuple[float, float], b: tuple[float, float]) -> float:
        """Return the distance of two points of the grid."""
        dx = (a[0] - b[0]) / 1.5 * self.fit["km_per_column"]
        dy = (a[1] - b[1]) / sqrt(3) * self.fit["km_per_row"]
        return hypot(dx, dy)


def records(name: str) -> list[dict[str, str]]:
    """Return the records of a CSV file beside this script."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


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
    coast = [
        sheet.pixel(sheet.on_grid(float(p["lat"]), float(p["lon"]))) for p in records("coast.csv")
    ]
    pen.line(coast, fill="#d62828", width=3)
    for town in records("towns.csv"):
        x, y = sheet.pixel(sheet.on_grid(float(town["lat"]), float(town["lon"])))
        pen.ellipse((x - 3, y - 3, x + 3, y + 3), fill="#d62828")
        pen.text((x + 5, y), town["name"], font=font, fill="#a01818", anchor="lm")


def main() -> None:
    """Draw the picture and print the towns' distances from the middles of their hexes."""
    board = load_board()
    sheet = Sheet(board, load_toml(ROOT / "data/war_of_the_pacific/map.toml", MapFile))
    draw(board, sheet).save(HERE / "hexes.png", optimize=True)
    total, steps = 0.0, 0.0
    for city in sorted(board.cities.values(), key=lambda one: -one.lat):
        middle = board.grid.centre(city.hex)
        real = sheet.on_grid(city.lat, city.lon)
        away = sheet.kilometres(middle, real)
        total += away
        steps += hypot(middle[0] - real[0], middle[1] - real[1]) / sqrt(3)
        print(f"{city.name:16} {city.hex}  {away:4.0f} km")
    number = len(board.cities)
    print(f"mean of {number} cities: {total / number:.0f} km, {steps / number:.2f} hexes")


if __name__ == "__main__":
    main()
