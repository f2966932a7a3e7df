"""What a table chooses when it creates a campaign: the edition, and single rules of the other.

Every difference between the two editions is one switch (``WP-E1`` ...). A rule asks its switch,
never the edition.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Settings(BaseModel):
    """Choices at the creation of a campaign, fixed from then on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    edition: Literal["en"] = "en"
    fastest_ship: Literal["lowest", "highest"] = "lowest"
    """Who fires first (WP-R7)."""
