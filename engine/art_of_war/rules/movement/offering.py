"""What is offered of moves: who may move, and a few good parts that may come next.

Everything else that is legal is typed.

Rules:
    5, 5.table; ADG-R22.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain

from engine.api import Option, Seat, Text
from engine.art_of_war.actions import Manoeuvre, Part, joined
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.play import group_term
from engine.art_of_war.points import plain
from engine.art_of_war.rules.command import points
from engine.art_of_war.rules.movement.grouping import letters, named
from engine.art_of_war.rules.movement.manoeuvres import (
    FORMATIONS,
    PIVOTS,
    SLIDES,
    STRAIGHT,
    TENTHS,
    amount_of,
    part_by,
)
from engine.art_of_war.rules.movement.nearest import most_of
from engine.art_of_war.rules.movement.ordering import (
    against_order,
    against_who,
    can_go,
    part_term,
)
from engine.art_of_war.rules.movement.pacing import ROAD_GIVES, full_pace
from engine.art_of_war.state import Table, standing_units
from engine.data.cache import cached_each

_ANGLES = (90, 45, 30, 15)
"""Degrees of a pivot that are offered."""

WHOLE = (Manoeuvre.QUARTER_LEFT, Manoeuvre.QUARTER_RIGHT, Manoeuvre.HALF)
"""Turns that are done by no amount."""


def movers(table: Table, seat: Seat, calm: str = "calm") -> Iterator[tuple[str, ...]]:
    """Yield who may be ordered to move: groups first, then units; each has some legal move."""
    return _movers(table, seat, calm)


@cached_each
def _movers(table: Table, seat: Seat, calm: str) -> Iterator[tuple[str, ...]]:
    for letter in letters(table, seat):
        keys = named(table, seat, letter)
        if len(keys) > 1 and _can_move(table, seat, keys, calm):
            yield keys
    for one in standing_units(table, seat):
        if _can_move(table, seat, (one.id,), calm):
            yield (one.id,)


def _can_move(table: Table, seat: Seat, who: tuple[str, ...], calm: str) -> bool:
    """Say whether there is a legal move at all; what is mostly legal is tried first."""
    if against_who(table, seat, who):
        return False
    cost = points.cost_of(table, who)
    if against_order(table, who, cost):
        return False
    # How far they get straight on takes longest to find out.
    first = (part_by(Manoeuvre.ADVANCE, UD), part_by(Manoeuvre.HALF, 0))
    tries = chain(first, _turned(), _formed(who), _straight(table, who, ()), _back(table, who, ()))
    return any(can_go(table, who, (part,), calm, cost) for part in tries)


def parts_offered(
    table: Table, seat: Seat, who: tuple[str, ...], before: Sequence[Part], calm: str
) -> Iterator[Part]:
    """Yield parts that may come next in a move, best first; the move is legal with each."""
    return _parts_offered(table, seat, who, tuple(before), calm)


@cached_each
def _parts_offered(
    table: Table, seat: Seat, who: tuple[str, ...], before: tuple[Part, ...], calm: str
) -> Iterator[Part]:
    if against_who(table, seat, who):
        return
    cost = points.cost_of(table, who)
    if against_order(table, who, cost):
        return
    for part in parts_worth(table, who, before):
        if can_go(table, who, (*before, part), calm, cost):
            yield part


def parts_worth(table: Table, who: Sequence[str], before: Sequence[Part]) -> Iterator[Part]:
    """Yield parts that may be worth a look, lengths as far as they go."""
    yield from _straight(table, who, before)
    yield from _turned()
    yield from _back(table, who, before)
    yield from _formed(who)


def _straight(table: Table, who: Sequence[str], before: Sequence[Part]) -> Iterator[Part]:
    reach = min(full_pace(table.units[key]) for key in who) + ROAD_GIVES
    return _lengths(table, who, before, Manoeuvre.ADVANCE, reach)


def _back(table: Table, who: Sequence[str], before: Sequence[Part]) -> Iterator[Part]:
    return _lengths(table, who, before, Manoeuvre.BACK, UD)


@cache
def _turned() -> tuple[Part, ...]:
    return (
        *(part_by(do, degrees * TENTHS) for do in sorted(PIVOTS) for degrees in _ANGLES),
        *(part_by(do, 0) for do in WHOLE),
        *(part_by(do, length) for do in sorted(SLIDES) for length in (UD, UD // 2)),
    )


def _formed(who: Sequence[str]) -> tuple[Part, ...]:
    return _formed_of(len(who)) if len(who) > 1 else ()


@cache
def _formed_of(number: int) -> tuple[Part, ...]:
    """Return what changes the front of a group of so many."""
    fronts = range(1, number + 1)
    return tuple(Part(do=do, by=Fraction(one)) for do in sorted(FORMATIONS) for one in fronts)


def _lengths(
    table: Table, who: Sequence[str], before: Sequence[Part], do: Manoeuvre, reach: int
) -> Iterator[Part]:
    """Yield an advance, or a step back, as far as it goes, and by whole UD."""
    units = [table.units[key] for key in who]
    most = most_of(table, units, before, part_by(do, reach))
    if most:
        yield part_by(do, most)
    for length in range((most - 1) // UD * UD, 0, -UD):
        yield part_by(do, length)


def who_option(keys: tuple[str, ...]) -> Option:
    """Return the option of whom to move."""
    return Option(joined(keys), Text("movers", {"who": group_term(keys), "n": len(keys)}))


def part_option(part: Part) -> Option:
    """Return the option of a part: as it is typed."""
    return Option(written(part), Text("part", {"part": part_term(part)}))


def whole_option(parts: Sequence[Part], calm: str) -> Option:
    """Return the option of a whole move, with what is done about what is difficult in it."""
    filled = () if calm == "calm" else (("calm", calm),)
    told = {"parts": tuple(map(part_term, parts))}
    return Option(", ".join(map(written, parts)), Text(f"move.{calm}", told), filled=filled)


def written(part: Part) -> str:
    """Return a part as it is typed: "advance 2.35", "pivot-left 20", "half"."""
    if part.do in PIVOTS:
        return f"{part.do} {plain(amount_of(part), TENTHS)}"
    if part.do in STRAIGHT | SLIDES:
        return f"{part.do} {plain(amount_of(part))}"
    return str(part)
