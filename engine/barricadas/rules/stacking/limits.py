"""How much may stand in one hex (4).

Nine steps of one side and any number of officers; lorries do not count, whom they carry or tow do.
In an assault each side has its own nine.

Rules:
    4; the exception for retreats is in :mod:`engine.barricadas.rules.movement.retreat`.
    Also 4.lorries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.api import Seat
from engine.barricadas.roster import STEPS, Kind, load_roster
from engine.barricadas.state import Counter, Table, aboard, by_hex, counters_in, hex_of
from engine.barricadas.survey import is_vehicle
from engine.data.cache import cached, cached_per_data

MOST_STEPS = 9


def steps_of(counters: Iterable[Counter]) -> int:
    """Return how many steps some counters are for stacking."""
    counting = _counting()
    return sum(STEPS - one.hits for one in counters if one.type in counting)


@cached_per_data()
def _counting() -> frozenset[str]:
    """Return what is printed on the counters that take room: all but lorries and officers."""
    types = load_roster().types
    return frozenset(key for key, printed in types.items() if printed.kind is not Kind.TRUCK)


def room_in(table: Table, place: str, side: str) -> int:
    """Return how many steps of a side there is room for in a hex; what it holds stays there."""
    return MOST_STEPS - steps_of(counters_in(table, place, side))


def fits(table: Table, place: str, coming: Iterable[Counter]) -> bool:
    """Say whether counters of one side, and whom they carry, can stay with those in a hex."""
    side, arriving = _arriving(table, coming)
    staying = [one for one in counters_in(table, place, side) if one.id not in arriving]
    return steps_of(staying) + steps_of(arriving.values()) <= MOST_STEPS


def room_for(table: Table, coming: Iterable[Counter]) -> Callable[[str], bool]:
    """Return what says whether counters, and whom they carry, can stay with those in a hex."""
    side, arriving = _arriving(table, coming)
    most = MOST_STEPS - steps_of(arriving.values())

    there = _steps_in(table.counters)
    leaving: dict[str, int] = {}
    for one in filter(None, map(table.counters.get, arriving)):
        here = hex_of(table, one)
        leaving[here] = leaving.get(here, 0) + steps_of((one,))

    def has_room(place: str) -> bool:
        return there.get((place, side), 0) - leaving.get(place, 0) <= most

    return has_room


def _arriving(table: Table, coming: Iterable[Counter]) -> tuple[Seat, dict[str, Counter]]:
    """Return counters of one side by id, with whom they carry, and which side it is."""
    arriving = {one.id: one for one in coming}
    for key, one in tuple(arriving.items()):
        if is_vehicle(one):
            arriving.update((each.id, each) for each in aboard(table, key))
    sides = {one.side for one in arriving.values()}
    assert len(sides) == 1, "counters of two sides do not move together"
    return sides.pop(), arriving


@cached
def _steps_in(counters: Mapping[str, Counter]) -> Mapping[tuple[str, str], int]:
    """Return how many steps stand in each hex, by side."""
    found: dict[tuple[str, str], int] = {}
    counting = _counting()
    for place, heap in by_hex(counters).items():
        for one in heap:
            if one.type in counting:
                found[place, one.side] = found.get((place, one.side), 0) + STEPS - one.hits
    return found
