"""What missions bring to the hexes that they strike."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fall:
    """What one mission brings.

    Attributes:
        hexes: The hexes that it strikes.
        factors: Fire factors on each.
        calibre: In mm.
        origin: The hex of the guns, "" for what comes from off the board.
    """

    hexes: tuple[str, ...]
    factors: int
    calibre: int
    origin: str = ""
