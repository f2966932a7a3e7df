"""Facings, bearings and parts of the table in words: the same ones that people type.

Rules:
    ADG-R22.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.api import Term
from engine.art_of_war.points import plain, spot_word
from engine.art_of_war.state import Feature
from engine.art_of_war.troops import UD

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
_NARROW: Final = (29, 70)
"""How narrow a way is beside its length that still counts as straight along an axis: the tangent of
a sixteenth of a circle."""

_ROUND: Final[Mapping[tuple[int, int], str]] = {
    (0, 1): "north",
    (1, 1): "north_east",
    (1, 0): "east",
    (1, -1): "south_east",
    (0, -1): "south",
    (-1, -1): "south_west",
    (-1, 0): "west",
    (-1, 1): "north_west",
}

PARTS: Final[Mapping[str, tuple[tuple[int, int], tuple[int, int]]]] = {
    "centre": ((9, 21), (0, 20)),
    "west": ((0, 12), (0, 20)),
    "east": ((18, 30), (0, 20)),
    "north_west": ((0, 10), (10, 20)),
    "north": ((10, 20), (10, 20)),
    "north_east": ((20, 30), (10, 20)),
    "south_west": ((0, 10), (0, 10)),
    "south": ((10, 20), (0, 10)),
    "south_east": ((20, 30), (0, 10)),
    "north_side": ((4, 26), (12, 20)),
    "south_side": ((4, 26), (0, 8)),
}
"""Parts of the table, by the names that they have on maps: UD from the west and from the south,
first and last. Among them are the sectors in which terrain lies, and where each side deploys."""

SECTORS: Final = ("south_west", "south", "south_east", "north_west", "north", "north_east")
"""The parts that are sectors 1 to 6."""


def facing_word(facing: int) -> Term | str:
    """Return a facing as a word of the compass; between them its degrees."""
    eighth, rest = divmod(facing % _FULL, _EIGHTH)
    return Term("facing", FACINGS[eighth]) if not rest else f"{plain(facing, 10)}°"


def bearing_word(east: int, north: int) -> Term:
    """Return in which direction a way leads that goes so far east and north, as a word.

    It is the nearest of :data:`FACINGS`; north of no way at all.
    """
    if not east and not north:
        return Term("facing", "north")
    short, long = _NARROW
    x = 0 if abs(east) * long <= abs(north) * short else (1 if east > 0 else -1)
    y = 0 if abs(north) * long < abs(east) * short else (1 if north > 0 else -1)
    return Term("facing", _ROUND[x, y])


def is_in(part: str, x: int, y: int) -> bool:
    """Say whether a point lies in a part of the table, by its key in :data:`PARTS`.

    Args:
        part: Which.
        x: Hundredths of a UD from the west edge.
        y: The same from the south edge.
    """
    (west, east), (south, north) = PARTS[part]
    return west * UD <= x <= east * UD and south * UD <= y <= north * UD


def middle_word(feature: Feature) -> str:
    """Return where the middle of a piece of terrain lies, to a tenth of a UD."""
    xs, ys = zip(*feature.corners, strict=True)
    return spot_word((min(xs) + max(xs)) // 20 * 10, (min(ys) + max(ys)) // 20 * 10)
