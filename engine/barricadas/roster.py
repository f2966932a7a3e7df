"""What is printed on the counters: troops, weapons, vehicles, officers and those who cheer them on.

Read once from ``counters.toml`` and ``officers.toml``. Republican infantry's fire and range are the
text's; the other figures are the house's, and a host may lay others over them.

Rules:
    2.2.1, 2.3, 5.2, 5.5, 7, 7.2, 7.4, 8; ALB-H13, ALB-H14.
    Also 2.2.1.1.transport, 2.2.1.1.troops, 2.2.1.1.unit, 2.2.1.1.weapons, 2.2.1.fire, 2.2.1.sides,
    2.2.1.steps, 2.2.1.values, 6.size, 7.values, 8.4.reduced, 8.ap, 8.at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from pydantic import Field, model_validator

from engine.barricadas.board import GAME, Gait
from engine.barricadas.observation import Size
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, load_toml
from engine.data.play_data import play_folder

Side = Literal["republican", "nationalist"]

STEPS = 3
"""Of every counter but officers (2.2.1)."""

_KEY = r"^[a-z][a-z0-9_]*$"


class Munition(StrEnum):
    """The three types of attack (8)."""

    AP = "AP"
    AT = "AT"
    ART = "ART"


class Kind(StrEnum):
    """The kinds of counter (2.2.1.1)."""

    INFANTRY = "infantry"
    ENGINEERS = "engineers"
    CAVALRY = "cavalry"
    MMG = "mmg"
    MORTAR = "mortar"
    ARTILLERY = "artillery"
    INFANTRY_GUN = "infantry_gun"
    ANTI_TANK = "anti_tank"
    ANTI_AIRCRAFT = "anti_aircraft"
    TANK = "tank"
    HALF_TRACK = "half_track"
    ARMOURED_CAR = "armoured_car"
    TRUCK = "truck"


TROOPS = frozenset((Kind.INFANTRY, Kind.ENGINEERS, Kind.CAVALRY))
"""They assault (9)."""

ARMOUR = frozenset((Kind.TANK, Kind.HALF_TRACK, Kind.ARMOURED_CAR))

GUNS = frozenset(
    (
        Kind.MORTAR,
        Kind.ARTILLERY,
        Kind.INFANTRY_GUN,
        Kind.ANTI_TANK,
        Kind.ANTI_AIRCRAFT,
    )
)

LOST_IN_ASSAULT = frozenset((Kind.MORTAR, Kind.ARTILLERY, Kind.INFANTRY_GUN, Kind.ANTI_TANK))
"""They are eliminated when they lose an assault (9.3)."""


# --- the files ------------------------------------------------------------------------------


class FireRow(Record):
    """One square of a counter: a munition, its fire factor on either side, and its range."""

    munition: Munition
    full: int = Field(ge=1, le=20)
    reduced: int = Field(ge=1, le=20)
    range: int = Field(ge=1, le=20)


class CounterRow(Record):
    """A table ``[[counter]]`` of ``counters.toml``."""

    key: str = Field(pattern=_KEY)
    faction: str = Field(pattern=_KEY)
    kind: Kind
    name: str
    name_es: str
    gait: Gait
    points: int = Field(ge=0, le=20)
    fire: tuple[FireRow, ...]
    size: Size
    calibre: int = Field(default=0, ge=0)
    gun: str = ""
    towed: bool = False
    armour: int | None = Field(default=None, ge=0, le=5)
    assault: str = ""
    source: Source

    @model_validator(mode="after")
    def _armour_is_of_armour(self) -> CounterRow:
        if (self.armour is not None) != (self.kind in ARMOUR):
            raise ValueError("armour belongs to tanks, half-tracks and armoured cars, and to them")
        if any(one.munition is Munition.ART for one in self.fire) and not self.calibre:
            raise ValueError("artillery fire has a calibre")
        return self


class FactionRow(Record):
    """A table ``[[faction]]``."""

    key: str = Field(pattern=_KEY)
    side: Side
    name: str
    name_es: str
    militia: bool
    source: Source


class CountersFile(Record):
    """``counters.toml`` as it is written."""

    faction: tuple[FactionRow, ...]
    counter: tuple[CounterRow, ...]


class PoolRow(Record):
    """A table ``[[pool]]`` of ``officers.toml``: officers who are drawn from together (2.3)."""

    key: str = Field(pattern=_KEY, max_length=24)  # names of its counters are made of it
    faction: str = Field(pattern=_KEY)
    troops: str = Field(pattern=_KEY)
    number: int = Field(ge=1, le=6)
    letters: str = Field(pattern=r"^[A-Z]+$")
    source: Source


class OfficerRow(Record):
    """A table ``[[officer]]``."""

    key: str = Field(pattern=_KEY)
    pool: str = Field(pattern=_KEY)
    letter: str = Field(pattern=r"^[A-Z]$")
    morale: int = Field(ge=2, le=12)
    leadership: int = Field(ge=0, le=3)
    reach: int = Field(ge=0, le=5)
    coordination: int = Field(ge=0, le=6)
    source: Source


class GuideRow(Record):
    """A table ``[[guide]]``: a commissar or a chaplain (7.4)."""

    key: str = Field(pattern=_KEY)
    side: Side
    kind: Literal["commissar", "chaplain"]
    letter: str = Field(pattern=r"^[A-Z]$")
    morale: int = Field(ge=2, le=12)
    source: Source


class ReplacementRow(Record):
    """The table ``[replacement]``: by how much a replacement is less than who fell (7.2)."""

    morale: int = Field(ge=-6, le=0)
    leadership: int = Field(ge=-3, le=0)
    reach: int = Field(ge=-5, le=0)
    coordination: int = Field(ge=-6, le=0)
    source: Source


class OfficersFile(Record):
    """``officers.toml`` as it is written; *points* is how far its people go on foot."""

    points: int = Field(ge=1, le=12)
    pool: tuple[PoolRow, ...]
    officer: tuple[OfficerRow, ...]
    guide: tuple[GuideRow, ...]
    replacement: ReplacementRow


# --- what they hold -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weapon:
    """One square of a counter (8).

    Attributes:
        munition: The type of its attack.
        full: Fire factor without a hit.
        reduced: Fire factor on the reduced side.
        range: Hexes to which all of it counts; half of it to twice as many.
    """

    munition: Munition
    full: int
    reduced: int
    range: int


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on one type of counter.

    Attributes:
        key: "popular_army_infantry".
        faction: Key of its faction.
        side: Whose it is.
        kind: What it is.
        name: In English and Spanish, of several.
        gait: How it moves (5.2).
        points: Movement points.
        weapons: Its squares, at most one of a munition.
        size: For observation (6).
        calibre: Of its artillery fire, in mm (8.3.2); 0 where it has none.
        gun: Its line of the penetration table (8.3.2); "" where it has none.
        towed: Whether it can be towed (5.5).
        armour: Its armour; ``None`` where it is not armoured (8.3.2).
        assault: Its class in armoured assaults (9.4); "" where it is not armoured.
    """

    key: str
    faction: str
    side: str
    kind: Kind
    name: tuple[str, str]
    gait: Gait
    points: int
    weapons: Mapping[Munition, Weapon]
    size: Size
    calibre: int
    gun: str
    towed: bool
    armour: int | None
    assault: str


@dataclass(frozen=True, slots=True)
class Officer:
    """What is printed on an officer (3.1, 7).

    Attributes:
        key: "popular_army_infantry_g".
        side: Whose they are.
        letter: Of the officer and the counters of the same letter (2.3).
        morale: What the morale of the unit is worked out from.
        leadership: Added to it while the officer leads.
        reach: Command range in hexes.
        coordination: For acting with another officer (7.3).
    """

    key: str
    side: str
    letter: str
    morale: int
    leadership: int
    reach: int
    coordination: int


@dataclass(frozen=True, slots=True)
class Pool:
    """Officers from whom one is drawn unseen, and the counters that come with each (2.3)."""

    key: str
    faction: str
    troops: str
    number: int
    officers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """Everything printed; build it with :func:`load_roster`.

    Attributes:
        factions: Side of each faction, by key.
        militias: The factions that are militias (7.3).
        faction_names: English and Spanish, by key.
        types: Types of counter, by key.
        officers: By key.
        pools: By key.
        riders: The officers of armour, by key (7.1).
        guides: Commissars and chaplains: side, kind and morale, by key (7.4).
        points: Movement points of officers, commissars and chaplains on foot (ALB-R59).
        replacement: What is added to an officer's four figures in who replaces them (7.2): morale,
            leadership, command range, coordination.
    """

    factions: Mapping[str, str]
    militias: frozenset[str]
    faction_names: Mapping[str, tuple[str, str]]
    types: Mapping[str, Printed]
    officers: Mapping[str, Officer]
    pools: Mapping[str, Pool]
    riders: frozenset[str]
    guides: Mapping[str, tuple[str, str, int]]
    points: int
    replacement: tuple[int, int, int, int]

    def replaced(self, officer: Officer) -> Officer:
        """Return the officer of lower rank who takes over (7.2); no figure falls below 0."""
        figures = (officer.morale, officer.leadership, officer.reach, officer.coordination)
        lower = [max(0, one + less) for one, less in zip(figures, self.replacement, strict=True)]
        return Officer(f"{officer.key}+", officer.side, officer.letter, *lower)


@cached_per_data()
def load_roster(folder: Folder | None = None) -> Roster:
    """Return what is printed on the game's counters, or those of *folder*; it is read once.

    Raises:
        DataError: If a file cannot be read, or names what it does not have.
    """
    return build_roster(play_folder(GAME, folder))


def build_roster(folder: Folder) -> Roster:
    """Return what the files in *folder* say, read anew.

    Raises:
        DataError: If a file cannot be read, or names what it does not have.
    """
    counters = load_toml(folder / "counters.toml", CountersFile)
    officers = load_toml(folder / "officers.toml", OfficersFile)
    factions = {row.key: row.side for row in counters.faction}
    for row in counters.counter:
        _known("counters.toml", row.line, "faction", row.faction, factions)
    types = {row.key: _printed(row, factions[row.faction]) for row in counters.counter}
    sides = {}
    for pool in officers.pool:
        _known("officers.toml", pool.line, "faction", pool.faction, factions)
        _known("officers.toml", pool.line, "troops", pool.troops, types)
        sides[pool.key] = factions[pool.faction]
    for officer in officers.officer:
        _known("officers.toml", officer.line, "pool", officer.pool, sides)
    replacement = officers.replacement
    return Roster(
        factions=MappingProxyType(factions),
        militias=frozenset(row.key for row in counters.faction if row.militia),
        faction_names=MappingProxyType(
            {row.key: (row.name, row.name_es) for row in counters.faction}
        ),
        types=MappingProxyType(types),
        officers=MappingProxyType(
            {row.key: _officer(row, sides[row.pool]) for row in officers.officer}
        ),
        pools=MappingProxyType({row.key: _pool(row, officers.officer) for row in officers.pool}),
        riders=frozenset(
            row.key
            for row in officers.officer
            for pool in officers.pool
            if row.pool == pool.key and types[pool.troops].kind in ARMOUR
        ),
        guides=MappingProxyType(
            {row.key: (row.side, row.kind, row.morale) for row in officers.guide}
        ),
        points=officers.points,
        replacement=(
            replacement.morale,
            replacement.leadership,
            replacement.reach,
            replacement.coordination,
        ),
    )


def _known(file: str, line: int, field: str, key: str, known: Mapping[str, object]) -> None:
    """Hold that a key is known.

    Raises:
        DataError: If it is not.
    """
    if key not in known:
        raise DataError(file, line, field, f"{key} is not known")


def _printed(row: CounterRow, side: str) -> Printed:
    weapons = {
        one.munition: Weapon(one.munition, one.full, one.reduced, one.range) for one in row.fire
    }
    return Printed(
        row.key,
        row.faction,
        side,
        row.kind,
        (row.name, row.name_es),
        row.gait,
        row.points,
        MappingProxyType(weapons),
        row.size,
        row.calibre,
        row.gun,
        row.towed,
        row.armour,
        row.assault,
    )


def _officer(row: OfficerRow, side: str) -> Officer:
    return Officer(
        row.key, side, row.letter, row.morale, row.leadership, row.reach, row.coordination
    )


def _pool(row: PoolRow, officers: tuple[OfficerRow, ...]) -> Pool:
    own = tuple(one.key for one in officers if one.pool == row.key)
    return Pool(row.key, row.faction, row.troops, row.number, own)
