"""The board: 256 squares, the exits, the zones of deployment and what bears a name.

Everything is read once from ``data/calama`` and never changes. A square is its id, row and column
("8-7"): row 1 is the eastern edge, Chile's, and column 1 the northern (CAL-R1).

Rules:
    4.1, 4.1.1 to 4.1.3, 4.1.8; CAL-R1, CAL-R13, CAL-R31.
    Also 4.1.table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from pydantic import Field, field_validator

from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv, split_list
from engine.data.grid import squares as grid
from engine.data.play_data import play_folder

GAME = "calama"
"""The folder of this game under ``data`` and its package under ``engine``."""

ROWS = COLUMNS = 16
"""Of the board (4.1)."""

CALAMA = "calama"
TOPATER = "topater"
DOORS = "doors"
"""The places that rules ask for by key."""

Seat = Literal["chile", "bolivia"]

_SQUARE = r"^[1-9]\d?-[1-9]\d?$"
_KEY = r"^[a-z][a-z_-]*$"


class Terrain(StrEnum):
    """What a square looks like: a class derived from its figures, which no rule asks for."""

    DESERT = "desert"
    ROAD = "road"
    TOWN = "town"
    RIVER = "river"
    STEEP = "steep"
    HILL = "hill"
    SCRUB = "scrub"
    FIELD = "field"
    WOOD = "wood"


# --- the files ------------------------------------------------------------------------------


class SquareRow(Record):
    """A line of ``terrain.csv``."""

    square: str = Field(pattern=_SQUARE)
    row: int = Field(ge=1, le=ROWS)
    column: int = Field(ge=1, le=COLUMNS)
    cost: int = Field(ge=0, le=2)
    resistance: int = Field(ge=-2, le=3)
    terrain: Terrain
    source: Source
    terrain_source: Source


class TerrainRow(Record):
    """A line of ``terrains.csv``: the name of a class of terrain."""

    key: Terrain
    name: str
    name_es: str
    source: Source


class LandmarkRow(Record):
    """A line of ``places.csv``."""

    key: str = Field(pattern=_KEY)
    kind: Literal["town", "hill", "door", "river", "road"]
    name: str
    name_es: str
    squares: tuple[str, ...] = Field(min_length=1)
    source: Source
    note: str | None = None

    _split = field_validator("squares", mode="before")(split_list)


class ExitRow(Record):
    """A line of ``exits.csv``."""

    key: str = Field(pattern=_KEY)
    name: str
    name_es: str
    square: str = Field(pattern=_SQUARE)
    source: Source
    note: str | None = None


class ZoneRow(Record):
    """A line of ``zones.csv``: a rectangle by two opposite corners."""

    seat: Seat
    name: str
    name_es: str
    corner: str = Field(pattern=_SQUARE)
    opposite: str = Field(pattern=_SQUARE)
    source: Source
    note: str | None = None

    def squares(self) -> frozenset[str]:
        """Return the squares of the rectangle."""
        (a, b), (c, d) = grid.row_col(self.corner), grid.row_col(self.opposite)
        return frozenset(
            grid.square(row, column)
            for row in range(min(a, c), max(a, c) + 1)
            for column in range(min(b, d), max(b, d) + 1)
        )


# --- the board ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Square:
    """A square of the board.

    Attributes:
        id: "row-column".
        cost: Points that entering it takes beyond the usual one (4.1.1).
        resistance: What it adds to the Resistance of whoever is fired at in it (4.1.2).
        terrain: How to draw and describe it.
    """

    id: str
    row: int
    column: int
    cost: int
    resistance: int
    terrain: Terrain


@dataclass(frozen=True, slots=True)
class Exit:
    """Where a road leaves the board (4.1.8)."""

    key: str
    name: str
    name_es: str
    square: str


@dataclass(frozen=True, slots=True)
class Landmark:
    """Squares that bear a name; those of a river or a road follow each other along it."""

    key: str
    kind: str
    name: str
    name_es: str
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The whole board; build it with :func:`load_board`.

    Attributes:
        rows: How many there are, counted from the east.
        columns: How many there are, counted from the north.
        squares: By id, row by row.
        exits: The five, by square.
        zones: Where each side deploys.
        zone_names: What the zones are called, English and Spanish, by seat.
        landmarks: What bears a name, by key.
        terrains: Names of the classes of terrain, English and Spanish.
        doors: Where reserves enter (7.4.2).
        calama: The four squares of the town (4.1.8).
        topater: The two squares of the hill (4.1.8).
    """

    rows: int
    columns: int
    squares: Mapping[str, Square]
    exits: Mapping[str, Exit]
    zones: Mapping[str, frozenset[str]]
    zone_names: Mapping[str, tuple[str, str]]
    landmarks: Mapping[str, Landmark]
    terrains: Mapping[Terrain, tuple[str, str]]
    doors: tuple[str, ...]
    calama: tuple[str, ...]
    topater: tuple[str, ...]
    _near: Mapping[str, tuple[str, ...]] = field(repr=False)

    def neighbours(self, square: str) -> tuple[str, ...]:
        """Return the adjacent squares (CAL-R6), row by row."""
        return self._near[square]


@cached_per_data()
def load_board(folder: Folder | None = None) -> Board:
    """Return the board of the game, or of the files in *folder*; each is built once.

    Raises:
        DataError: If a file cannot be read.
    """
    return build_board(play_folder(GAME, folder))


def build_board(folder: Folder) -> Board:
    """Return the board of the files in *folder*, read anew.

    Raises:
        DataError: If a file cannot be read.
    """
    rows = sorted(
        read_csv(folder / "terrain.csv", SquareRow), key=lambda one: (one.row, one.column)
    )
    squares = {
        row.square: Square(row.square, row.row, row.column, row.cost, row.resistance, row.terrain)
        for row in rows
    }
    landmarks = {
        row.key: Landmark(row.key, row.kind, row.name, row.name_es, row.squares)
        for row in read_csv(folder / "places.csv", LandmarkRow)
    }
    zones = read_csv(folder / "zones.csv", ZoneRow)
    return Board(
        rows=ROWS,
        columns=COLUMNS,
        squares=MappingProxyType(squares),
        exits=MappingProxyType(
            {
                row.square: Exit(row.key, row.name, row.name_es, row.square)
                for row in read_csv(folder / "exits.csv", ExitRow)
            }
        ),
        zones=MappingProxyType({row.seat: row.squares() for row in zones}),
        zone_names=MappingProxyType({row.seat: (row.name, row.name_es) for row in zones}),
        landmarks=MappingProxyType(landmarks),
        terrains=MappingProxyType(
            {
                row.key: (row.name, row.name_es)
                for row in read_csv(folder / "terrains.csv", TerrainRow)
            }
        ),
        doors=_squares_of(landmarks, DOORS),
        calama=_squares_of(landmarks, CALAMA),
        topater=_squares_of(landmarks, TOPATER),
        _near=MappingProxyType({one: grid.neighbours(one, ROWS, COLUMNS) for one in squares}),
    )


def _squares_of(landmarks: Mapping[str, Landmark], key: str) -> tuple[str, ...]:
    """Return the squares of a place that the rules ask for.

    Raises:
        DataError: If the file has none of that key.
    """
    if key not in landmarks:
        raise DataError("places.csv", 0, "key", f"{key} is missing")
    return landmarks[key].squares
