"""What the ferrymen do, and what a table chooses."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from engine.api import Action


class Settings(BaseModel):
    """How many crossings each side makes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int = Field(default=3, ge=1, le=50)
    crates: bool = False


class Hide(Action):
    """Put one's lantern at a bank; nobody else learns of it."""

    kind: ClassVar[str] = "hide"
    secret: ClassVar[bool] = True

    bank: str


class Row(Action):
    """Row a number of strokes, one die each."""

    kind: ClassVar[str] = "row"

    strokes: int


class Land(Action):
    """Land at a bank, which ends one's turn."""

    kind: ClassVar[str] = "land"

    bank: str


class Shout(Action):
    """Answer a six: shout, and one throws a die against the rower, or be silent."""

    kind: ClassVar[str] = "shout"

    loud: bool


class Reply(Action):
    """Standing order: what to do when the other rows a six, if he has come far enough."""

    kind: ClassVar[str] = "reply"
    group: ClassVar[str] = "standing"
    secret: ClassVar[bool] = True
    standing: ClassVar[bool] = True

    loud: bool
    far: int = 0


class Forget(Action):
    """Withdraw the standing order."""

    kind: ClassVar[str] = "forget"
    group: ClassVar[str] = "standing"
    secret: ClassVar[bool] = True
    standing: ClassVar[bool] = True

    order: str = Field(json_schema_extra={"holds": "standing"})
