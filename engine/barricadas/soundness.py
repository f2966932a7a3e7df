"""What cannot be on a table of ¡A las barricadas! (for tests and the fuzzer)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Params, Refusal
from engine.barricadas.play import counter_term, hex_term
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
from engine.barricadas.survey import battlefield_of, is_armour, is_vehicle, rides_armour
from engine.kit.wording import inside, refuse, seat_term


def faults(state: State) -> tuple[Refusal, ...]:
    """Return everything about *state* that cannot be."""
    return unsound(state.table)


def unsound(table: Table) -> tuple[Refusal, ...]:
    """Return everything that cannot be on a table, or on one as somebody sees it."""
    return (*_places(table), *_stacks(table), *_marks(table))


def _places(table: Table) -> Iterator[Refusal]:
    hexes = battlefield_of(table).hexes
    for one in table.counters.values():
        if one.carrier:
            yield from _aboard(table, one)
        elif one.on_ground and rides_armour(one) and not table.frames:
            yield refuse("fault.on_foot", "7.1.armour", who=counter_term(one))
        place = hex_of(table, one)
        if place not in OFF_GROUND and place not in hexes:
            yield inside(f"{one.id} stands in {place}")


def _aboard(table: Table, one: Counter) -> Iterator[Refusal]:
    """Look at somebody aboard: by whom they are carried, and whether they can be (5.5, 7.1)."""
    carrier = table.counters.get(one.carrier)
    if carrier is None:
        yield inside(f"{one.id} is carried by nobody")
        return
    if not carrier.on_ground or carrier.side != one.side:
        yield _carried("fault.carrier", one, carrier)
    if not (is_vehicle(carrier) or (is_armour(carrier) and rides_armour(one))):
        yield _carried("fault.carrier", one, carrier)
    if is_vehicle(carrier) and not (can_be_carried(one) or is_towed(one)):
        yield _carried("fault.cargo", one, carrier)
    if sum(each.printed is not None for each in aboard(table, carrier.id)) > 1:
        yield refuse("fault.load", "5.5", lorry=counter_term(carrier))
    if one.unseen is not carrier.unseen:
        yield inside(f"{one.id} and {carrier.id} are not recognised together")
    if one.reaction:
        yield _carried("fault.reaction_aboard", one, carrier)


def _carried(code: str, one: Counter, carrier: Counter) -> Refusal:
    return refuse(code, "5.5", who=counter_term(one), lorry=counter_term(carrier))


def _stacks(table: Table) -> Iterator[Refusal]:
    """Look at every hex between activations: in the middle of an assault both sides share one."""
    if table.frames:
        return
    for place in {hex_of(table, one) for one in table.counters.values()} - OFF_GROUND:
        sides = {one.side for one in counters_in(table, place)}
        if len(sides) > 1:
            yield refuse("fault.both_sides", "4", hex=hex_term(place))
        for seat in SEATS:
            steps = steps_of(counters_in(table, place, seat))
            if steps > MOST_STEPS:
                told: Params = {"seat": seat_term(seat), "hex": hex_term(place), "n": steps}
                yield Refusal("fault.stacking", "4", {**told, "most": MOST_STEPS})


def _marks(table: Table) -> Iterator[Refusal]:
    for one in table.counters.values():
        if not 0 <= one.hits < STEPS:
            yield inside(f"{one.id} has {one.hits} hits")
        if one.printed is None and one.hits:
            yield inside(f"{one.id} is an officer with hits")
        if one.routed and one.reaction:
            yield refuse("fault.reaction_routed", "3.4.reaction.who", who=counter_term(one))
    if table.phase is Phase.ACTIVATION and table.player not in SEATS:
        yield inside("nobody is to activate")
    for key, left in table.missions.items():
        if left < 0:
            yield inside(f"{left} missions are left of {key}")
