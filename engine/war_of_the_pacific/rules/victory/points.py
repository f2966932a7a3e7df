"""Victory points (5.1): what Chile scores for the hexes that it holds, and the bonus of 5.5.

Rules:
    5.1, 5.5.
    Also 5.1.example.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.war_of_the_pacific.board import load_first_points
from engine.war_of_the_pacific.state import CHILE, Table


def victory_points(table: Table) -> int:
    """Return Chile's victory points: held objectives plus the bonus of 5.5 (5.1)."""
    points = city_points(table)
    return table.bonus + sum(
        points.get(hex_id, 0) for hex_id, side in table.control.items() if side == CHILE
    )


def city_points(table: Table) -> Mapping[str, int]:
    """Return what Chile gains at this table for each city that is worth anything (5.1)."""
    return table.worth or load_first_points()
