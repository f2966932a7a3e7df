"""Fronts: wider where some stand idle behind others, narrower where there is no way (5.extend)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.art_of_war.actions import Manoeuvre, Part
from engine.art_of_war.plane.contact import behind
from engine.art_of_war.plane.poses import Base, seen_from
from engine.art_of_war.rules.melee.phalanx import forms_deep
from engine.art_of_war.rules.movement.manoeuvres import part_by
from engine.art_of_war.rules.movement.marching import march
from engine.art_of_war.rules.movement.pacing import full_pace
from engine.art_of_war.state import Table, Unit

WIDER = 2
"""By how many bases a body widens its front at once."""


def fronts_of(bases: Sequence[Base]) -> int:
    """Return how many bases of a body stand in front."""
    return len(_front(bases))


def _front(bases: Sequence[Base]) -> list[int]:
    return [
        place for place, base in enumerate(bases) if not any(behind(base, other) for other in bases)
    ]


def has_depth(units: Sequence[Unit], bases: Sequence[Base]) -> bool:
    """Say whether some of a body stand behind others who would better stand beside them."""
    return not any(map(forms_deep, units)) and fronts_of(bases) < len(bases)


def widened(bases: Sequence[Base]) -> Iterator[tuple[Part, ...]]:
    """Yield wider fronts of a body, to either side."""
    front = min(len(bases), fronts_of(bases) + WIDER)
    for do in (Manoeuvre.EXTEND_LEFT, Manoeuvre.EXTEND_RIGHT):
        yield (Part(do=do, by=Fraction(front)),)


def narrowed(table: Table, units: Sequence[Unit], bases: Sequence[Base]) -> Part | None:
    """Return a front by one base narrower, where one end of a body has no way on and the other has.

    Args:
        table: As it stands.
        units: The body.
        bases: Where its units stand.
    """
    on = part_by(Manoeuvre.ADVANCE, min(map(full_pace, units)) // 2)
    front = sorted(_front(bases), key=lambda place: _along(bases[0], bases[place]))
    if len(front) < 2 or not _is_barred(table, units, on):
        return None
    left, right = (_is_barred(table, (units[place],), on) for place in (front[0], front[-1]))
    if left == right:
        return None
    do = Manoeuvre.CONTRACT_RIGHT if left else Manoeuvre.CONTRACT_LEFT
    return Part(do=do, by=Fraction(len(front) - 1))


def _is_barred(table: Table, units: Sequence[Unit], on: Part) -> bool:
    return bool(march(table, units, (on,))[1])


def _along(lead: Base, base: Base) -> float:
    return seen_from(lead.pose, (base.pose.x, base.pose.y))[0]
