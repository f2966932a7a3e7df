"""What batteries off the board fire with (8.1.3, 8.1.4.1; ALB-H4).

Rules:
    2.4, 8.1.3, 8.1.4.1; ALB-H4.
    Also 8.1.4.1.table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import Field

from engine.barricadas.board import GAME
from engine.barricadas.tables.fire import halved
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv
from engine.data.play_data import play_folder


class BatteryRow(Record):
    """A line of ``batteries.csv``."""

    calibre: int = Field(ge=65, le=155)
    incomplete: int = Field(ge=1, le=20)
    complete: int = Field(ge=1, le=20)
    source: Source


@cached_per_data()
def load_batteries(folder: Folder | None = None) -> Mapping[int, tuple[int, int]]:
    """Return the fire factors of batteries by calibre in mm: incomplete, complete.

    Raises:
        DataError: If the file cannot be read, or a complete battery has less than an incomplete.
    """
    return build_batteries(play_folder(GAME, folder))


def build_batteries(folder: Folder) -> Mapping[int, tuple[int, int]]:
    """Return the same of the file in *folder*, read anew.

    Raises:
        DataError: If the file cannot be read, or a complete battery has less than an incomplete.
    """
    rows = read_csv(folder / "batteries.csv", BatteryRow)
    for row in rows:
        if row.complete < row.incomplete:
            raise DataError("batteries.csv", row.line, "complete", "less than incomplete")
    return MappingProxyType({row.calibre: (row.incomplete, row.complete) for row in rows})


def factors(calibre: int, *, complete: bool, dispersed: bool) -> int:
    """Return what a mission brings to each hex that it strikes; dispersed it is half (8.1.3)."""
    whole = load_batteries()[calibre][complete]
    return halved(whole) if dispersed else whole
