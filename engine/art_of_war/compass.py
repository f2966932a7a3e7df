"""Facings and places in words: the same ones that people type.

Rules:
    ADG-R22.
"""

from __future__ import annotations

from typing import Final

from engine.api import Term
from engine.art_of_war.points import plain, spot_word
from engine.art_of_war.state import Feature

FACINGS: Final = (
    "north",
    "north_east",
    "east",
    "south_east",
    "south",
    "south_west",
    "west",
    "north_west",
)
"""Keys of the terms of kind "facing", an eighth of a circle apart, clockwise."""

_EIGHTH: Final = 450
_FULL: Final = 3600


def facing_word(facing: int) -> Term | str:
    """Return a facing as a word of the compass; between them its degrees."""
    eighth, rest = divmod(facing % _FULL, _EIGHTH)
    return Term("facing", FACINGS[eighth]) if not rest else f"{plain(facing, 10)}°"


def middle_word(feature: Feature) -> str:
    """Return where the middle of a piece of terrain lies, to a tenth of a UD."""
    xs, ys = zip(*feature.corners, strict=True)
    return spot_word((min(xs) + max(xs)) // 20 * 10, (min(ys) + max(ys)) // 20 * 10)
