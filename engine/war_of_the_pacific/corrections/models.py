"""The corrections, a class each; their fields stand in the order in which they are asked for."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from engine.api import Correction
from engine.kit.correcting import SEAT
from engine.kit.fields import Key, holds

PILE = "pile"
"""What a field holds that says where to a counter leaves the map."""
NATION = "nation"
"""What a field holds that names a nation."""


class Put(Correction):
    """Put a counter in a hex or the box; a ship at sea there, or in its port."""

    kind: ClassVar[str] = "put"

    unit: Key = Field(json_schema_extra=holds("unit"))
    to: Key = Field(json_schema_extra=holds("place"))
    port: bool = Field(default=False, json_schema_extra=holds("flag"))


class Carried(Correction):
    """Put a land unit or a Supply Column aboard a transport (7.1)."""

    kind: ClassVar[str] = "carried"

    unit: Key = Field(json_schema_extra=holds("unit"))
    ship: Key = Field(json_schema_extra=holds("unit"))


class Waits(Correction):
    """Put a counter on the turn track, to come back in a turn (6.3, 6.5)."""

    kind: ClassVar[str] = "waits"

    unit: Key = Field(json_schema_extra=holds("unit"))
    turn: int = Field(json_schema_extra=holds("count"))


class Removed(Correction):
    """Take a counter off the map: to the dead pile, or to the recruit pool (2.7, 9.0)."""

    kind: ClassVar[str] = "removed"

    unit: Key = Field(json_schema_extra=holds("unit"))
    pile: Key = Field(default="dead", json_schema_extra=holds(PILE))


class Strength(Correction):
    """Set the steps that a counter has left (2.7)."""

    kind: ClassVar[str] = "strength"

    unit: Key = Field(json_schema_extra=holds("unit"))
    steps: int = Field(json_schema_extra=holds("count"))


class Moved(Correction):
    """Set whether a counter has made its move in this player turn (7.2, 8.2)."""

    kind: ClassVar[str] = "moved"

    unit: Key = Field(json_schema_extra=holds("unit"))
    done: bool = Field(json_schema_extra=holds("flag"))


class Captor(Correction):
    """Set whose a ship is, where ships are captured (10.1)."""

    kind: ClassVar[str] = "captor"

    ship: Key = Field(json_schema_extra=holds("unit"))
    seat: Key = Field(json_schema_extra=holds(SEAT))


class Control(Correction):
    """Set which side holds a city."""

    kind: ClassVar[str] = "control"

    city: Key = Field(json_schema_extra=holds("place"))
    seat: Key = Field(json_schema_extra=holds(SEAT))


class Columns(Correction):
    """Set how many Supply Columns of a nation stand in a place (6.1)."""

    kind: ClassVar[str] = "columns"

    to: Key = Field(json_schema_extra=holds("place"))
    nation: Key = Field(json_schema_extra=holds(NATION))
    n: int = Field(ge=0, le=50, json_schema_extra=holds("count"))


class BonusPoints(Correction):
    """Set Chile's bonus victory points (5.5)."""

    kind: ClassVar[str] = "bonus"

    points: int = Field(ge=0, le=20, json_schema_extra=holds("count"))


class BoliviaOut(Correction):
    """Set whether Bolivia has left the war (5.6)."""

    kind: ClassVar[str] = "bolivia"

    out: bool = Field(json_schema_extra=holds("flag"))


class MachineTried(Correction):
    """Set whether an infernal machine has been tried off a port, where they are played (10.2)."""

    kind: ClassVar[str] = "machine"

    port: Key = Field(json_schema_extra=holds("place"))
    tried: bool = Field(json_schema_extra=holds("flag"))


class TurnMarker(Correction):
    """Set which turn it is (4.1)."""

    kind: ClassVar[str] = "turn"

    turn: int = Field(json_schema_extra=holds("count"))
