"""What each obstacle does to whom (11, lost; ALB-H11).

Rules:
    5.8.3.prohibited, 11; ALB-R81, ALB-R82, ALB-H11.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from pydantic import Field, field_validator

from engine.barricadas.board import GAME, Halves
from engine.data.cache import cached_per_data
from engine.data.files import DataError, Folder, Record, Source, read_csv, split_list
from engine.data.play_data import play_folder

ObstacleKind = Literal["wire", "road_block", "mines"]

OBSTACLES: tuple[ObstacleKind, ...] = ("wire", "road_block", "mines")

Crosser = Literal["foot", "tanks", "others"]
"""Who comes to an obstacle: on foot, a tank, or anything else that rolls (5.8.3)."""


class ObstacleRow(Record):
    """A line of ``obstacles.csv``.

    Attributes:
        foot: Halves of a point that it adds on foot; ``None`` where it is prohibited.
        tanks: The same for tanks.
        others: The same for all else.
        stops: Whose move ends there.
        forced: Who passes it in forced moves and charges.
        factors: Of the attack on who enters.
        calibre: Of that attack, in mm.
    """

    key: ObstacleKind
    name: str
    name_es: str
    foot: Halves
    tanks: Halves
    others: Halves
    stops: tuple[Crosser, ...]
    forced: tuple[Crosser, ...]
    factors: int = Field(ge=0, le=20)
    calibre: int = Field(ge=0, le=155)
    source: Source

    @field_validator("stops", "forced", mode="before")
    @classmethod
    def _split(cls, text: object) -> object:
        return () if text == "-" else split_list(text)

    def added(self, crosser: Crosser) -> int | None:
        """Return what it adds to entering its hex; ``None`` where that is prohibited."""
        found: Mapping[Crosser, int | None] = {
            "foot": self.foot,
            "tanks": self.tanks,
            "others": self.others,
        }
        return found[crosser]


@cached_per_data()
def load_obstacles(folder: Folder | None = None) -> Mapping[ObstacleKind, ObstacleRow]:
    """Return what every obstacle of the game does, or of *folder*.

    Raises:
        DataError: If the file cannot be read, or lacks one.
    """
    return build_obstacles(play_folder(GAME, folder))


def build_obstacles(folder: Folder) -> Mapping[ObstacleKind, ObstacleRow]:
    """Return what the file in *folder* says, read anew.

    Raises:
        DataError: If the file cannot be read, or lacks one.
    """
    rows = {row.key: row for row in read_csv(folder / "obstacles.csv", ObstacleRow)}
    for key in OBSTACLES:
        if key not in rows:
            raise DataError("obstacles.csv", 0, "key", f"{key} is missing")
    return MappingProxyType(rows)
