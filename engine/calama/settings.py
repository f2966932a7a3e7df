"""What a table chooses when it creates a campaign of Batalla de Calama."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

ScenarioKey = Literal["standard", "points"]
SCENARIOS: tuple[str, ...] = get_args(ScenarioKey)

Nesting = Literal["phases", "sides"]
NESTINGS: tuple[str, ...] = get_args(Nesting)


class Settings(BaseModel):
    """Choices at the creation of a campaign, fixed from then on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scenario: ScenarioKey = "standard"
    """The armies as listed (5.3), or bought in secret by each side (5.4)."""
    last_round: int = Field(default=0, ge=0, le=200)
    """The round after which the side with more points wins (CAL-R14); 0 for none."""
    order_of_play: Nesting = "phases"
    """Both sides play each phase in turn, or each side plays both phases in turn (CAL-R24)."""
    quiet_rounds: int = Field(default=10, ge=0, le=200)
    """Rounds without action after which both are offered an end (CAL-R43); 0 for never."""
