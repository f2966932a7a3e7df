"""What of a battle's flow a rule can bring to its end; ``sequence`` goes on from there."""

from __future__ import annotations

from enum import Enum, auto


class Flow(Enum):
    """What has come to its end."""

    DEPLOYMENT = auto()
    """Both armies are laid."""
    CHARGES = auto()
    """All charges of the player's turn are carried out."""
    RALLY = auto()
    """The player rallies nobody any more."""
