"""What a table chooses when it creates a campaign of ¡A las barricadas!"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """The scenario."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scenario: Literal["small", "full"] = "small"
