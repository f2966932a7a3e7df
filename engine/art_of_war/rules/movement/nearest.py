"""The nearest legal thing to a part that is refused: "advance 2.35 would be legal"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.art_of_war.actions import Part
from engine.art_of_war.nearby import lasting
from engine.art_of_war.rules.movement import grammar
from engine.art_of_war.rules.movement.manoeuvres import (
    MEASURED,
    PIVOTS,
    SLIDES,
    STRAIGHT,
    amount_of,
    part_by,
)
from engine.art_of_war.rules.movement.marching import can_march, free_way, march, near_way
from engine.art_of_war.state import Table, Unit

_STEPS: Final = 25, 1
"""By which lengths are looked through, in hundredths: first widely, then between two steps."""

_TURN_STEPS: Final = 50, 10
"""The same of angles, in tenths of a degree."""

_SHORT: Final = 2
"""So many of the small steps below a limit are tried before the wide ones."""


def nearest(table: Table, units: Sequence[Unit], parts: Sequence[Part]) -> tuple[Part, ...] | None:
    """Return the parts of a refused move as far as they are legal, the last as far as it is.

    ``None`` where nothing of the part that is refused would be, or it is not done by a length.
    """
    plan, against = march(table, units, parts)
    if not against:
        return tuple(parts)
    place = min(len(plan.stretches), len(parts) - 1)
    before, part = tuple(parts[:place]), parts[place]
    amount = most_of(table, units, before, part)
    return (*before, part_by(part.do, amount)) if amount else None


def most_of(
    table: Table,
    units: Sequence[Unit],
    before: Sequence[Part],
    part: Part,
) -> int:
    """Return by how much at most a part can be done after others, up to what it says; 0 if not.

    Args:
        table: As it stands.
        units: Who moves.
        before: Parts that are legal before it.
        part: What is to be done.
    """
    if part.do not in MEASURED:
        return 0
    near, those = near_way(table, units, (*before, part))
    return _most_of(near, those, tuple(before), part)


@lasting
def _most_of(table: Table, units: tuple[Unit, ...], before: tuple[Part, ...], part: Part) -> int:
    steps = _TURN_STEPS if part.do in PIVOTS else _STEPS
    limit = amount_of(part)
    if part.do in SLIDES:
        limit = min(limit, grammar.MOST_SLIDE)
    plan, _ = march(table, units, before)
    if len(plan.stretches) < len(before):
        return 0  # where those before it cannot be done, nothing can be done after them
    if part.do in STRAIGHT:
        limit = free_way(plan, part.do, min(limit, plan.allowed - plan.used))

    def holds(amount: int) -> bool:
        return can_march(table, units, (*before, part_by(part.do, amount)))

    return _greatest(limit, steps, holds)


def _greatest(limit: int, steps: tuple[int, int], holds: Callable[[int], bool]) -> int:
    """Return the greatest number up to a limit that holds, as steps find it; 0 for none.

    Right below the limit it is looked for first: who goes up to an enemy stops before they touch.
    """
    wide, narrow = steps
    for amount in range(limit, max(0, limit - _SHORT * narrow - 1), -narrow):
        if holds(amount):
            return amount
    above = limit
    amount = limit
    while amount > 0 and not holds(amount):
        above = amount
        amount = (amount - 1) // wide * wide
    while above - amount > narrow:
        middle = amount + (above - amount) // 2 // narrow * narrow
        if middle == amount:
            break
        if holds(middle):
            amount = middle
        else:
            above = middle
    return amount
