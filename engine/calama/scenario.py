"""The two ways to begin, given armies and bought ones, and every number that no piece bears.

Rules:
    2 (goal), 4.1.5, 4.1.7, 4.1.8, 4.1.9, 5.3, 5.4; CAL-R2, CAL-R13, CAL-R23, CAL-R28.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated

from pydantic import BeforeValidator, Field

from engine.calama.board import GAME, Seat
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, load_toml, read_csv, split_list
from engine.data.play_data import play_folder

SCENARIOS = ("standard", "points")

Counts = Mapping[str, int]
"""How many pieces of each type."""

_Squares = Annotated[tuple[str, ...], BeforeValidator(split_list)]


class CostsFile(Record):
    """Table ``[shared.costs]`` of ``scenario.toml``: what moves take, besides the terrain's extra.

    A file of before the table was there, which campaigns may have begun with, means the defaults.
    """

    square: int = Field(default=1, ge=1, le=6)
    charge: int = Field(default=1, ge=0, le=6)
    enter: int = Field(default=1, ge=0, le=6)
    leave: int = Field(default=1, ge=0, le=6)


class SharedFile(Record):
    """Table ``[shared]`` of ``scenario.toml``: what holds in both scenarios."""

    orders: int = Field(ge=0, le=20)
    values: tuple[int, ...]
    goal: int = Field(ge=1)
    pools: Mapping[Seat, int]
    costs: CostsFile = CostsFile()
    reserves: Mapping[Seat, Counts]
    source: Source


class HouseFile(Record):
    """Table ``[house]`` of ``scenario.toml``: what this house adds (CAL-R43)."""

    refusals: int = Field(ge=0, le=100)
    source: Source


class ObjectiveRow(Record):
    """A table ``[[objective]]`` of ``scenario.toml``."""

    key: str = Field(pattern=r"^[a-z][a-z_]*$")
    seat: Seat
    name: str
    name_es: str
    source: Source


class ScenarioRow(Record):
    """A table ``[[scenario]]`` of ``scenario.toml``."""

    key: str
    name: str
    name_es: str
    start: Mapping[Seat, Counts]
    budgets: Mapping[Seat, int] | None = None
    source: Source


class ScenarioFile(Record):
    """``scenario.toml`` as it is written."""

    shared: SharedFile
    house: HouseFile | None = None
    objective: tuple[ObjectiveRow, ...]
    scenario: tuple[ScenarioRow, ...]


class FormationRow(Record):
    """A line of ``formations.csv``: the squares of each type."""

    scenario: str
    seat: Seat
    key: str = Field(pattern=r"^[a-z][a-z_]*$")
    name: str
    name_es: str
    commander: _Squares = ()
    officer: _Squares = ()
    heavy_artillery: _Squares = ()
    light_artillery: _Squares = ()
    cavalry: _Squares = ()
    infantry: _Squares = ()
    source: Source
    note: str | None = None

    def places(self) -> tuple[tuple[str, str], ...]:
        """Return type and square of every piece."""
        return tuple(
            (type_key, square)
            for type_key in (
                *("commander", "officer", "heavy_artillery"),
                *("light_artillery", "cavalry", "infantry"),
            )
            for square in getattr(self, type_key)
        )


@dataclass(frozen=True, slots=True)
class Formation:
    """A ready set-up: type and square of every piece; bought armies are also a purchase."""

    key: str
    name: str
    name_es: str
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Costs:
    """What moves take, besides the terrain's extra.

    Attributes:
        square: Points of every square (7.4.1).
        charge: Points, and squares of its Movement, of each piece that charges (CAL-R17).
        enter: Squares of its Movement that a reserve spends to come in (CAL-R29).
        leave: Points, and squares of their Movement, for an Officer to leave the board (CAL-R22).
    """

    square: int
    charge: int
    enter: int
    leave: int


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """One way to begin; build it with :func:`load_scenario`.

    Attributes:
        key: "standard" or "points".
        start: The army that each side begins with (5.3); where armies are bought, the
            rulebook's own list (5.4).
        reserves: What may still enter (4.1.9).
        budgets: What each side may spend (5.4); None where armies are given.
        pools: Movement points a round (4.1.5).
        orders: Combat orders a side and game (4.1.7).
        values: What objectives are worth, in the order in which a side ranks them (5.3).
        goal: Victory points that win (2).
        costs: What moves take.
        refusals: Offers of an end that may be refused in a row (CAL-R43); ``None`` for any number.
        objectives: Keys of each side's objectives (4.1.8), in the rulebook's order.
        objective_names: English and Spanish, by key.
        formations: Ready set-ups of each side, by key, the proposed one first.
    """

    key: str
    name: str
    name_es: str
    start: Mapping[str, Counts]
    reserves: Mapping[str, Counts]
    budgets: Mapping[str, int] | None
    pools: Mapping[str, int]
    orders: int
    values: tuple[int, ...]
    goal: int
    costs: Costs
    refusals: int | None
    objectives: Mapping[str, tuple[str, ...]]
    objective_names: Mapping[str, tuple[str, str]]
    formations: Mapping[str, Mapping[str, Formation]]


@cached_per_data()
def load_scenario(key: str = "standard", folder: Folder | None = None) -> Scenario:
    """Return a scenario of the game, or of the files in *folder*; each is built once.

    Raises:
        DataError: If a file cannot be read.
        ValueError: If there is no such scenario.
    """
    if key not in SCENARIOS:
        raise ValueError(f"no such scenario: {key!r}")
    return build_scenario(key, play_folder(GAME, folder))


def load_costs() -> Costs:
    """Return what moves take, in every scenario."""
    return load_scenario().costs


def build_scenario(key: str, folder: Folder) -> Scenario:
    """Return a scenario of the files in *folder*, read anew.

    Raises:
        DataError: If a file cannot be read.
    """
    file = load_toml(folder / "scenario.toml", ScenarioFile)
    shared, costs = file.shared, file.shared.costs
    row = next(one for one in file.scenario if one.key == key)
    seats = tuple(shared.pools)
    formations: dict[str, dict[str, Formation]] = {seat: {} for seat in seats}
    for one in read_csv(folder / "formations.csv", FormationRow):
        if one.scenario == key:
            made = Formation(one.key, one.name, one.name_es, one.places())
            formations[one.seat][one.key] = made
    return Scenario(
        key=key,
        name=row.name,
        name_es=row.name_es,
        start=_frozen(row.start),
        reserves=_frozen(shared.reserves),
        budgets=None if row.budgets is None else _figures(row.budgets),
        pools=_figures(shared.pools),
        orders=shared.orders,
        values=shared.values,
        goal=shared.goal,
        costs=Costs(costs.square, costs.charge, costs.enter, costs.leave),
        refusals=None if file.house is None else file.house.refusals,
        objectives=MappingProxyType(
            {seat: tuple(one.key for one in file.objective if one.seat == seat) for seat in seats}
        ),
        objective_names=MappingProxyType(
            {one.key: (one.name, one.name_es) for one in file.objective}
        ),
        formations=MappingProxyType(
            {seat: MappingProxyType(found) for seat, found in formations.items()}
        ),
    )


def _frozen(counts: Mapping[Seat, Counts]) -> Mapping[str, Counts]:
    return MappingProxyType({seat: MappingProxyType(dict(one)) for seat, one in counts.items()})


def _figures(given: Mapping[Seat, int]) -> Mapping[str, int]:
    return MappingProxyType(dict[str, int]((seat, figure) for seat, figure in given.items()))
