"""How far the map of War of the Pacific is from the country: towns, railways and rivers.

Real coordinates stand in ``docs/war_of_the_pacific/{towns,stations,rivers}.csv``; the map's own
fit (``map.toml``) says where on the grid a coordinate lies. Distances are in hexes, from the middle
of one to the middle of the next.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sqrt
from pathlib import Path

from engine.data.files import load_toml
from engine.war_of_the_pacific.board import Board, load_board
from engine.war_of_the_pacific.mapfiles import MapFile

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "war_of_the_pacific"
DATA = ROOT / "data" / "war_of_the_pacific"
STEP = sqrt(3)
"""Units of the grid from the middle of a hex to that of the next."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Town:
    """A real town, where it lies on the grid, and the hex that the map gives it ("": none)."""

    name: str
    lat: float
    lon: float
    port: bool
    hex: str
    spot: Point


@dataclass(frozen=True, slots=True)
class Bend:
    """A point that a river really passes, and how far the map's river is from it, in hexes."""

    river: str
    place: str
    spot: Point
    away: float


def records(path: Path) -> list[dict[str, str]]:
    """Return the records of a CSV file; lines that begin with "#" are remarks."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def fit() -> dict[str, float]:
    """Return the figures by which the map fits the country."""
    return dict(load_toml(DATA / "map.toml", MapFile).fit)


def on_grid(lat: float, lon: float) -> Point:
    """Return the point of the grid where a real coordinate lies."""
    figures = fit()
    km_east = (lon + 72) * 111.32 * cos(radians(17.5))
    km_south = (-17.5 - lat) * 111.2
    column = (km_east - figures["km_column_0"]) / figures["km_per_column"]
    row = (km_south - figures["km_row_0"]) / figures["km_per_row"]
    return 1.5 * column, STEP * row


def towns() -> list[Town]:
    """Return all the towns, from north to south as they are written down."""
    return [
        Town(
            row["name"],
            float(row["lat"]),
            float(row["lon"]),
            row["port"] == "yes",
            row["hex"],
            on_grid(float(row["lat"]), float(row["lon"])),
        )
        for row in records(DOCS / "towns.csv")
    ]


def off(town: Town, board: Board) -> float:
    """Return how many hexes a town is from the middle of the hex that the map gives it."""
    x, y = board.grid.centre(town.hex)
    return hypot(x - town.spot[0], y - town.spot[1]) / STEP


def lines() -> dict[str, list[Town]]:
    """Return the towns that each railway of 1879 served, in order."""
    known = {town.name: town for town in towns()}
    found: dict[str, list[Town]] = {}
    for row in records(DOCS / "stations.csv"):
        found.setdefault(row["line"], []).append(known[row["town"]])
    return found


def railways() -> dict[str, tuple[str, ...]]:
    """Return the hexes of each railway of the map, in order."""
    return {row["key"]: tuple(row["hexes"].split(";")) for row in records(DATA / "railways.csv")}


def sides(board: Board) -> dict[str, list[tuple[Point, Point]]]:
    """Return the hexsides along which each river of the map runs."""
    found: dict[str, list[tuple[Point, Point]]] = {}
    for row in records(DATA / "hexsides.csv"):
        if row["kind"] == "river":
            corners = board.grid.corners(row["a"])
            side = board.grid.direction(row["a"], row["b"])
            ends = corners[side], corners[(side + 1) % 6]
            found.setdefault(row["name"], []).append(ends)
    return found


def bends() -> Iterator[Bend]:
    """Yield every point known of a river, from its mouth upwards."""
    rivers = sides(load_board())
    for row in records(DOCS / "rivers.csv"):
        spot = on_grid(float(row["lat"]), float(row["lon"]))
        away = min(_from_side(spot, side) for side in rivers[row["name"]]) / STEP
        yield Bend(row["name"], row["place"], spot, away)


def _from_side(spot: Point, side: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = side
    along = ((spot[0] - ax) * (bx - ax) + (spot[1] - ay) * (by - ay)) / hypot(bx - ax, by - ay) ** 2
    along = max(0.0, min(1.0, along))
    return hypot(spot[0] - ax - along * (bx - ax), spot[1] - ay - along * (by - ay))


def mean(values: Sequence[float]) -> float:
    """Return the average."""
    return sum(values) / len(values)
