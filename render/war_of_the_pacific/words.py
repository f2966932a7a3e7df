"""The words of the pictures, looked up in the reader's language."""

from __future__ import annotations

from engine.api import Term
from engine.war_of_the_pacific.board import Terrain
from engine.war_of_the_pacific.state import SEATS, Phase

MAP_WORDS = (
    "turn",
    "victory_points",
    "pool",
    "dead",
    "box",
    "railway",
    "river",
    "impassable",
    "area_border",
    "captured",
    "reduced",
    "damaged",
    "in_port",
    "at_sea",
    "steps",
    "count",
    "columns",
    "ship_figures",
    "track",
    "lost",
    "hurt",
    "fight",
    "fort",
    "aboard",
    "under_way",
    "goal",
    "coming",
    "your_orders",
    "chosen",
    "awaited",
    "possible",
    "cost",
    "cost_left",
    "hexes",
    "hand",
)
"""Keys of the terms of kind "map" that a catalogue must hold."""

LEGEND_TERRAINS = (Terrain.ROUGH, Terrain.MOUNTAIN, Terrain.DESERT, Terrain.SALT_DESERT)


def used_terms() -> tuple[Term, ...]:
    """Return every term that a picture may ask for besides places, units and turns; for tests."""
    return (
        *(Term("map", key) for key in MAP_WORDS),
        *(Term("terrain", terrain.value) for terrain in LEGEND_TERRAINS),
        *(Term("seat", seat) for seat in SEATS),
        *(Term("phase", phase.value) for phase in Phase),
        *(Term("turn", str(turn)) for turn in range(1, 13)),
        Term("scenario", "title"),
    )
