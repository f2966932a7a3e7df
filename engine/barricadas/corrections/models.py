"""The corrections, a class each; their fields stand in the order in which they are asked for."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from engine.api import Correction
from engine.kit.correcting import SEAT
from engine.kit.fields import Key, holds

AWAY = "away"
"""What a field holds that says where a counter is that is off the map."""
MARK = "mark"
"""What a field holds that names a marker."""
ARM = "arm"
"""What a field holds that names a battery by its calibre, or a kind of aircraft."""


class Put(Correction):
    """Put a counter in a hex, with whom it carries; whom something carried is let down."""

    kind: ClassVar[str] = "put"

    counter: Key = Field(json_schema_extra=holds("counter"))
    hex: Key = Field(json_schema_extra=holds("hex"))


class Carried(Correction):
    """Put a counter on a lorry or in tow, or an officer of armour on some (5.5, 7.1)."""

    kind: ClassVar[str] = "carried"

    counter: Key = Field(json_schema_extra=holds("counter"))
    by: Key = Field(json_schema_extra=holds("counter"))


class Removed(Correction):
    """Take a counter off the map: eliminated, gone over the edge, or out of play."""

    kind: ClassVar[str] = "removed"

    counter: Key = Field(json_schema_extra=holds("counter"))
    to: Key = Field(json_schema_extra=holds(AWAY))


class Strength(Correction):
    """Set the steps that a counter has left (2.2.1.steps)."""

    kind: ClassVar[str] = "strength"

    counter: Key = Field(json_schema_extra=holds("counter"))
    steps: int = Field(json_schema_extra=holds("count"))


class Marked(Correction):
    """Put a marker on a counter, or take it off (2.2.2)."""

    kind: ClassVar[str] = "marked"

    counter: Key = Field(json_schema_extra=holds("counter"))
    mark: Key = Field(json_schema_extra=holds(MARK))
    on: bool = Field(json_schema_extra=holds("flag"))


class Works(Correction):
    """Put an improvised position in a hex, or take it away (12)."""

    kind: ClassVar[str] = "works"

    hex: Key = Field(json_schema_extra=holds("hex"))
    there: bool = Field(json_schema_extra=holds("flag"))


class Town(Correction):
    """Set which side holds a town (2.3.victory)."""

    kind: ClassVar[str] = "town"

    hex: Key = Field(json_schema_extra=holds("hex"))
    seat: Key = Field(json_schema_extra=holds(SEAT))


class MissionsLeft(Correction):
    """Set how many missions a side's batteries or aircraft have left (8.1.4, 13)."""

    kind: ClassVar[str] = "missions"

    seat: Key = Field(json_schema_extra=holds(SEAT))
    arm: Key = Field(json_schema_extra=holds(ARM))
    n: int = Field(ge=0, le=50, json_schema_extra=holds("count"))


class Activates(Correction):
    """Set which side activates next (3.3)."""

    kind: ClassVar[str] = "activates"

    seat: Key = Field(json_schema_extra=holds(SEAT))


class TurnMarker(Correction):
    """Set which turn it is (3)."""

    kind: ClassVar[str] = "turn"

    turn: int = Field(json_schema_extra=holds("count"))
