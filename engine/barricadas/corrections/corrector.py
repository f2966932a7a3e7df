"""All that can be put right, when, and which standing orders it leaves without anybody.

Rules:
    2.3, 3.4.reaction, 3.5.reaction.
"""

from __future__ import annotations

from dataclasses import replace

from engine.api import Refusal, Seat
from engine.barricadas import soundness
from engine.barricadas.actions import Lower, Watch
from engine.barricadas.corrections import counters, markers
from engine.barricadas.corrections.models import AWAY, MARK
from engine.barricadas.state import OFF_GROUND, Phase, Secrets, Table, hex_of
from engine.kit.correcting import SEAT, Corrector
from engine.kit.standing_orders import Orders, given, in_force, without
from engine.kit.wording import refuse


def waits(table: Table) -> Refusal | None:
    """Wait for both sides to be deployed: nothing stands on the map before that."""
    return refuse("correct.set_up", "2.3") if table.phase is Phase.SETUP else None


def strike(before: Table, after: Table, seat: Seat, own: Secrets) -> Secrets:
    """Take whoever is now off the map out of the orders that name them."""
    gone = {
        key
        for key, one in after.counters.items()
        if one.side == seat
        and hex_of(after, one) in OFF_GROUND
        and hex_of(before, before.counters[key]) not in OFF_GROUND
    }
    orders = _without_markers(_without_lookouts(own.standing, gone), gone)
    return own if orders == own.standing else replace(own, standing=orders)


def _without_lookouts(orders: Orders, gone: set[str]) -> Orders:
    watch = in_force(orders, Watch)
    if watch is None or not any(one.who in gone for one in watch.lookouts):
        return orders
    left = tuple(one for one in watch.lookouts if one.who not in gone)
    return given(orders, Watch(lookouts=left)) if left else without(orders, Watch.kind)


def _without_markers(orders: Orders, gone: set[str]) -> Orders:
    lower = in_force(orders, Lower)
    if lower is None or not gone.intersection(lower.counters):
        return orders
    left = tuple(key for key in lower.counters if key not in gone)
    return given(orders, Lower(counters=left)) if left else without(orders, Lower.kind)


CORRECTOR: Corrector[Table, Secrets] = Corrector(
    rules=(*counters.rules(), *markers.rules()),
    words={AWAY: counters.AWAYS, MARK: counters.MARKS},
    terms={SEAT: "seat"},
    unsound=soundness.unsound,
    waits=waits,
    strike=strike,
)
