"""The words of the pictures, looked up in the reader's language."""

from __future__ import annotations

from typing import Final

from engine.api import Term
from engine.art_of_war.compass import FACINGS
from engine.art_of_war.ground import load_kinds
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.state import SEATS, Phase
from engine.art_of_war.troops import load_troops
from render.art_of_war.layout import ZONES
from render.sections import zones_of

MAP_WORDS: Final = (
    "turn",
    "awaited",
    "chosen",
    "possible",
    "front",
    "pips",
    "disordered",
    "elite",
    "mediocre",
    "missile",
    "impetuous",
    "held",
    "general",
    "chief",
    "hesitating",
    "melee",
    "fresh",
    "camp",
    "fortified",
    "work",
    "ambush",
    "losses",
    "command",
    "control",
    "range",
    "reach",
    "zone",
    "ghost",
)
"""Keys of the terms of kind "map" that a catalogue must hold."""


def used_terms() -> tuple[Term, ...]:
    """Return every term that a picture may ask for besides those that name somebody."""
    return (
        *(Term("map", key) for key in MAP_WORDS),
        *(Term("facing", key) for key in FACINGS),
        *(Term("zone", zone.key) for zone in zones_of(ZONES)),
        *(Term("terrain", kind) for kind in load_kinds()),
        *(Term("troop", key) for key in load_troops().troops),
        *(Term("rank", key) for key in load_ranks()),
        *(Term("seat", seat) for seat in SEATS),
        *(Term("phase", phase.value) for phase in Phase),
    )
