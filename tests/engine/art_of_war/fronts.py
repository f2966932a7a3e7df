"""Two units front to front, and what is added to the die of each."""

from __future__ import annotations

from typing import Any

from engine.art_of_war.rules.melee.adding import added
from engine.art_of_war.rules.melee.pairs import pairs
from engine.art_of_war.state import Contact, Table, Unit
from tests.engine.art_of_war.fights import lay, met, unit

A, A2, A3 = "south-a1", "south-a2", "south-a3"
E, E2, E3 = "north-e1", "north-e2", "north-e3"

X, Y = 1500, 1000
"""Where two fronts meet."""

HEAVY = 75
"""Depth of heavy infantry, and of mounted troops."""


def south(troop: str, key: str = A, x: int = X, y: int = Y, **values: Any) -> Unit:
    """A southern unit; where nothing is said its front is at the line, looking north."""
    return unit(key, troop, x, y, **values)


def north(troop: str, key: str = E, x: int = X, y: int = Y, **values: Any) -> Unit:
    """A northern unit, looking south."""
    return unit(key, troop, x, y, **values)


def front(
    first: str, second: str, *others: Unit, contact: Contact | None = None, **values: Any
) -> Table:
    """Two units of given troops front to front: the southern one has charged."""
    mine, foe = south(first, **values.pop("one", {})), north(second, **values.pop("two", {}))
    return lay(mine, foe, *others, contacts=(contact or met(A, E),), **values)


def sums(table: Table, key: str = A) -> dict[str, int]:
    """What is added to a unit's die, by key."""
    (pair,) = (one for one in pairs(table) if key in (one.one, one.two))
    return dict(added(table, pair, table.units[key]))
