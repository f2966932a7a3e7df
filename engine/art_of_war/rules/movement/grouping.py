"""Groups: who may be ordered together, and who stands together now (1.groups).

Rules:
    1.groups, 1.groups.contact, 1.groups.size, 1.groups.corps; ADG-R33, ADG-R42.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.api import Seat
from engine.art_of_war import ids
from engine.art_of_war.groups import MOST, unlike
from engine.art_of_war.nearby import standing
from engine.art_of_war.plane.contact import touch
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.play import Against, unit_terms
from engine.art_of_war.state import Table, Unit, standing_units
from engine.art_of_war.survey import base_of, profile_of
from engine.data.cache import cached
from engine.kit.wording import refuse


def letter_of(unit: Unit) -> str:
    """Return the letter of the group in which a unit is told: "b" of "south-b2"."""
    return ids.letter_of(unit.id)


def number_of(unit: Unit) -> int:
    """Return a unit's number in its group."""
    return ids.number_of(unit.id)


def hangs_together(bases: Sequence[Base]) -> bool:
    """Say whether each of some bases touches another, so that all are one."""
    reached = [0]
    for place in reached:
        for other, base in enumerate(bases):
            if other not in reached and touch(bases[place], base):
                reached.append(other)
    return len(reached) == len(bases)


def letters(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return the letters of the groups of a side that stand on the table."""
    return _letters(standing(table), seat)


@cached
def _letters(table: Table, seat: Seat) -> tuple[str, ...]:
    return tuple(dict.fromkeys(letter_of(one) for one in standing_units(table, seat)))


def named(table: Table, seat: Seat, letter: str) -> tuple[str, ...]:
    """Return who of a group stands together now with the lowest of it, in order (ADG-R33)."""
    return _named(standing(table), seat, letter)


@cached
def _named(table: Table, seat: Seat, letter: str) -> tuple[str, ...]:
    units = sorted(
        (one for one in standing_units(table, seat) if letter_of(one) == letter), key=number_of
    )
    if not units:
        return ()
    reached = [0]
    for place in reached:
        for other, one in enumerate(units):
            if other not in reached and touch(base_of(units[place]), base_of(one)):
                reached.append(other)
    return tuple(units[place].id for place in sorted(reached))


def against_group(units: Sequence[Unit]) -> Against:
    """Return why units cannot be ordered as one group; one unit always can."""
    if len(units) == 1:
        return []
    told = unit_terms(one.id for one in units)
    if len(units) > MOST:
        return [refuse("group.size", "1.groups.size", who=told, n=len(units), most=MOST)]
    if len({one.corps for one in units}) > 1:
        return [refuse("group.corps", "1.groups.corps", who=told, n=len(units))]
    clause = unlike(profile_of(one) for one in units)
    if clause:
        return [refuse("group.unlike", clause, who=told, n=len(units))]
    if not hangs_together([base_of(one) for one in units]):
        return [refuse("group.apart", "1.groups.contact", who=told, n=len(units))]
    return []


def fits(units: Iterable[Unit]) -> bool:
    """Say whether units can be ordered as one group."""
    return not against_group(tuple(units))
