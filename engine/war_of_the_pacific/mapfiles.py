"""The records of the map's files, as they are written under ``data/war_of_the_pacific``."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from pydantic import Field, field_validator

from engine.data.files import Record, Source, split_list
from engine.data.grid.hexes import Parity

GAME = "war_of_the_pacific"
"""The folder of this game under ``data`` and its package under ``engine``."""
FIRST_POINTS = "first_points.csv"
"""What cities were worth before tables remembered it; no play data, for it never changes."""

Nation = Literal["chile", "peru", "bolivia"]


class Terrain(StrEnum):
    """The terrain of a hex (8.6)."""

    SEA = "sea"
    ROUGH = "rough"
    MOUNTAIN = "mountain"
    DESERT = "desert"
    SALT_DESERT = "salt_desert"


class SideKind(StrEnum):
    """What lies along the side between two hexes."""

    RIVER = "river"
    IMPASSABLE = "impassable"
    LAND = "land"  # no water joins the two coastal hexes: ships do not pass


class HexRow(Record):
    """A line of ``hexes.csv``."""

    hex: str = Field(pattern=r"^\d{4}$")
    terrain: Terrain
    coastal: bool = False
    area: str | None = Field(default=None, pattern=r"^[IVX]+$")
    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)
    place: str | None = None
    place_es: str | None = None
    source: Source
    note: str | None = None


class PointsRow(Record):
    """A line of ``first_points.csv``."""

    hex: str = Field(pattern=r"^\d{4}$")
    vp: int = Field(ge=1, le=20)


class CityRow(Record):
    """A line of ``cities.csv``."""

    key: str = Field(pattern=r"^[a-z][a-z-]*$")
    name: str
    name_es: str
    hex: str = Field(pattern=r"^\d{4}$")
    nation: Nation
    port: bool = False
    vp: int = Field(ge=0, le=20)
    resource: str | None = None
    lat: float
    lon: float
    hex_source: Source
    vp_source: Source
    note: str | None = None


class SideRow(Record):
    """A line of ``hexsides.csv``."""

    a: str = Field(pattern=r"^\d{4}$")
    b: str = Field(pattern=r"^\d{4}$")
    kind: SideKind
    name: str
    source: Source
    note: str | None = None


class RailRow(Record):
    """A line of ``railways.csv``: the hexes a line runs through, in order."""

    key: str = Field(pattern=r"^[a-z][a-z-]*$")
    name: str
    hexes: tuple[str, ...] = Field(min_length=1)
    source: Source
    note: str | None = None

    _split = field_validator("hexes", mode="before")(split_list)


class AreaRow(Record):
    """A line of ``areas.csv``."""

    id: str = Field(pattern=r"^[IVX]+$")
    name: str
    name_es: str
    water: Literal["inshore", "offshore"]
    source: Source
    note: str | None = None


class MapFile(Record):
    """``map.toml``: how the grid lies and where the holding box joins it."""

    title: str
    title_es: str
    parity: Parity
    box_name: str
    box_name_es: str
    box_exits: tuple[str, ...]
    box_area: str
    fit: Mapping[str, float]
    sources: Mapping[str, Source]


class TerrainRow(Record):
    """A line of ``terrain.csv``: what a terrain or a mark costs and grants (8.6, 8.9)."""

    key: str
    name: str
    name_es: str
    cost: int | None = Field(default=None, ge=0, le=12)
    defence: int | None = Field(default=None, ge=0, le=6)
    source: Source
    note: str | None = None
