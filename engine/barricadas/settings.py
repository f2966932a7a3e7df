"""What a table chooses when it creates a campaign of ¡A las barricadas!"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """The scenario, and how finely the other side is asked for its reactions (ALB-R1)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scenario: Literal["small", "full"] = "small"
    reaction: Literal["path", "hex"] = "path"
