"""How much may stand in one hex (4).

Nine steps of one side and any number of officers; lorries do not count, whom they carry or tow do.
In an assault each side has its own nine.

Rules:
    4; the exception for retreats is in :mod:`engine.barricadas.rules.movement.retreat`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.barricadas.roster import Kind
from engine.barricadas.state import Counter, Table, aboard, counters_in

MOST_STEPS = 9


def steps_of(counters: Iterable[Counter]) -> int:
    """Return how many steps some counters are for stacking."""
    return sum(
        one.steps
        for one in counters
        if one.printed is not None and one.printed.kind is not Kind.TRUCK
    )


def room_in(table: Table, place: str, side: str) -> int:
    """Return how many steps of a side there is room for in a hex; what it holds stays there."""
    return MOST_STEPS - steps_of(counters_in(table, place, side))


def fits(table: Table, place: str, coming: Iterable[Counter]) -> bool:
    """Say whether counters of one side, and whom they carry, can stay with those in a hex."""
    arriving = {one.id: one for one in coming}
    for key, one in tuple(arriving.items()):
        if one.printed is not None and one.printed.kind is Kind.TRUCK:
            arriving.update((each.id, each) for each in aboard(table, key))
    sides = {one.side for one in arriving.values()}
    assert len(sides) == 1, "counters of two sides do not move together"
    there = [one for one in counters_in(table, place, sides.pop()) if one.id not in arriving]
    return steps_of((*there, *arriving.values())) <= MOST_STEPS
