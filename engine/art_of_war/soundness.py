"""What cannot be on a table of El Arte de la Guerra (for tests and the fuzzer)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from engine.api import Params, Refusal, Seat
from engine.art_of_war.ids import side_of
from engine.art_of_war.pieces import base_of_work
from engine.art_of_war.plane.contact import collide, touch
from engine.art_of_war.plane.poses import Base, corners
from engine.art_of_war.play import general_term, unit_term, unit_terms
from engine.art_of_war.state import Camp, Phase, Place, State, Table, Unit
from engine.art_of_war.survey import (
    TABLE_DEPTH,
    TABLE_WIDTH,
    base_of,
    camp_base,
    cohesion_left,
)
from engine.data.cache import cached
from engine.kit.wording import inside, refuse

_STANDS = frozenset((Place.TABLE, Place.AMBUSH))


def faults(state: State) -> tuple[Refusal, ...]:
    """Return everything about *state* that cannot be."""
    return unsound(state.table)


def unsound(table: Table) -> tuple[Refusal, ...]:
    """Return everything that cannot be on a table, or on one as somebody sees it."""
    return (
        *_units(table),
        *_bases(table.units),
        *_generals(table),
        *_contacts(table),
        *_turn(table),
    )


def _units(table: Table) -> Iterator[Refusal]:
    for key, one in table.units.items():
        if key != one.id or side_of(key) != one.side:
            yield inside(f"{one.id} is called {key}")
        if (one.pose is not None) is not (one.place in _STANDS):
            yield inside(f"{key} is {one.place} and stands at {one.pose}")
        if one.place is Place.TABLE and cohesion_left(one) <= 0:
            yield refuse("fault.cohesion", "2.cohesion", unit=unit_term(one))
        if one.lost < 0:
            yield inside(f"{key} has lost {one.lost}")
        if min(one.moves, one.points) < 0:
            yield inside(f"{key} has made {one.moves} moves for {one.points} points")


@cached
def _bases(units: Mapping[str, Unit]) -> tuple[Refusal, ...]:
    """Look at the table between orders: nobody stands off it, nor in the same place."""
    return tuple(_stand(tuple((one, base_of(one)) for one in units.values() if one.on_table)))


def _stand(units: Sequence[tuple[Unit, Base]]) -> Iterator[Refusal]:
    for one, base in units:
        if _is_off(base):
            yield refuse("fault.off_table", "5.leave", unit=unit_term(one))
    for (one, base), (two, other) in combinations(units, 2):
        if collide(base, other):
            both = unit_terms((one.id, two.id))
            yield refuse("fault.same_place", "1.bases", units=both)


def _is_off(base: Base) -> bool:
    """Say whether some of a base is off the table; rounding may take a hundredth of it."""
    return any(
        not (-1.5 <= x <= TABLE_WIDTH + 1.5 and -1.5 <= y <= TABLE_DEPTH + 1.5)
        for x, y in corners(base)
    )


def _generals(table: Table) -> Iterator[Refusal]:
    for key, one in table.generals.items():
        unit = table.units.get(one.unit)
        if one.unit and one.on_table and (unit is None or not unit.on_table):
            told: Params = {"general": general_term(one.id), "unit": unit_term(one.unit)}
            yield Refusal("fault.joined", "3.move.joined", told)
        if unit is not None and unit.side != one.side:
            told = {"general": general_term(one.id), "unit": unit_term(one.unit)}
            yield Refusal("fault.joined_enemy", "3.move.joined", told)
        if (one.pose is not None) is not (one.place in _STANDS):
            yield inside(f"{key} is {one.place} and stands at {one.pose}")
        if one.fights and not one.unit:
            yield inside(f"{key} fights beside nobody")
        if one.points < 0 or one.moved < 0:
            yield inside(f"{key} has {one.points} points and has moved {one.moved}")


def _contacts(table: Table) -> Iterator[Refusal]:
    """Hold that who is in melee stands there, against an enemy, in contact, each pair once."""
    seen = set()
    for one in table.contacts:
        pair = frozenset((one.one, one.two))
        if pair in seen:
            yield inside(f"{one.one} and {one.two} are in contact twice")
        seen.add(pair)
        first = table.units.get(one.one)
        second = table.units.get(one.two)
        camp = table.camps.get(one.two)
        if first is None or not first.on_table or (second is None and camp is None):
            yield inside(f"{one.one} is in contact with {one.two}, and one of them is not there")
            continue
        if second is not None and not second.on_table:
            yield inside(f"{one.two} is in contact and not there")
            continue
        side, base = (second.side, base_of(second)) if second is not None else _of_camp(camp)
        if first.side == side:
            yield inside(f"{one.one} and {one.two} of one side are in contact")
        works = [base_of_work(work) for work in table.works.values()]
        across = any(touch(base_of(first), work) and touch(base, work) for work in works)
        if not across and not touch(base_of(first), base):
            yield inside(f"{one.one} and {one.two} are in contact and do not touch")


def _of_camp(camp: Camp | None) -> tuple[Seat, Base]:
    assert camp is not None
    return camp.side, camp_base(camp.pose)


def _turn(table: Table) -> Iterator[Refusal]:
    if table.declared and table.phase is not Phase.MOVEMENT:
        yield inside(f"charges are declared in the phase of {table.phase}")
    told = [key for one in table.declared for key in one.who]
    if len(set(told)) != len(told):
        yield inside("somebody has declared two charges")
    for key in told:
        unit = table.units.get(key)
        if unit is None or not unit.on_table or unit.side != table.player:
            yield inside(f"{key} has declared a charge and cannot")
