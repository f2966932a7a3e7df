"""What generals are worth, by their quality.

Rules:
    2.table.generals, 3.quality, 3.strategist, 3.distance, 11.ambush.number; ADG-R3.
    Also 3.strategist.cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from engine.art_of_war.troops import GAME, UD
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, read_csv
from engine.data.play_data import play_folder


class GeneralRow(Record):
    """A line of ``generals.csv``; the command distance is in UD."""

    key: Literal["ordinary", "competent", "brilliant", "strategist"]
    name: str
    name_es: str
    value: int = Field(ge=0, le=4)
    initiative: int = Field(ge=0, le=3)
    distance: int = Field(ge=1, le=20)
    ambushes: int = Field(ge=0, le=6)
    price: int = Field(ge=0, le=20)
    source: Source


@dataclass(frozen=True, slots=True)
class GeneralRank:
    """What a general of one quality is worth (3.quality).

    Attributes:
        key: "competent".
        name: In English and Spanish.
        value: Added to the initiative's die and to that of the command points.
        initiative: Added to the initiative besides (3.initiative.strategist).
        distance: How far they command.
        ambushes: How many units they may hide (11.ambush.number).
        price: Of one.
    """

    key: str
    name: tuple[str, str]
    value: int
    initiative: int
    distance: int
    ambushes: int
    price: int


@cached_per_data()
def load_ranks(folder: Folder | None = None) -> Mapping[str, GeneralRank]:
    """Return the qualities of generals by key, least first, or those of *folder*; read once.

    Raises:
        DataError: If the file cannot be read.
    """
    return build_ranks(play_folder(GAME, folder))


def build_ranks(folder: Folder) -> Mapping[str, GeneralRank]:
    """Return what the file in *folder* says, read anew.

    Raises:
        DataError: If it cannot be read.
    """
    rows = read_csv(folder / "generals.csv", GeneralRow)
    return MappingProxyType({row.key: _rank(row) for row in rows})


def _rank(row: GeneralRow) -> GeneralRank:
    return GeneralRank(
        row.key,
        (row.name, row.name_es),
        row.value,
        row.initiative,
        row.distance * UD,
        row.ambushes,
        row.price,
    )
