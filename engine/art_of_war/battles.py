"""Ready-made battles: whose armies meet, and on what ground (``battles.toml``).

Rules:
    11.field; ADG-R98.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import Field

from engine.api import Seat
from engine.art_of_war.state import SOUTH
from engine.art_of_war.troops import GAME
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, load_toml
from engine.data.play_data import play_folder


class FeatureRow(Record):
    """A table ``[[battle.feature]]``: hundredths of a UD, and pips."""

    kind: str
    x: int = Field(ge=0, le=3000)
    y: int = Field(ge=0, le=2000)
    width: int = Field(ge=50, le=1000)
    depth: int = Field(ge=50, le=1000)
    bends: tuple[int, ...] = Field(min_length=12, max_length=12)


class BattleRow(Record):
    """A table ``[[battle]]``; armies by their keys."""

    key: str
    name: str
    name_es: str
    south: str
    north: str
    source: Source
    feature: tuple[FeatureRow, ...] = ()

    def army_of(self, seat: Seat) -> str:
        """Return the key of a side's army."""
        return self.south if seat == SOUTH else self.north


class BattlesFile(Record):
    """``battles.toml`` as it is written."""

    battle: tuple[BattleRow, ...]


@cached_per_data()
def load_battles(folder: Folder | None = None) -> Mapping[str, BattleRow]:
    """Return every ready-made battle of the game, or of *folder*; read once.

    Raises:
        DataError: If the file cannot be read.
    """
    read = load_toml(play_folder(GAME, folder) / "battles.toml", BattlesFile)
    return MappingProxyType({one.key: one for one in read.battle})
