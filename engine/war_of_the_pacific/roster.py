"""The units of the game: every counter but the Supply Columns, which are numbered in play.

Rules:
    2.5 to 2.7, 3.2 to 3.6, 9.0; WP-R25 (the Esmeralda regiment is one unit).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from pydantic import Field, field_validator

from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, read_csv, split_list
from engine.data.play_data import play_folder
from engine.war_of_the_pacific.board import GAME, Nation

Side = Literal["chile", "allies"]
Size = Literal["regiment", "battalion", "fort", "ship", "column"]
Edition = Literal["en", "es"]

EDITIONS: tuple[Edition, ...] = ("en", "es")

SUPPLY_PREFIX = "sc"
"""Ids that begin so and go on with a number are Supply Columns, made by the engine in play."""


class Kind(StrEnum):
    """The seven types of game pieces (2.5)."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    FORT = "fort"
    WARSHIP = "warship"
    TRANSPORT = "transport"
    SUPPLY = "supply"


LAND_KINDS = frozenset({Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY, Kind.FORT})
"""What counts as a land unit: Supply Columns do not (8.12), a fort does (WP-R37)."""

NAVAL_KINDS = frozenset({Kind.WARSHIP, Kind.TRANSPORT})


class UnitRow(Record):
    """A line of ``units.csv``."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{1,19}$")
    name: str
    name_es: str
    side: Side
    nation: Nation
    kind: Kind
    size: Size
    steps: int = Field(ge=1, le=2)
    modifier: int = Field(default=0, ge=0, le=3)
    gunfire: int = Field(default=0, ge=0, le=12)
    armour: int = Field(default=0, ge=0, le=4)
    speed: int = Field(default=0, ge=-4, le=4)
    anti_ship: int | None = Field(default=None, ge=3, le=12)
    arrives: int = Field(default=0, ge=0, le=12)
    home: str | None = Field(default=None, pattern=r"^\d{4}$")
    short: str = Field(min_length=1, max_length=6)
    editions: frozenset[Edition] = frozenset(EDITIONS)
    source: Source
    ratings_source: Source
    note: str | None = None

    _split = field_validator("editions", mode="before")(split_list)


@dataclass(frozen=True, slots=True)
class UnitType:
    """What is printed on a counter.

    Attributes:
        steps: Hits it takes to remove it; ships have two, sound and damaged.
        modifier: The printed "+n": initiative (8.8), and added to a raid's dice (7.6).
        anti_ship: A fort's factor against raiders, None if it has none (7.7).
        arrives: The first turn it may be recruited; 0 for set-up or the pool from the start.
        home: The hex a fort stands in, or None.
        short: What the counter shows, six characters at most.
    """

    id: str
    name: str
    name_es: str
    side: Side
    nation: Nation
    kind: Kind
    steps: int
    size: Size
    modifier: int
    gunfire: int
    armour: int
    speed: int
    anti_ship: int | None
    arrives: int
    home: str | None
    short: str
    editions: frozenset[Edition]

    @property
    def is_land(self) -> bool:
        """Whether it is a land unit; a Supply Column is none."""
        return self.kind in LAND_KINDS

    @property
    def is_naval(self) -> bool:
        """Whether it is a ship."""
        return self.kind in NAVAL_KINDS


class Roster:
    """All units by id; build it with :func:`load_roster`."""

    def __init__(self, units: Mapping[str, UnitType]) -> None:
        self.units = MappingProxyType(dict(units))
        self._supply: dict[str, UnitType] = {nation: _supply(nation) for nation in _SIDES}

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def of(
        self,
        side: Side | None = None,
        kind: Kind | None = None,
        *,
        nation: Nation | None = None,
        edition: Edition | None = None,
    ) -> tuple[UnitType, ...]:
        """Return the units that match everything given, in the order of the file."""
        return tuple(
            unit
            for unit in self.units.values()
            if (side is None or unit.side == side)
            and (kind is None or unit.kind is kind)
            and (nation is None or unit.nation == nation)
            and (edition is None or edition in unit.editions)
        )

    def supply(self, nation: str) -> UnitType:
        """Return the type of a Supply Column of *nation*; the engine numbers the columns."""
        return self._supply[nation]


@lru_cache(maxsize=4096)
def is_supply(unit_id: str) -> bool:
    """Return whether *unit_id* is that of a Supply Column: ``sc`` and a number."""
    return unit_id.startswith(SUPPLY_PREFIX) and unit_id[len(SUPPLY_PREFIX) :].isdigit()


_SIDES: dict[Nation, Side] = {"chile": "chile", "peru": "allies", "bolivia": "allies"}


def _supply(nation: Nation) -> UnitType:
    return UnitType(
        id=SUPPLY_PREFIX,
        name="Supply Column",
        name_es="Columna logística",
        side=_SIDES[nation],
        nation=nation,
        kind=Kind.SUPPLY,
        steps=1,
        size="column",
        modifier=0,
        gunfire=0,
        armour=0,
        speed=0,
        anti_ship=None,
        arrives=0,
        home=None,
        short="SC",
        editions=frozenset(EDITIONS),
    )


@cached_per_data()
def load_roster(folder: Folder | None = None) -> Roster:
    """Return the roster of the game, or of the files in *folder*; each is built once.

    Raises:
        DataError: If the file cannot be read.
    """
    rows = read_csv(play_folder(GAME, folder) / "units.csv", UnitRow)
    fields = tuple(UnitType.__dataclass_fields__)
    return Roster(
        {row.id: UnitType(**{name: getattr(row, name) for name in fields}) for row in rows}
    )
