"""Short names by which a side's people type their counters: the end of the id ("g1", "g").

An order of several counters is one value of a menu, which Discord lets hold a hundred letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.api import Seat
from engine.barricadas.actions import STAY, joined
from engine.barricadas.state import Table


def named_so(table: Table, seat: Seat | None) -> Mapping[str, tuple[str, ...]]:
    """Return the counters of a side by their short name: mostly one each."""
    found: dict[str, list[str]] = {}
    for key, one in table.counters.items():
        if one.side == seat:
            found.setdefault(_end(key), []).append(key)
    return {end: tuple(keys) for end, keys in found.items()}


def value(table: Table, who: Iterable[str], *behind: str) -> str:
    """Return an item of an order as it is typed: who, by short names, and what stands behind.

    Words at its end that name nothing are left out.
    """
    keys, words = tuple(who), list(behind)
    side = table.counters[keys[0]].side
    short = named_so(table, side)
    group = joined(tuple(_end(key) if len(short[_end(key)]) == 1 else key for key in keys))
    while words and words[-1] == STAY:
        words.pop()
    return " ".join((group, *words))


def _end(key: str) -> str:
    return key.rpartition("-")[2]
