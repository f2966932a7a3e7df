"""Which hits on armour are losses: by penetration, by calibre, by machine guns (8.3.2).

Rules:
    8 (machine guns against armour 0), 8.3.2; ALB-H5.
    Also 8.3.2.calibre, 8.3.2.calibre.all, 8.3.2.calibre.example, 8.3.2.calibre.small,
    8.3.2.calibre.wheels, 8.3.2.mmg, 8.3.2.penetration, 8.3.2.penetration.example, 8.3.2.table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import Field

from engine.barricadas.board import GAME, Gait
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, read_csv
from engine.data.play_data import play_folder

BANDS = (3, 6, 10)
"""Hexes up to which the three figures of a gun hold."""

MACHINE_GUNS = 6
"""What a die must show for a machine gun's hit on armour 0 to be a loss (8.3.2)."""


class PenetrationRow(Record):
    """A line of ``penetration.csv``."""

    gun: str
    near: int = Field(ge=0)
    middle: int = Field(ge=0)
    far: int = Field(ge=0)
    source: Source


@cached_per_data()
def load_penetration(folder: Folder | None = None) -> Mapping[str, tuple[int, int, int]]:
    """Return the penetration of every gun by :data:`BANDS`, or of those of *folder*.

    Raises:
        DataError: If the file cannot be read.
    """
    rows = read_csv(play_folder(GAME, folder) / "penetration.csv", PenetrationRow)
    return MappingProxyType({row.gun: (row.near, row.middle, row.far) for row in rows})


def penetrates(gun: str, distance: int, armour: int) -> bool:
    """Say whether a gun's hits at a distance are losses of a target of some armour (8.3.2)."""
    figures = load_penetration()[gun]
    for most, figure in zip(BANDS, figures, strict=True):
        if distance <= most:
            return figure >= armour
    return False


def shell_needs(calibre: int, gait: Gait) -> int | None:
    """Return what a die must show for an artillery hit on armour to be a loss (8.3.2).

    ``None`` where no such hit is one. Armour itself plays no part.
    """
    if gait == "wheels":
        return 4 if calibre >= 100 else None
    return 5 if calibre >= 120 else None
