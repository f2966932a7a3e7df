"""Weather: what night, fog and haze do to who looks, fires and moves (5.6, 6, 8.2 e).

A scenario's sheet says in which turns there is which, and by how many hexes less far is seen then.

Rules:
    5.6, 6.weather, 8.2.modifiers; ALB-R51, ALB-R80, ALB-H2.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.barricadas.scenario import WeatherRow
from engine.barricadas.state import SEATS, Counter, Table, hex_of, officer_of
from engine.barricadas.survey import battlefield_of, scenario_of
from engine.barricadas.tables.fire import load_fire_table

DARK = frozenset(("night", "fog"))
"""They hold up who moves and spoil the aim; haze only hides (5.6, ALB-H2)."""


def weather_of(table: Table) -> WeatherRow | None:
    """Return the weather of a table's turn, that of the first while setting up lasts."""
    turn = max(1, table.turn)
    rows = scenario_of(table).weather
    return next((row for row in rows if row.first <= turn <= row.last), None)


def farther(table: Table) -> int:
    """Return by how many hexes farther counters are seen in this weather; mostly less than none."""
    found = weather_of(table)
    return 0 if found is None else found.seen


def is_dark(table: Table) -> bool:
    """Say whether there is night or fog."""
    found = weather_of(table)
    return found is not None and found.kind in DARK


def of_dark(table: Table) -> int:
    """Return what night or fog adds to the dice of an attack (ALB-H2)."""
    return load_fire_table().modifiers["dark"] if is_dark(table) else 0


def is_held_up(table: Table, group: Iterable[Counter]) -> bool:
    """Say whether night or fog keeps one of some counters from moving (5.6, ALB-R51).

    An officer of their side with them or beside them leads them; officers, commissars and chaplains
    find their way alone.
    """
    if not is_dark(table):
        return False
    led = {seat: _led(table, seat) for seat in SEATS}
    return any(one.printed is not None and hex_of(table, one) not in led[one.side] for one in group)


def _led(table: Table, seat: str) -> frozenset[str]:
    """Return the hexes with an officer of a side in them or beside them."""
    battlefield = battlefield_of(table)
    found: set[str] = set()
    for one in table.counters.values():
        place = hex_of(table, one)
        if one.side == seat and one.officer is not None and place in battlefield.hexes:
            found.update((place, *battlefield.adjacent(place)))
    return frozenset(found)


def is_carried_out(table: Table, group: Iterable[Counter]) -> bool:
    """Say whether a move goes on in the dark without an officer by: theirs fell since (7.2.1)."""
    return all(not one.unit or officer_of(table, one.unit) is None for one in group)
