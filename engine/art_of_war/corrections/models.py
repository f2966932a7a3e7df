"""The corrections, a class each; their fields stand in the order in which they are asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from pydantic import Field

from engine.api import Correction
from engine.kit.fields import Key, holds

AWAY = "away"
"""What a field holds that says where a unit is that is off the table."""
MARK = "mark"
"""What a field holds that names what a unit has done."""
CAMP = "camped"
"""What a field holds that names a camp on the table."""


class Put(Correction):
    """Put a unit on the table: a point, in UD, and whither it faces, in degrees from north."""

    kind: ClassVar[str] = "put"

    unit: Key = Field(json_schema_extra=holds("unit"))
    at: Key = Field(json_schema_extra=holds("point"))
    facing: Fraction = Field(ge=0, le=360, json_schema_extra=holds("angle"))


class Removed(Correction):
    """Take a unit off the table: routed, or left over the edge (9, 5.leave)."""

    kind: ClassVar[str] = "removed"

    unit: Key = Field(json_schema_extra=holds("unit"))
    to: Key = Field(json_schema_extra=holds(AWAY))


class Cohesion(Correction):
    """Set the points of cohesion that a unit has lost (2.cohesion)."""

    kind: ClassVar[str] = "cohesion"

    unit: Key = Field(json_schema_extra=holds("unit"))
    lost: int = Field(ge=0, json_schema_extra=holds("count"))


class Moves(Correction):
    """Set how many moves a unit has made in its side's present turn (5.most)."""

    kind: ClassVar[str] = "moves"

    unit: Key = Field(json_schema_extra=holds("unit"))
    n: int = Field(ge=0, le=9, json_schema_extra=holds("count"))


class Marked(Correction):
    """Set what a unit has done in this turn: shot, charged, been held, tried to rally."""

    kind: ClassVar[str] = "marked"

    unit: Key = Field(json_schema_extra=holds("unit"))
    mark: Key = Field(json_schema_extra=holds(MARK))
    done: bool = Field(json_schema_extra=holds("flag"))


class Leads(Correction):
    """Put a general beside a unit that they join, or by themselves at a point (3.move.joined)."""

    kind: ClassVar[str] = "leads"

    general: Key = Field(json_schema_extra=holds("general"))
    at: Key = Field(json_schema_extra=holds("spot"))


class Fallen(Correction):
    """Take a general off the table for good (3.lost)."""

    kind: ClassVar[str] = "fallen"

    general: Key = Field(json_schema_extra=holds("general"))


class CommandPoints(Correction):
    """Set the command points that a general has left in this turn (3.points)."""

    kind: ClassVar[str] = "points"

    general: Key = Field(json_schema_extra=holds("general"))
    n: int = Field(ge=0, le=20, json_schema_extra=holds("count"))


class CampTaken(Correction):
    """Set whether a camp has been taken (8.camp)."""

    kind: ClassVar[str] = "camp"

    camp: Key = Field(json_schema_extra=holds(CAMP))
    taken: bool = Field(json_schema_extra=holds("flag"))


class TurnMarker(Correction):
    """Set which turn it is (4)."""

    kind: ClassVar[str] = "turn"

    turn: int = Field(ge=1, le=99, json_schema_extra=holds("count"))
