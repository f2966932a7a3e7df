"""Scenarios: who fights where, for how long and for what (2.3).

Rules:
    2.3, 3.2, 3.4, 5.6, 5.8.1, 8.1.4, 11; ALB-R4, ALB-R80, ALB-R81, ALB-H4, ALB-H11, ALB-H12.
    Also 2.3.air, 2.3.edge, 2.3.special.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from engine.barricadas.board import GAME
from engine.barricadas.ground import Battlefield, Edge, Sheet, load_battlefield
from engine.barricadas.roster import Roster, Side, load_roster
from engine.barricadas.tables.aviation import AircraftKind
from engine.barricadas.tables.obstacles import ObstacleKind
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, load_toml
from engine.data.play_data import play_folder

GUIDES: Mapping[str, str] = MappingProxyType({"commissars": "commissar", "chaplains": "chaplain"})
"""What a scenario calls those from whom one commissar or chaplain is drawn."""


FIRST = ("small", "full")
"""They are in every file. What came later is not there for a host whose own files lack it."""


class SheetRow(Record):
    """One board of a scenario, by how many boards lie west and north of it."""

    board: str = Field(pattern=r"^[A-Z]$")
    across: int = Field(default=0, ge=0, le=5)
    down: int = Field(default=0, ge=0, le=3)
    turned: bool = False


class UnitRow(Record):
    """Units of one pool: so many officers are drawn, each with their counters and what is added."""

    pool: str
    number: int = Field(ge=1, le=6)
    added: tuple[str, ...]


class BatteryRow(Record):
    """A battery off the ground: calibre in mm, state, and how many missions it fires (8.1.4)."""

    calibre: int = Field(ge=65, le=155)
    complete: bool
    missions: int = Field(ge=1)


class AviationRow(Record):
    """Aircraft: their kind, and how many missions they fly (2.2.1.2)."""

    kind: AircraftKind
    missions: int = Field(ge=1)


class WeatherRow(Record):
    """Weather of some turns, first and last, and how many hexes farther is seen then (6)."""

    kind: Literal["night", "fog", "haze"]
    first: int = Field(ge=1, le=30)
    last: int = Field(ge=1, le=30)
    seen: int = Field(ge=-12, le=0)


class LaidRow(Record):
    """Obstacles of one kind, and the hexes that they fill (11)."""

    kind: ObstacleKind
    hexes: tuple[str, ...] = Field(min_length=1)


class ArmyRow(Record):
    """A table ``[[scenario.army]]``: one side.

    Attributes:
        home: The edge towards its own lines (5.8.1).
        initiative: What the scenario adds to its die (3.2).
        deploy: Hexes in which it deploys.
        reactions: Markers of reaction that it places when it deploys (3.4).
        positions: Improvised positions that it places.
        units: Who is drawn.
        guides: From whom one commissar or chaplain is drawn.
        batteries: Artillery off the ground.
        aviation: Aircraft.
        anti_aircraft: Points against the enemy's aircraft.
    """

    side: Side
    home: Edge
    initiative: int = Field(ge=-3, le=3)
    deploy: tuple[str, ...] = Field(min_length=1)
    reactions: int = Field(ge=0)
    positions: int = Field(ge=0)
    units: tuple[UnitRow, ...] = Field(min_length=1)
    guides: tuple[str, ...]
    batteries: tuple[BatteryRow, ...] = ()
    aviation: tuple[AviationRow, ...] = ()
    anti_aircraft: int = Field(default=0, ge=0)


class Scenario(Record):
    """A table ``[[scenario]]``.

    Attributes:
        turns: How many are played.
        attacker: Who attacks: one more for the initiative (3.2).
        boards: As they lie.
        towns: The hexes whose holder at the end decides.
        wins: How many of them the attacker must hold then.
        weather: What is not clear about it, and when (5.6, 6).
        obstacles: Wire, road blocks and mines (11).
        army: Both sides.
    """

    key: Literal["small", "full", "north", "aragon", "huesca"]
    name: str
    name_es: str
    turns: int = Field(ge=1, le=30)
    attacker: Side
    boards: tuple[SheetRow, ...] = Field(min_length=1)
    towns: tuple[str, ...] = Field(min_length=1)
    wins: int = Field(ge=1)
    weather: tuple[WeatherRow, ...] = ()
    obstacles: tuple[LaidRow, ...] = ()
    source: Source
    army: tuple[ArmyRow, ArmyRow]

    def of(self, side: str) -> ArmyRow:
        """Return one side of it."""
        return next(one for one in self.army if one.side == side)

    @property
    def battlefield(self) -> Battlefield:
        """The ground on which it is played."""
        sheets = (Sheet(one.board, one.across, one.down, one.turned) for one in self.boards)
        return load_battlefield(tuple(sheets))


class ScenariosFile(Record):
    """``scenarios.toml`` as it is written."""

    scenario: tuple[Scenario, ...]


@cached_per_data()
def load_scenarios(folder: Folder | None = None) -> Mapping[str, Scenario]:
    """Return the scenarios of the game, or those of *folder*, by key.

    Of those that came later only such as the counters and officers there are can fill.

    Raises:
        DataError: If the file cannot be read.
    """
    file = load_toml(play_folder(GAME, folder) / "scenarios.toml", ScenariosFile)
    roster = load_roster(folder)
    return MappingProxyType(
        {one.key: one for one in file.scenario if one.key in FIRST or can_be_filled(one, roster)}
    )


def can_be_filled(scenario: Scenario, roster: Roster) -> bool:
    """Say whether there is every pool, counter and guide that a scenario names."""
    there = {(side, kind) for side, kind, _ in roster.guides.values()}
    return all(
        all(row.pool in roster.pools and roster.types.keys() >= {*row.added} for row in army.units)
        and there >= {(army.side, GUIDES.get(one, "")) for one in army.guides}
        for army in scenario.army
    )


@cached_per_data()
def obstacles_laid(key: str) -> Mapping[str, tuple[ObstacleKind, ...]]:
    """Return the obstacles of a scenario by hex."""
    found: dict[str, tuple[ObstacleKind, ...]] = {}
    for row in load_scenarios()[key].obstacles:
        for place in row.hexes:
            found[place] = (*found.get(place, ()), row.kind)
    return MappingProxyType(found)
