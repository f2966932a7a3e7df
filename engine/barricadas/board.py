"""The boards: their hexes with ground and level, their roads, and what each kind of ground does.

Everything is read once from ``data/barricadas`` and never changes. A hex is called as it is
printed, board, column and two digits of row: "A413" is the thirteenth of the fourth column of board
A. Odd columns lie half a hex further south. How boards lie together is
:mod:`engine.barricadas.ground`.

Rules:
    2.1, 5.1, 5.2, 5.4, 6, 6.1; ALB-R4.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator

from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv, split_list
from engine.data.play_data import play_folder

GAME = "barricadas"
"""The folder of this game under ``data`` and its package under ``engine``."""

COLUMNS, ROWS = 16, 20
"""Of every board (ALB-R4)."""

LETTERS = ("A", "C")
"""The boards there are."""

Gait = Literal["foot", "wheels", "tracks"]
"""How a counter moves (5.2); cavalry moves on foot."""

_HEX = r"^[A-Z](?:[1-9]|1[0-6])(?:0[1-9]|1\d|20)$"
_KEY = r"^[a-z][a-z_]*$"


class Ground(StrEnum):
    """The kinds of ground of the tables of chapters 5 and 6."""

    OPEN = "open"
    ROUGH = "rough"
    BUILT_UP = "built_up"
    WOOD = "wood"
    LIGHT_WOOD = "light_wood"
    SCATTERED_BUILDINGS = "scattered_buildings"
    SWAMP = "swamp"
    ORCHARD = "orchard"
    MINOR_RIVER = "minor_river"
    MAJOR_RIVER = "major_river"


class Screen(StrEnum):
    """What ground does to a line of sight across it (6.1)."""

    CLEAR = "clear"
    THICK = "thick"
    """Three such hexes block it."""
    BLOCKING = "blocking"


class WayKind(StrEnum):
    """The kinds of road (5.4)."""

    ROAD = "road"
    TRACK = "track"


# --- the files ------------------------------------------------------------------------------


def read_halves(text: object) -> object:
    """Return a figure of a file as halves of one: "3/2" is 3; "P", prohibited, is ``None``.

    What is neither is returned as it is, for the reader of the file to refuse.
    """
    if text == "P":
        return None
    whole, _, below = str(text).partition("/")
    if below not in ("", "2") or not whole.isdigit():
        return text
    return int(whole) if below else 2 * int(whole)


Halves = Annotated[int | None, BeforeValidator(read_halves)]


class HexRow(Record):
    """A line of a board's file."""

    hex: str = Field(pattern=_HEX)
    terrain: Ground
    level: int = Field(ge=0, le=9)
    source: Source


class GroundRow(Record):
    """A line of ``terrain.csv``."""

    key: Ground
    name: str
    name_es: str
    foot: Halves
    wheels: Halves
    tracks: Halves
    small_still: int = Field(ge=0)
    small_moving: int = Field(ge=0)
    medium_still: int = Field(ge=0)
    medium_moving: int = Field(ge=0)
    large_still: int = Field(ge=0)
    large_moving: int = Field(ge=0)
    sight: Screen
    source: Source


class WayRow(Record):
    """A line of ``ways.csv``: a kind of road, or the climb of one level."""

    key: str = Field(pattern=_KEY)
    name: str
    name_es: str
    foot: Halves
    wheels: Halves
    tracks: Halves
    source: Source


class RoadRow(Record):
    """A line of ``roads.csv``: hexes in the order in which a road leads through them."""

    kind: WayKind
    hexes: tuple[str, ...] = Field(min_length=2)
    source: Source

    _split = field_validator("hexes", mode="before")(split_list)


# --- what they hold -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of a board.

    Attributes:
        id: As printed ("A1208").
        terrain: Its ground.
        level: Levels of hill above the lowest ground.
    """

    id: str
    terrain: Ground
    level: int


@dataclass(frozen=True, slots=True)
class GroundKind:
    """What a kind of ground does.

    Attributes:
        cost: Halves of a movement point to enter, by gait; ``None`` where it is prohibited (5.8.3).
        seen: How far counters in it are seen, in hexes: still and moving, by size (6).
        screen: What it does to lines of sight across it.
        name: In English and Spanish.
    """

    cost: Mapping[Gait, int | None]
    seen: Mapping[str, tuple[int, int]]
    screen: Screen
    name: tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """All boards; build them with :func:`load_boards`.

    Attributes:
        hexes: By id, all boards together.
        roads: What kind of road leads between two neighbours, by both in either order.
        kinds: What each kind of ground does.
        road_cost: Halves of a movement point for a hex along a road, by its kind and gait (5.4).
        climb: The same for each level of hill that is climbed, by gait.
    """

    hexes: Mapping[str, Hex]
    roads: Mapping[tuple[str, str], WayKind]
    kinds: Mapping[Ground, GroundKind]
    road_cost: Mapping[WayKind, Mapping[Gait, int]]
    climb: Mapping[Gait, int]


def board_column_row(hex_id: str) -> tuple[str, int, int]:
    """Return board, column and row of a hex as it is printed.

    Raises:
        ValueError: If *hex_id* is not one.
    """
    if not re.match(_HEX, hex_id):
        raise ValueError(f"not a hex: {hex_id[:20]!r}")
    return hex_id[0], int(hex_id[1:-2]), int(hex_id[-2:])


def hex_id(board: str, column: int, row: int) -> str:
    """Return a hex as it is printed."""
    return f"{board}{column}{row:02d}"


@cached_per_data()
def load_boards(folder: Folder | None = None) -> Boards:
    """Return the boards of the game, or of the files in *folder*; they are read once.

    Raises:
        DataError: If a file cannot be read.
    """
    return build_boards(play_folder(GAME, folder))


def build_boards(folder: Folder) -> Boards:
    """Return the boards of the files in *folder*, read anew.

    Raises:
        DataError: If a file cannot be read.
    """
    hexes = {}
    for letter in LETTERS:
        for row in read_csv(folder / f"board_{letter.lower()}.csv", HexRow):
            hexes[row.hex] = Hex(row.hex, row.terrain, row.level)
    kinds = {
        row.key: GroundKind(
            MappingProxyType({"foot": row.foot, "wheels": row.wheels, "tracks": row.tracks}),
            MappingProxyType(
                {
                    "small": (row.small_still, row.small_moving),
                    "medium": (row.medium_still, row.medium_moving),
                    "large": (row.large_still, row.large_moving),
                }
            ),
            row.sight,
            (row.name, row.name_es),
        )
        for row in read_csv(folder / "terrain.csv", GroundRow)
    }
    roads = {}
    for road in read_csv(folder / "roads.csv", RoadRow):
        for one, two in zip(road.hexes, road.hexes[1:], strict=False):
            roads[one, two] = roads[two, one] = road.kind
    ways = {row.key: _known_costs(row) for row in read_csv(folder / "ways.csv", WayRow)}
    return Boards(
        hexes=MappingProxyType(hexes),
        roads=MappingProxyType(roads),
        kinds=MappingProxyType(kinds),
        road_cost=MappingProxyType({kind: _way(ways, kind) for kind in WayKind}),
        climb=_way(ways, "climb"),
    )


def _known_costs(row: WayRow) -> Mapping[Gait, int]:
    """Return what a way costs.

    Raises:
        DataError: Where one of its costs is none.
    """
    costs: Mapping[Gait, int | None] = {
        "foot": row.foot,
        "wheels": row.wheels,
        "tracks": row.tracks,
    }
    found: dict[Gait, int] = {}
    for gait, cost in costs.items():
        if cost is None:
            raise DataError("ways.csv", row.line, gait, "a road or a climb is never prohibited")
        found[gait] = cost
    return MappingProxyType(found)


def _way(ways: Mapping[str, Mapping[Gait, int]], key: str) -> Mapping[Gait, int]:
    """Return what the way of a key costs.

    Raises:
        DataError: If the file has none of that key.
    """
    if key not in ways:
        raise DataError("ways.csv", 0, "key", f"{key} is missing")
    return ways[key]
