"""What a side does, and what a table chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.api import Action
from engine.kit.fields import by_kind, holds


class Settings(BaseModel):
    """What becomes of whoever takes the last match."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    last: Literal["wins", "loses"] = "wins"


class Take(Action):
    """Take matches of one heap (1)."""

    kind: ClassVar[str] = "take"

    heap: int = Field(json_schema_extra=holds("heap"))
    matches: int = Field(json_schema_extra=holds("count"))


MODELS: Mapping[str, type[Action]] = by_kind(Take)
