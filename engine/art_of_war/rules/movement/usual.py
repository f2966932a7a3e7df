"""Usual moves, each a whole order: straight on, aside or wheeling and on, turns, a step back.

They are what a menu offers of a body at once, and what the computer chooses from. Everything else
that is legal is put together part by part, or typed.

Rules:
    5, 5.difficult; ADG-R22.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.api import Seat
from engine.art_of_war.actions import Manoeuvre, Part
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.rules.command import points
from engine.art_of_war.rules.movement.manoeuvres import (
    PIVOTS,
    SLIDES,
    STRAIGHT,
    TENTHS,
    amount_of,
    part_by,
)
from engine.art_of_war.rules.movement.nearest import most_of
from engine.art_of_war.rules.movement.offering import WHOLE, parts_worth
from engine.art_of_war.rules.movement.ordering import against_order, against_who, takings
from engine.art_of_war.rules.movement.pacing import ROAD_GIVES, full_pace
from engine.art_of_war.state import Table

Parts = tuple[Part, ...]

ANGLES: Final = (15, 30, 45)
"""Degrees of a pivot before going on."""

SLID: Final = (UD, UD // 2)
"""How far aside before going on."""

LEAST: Final = UD // 4
"""The shortest advance that is offered."""


class Usual(NamedTuple):
    """A whole move, and what is done about what is difficult in it: a value of ``Move.calm``."""

    parts: Parts
    calm: str


def usual(table: Table, seat: Seat, who: Sequence[str]) -> Iterator[Usual]:
    """Yield the usual moves of a unit or group that it may be ordered, the easy ones first."""
    if against_who(table, seat, who):
        return
    cost = points.cost_of(table, who)
    if against_order(table, who, cost):
        return
    difficult: list[Usual] = []
    for parts in _worth(table, who):
        for calm in takings(table, who, parts, cost):
            if calm == "calm":
                yield Usual(parts, calm)
            else:
                difficult.append(Usual(parts, calm))
    yield from sorted(difficult, key=lambda one: one.calm, reverse=True)


def onward(table: Table, who: Sequence[str], before: Parts) -> Parts:
    """Return some parts with an advance after them as far as it goes, if that is worth a look."""
    units = [table.units[key] for key in who]
    reach = min(map(full_pace, units)) + ROAD_GIVES
    most = most_of(table, units, before, part_by(Manoeuvre.ADVANCE, reach))
    return (*before, part_by(Manoeuvre.ADVANCE, most)) if most >= LEAST else before


def _worth(table: Table, who: Sequence[str]) -> Iterator[Parts]:
    """Yield moves that may be worth a look, each once."""
    alone: list[Parts] = [(part,) for part in parts_worth(table, who, ()) if not _is_little(part)]
    straight = [one for one in alone if one[0].do is Manoeuvre.ADVANCE]
    yield from straight
    told: set[Parts] = set(straight)
    for first in _first():
        parts = onward(table, who, (first,))
        if len(parts) > 1:
            told.add(parts)
            yield parts
    yield from (one for one in alone if one not in told)


def _is_little(part: Part) -> bool:
    return part.do in STRAIGHT and amount_of(part) < LEAST


def _first() -> Iterator[Part]:
    """Yield what is done before going on."""
    for do in sorted(SLIDES):
        for length in SLID:
            yield part_by(do, length)
    for do in sorted(PIVOTS):
        for degrees in ANGLES:
            yield part_by(do, degrees * TENTHS)
    for do in WHOLE:
        yield Part(do=do)
