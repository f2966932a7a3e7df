"""What the ferrymen do, and what a table chooses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from engine.api import Action
from engine.kit.fields import Item, by_kind, holds
from engine.kit.standing_orders import Forget, Rest, StandingOrder


class Settings(BaseModel):
    """How many crossings each side makes, and what they play with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int = Field(default=3, ge=1, le=50)
    crates: bool = False
    smuggling: bool = False
    hoarse: bool = False


class Load(Item):
    """One crate and where it is stowed ("tea bow")."""

    crate: str = Field(json_schema_extra=holds("crate"))
    spot: str = Field(json_schema_extra=holds("spot"))


class Point(Item):
    """A point of the river, in fathoms from its south-west corner ("3/2 2")."""

    x: Fraction
    y: Fraction


class Stow(Action):
    """Load one's ferry, crate by crate, unseen (5.1)."""

    kind: ClassVar[str] = "stow"
    secret: ClassVar[bool] = True

    loads: tuple[Load, ...] = Field(min_length=1, max_length=2, json_schema_extra=holds("loads"))


class Mark(Action):
    """Note a shoal that only one's own side knows: a point of the river, and its reach (5.2)."""

    kind: ClassVar[str] = "mark"
    secret: ClassVar[bool] = True

    at: Point = Field(json_schema_extra=holds("point"))
    reach: Fraction = Field(default=Fraction(1), json_schema_extra=holds("fathoms"))


class Watch(Action):
    """Order beforehand: if the other lands here with so many strokes, take one of them (5.5)."""

    kind: ClassVar[str] = "watch"
    secret: ClassVar[bool] = True

    bank: str = Field(json_schema_extra=holds("bank"))
    least: int = Field(default=0, json_schema_extra=holds("count"))


class Ready(Action):
    """Close one's loading (5)."""

    kind: ClassVar[str] = "ready"
    closes: ClassVar[bool] = True


class Hide(Action):
    """Put one's lantern at a bank; nobody else learns of it (1.1)."""

    kind: ClassVar[str] = "hide"
    secret: ClassVar[bool] = True

    bank: str = Field(json_schema_extra=holds("bank"))


class Row(Action):
    """Row a number of strokes, one die each (2.1)."""

    kind: ClassVar[str] = "row"

    strokes: int = Field(json_schema_extra=holds("count"))


class Turn(Action):
    """Turn the bow by an angle, once a crossing (5.3)."""

    kind: ClassVar[str] = "turn"

    by: Fraction = Field(json_schema_extra=holds("angle"))


class Land(Action):
    """Land at a bank, which ends one's turn (2.2)."""

    kind: ClassVar[str] = "land"

    bank: str = Field(json_schema_extra=holds("bank"))


class Shout(Action):
    """Answer a six: shout, and one throws a die against the rower, or be silent (3)."""

    kind: ClassVar[str] = "shout"

    loud: bool = Field(json_schema_extra=holds("flag"))


class Search(Action):
    """Answer a landing: search a part of the ferry, or nothing of it (5.4)."""

    kind: ClassVar[str] = "search"

    spot: str = Field(json_schema_extra=holds("searched"))


class Reply(StandingOrder):
    """Standing order: what to do when the other rows a six, if they have come far enough."""

    kind: ClassVar[str] = "reply"

    loud: bool = Field(json_schema_extra=holds("flag"))
    far: int = Field(default=0, json_schema_extra=holds("count"))


MODELS: Mapping[str, type[Action]] = by_kind(
    Stow,
    Mark,
    Watch,
    Ready,
    Hide,
    Row,
    Turn,
    Land,
    Shout,
    Search,
    Reply,
    Rest,
    Forget,
)
"""Every action by kind, in the order in which a player meets them."""
