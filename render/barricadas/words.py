"""The words of the pictures, looked up in the reader's language."""

from __future__ import annotations

from engine.api import Term
from engine.barricadas.board import Ground, WayKind
from engine.barricadas.state import SEATS, Phase
from engine.barricadas.tables.obstacles import OBSTACLES

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
    "afoot",
    "unseen",
    "shade",
    "position",
    "town",
    "level",
)
"""Keys of the terms of kind "map" that a catalogue must hold."""


def used_terms() -> tuple[Term, ...]:
    """Return every term that a picture may ask for besides those of the game's own data."""
    return (
        *(Term("map", key) for key in MAP_WORDS),
        *(Term("terrain", ground.value) for ground in Ground),
        *(Term("obstacle", kind) for kind in OBSTACLES),
        *(Term("weather", kind) for kind in ("night", "fog", "haze")),
        *(Term("way", kind.value) for kind in WayKind),
        *(Term("seat", seat) for seat in SEATS),
        *(Term("phase", phase.value) for phase in Phase),
    )
