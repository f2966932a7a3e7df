"""What a table chooses when it creates a campaign of El Arte de la Guerra."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Settings(BaseModel):
    """Choices at the creation of a campaign, fixed from then on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    armies: Literal["ready", "own"] = "ready"
    """Both armies as the battle has them, or each side musters its own (11)."""
    battle: Literal["zama"] = "zama"
    """Which ready-made battle (armies, and what terrain it is fought on)."""
    points: int = Field(default=100, ge=50, le=300)
    """What an army of one's own may cost (1.army)."""
    terrain: Literal["ready", "random", "placed", "open"] = "ready"
    """The battle's own, thrown as the text says, placed in turn, or none (11.field)."""
    turns: int = Field(default=20, ge=0, le=60)
    """After how many turns the battle ends; 0 for never (ADG-R20)."""
