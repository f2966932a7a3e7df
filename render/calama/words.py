"""The words of the pictures, looked up in the reader's language."""

from __future__ import annotations

from engine.api import Term
from engine.calama.board import Terrain
from engine.calama.state import SEATS, Phase

MAP_WORDS = (
    "round",
    "winner",
    "pool",
    "orders",
    "left",
    "figures",
    "north",
    "east",
    "south",
    "west",
    "calama",
    "topater",
    "loa",
    "fought",
    "pinned",
    "idle",
    "charge",
    "hit",
    "miss",
    "melee",
    "held",
    "door",
    "chosen",
    "awaited",
    "possible",
    "range",
    "command",
    "zone",
)
"""Keys of the terms of kind "map" that a catalogue must hold."""


def used_terms() -> tuple[Term, ...]:
    """Return every term that a picture may ask for besides those of the game's own data."""
    return (
        *(Term("map", key) for key in MAP_WORDS),
        *(Term("terrain", terrain.value) for terrain in Terrain),
        *(Term("seat", seat) for seat in SEATS),
        *(Term("phase", phase.value) for phase in Phase),
        Term("game", "calama"),
    )
