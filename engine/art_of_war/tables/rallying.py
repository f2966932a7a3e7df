"""What a try to rally takes, by how the unit stands: ``rallying.csv``.

Rules:
    6.far, 6.near, 6.melee, 6.included; ADG-R4.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from pydantic import Field

from engine.art_of_war.troops import GAME
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv
from engine.data.play_data import play_folder

FILE: Final = "rallying.csv"

Case = Literal["far", "near", "melee", "included"]
"""Far from every enemy, near one or in overlap, in melee; or what an included general adds."""


class RallyRow(Record):
    """A line of ``rallying.csv``.

    Attributes:
        key: How the unit stands.
        points: What a try costs.
        least: What must be thrown, at least; of a general included in the unit what they add.
        away: How far from every enemy it has to be, in hundredths of a UD; 0 for no matter.
        clause: Where the rules say so.
    """

    key: Case
    points: int = Field(ge=0, le=3)
    least: int = Field(ge=0, le=6)
    away: int = Field(ge=0, le=3000)
    clause: str
    source: Source


@cached_per_data()
def load_rallying(folder: Folder | None = None) -> Mapping[str, RallyRow]:
    """Return the lines by key, or those of *folder*; read once.

    Raises:
        DataError: If the file cannot be read, or a line is missing.
    """
    return build_rallying(play_folder(GAME, folder))


def build_rallying(folder: Folder) -> Mapping[str, RallyRow]:
    """Return what the file in *folder* says, read anew.

    Raises:
        DataError: If it cannot be read, or a line is missing.
    """
    rows: dict[str, RallyRow] = {row.key: row for row in read_csv(folder / FILE, RallyRow)}
    for key in ("far", "near", "melee", "included"):
        if key not in rows:
            raise DataError(FILE, 0, "key", f"{key} is missing")
    return MappingProxyType(rows)
