"""Hexes that the enemy closes (8.2.enemy, 8.12): no unit enters one with enemy units."""

from __future__ import annotations

from engine.war_of_the_pacific.counters import Counters, is_ship
from engine.war_of_the_pacific.state import other
from engine.war_of_the_pacific.survey import places_held


def closed_to(units: Counters, side: str, *, columns_alone: bool = False) -> frozenset[str]:
    """Return the places that units of *side* may not enter because of the enemy in them.

    Land units of the enemy close a hex; a lone column does not, it is captured by the land units
    that enter (8.12, WP-R45). Columns on their own can capture nothing: any enemy column, and
    ships in port, close a hex to them.

    Rules:
        8.2.enemy, 8.12; WP-R45, WP-R63.
    """
    enemy = other(side)
    if not columns_alone:
        return places_held(units, enemy)
    return frozenset(
        unit.at
        for unit in units.values()
        if unit.side == enemy and (unit.in_port or not is_ship(unit))
    )
