"""What of a battle's flow a rule can bring to its end; ``sequence`` goes on from there."""

from __future__ import annotations

from enum import Enum, auto


class Flow(Enum):
    """What has come to its end."""

    SETUP = auto()
    """Both armies are shown."""
    OFFER = auto()
    """An offered end is turned down."""
