"""Provisions (7.8): a stack that leaves a port spends one Supply Column there.

Rules:
    7.8, 7.8.none; WP-R26 (a Bolivian column is the last to go).
"""

from __future__ import annotations

from engine.war_of_the_pacific.counters import Counters, is_column


def provisions(units: Counters, place: str, side: str) -> str | None:
    """Return the Supply Column a stack leaving the port of *place* uses up, or None.

    Any column of the place will do; a Bolivian one is the last to go (7.8, WP-R26).
    """
    found = None
    for unit in units.values():
        if unit.at == place and unit.side == side and is_column(unit):
            if unit.nation != "bolivia":
                return unit.id
            found = unit.id
    return found
