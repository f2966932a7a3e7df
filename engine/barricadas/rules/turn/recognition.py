"""Who is recognised (3.5): a counter that an enemy sees, and from then on whatever happens.

Whoever fires is recognised too, and a lorry with whom it carries (ALB-R74).

Rules:
    3.5, 6, 6.weather; ALB-R37, ALB-R74.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.barricadas.ground import Battlefield
from engine.barricadas.observation import Size, is_observed
from engine.barricadas.play import Play, counter_terms, hex_term
from engine.barricadas.state import OFF_GROUND, Counter, Table, as_one, hex_of, other, standing
from engine.barricadas.weather import farther

SMALL: Size = "small"
"""Officers, commissars and chaplains are as hard to see as infantry."""


def size_of(counter: Counter) -> Size:
    """Return how large a counter is for observation."""
    printed = counter.printed
    return SMALL if printed is None else printed.size


def watchers(table: Table, seat: str) -> frozenset[str]:
    """Return the hexes from which a side looks."""
    return standing(table.counters, seat) - OFF_GROUND


def is_seen(
    battlefield: Battlefield, table: Table, counter: Counter, hexes: Iterable[str], *, weather: int
) -> bool:
    """Say whether a counter on the ground is seen from any of some hexes, in some weather."""
    place, size = hex_of(table, counter), size_of(counter)
    return is_observed(battlefield, hexes, place, size, moving=counter.moved, weather=weather)


def recognised(battlefield: Battlefield, table: Table) -> tuple[str, ...]:
    """Return the counters that an enemy sees who was not recognised so far, by id."""
    if not any(one.unseen for one in table.counters.values()):
        return ()
    found, weather = [], farther(table)
    seen_from: dict[str, frozenset[str]] = {}
    for one in table.counters.values():
        if not one.unseen or hex_of(table, one) in OFF_GROUND:
            continue
        hexes = seen_from.get(one.side)
        if hexes is None:
            hexes = seen_from[one.side] = watchers(table, other(one.side))
        if is_seen(battlefield, table, one, hexes, weather=weather):
            found.append(one.id)
    return tuple(found)


def recognise(play: Play, keys: tuple[str, ...]) -> None:
    """Take the marker off counters that show themselves (3.5), and off all aboard (ALB-R74)."""
    shown = tuple(key for key in as_one(play.table, keys) if play.counter(key).unseen)
    if shown:
        place = hex_of(play.table, play.counter(shown[0]))
        play.change_all(shown, unseen=False)
        play.tell(
            "seen.shown", "3.5.seen", who=counter_terms(shown), n=len(shown), hex=hex_term(place)
        )


def look_round(play: Play) -> None:
    """Recognise who is now seen (3.5)."""
    for key in recognised(play.battlefield, play.table):
        recognise(play, (key,))
