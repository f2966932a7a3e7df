"""The words of the pictures, looked up in the reader's language."""

from __future__ import annotations

from engine.api import Term
from engine.barricadas.board import Ground, WayKind
from engine.barricadas.state import SEATS, Phase

MAP_WORDS = (
    "turn",
    "awaited",
    "chosen",
    "possible",
    "cost",
    "range",
    "seen",
    "blocked",
    "command",
    "zone",
    "figures",
    "hits",
    "reduced",
    "finished",
    "reaction",
    "kept",
    "out",
    "routed",
    "moved",
    "aboard",
    "unseen",
    "shade",
    "position",
    "wire",
    "road_block",
    "mines",
    "night",
    "fog",
    "haze",
    "town",
    "level",
)
"""Keys of the terms of kind "map" that a catalogue must hold."""


def used_terms() -> tuple[Term, ...]:
    """Return every term that a picture may ask for besides those of the game's own data."""
    return (
        *(Term("map", key) for key in MAP_WORDS),
        *(Term("terrain", ground.value) for ground in Ground),
        *(Term("way", kind.value) for kind in WayKind),
        *(Term("seat", seat) for seat in SEATS),
        *(Term("phase", phase.value) for phase in Phase),
    )
