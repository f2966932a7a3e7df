"""What a table chooses when it creates a campaign of ¡A las barricadas!"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """Choices at the creation of a campaign, fixed from then on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scenario: Literal["small", "full", "north", "aragon"] = "small"
    """Who fights where (2.3)."""
    reaction: Literal["path", "hex"] = "path"
    """Reaction is asked once an activation, or as each hex is entered (ALB-R1)."""
