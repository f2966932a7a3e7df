"""The tables of assaults: worth, ratio, hand to hand (9.3; ALB-H6, ALB-H7).

Rules:
    9.3; ALB-H6, ALB-H7.
    Also 9.3.ratio, 9.3.table, 9.3.values, 9.3.worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from engine.barricadas.board import GAME, Ground
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv
from engine.data.play_data import play_folder

Result = Literal["A2", "A1", "AR", "DR", "D1", "D2"]
"""Who loses, attacker or defender, and what: R no loss, 1 and 2 as many."""

RETREAT: Mapping[str, int] = MappingProxyType({"R": 1, "1": 1, "2": 2})
"""Hexes that the loser goes back, by the second letter of the result (9.3)."""

RATIOS: Mapping[str, Fraction] = MappingProxyType(
    {
        "1-3": Fraction(1, 3),
        "1-2": Fraction(1, 2),
        "1-1.5": Fraction(2, 3),
        "1-1": Fraction(1),
        "1.5-1": Fraction(3, 2),
        "2-1": Fraction(2),
        "2.5-1": Fraction(5, 2),
        "3-1": Fraction(3),
        "4-1": Fraction(4),
    }
)
"""The columns, attacker to defender, rising."""


class WorthRow(Record):
    """A line of ``assault_values.csv``."""

    key: Literal["infantry", "militia", "engineers", "cavalry", "weapons", "charge"]
    none: int = Field(ge=0)
    one: int = Field(ge=0)
    two: int = Field(ge=0)
    source: Source


class MeleeRow(Record):
    """A line of ``melee.csv``; its columns stand in the order of :data:`RATIOS`."""

    roll: int
    to_1_3: Result
    to_1_2: Result
    to_2_3: Result
    to_1_1: Result
    to_3_2: Result
    to_2_1: Result
    to_5_2: Result
    to_3_1: Result
    to_4_1: Result
    source: Source


HARD = frozenset((Ground.BUILT_UP, Ground.WOOD))
"""Ground that counts as hard to fight in (ALB-H7, ALB-H10)."""

MODIFIERS = ("hard", "charge", "idle")


class ModifierRow(Record):
    """A line of ``melee_modifiers.csv``."""

    key: Literal["hard", "charge", "idle"]
    value: int = Field(ge=-3, le=3)
    name: str
    name_es: str
    source: Source


@dataclass(frozen=True, slots=True)
class AssaultTables:
    """What an assault looks up.

    Attributes:
        worth: Of a kind without hits, with one and with two, by key.
        results: Of each ratio, from the lowest roll on.
        lowest: That roll.
        modifiers: What is added to the die, by key.
    """

    worth: Mapping[str, tuple[int, int, int]]
    results: Mapping[str, tuple[Result, ...]]
    lowest: int
    modifiers: Mapping[str, int]

    def result(self, ratio: str, roll: int) -> Result:
        """Return what a die and its modifiers bring in a column."""
        results = self.results[ratio]
        return results[min(max(0, roll - self.lowest), len(results) - 1)]


def ratio(attacker: int, defender: int) -> str:
    """Return the column of two sums of worth, rounded down (9.3); the least is the lowest.

    A defender of no worth is met in the highest.
    """
    if not defender:
        return list(RATIOS)[-1]
    found = Fraction(attacker, defender)
    fitting = [name for name, least in RATIOS.items() if least <= found]
    return fitting[-1] if fitting else next(iter(RATIOS))


@cached_per_data()
def load_assault_tables(folder: Folder | None = None) -> AssaultTables:
    """Return the tables of the game, or those of *folder*; they are read once.

    Raises:
        DataError: If a file cannot be read, or lacks a line.
    """
    return build_assault_tables(play_folder(GAME, folder))


def build_assault_tables(folder: Folder) -> AssaultTables:
    """Return the tables of the files in *folder*, read anew.

    Raises:
        DataError: If a file cannot be read, or lacks a line.
    """
    rows = sorted(read_csv(folder / "melee.csv", MeleeRow), key=lambda row: row.roll)
    rolls = [row.roll for row in rows]
    if not rolls or rolls != list(range(rolls[0], rolls[0] + len(rolls))):
        raise DataError("melee.csv", 0, "roll", "rolls are missing between the first and the last")
    names = [name for name in MeleeRow.model_fields if name.startswith("to_")]
    columns = zip(RATIOS, names, strict=True)
    worth = read_csv(folder / "assault_values.csv", WorthRow)
    added = read_csv(folder / "melee_modifiers.csv", ModifierRow)
    modifiers: dict[str, int] = {row.key: row.value for row in added}
    for key in MODIFIERS:
        if key not in modifiers:
            raise DataError("melee_modifiers.csv", 0, "key", f"{key} is missing")
    return AssaultTables(
        worth=MappingProxyType({row.key: (row.none, row.one, row.two) for row in worth}),
        results=MappingProxyType(
            {column: tuple(getattr(row, name) for row in rows) for column, name in columns}
        ),
        lowest=rolls[0],
        modifiers=MappingProxyType(modifiers),
    )
