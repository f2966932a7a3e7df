"""The fire combat table, and what divides its effect (8.2; ALB-H1, ALB-H3).

Rules:
    2.4, 8.2 d to g; ALB-H1, ALB-H2, ALB-H3.
    Also 8.2.d, 8.2.defence, 8.2.table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from types import MappingProxyType
from typing import Annotated

from pydantic import BeforeValidator, Field

from engine.barricadas.board import GAME, Ground, read_halves
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv
from engine.data.play_data import play_folder

POSITION = "position"
"""The key of what an improvised position adds to a hex's divisor."""


class FireRow(Record):
    """A line of ``fire.csv``."""

    total: int = Field(ge=2, le=14)
    ff_1: int = Field(ge=0)
    ff_2: int = Field(ge=0)
    ff_3: int = Field(ge=0)
    ff_4: int = Field(ge=0)
    ff_5: int = Field(ge=0)
    ff_6: int = Field(ge=0)
    ff_8: int = Field(ge=0)
    ff_10: int = Field(ge=0)
    ff_12: int = Field(ge=0)
    ff_15: int = Field(ge=0)
    ff_20: int = Field(ge=0)
    source: Source


class DefenceRow(Record):
    """A line of ``defence.csv``."""

    key: str
    divisor: Annotated[int, BeforeValidator(read_halves)] = Field(ge=1)
    source: Source


class ModifierRow(Record):
    """A line of ``fire_modifiers.csv``."""

    key: str
    value: int = Field(ge=-6, le=6)
    name: str
    name_es: str
    source: Source


COLUMNS = tuple(
    int(name.removeprefix("ff_")) for name in FireRow.model_fields if name.startswith("ff_")
)
"""The fire factors that have a column, rising."""


@dataclass(frozen=True, slots=True)
class FireTable:
    """All that an attack looks up.

    Attributes:
        effects: Raw effects by column, from the lowest total of 2D6 and modifiers on.
        lowest: That total.
        divisors: By what an effect is divided, by ground.
        position: What an improvised position adds to that.
        modifiers: What is added to the dice, by key.
    """

    effects: Mapping[int, tuple[int, ...]]
    lowest: int
    divisors: Mapping[Ground, Fraction]
    position: Fraction
    modifiers: Mapping[str, int]

    def effect(self, column: int, total: int) -> int:
        """Return the raw effect of a total of dice and modifiers in a column (8.2 f)."""
        effects = self.effects[column]
        return effects[min(max(0, total - self.lowest), len(effects) - 1)]

    def divisor(self, ground: Ground, *, position: bool = False) -> Fraction:
        """Return by what the effect on a hex is divided (8.2 g)."""
        return self.divisors[ground] + (self.position if position else 0)


def column_for(factors: int) -> int | None:
    """Return the column of a sum of fire factors: the next lower where it has none (8.2 d).

    ``None`` for less than the least column.
    """
    return max((one for one in COLUMNS if one <= factors), default=None)


def halved(factors: int) -> int:
    """Return half of some fire factors, rounded up (2.4)."""
    return -(-factors // 2)


def hits(effect: int, divisor: Fraction) -> int:
    """Return the hits that a raw effect comes to (2.4, 8.2 g)."""
    return floor(effect / divisor)


@cached_per_data()
def load_fire_table(folder: Folder | None = None) -> FireTable:
    """Return the tables of the game, or those of *folder*; they are read once.

    Raises:
        DataError: If a file cannot be read, or lacks a line.
    """
    return build_fire_table(play_folder(GAME, folder))


def build_fire_table(folder: Folder) -> FireTable:
    """Return what the files in *folder* say, read anew.

    Raises:
        DataError: If a file cannot be read, or lacks a line.
    """
    rows = sorted(read_csv(folder / "fire.csv", FireRow), key=lambda row: row.total)
    totals = [row.total for row in rows]
    if not totals or totals != list(range(totals[0], totals[0] + len(totals))):
        raise DataError("fire.csv", 0, "total", "totals are missing between the first and the last")
    divisors = {
        row.key: Fraction(row.divisor, 2) for row in read_csv(folder / "defence.csv", DefenceRow)
    }
    for key in (*Ground, POSITION):
        if key not in divisors:
            raise DataError("defence.csv", 0, "key", f"{key} is missing")
    modifiers = read_csv(folder / "fire_modifiers.csv", ModifierRow)
    return FireTable(
        effects=MappingProxyType(
            {column: tuple(getattr(row, f"ff_{column}") for row in rows) for column in COLUMNS}
        ),
        lowest=totals[0],
        divisors=MappingProxyType({ground: divisors[ground] for ground in Ground}),
        position=divisors[POSITION],
        modifiers=MappingProxyType({row.key: row.value for row in modifiers}),
    )
