"""What a table chooses when it creates a campaign: the edition, and single rules of the other.

Every difference between the two editions is one switch (``WP-E1`` ...). A rule asks its switch by
:meth:`Settings.follows`, never the edition.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.war_of_the_pacific.roster import Edition

Follows = Literal["edition", "en", "es"]
"""Whose wording a switch follows: that of the campaign's edition, or one edition's by name."""


class Settings(BaseModel):
    """Choices at the creation of a campaign, fixed from then on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    edition: Edition = "en"
    fastest_ship: Literal["lowest", "highest"] = "lowest"
    """Who fires first (WP-R7)."""
    ship_capture: bool = False
    """Optional rule 10.1."""
    infernal_machines: bool = False
    """Optional rule 10.2."""

    def follows(self, switch: str) -> Edition:
        """Return whose wording holds for a switch, named by its field."""
        chosen: Follows = getattr(self, switch)
        return self.edition if chosen == "edition" else chosen
