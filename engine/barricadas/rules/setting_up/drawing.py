"""Which officers a side draws, and the counters that come with each (2.3).

The enemy does not learn whom: they are drawn with dice of their own (:meth:`engine.dice.Dice`).

Rules:
    2.3.
    Also 2.3.added, 2.3.again, 2.3.draw, 7.4.scenario, 7.4.sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.barricadas.roster import load_roster
from engine.barricadas.scenario import GUIDES, ArmyRow
from engine.barricadas.state import Counter

Draw = Callable[[str, int], int]
"""Given what is drawn and from how many, returns which of them it is, counted from 0."""


def draw_army(army: ArmyRow, draw: Draw) -> dict[str, Counter]:
    """Return the counters of a side, by id, none of them on the ground yet.

    Units are drawn in the scenario's order; who is drawn is not put back.
    """
    roster, counters = load_roster(), {}
    left = {key: list(pool.officers) for key, pool in roster.pools.items()}
    for row in army.units:
        pool = roster.pools[row.pool]
        for _ in range(row.number):
            officer = left[row.pool].pop(draw("officer", len(left[row.pool])))
            troops = (*[pool.troops] * pool.number, *row.added)
            unit = f"{army.side}-{_short(row.pool, officer)}"
            for one in _unit(army.side, unit, officer, troops):
                counters[one.id] = one
    for guides in army.guides:
        kind = GUIDES[guides]
        free = [
            key
            for key, (side, what, _) in roster.guides.items()
            if (side, what) == (army.side, kind)
        ]
        found = free[draw(kind, len(free))]
        counters[f"{army.side}-{kind}"] = Counter(f"{army.side}-{kind}", army.side, found)
    return counters


def _unit(side: str, unit: str, officer: str, troops: tuple[str, ...]) -> Iterator[Counter]:
    yield Counter(unit, side, officer, unit=unit)
    for number, type_ in enumerate(troops, start=1):
        yield Counter(f"{unit}{number}", side, type_, unit=unit)


def _short(pool: str, officer: str) -> str:
    """Return how a unit is called in the ids of its counters: its letter, and of what it is.

    Letters alone stand for one unit a faction and weapon.
    """
    letter = load_roster().officers[officer].letter.lower()
    return f"{pool.replace('_', '-')}-{letter}"
