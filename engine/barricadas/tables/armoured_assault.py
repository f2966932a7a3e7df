"""What armour attacks with in an assault (9.4).

Rules:
    9.4.
    Also 9.4.columns, 9.4.modifiers.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import Field

from engine.barricadas.board import GAME, Ground
from engine.barricadas.roster import Kind
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, read_csv
from engine.data.play_data import play_folder

AGAINST_GUNS, AGAINST_HOUSES = -1, 1
"""The only modifiers: the target are guns; infantry among houses (9.4)."""

_GUNS = frozenset((Kind.ANTI_TANK, Kind.ARTILLERY, Kind.INFANTRY_GUN, Kind.MORTAR))
_HOUSES = frozenset((Ground.SCATTERED_BUILDINGS, Ground.BUILT_UP))


class ColumnRow(Record):
    """A line of ``armoured_assault.csv``."""

    key: str
    none: int = Field(ge=1)
    one: int = Field(ge=1)
    two: int = Field(ge=1)
    source: Source


@cached_per_data()
def load_columns(folder: Folder | None = None) -> Mapping[str, tuple[int, int, int]]:
    """Return the columns of the fire table by class of armour: without hits, with one, with two.

    Raises:
        DataError: If the file cannot be read.
    """
    rows = read_csv(play_folder(GAME, folder) / "armoured_assault.csv", ColumnRow)
    return MappingProxyType({row.key: (row.none, row.one, row.two) for row in rows})


def modifier(kind: Kind, ground: Ground) -> int:
    """Return what is added to the dice against a kind of counter on some ground (9.4)."""
    if kind in _GUNS:
        return AGAINST_GUNS
    return AGAINST_HOUSES if kind is Kind.INFANTRY and ground in _HOUSES else 0
