"""Who is in command (3.1): near enough to the officer of their unit as a turn begins.

A counter whose officer has fallen is out of command until the replacement comes (7.2.1). The marker
comes off at the end of a turn for those who are near again (3.5).

Rules:
    2.5, 3.1, 3.5, 7.2.1.
    Also 3.1.examples, 3.1.out, 3.1.reach.
"""

from __future__ import annotations

from engine.barricadas.ground import Battlefield
from engine.barricadas.state import Counter, Table, hex_of, officer_of
from engine.data.cache import cached


def is_in_reach(battlefield: Battlefield, table: Table, counter: Counter) -> bool:
    """Say whether a counter on the ground is within its officer's command range.

    Officers, and counters of no unit, are commanded by nobody: they are.
    """
    if not counter.unit or counter.officer is not None:
        return True
    commanded = _commanded(table, counter.unit)
    if commanded is None:
        return False
    place, reach = commanded
    return battlefield.distance(hex_of(table, counter), place) <= reach


@cached
def _commanded(table: Table, unit: str) -> tuple[str, int] | None:
    """Return where the officer of a unit is, and how far they command; ``None`` if nobody does."""
    leader = officer_of(table, unit)
    figures = None if leader is None else leader.officer
    return None if leader is None or figures is None else (hex_of(table, leader), figures.reach)
