"""What a table chooses when it creates a campaign of ¡A las barricadas!"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, field_validator
from pydantic_core import PydanticCustomError

from engine.barricadas.scenario import load_scenarios
from engine.kit.settings import NOT_IN_DATA


class Settings(BaseModel):
    """Choices at the creation of a campaign, fixed from then on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scenario: Literal["small", "full", "north", "aragon", "huesca"] = "small"
    """Who fights where (2.3)."""
    reaction: Literal["path", "hex"] = "path"
    """Reaction is asked once an activation, or as each hex is entered (ALB-R1)."""

    @field_validator("scenario")
    @classmethod
    def _is_there(cls, scenario: str) -> str:
        """Refuse what the files of a host leave out."""
        if scenario not in load_scenarios():
            raise PydanticCustomError(NOT_IN_DATA, "it is not in the game's files")
        return scenario
