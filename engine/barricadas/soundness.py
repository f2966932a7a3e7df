"""What cannot be on a table of ¡A las barricadas! (for tests and the fuzzer)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.barricadas.roster import STEPS
from engine.barricadas.rules.stacking.limits import MOST_STEPS, steps_of
from engine.barricadas.rules.transport.lorries import can_be_carried, is_towed
from engine.barricadas.state import (
    OFF_GROUND,
    SEATS,
    Counter,
    Phase,
    State,
    Table,
    aboard,
    counters_in,
    hex_of,
)
from engine.barricadas.survey import field_of, is_armour, is_vehicle, rides_armour


def faults(state: State) -> tuple[str, ...]:
    """Return everything about *state* that cannot be, in words."""
    table = state.table
    return (*_places(table), *_stacks(table), *_marks(table))


def _places(table: Table) -> Iterator[str]:
    hexes = field_of(table).hexes
    for one in table.counters.values():
        if one.carrier:
            yield from _aboard(table, one)
        elif one.on_ground and rides_armour(one) and not table.frames:
            yield f"{one.id} is an officer of armour on foot"
        place = hex_of(table, one)
        if place not in OFF_GROUND and place not in hexes:
            yield f"{one.id} stands in {place}"


def _aboard(table: Table, one: Counter) -> Iterator[str]:
    """Look at somebody aboard: by whom they are carried, and whether they can be (5.5, 7.1)."""
    carrier = table.counters.get(one.carrier)
    if carrier is None:
        yield f"{one.id} is carried by nobody"
        return
    if not carrier.on_ground or carrier.side != one.side:
        yield f"{one.id} is aboard {carrier.id}, which cannot carry"
    if not (is_vehicle(carrier) or (is_armour(carrier) and rides_armour(one))):
        yield f"{one.id} is aboard {carrier.id}, which does not carry it"
    if is_vehicle(carrier) and not (can_be_carried(one) or is_towed(one)):
        yield f"{one.id} cannot be aboard {carrier.id}"
    if sum(each.printed is not None for each in aboard(table, carrier.id)) > 1:
        yield f"{carrier.id} carries several counters"
    if one.unseen is not carrier.unseen:
        yield f"{one.id} and {carrier.id} are not recognised together"
    if one.reaction:
        yield f"{one.id} is aboard and prepared for reaction"


def _stacks(table: Table) -> Iterator[str]:
    """Look at every hex between activations: in the middle of an assault both sides share one."""
    if table.frames:
        return
    for place in {hex_of(table, one) for one in table.counters.values()} - OFF_GROUND:
        sides = {one.side for one in counters_in(table, place)}
        if len(sides) > 1:
            yield f"both sides are in {place}"
        for seat in SEATS:
            steps = steps_of(counters_in(table, place, seat))
            if steps > MOST_STEPS:
                yield f"{steps} steps of {seat} are in {place}"


def _marks(table: Table) -> Iterator[str]:
    for one in table.counters.values():
        if not 0 <= one.hits < STEPS:
            yield f"{one.id} has {one.hits} hits"
        if one.printed is None and one.hits:
            yield f"{one.id} is an officer with hits"
        if one.routed and one.reaction:
            yield f"{one.id} is in retreat and prepared for reaction"
    if table.phase is Phase.ACTIVATION and table.player not in SEATS:
        yield "nobody is to activate"
    for key, left in table.missions.items():
        if left < 0:
            yield f"{left} missions are left of {key}"
