"""Other worlds that look the same to one viewer: what others hide is rewritten.

That is their plans, works and standing orders; of counters that the viewer does not recognise which
stands in which of the hexes with a marker, their hits and their preparation, and who was drawn for
a unit of which nobody is recognised. What is under way stays: those in it go their way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from engine.api import Seat
from engine.barricadas.roster import STEPS, Kind, load_roster
from engine.barricadas.rules.setting_up.deployment import formations
from engine.barricadas.rules.stacking.limits import MOST_STEPS, steps_of
from engine.barricadas.rules.transport.lorries import can_be_carried, is_towed, load_of
from engine.barricadas.scenario import ArmyRow
from engine.barricadas.standing_orders.giving import another, drawn
from engine.barricadas.state import (
    ABOARD,
    OFF_GROUND,
    SEATS,
    Counter,
    Phase,
    Placing,
    Reaction,
    Secrets,
    State,
    Table,
    View,
    aboard,
    counters_in,
    hex_of,
    is_hidden,
)
from engine.barricadas.survey import gait_of, is_vehicle, rides_armour, scenario_of
from engine.dice import Dice
from engine.kit.scrambling import pick, shuffled, some, unlike


def scramble(state: State, viewer: Seat | None, wanted: int = 1) -> tuple[State, ...]:
    """Return possible states that differ only in what *viewer* may not know."""
    return unlike(state, _turned(state, viewer), lambda dice: _drawn(dice, state, viewer), wanted)


def _others(viewer: Seat | None) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if seat != viewer)


# -- the first other world: everything otherwise at once -----------------------------------------


def _turned(state: State, viewer: Seat | None) -> State:
    for seat in _others(viewer):
        own = state.secrets[seat]
        changed = replace(
            own, plan=_other_plan(state.table, seat, own), standing=another(own.standing)
        )
        state = State(state.table, {**state.secrets, seat: changed})
        for unit in _undiscovered(state.table, viewer, seat):
            state = _redrawn(state, seat, unit, 0)
    swaps = list(_swaps(state.table, viewer))
    if swaps:
        state = replace(state, table=_swapped(state.table, *swaps[0]))
    state = replace(state, table=_reloaded(state.table, viewer))
    return replace(state, table=_marked(state.table, viewer))


def _other_plan(table: Table, seat: Seat, own: Secrets) -> tuple[Placing, ...]:
    """Return another deployment while one is being made; a closed one stays whole."""
    if table.phase is not Phase.SETUP:
        return own.plan
    ready = seat in table.ready
    if own.plan and not ready:
        return ()
    found = formations(View(seat, table, Secrets()))
    return next((plan for plan in found if plan != own.plan), own.plan)


def _marked(table: Table, viewer: Seat | None) -> Table:
    """Return a table on which every hidden counter has other hits and another preparation."""
    for one in tuple(_hidden(table, viewer)):
        table = _with(table, _otherwise(one))
    return table


def _reloaded(table: Table, viewer: Seat | None) -> Table:
    """Return a table on which hidden lorries have let down whom they carry, or carry somebody."""
    counters = dict(table.counters)
    for one in tuple(_hidden(table, viewer)):
        if one.carrier and not rides_armour(one):
            counters[one.id] = replace(one, at=hex_of(table, one))
        elif is_vehicle(one) and load_of(table, one) is None:
            beside = (each for each in _hidden(table, viewer) if each.at == one.at)
            able = (each for each in beside if each.printed is not None and each is not one)
            taken = next((each for each in able if can_be_carried(each) or is_towed(each)), None)
            if taken is not None and counters[taken.id].at == one.at and not _takes(counters, one):
                at = f"{ABOARD}{one.id}"
                counters[taken.id] = replace(taken, at=at, reaction=Reaction.NONE)
    return replace(table, counters=counters)


def _takes(counters: Mapping[str, Counter], lorry: Counter) -> bool:
    return any(one.carrier == lorry.id for one in counters.values())


def _with(table: Table, changed: Counter) -> Table:
    """Return the table with a counter changed, if there is room for as many steps as it has."""
    after = replace(table, counters={**table.counters, changed.id: changed})
    steps = steps_of(counters_in(after, hex_of(after, changed), changed.side))
    return after if steps <= MOST_STEPS else table


def _otherwise(one: Counter) -> Counter:
    """Return a hidden counter with other hits, another preparation, on or off its horses."""
    if one.printed is None:
        return one
    cavalry = one.printed.kind is Kind.CAVALRY
    changed = replace(one, hits=(one.hits + 1) % STEPS, afoot=cavalry and not one.afoot)
    if one.carrier or one.routed or one.finished or not one.printed.weapons:
        return changed
    prepared = one.reaction is Reaction.NONE
    return replace(changed, reaction=Reaction.KEPT if prepared else Reaction.NONE)


# -- drawn worlds --------------------------------------------------------------------------------


def _drawn(dice: Dice, state: State, viewer: Seat | None) -> State:
    for seat in _others(viewer):
        for unit in some(dice, tuple(_undiscovered(state.table, viewer, seat))):
            state = _redrawn(state, seat, unit, pick(dice, (0, 1, 2)))
        own, table = state.secrets[seat], state.table
        who = tuple(one.id for one in table.counters.values() if one.side == seat)
        plan, army = own.plan, scenario_of(table).of(seat)
        works, alert = own.works, own.alert
        if table.phase is Phase.SETUP:
            plans = tuple(formations(View(seat, table, Secrets())))
            plan = pick(dice, plans if seat in table.ready else ((), *plans))
            works = some(dice, army.deploy[: army.positions])
            alert = _alert(dice, table, seat, army)
        standing = drawn(dice, table.turn, shuffled(dice, who))
        changed = Secrets(plan, works, alert, standing)
        state = State(table, {**state.secrets, seat: changed})
    swaps = tuple(_swaps(state.table, viewer))
    if swaps:
        state = replace(state, table=_swapped(state.table, *pick(dice, swaps)))
    table = _reloaded(state.table, viewer) if pick(dice, (True, False)) else state.table
    for one in some(dice, tuple(_hidden(table, viewer))):
        table = _with(table, _otherwise(one))
    return replace(state, table=table)


def _alert(dice: Dice, table: Table, seat: Seat, army: ArmyRow) -> tuple[str, ...]:
    armed = (
        one.id
        for one in table.counters.values()
        if one.side == seat and one.printed is not None and one.printed.weapons
    )
    return shuffled(dice, tuple(armed))[: army.reactions]


# -- what can be otherwise -----------------------------------------------------------------------


def _hidden(table: Table, viewer: Seat | None) -> Iterator[Counter]:
    """Yield counters on the ground that the viewer does not recognise, unless under way."""
    if table.frames:
        return
    for one in table.counters.values():
        place = hex_of(table, one)
        if place not in OFF_GROUND and is_hidden(table, one, viewer):
            yield one


def _swaps(table: Table, viewer: Seat | None) -> Iterator[tuple[Counter, Counter]]:
    """Yield two hidden counters of one side that may just as well stand in each other's hex."""
    able = [one for one in _hidden(table, viewer) if one.on_ground]
    for one, two in combinations(able, 2):
        alike = one.side == two.side and gait_of(one) == gait_of(two)
        if alike and one.at != two.at and _fits(table, one, two) and _fits(table, two, one):
            yield one, two


def _fits(table: Table, one: Counter, two: Counter) -> bool:
    """Say whether one counter has room in another's hex once that one is gone."""
    gone = {two.id, *(each.id for each in aboard(table, two.id))}
    left = [each for each in counters_in(table, two.at, two.side) if each.id not in gone]
    return steps_of((*left, one, *aboard(table, one.id))) <= MOST_STEPS


def _swapped(table: Table, one: Counter, two: Counter) -> Table:
    places = {one.id: replace(one, at=two.at), two.id: replace(two, at=one.at)}
    return replace(table, counters={**table.counters, **places})


def _undiscovered(table: Table, viewer: Seat | None, seat: Seat) -> Iterator[str]:
    """Yield the units of a side of which the viewer recognises nobody."""
    if table.frames:
        return
    units: dict[str, list[Counter]] = {}
    for one in table.counters.values():
        if one.side == seat and one.unit:
            units.setdefault(one.unit, []).append(one)
    for unit, own in units.items():
        if all(is_hidden(table, one, viewer) for one in own):
            yield unit


def _redrawn(state: State, seat: Seat, unit: str, number: int) -> State:
    """Return the state in which another officer was drawn for a unit, if there is one (2.3)."""
    table, roster = state.table, load_roster()
    drawn_ = {one.type for one in table.counters.values()}
    type_ = table.counters[unit].type
    pool = next((one for one in roster.pools.values() if type_ in one.officers), None)
    free = [key for key in (() if pool is None else pool.officers) if key not in drawn_]
    if not free:
        return state
    officer = free[number % len(free)]
    new = unit[: unit.rindex("-") + 1] + roster.officers[officer].letter.lower()
    ids = {
        one.id: new + one.id.removeprefix(unit)
        for one in table.counters.values()
        if one.unit == unit
    }

    def named(one: Counter) -> Counter:
        carrier = one.carrier
        at = f"{ABOARD}{ids[carrier]}" if carrier in ids else one.at
        if one.id not in ids:
            return replace(one, at=at)
        led = officer if one.officer is not None else one.type
        return replace(one, id=ids[one.id], unit=new, type=led, at=at)

    counters = {each.id: each for each in map(named, table.counters.values())}
    own = state.secrets[seat]
    renamed = replace(
        own,
        plan=tuple(replace(one, counter=_new(ids, one.counter)) for one in own.plan),
        alert=tuple(_new(ids, key) for key in own.alert),
        standing={},
    )
    return State(replace(table, counters=counters), {**state.secrets, seat: renamed})


def _new(ids: Mapping[str, str], key: str) -> str:
    return ids.get(key, key)
