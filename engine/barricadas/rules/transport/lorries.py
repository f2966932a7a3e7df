"""Getting on and off lorries and horses, hitching and unhitching guns (3.4 c and d, 5.5, 5.7).

Who mounts a lorry or leaves it does so in the middle of a move: points that are left are used
before and after. Cavalry mounts and dismounts its own horses, and guns are hitched and unhitched,
in a whole action.

Rules:
    3.4 c, 3.4 d, 5.5, 5.7; ALB-R33, ALB-R34, ALB-R56, ALB-R74, ALB-R75.
    Also 5.5.officers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.barricadas.frames import RIDES, Deed
from engine.barricadas.play import Against, counter_term
from engine.barricadas.roster import Kind
from engine.barricadas.rules.movement.costs import HALF
from engine.barricadas.rules.movement.moves import points_of
from engine.barricadas.rules.turn.activation import can_act
from engine.barricadas.state import (
    ABOARD,
    USED,
    Counter,
    Reaction,
    Table,
    aboard,
    counters_in,
    hex_of,
)
from engine.barricadas.survey import gait_of, is_mounted, is_vehicle
from engine.kit.wording import refuse

OF_RIDERS, OF_LORRY = HALF, 3 * HALF
"""What getting on or off takes, in halves of a point (5.5.mount)."""


def is_towed(counter: Counter) -> bool:
    """Say whether a counter can be towed: it has a T (5.5)."""
    return counter.printed is not None and counter.printed.towed


def can_be_carried(counter: Counter) -> bool:
    """Say whether a lorry can carry a counter: on foot, no cavalry, no gun that is towed (5.5).

    Officers, commissars and chaplains it carries too.
    """
    cavalry = counter.printed is not None and counter.printed.kind is Kind.CAVALRY
    return gait_of(counter) == "foot" and not cavalry and not is_towed(counter)


def load_of(table: Table, lorry: Counter) -> Counter | None:
    """Return the counter that a lorry carries or tows, officers not among them."""
    return next((one for one in aboard(table, lorry.id) if one.printed is not None), None)


def guides_beside(table: Table, lorry: Counter) -> list[Counter]:
    """Return the commissars and chaplains in a lorry's hex who can still act (ALB-R75)."""
    return [
        one
        for one in counters_in(table, lorry.at, lorry.side)
        if one.on_ground and not one.unit and one.printed is None and can_act(one)
    ]


def lorry_in(group: Sequence[Counter]) -> Counter | None:
    """Return the lorry of a group; ``None`` where it has none, or several."""
    lorries = [one for one in group if is_vehicle(one)]
    return lorries[0] if len(lorries) == 1 else None


def against_transport(table: Table, group: Sequence[Counter], deed: Deed) -> Against:
    """Return what keeps counters of one hex from mounting, dismounting, hitching, unhitching."""
    if deed in RIDES and not any(is_vehicle(one) for one in group):
        return _against_horses(group, deed)
    lorry = lorry_in(group)
    riders = [one for one in group if not is_vehicle(one)]
    if lorry is None or not riders:
        return [refuse("transport.lorry", "5.5")]
    if deed in RIDES:
        mounts = deed is Deed.MOUNT
        against = _against_on(table, lorry, riders) if mounts else _against_off(lorry, riders)
        return against or _against_points(table, lorry, riders)
    return _against_hitch(table, lorry, riders, deed)


def _against_horses(group: Sequence[Counter], deed: Deed) -> Against:
    """Return what keeps cavalry from mounting or leaving its own horses (ALB-R34)."""
    for one in group:
        who = counter_term(one)
        if one.printed is None or one.printed.kind is not Kind.CAVALRY:
            return [refuse("transport.lorry", "5.5")]
        if is_mounted(one) is (deed is Deed.MOUNT):
            return [refuse("transport.horses", "3.4.c", who=who)]
        if one.spent:
            return [refuse("transport.moved", "3.4.c", who=who)]
    return []


def _against_on(table: Table, lorry: Counter, riders: Sequence[Counter]) -> Against:
    counters = [one for one in riders if one.printed is not None]
    for one in riders:
        if one.carrier:
            return [refuse("activate.carried", "5.5.idle")]
        if not can_be_carried(one):
            return [refuse("transport.who", "5.5", who=counter_term(one))]
    if len(counters) + (load_of(table, lorry) is not None) > 1 and counters:
        return [refuse("transport.full", "5.5.both", who=counter_term(lorry))]
    return []


def _against_off(lorry: Counter, riders: Sequence[Counter]) -> Against:
    for one in riders:
        if one.carrier != lorry.id or is_towed(one):
            return [refuse("transport.not_aboard", "5.5", who=counter_term(one))]
    return []


def _against_points(table: Table, lorry: Counter, riders: Sequence[Counter]) -> Against:
    for one in (lorry, *riders):
        needs = OF_LORRY if one is lorry else OF_RIDERS
        if points_of(table, one, Deed.MOVE) < needs:
            return [refuse("transport.points", "5.5.mount", who=counter_term(one))]
    return []


def _against_hitch(table: Table, lorry: Counter, riders: Sequence[Counter], deed: Deed) -> Against:
    (gun, *more) = riders
    if more or not is_towed(gun):
        return [refuse("hitch.gun", "5.5", who=counter_term(riders[-1]))]
    if deed is Deed.HITCH and (gun.carrier or load_of(table, lorry) is not None):
        return [refuse("transport.full", "5.5.both", who=counter_term(lorry))]
    if deed is Deed.UNHITCH and gun.carrier != lorry.id:
        return [refuse("transport.not_aboard", "5.5", who=counter_term(gun))]
    moved = [one for one in (gun, lorry) if one.moved or one.spent]
    return [refuse("hitch.moved", "5.5.hitch", who=counter_term(one)) for one in moved[:1]]


def changed_by(table: Table, group: Sequence[Counter], deed: Deed) -> Mapping[str, Counter]:
    """Return the counters that mounting, dismounting, hitching or unhitching changes, changed.

    Where the counter that a lorry carries gets off all aboard do, and the lorry leaves the game;
    one that tows stays (5.5.gone, ALB-R75).
    """
    lorry = lorry_in(group)
    if lorry is None:
        return {one.id: replace(one, afoot=deed is Deed.DISMOUNT) for one in group}
    riders = [one for one in group if one is not lorry]
    here, on = hex_of(table, lorry), f"{ABOARD}{lorry.id}"
    if deed in (Deed.HITCH, Deed.MOUNT):
        takes = OF_RIDERS if deed is Deed.MOUNT else 0
        found = {
            one.id: replace(one, at=on, spent=one.spent + takes, reaction=Reaction.NONE)
            for one in riders
        }
        takes = OF_LORRY if deed is Deed.MOUNT else 0
        return {**found, lorry.id: replace(lorry, spent=lorry.spent + takes)}
    if deed is Deed.UNHITCH:
        return {one.id: replace(one, at=here) for one in riders}
    goes = any(one.printed is not None for one in riders)
    off = list(aboard(table, lorry.id)) if goes else riders
    found = {one.id: replace(one, at=here, spent=one.spent + OF_RIDERS) for one in off}
    left = replace(lorry, at=USED) if goes else replace(lorry, spent=lorry.spent + OF_LORRY)
    return {**found, lorry.id: left}
