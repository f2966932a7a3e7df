"""What aircraft attack with, and what guns do against them (13, lost; ALB-H12).

Rules:
    13, 13.flak, 13.attack; ALB-R83, ALB-H12.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from pydantic import Field, model_validator

from engine.barricadas.board import GAME
from engine.chances.probability import total
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, load_toml
from engine.data.play_data import play_folder

AircraftKind = Literal["bombers", "support"]

AIRCRAFT: tuple[AircraftKind, ...] = ("bombers", "support")


class AircraftRow(Record):
    """A table ``[[aircraft]]``: a kind of aircraft.

    Attributes:
        factors: Fire factors on one hex.
        spread: On each of seven; 0 where they attack one hex only.
    """

    key: AircraftKind
    name: str
    name_es: str
    factors: int = Field(ge=1, le=20)
    spread: int = Field(ge=0, le=20)


class AviationFile(Record):
    """``aviation.toml`` as it is written.

    Attributes:
        flak: What two dice and the points against aircraft must come to, to send a mission away.
        gun: Points of a counter of anti-aircraft guns.
        near: Hexes to which such a counter gives them.
        calibre: Of bombs, in mm.
        aircraft: Both kinds.
    """

    source: Source
    flak: int = Field(ge=2, le=20)
    gun: int = Field(ge=0, le=6)
    near: int = Field(ge=0, le=40)
    calibre: int = Field(ge=20, le=500)
    aircraft: tuple[AircraftRow, ...]

    @model_validator(mode="after")
    def _whole(self) -> AviationFile:
        if sorted(row.key for row in self.aircraft) != sorted(AIRCRAFT):
            raise ValueError(f"aircraft are {', '.join(AIRCRAFT)}, each once")
        return self

    @property
    def by_kind(self) -> Mapping[str, AircraftRow]:
        """The kinds of aircraft by key."""
        return {row.key: row for row in self.aircraft}


@cached_per_data()
def load_aviation(folder: Folder | None = None) -> AviationFile:
    """Return the figures of the game, or of *folder*.

    Raises:
        DataError: If the file cannot be read.
    """
    return load_toml(play_folder(GAME, folder) / "aviation.toml", AviationFile)


def is_sent_away(dice: int, points: int) -> bool:
    """Say whether flak sends a mission away: *dice* is the sum of two (13.flak)."""
    return dice >= load_aviation().flak - points


def chance(points: int) -> Fraction:
    """Return how likely that is."""
    return total(2).chance_that(lambda dice: is_sent_away(dice, points))
