"""All that can be put right, when, and which naval orders it leaves impossible.

Rules:
    3.1, 4.1.orders, WP-R27 (one chit a stack).
"""

from __future__ import annotations

from dataclasses import replace

from engine.api import Refusal, Seat
from engine.kit.correcting import SEAT, Corrector
from engine.kit.wording import refuse
from engine.war_of_the_pacific import soundness
from engine.war_of_the_pacific.corrections import counters, markers
from engine.war_of_the_pacific.corrections.models import NATION, PILE
from engine.war_of_the_pacific.places import DEAD, GONE, is_on_map
from engine.war_of_the_pacific.rules.administration.naval_orders import turns_to_sail
from engine.war_of_the_pacific.rules.sea.sailing import orders_without
from engine.war_of_the_pacific.state import Order, Phase, Secrets, Table


def waits(table: Table) -> Refusal | None:
    """Wait for both sides to be set up: before that, each sets up anew what it likes."""
    return refuse("correct.set_up", "3.1") if table.phase is Phase.SETUP else None


def strike(before: Table, after: Table, seat: Seat, own: Secrets) -> Secrets:
    """Take out of the orders the ships that can no longer sail by them.

    They are no more the side's or off the map; or they have been put elsewhere than the others of
    their order. An order for another turn than this and the next goes as a whole, and so does one
    for a turn whose voyages are over where another turn than before is played.
    """
    orders = own.orders
    turns: tuple[int, ...] = (after.turn, after.turn + 1)
    if after.turn != before.turn:
        turns = turns_to_sail(after, seat)
    for order in own.orders:
        if order.turn not in turns:
            orders = tuple(one for one in orders if one != order)
            continue
        out = [ship for ship in order.ships if _is_out(before, after, seat, order, ship)]
        orders = orders_without(orders, out, order.turn)
    return own if orders == own.orders else replace(own, orders=orders)


def _is_out(before: Table, after: Table, seat: Seat, order: Order, ship: str) -> bool:
    was, now = before.units[ship], after.units[ship]
    if now.side != seat or now.at in (DEAD, GONE):
        return True
    if was.at == now.at:
        return False
    together = {after.units[one].at for one in order.ships} == {now.at}
    return not (together and is_on_map(now.at))


CORRECTOR: Corrector[Table, Secrets] = Corrector(
    rules=(*counters.rules(), *markers.rules()),
    words={PILE: counters.PILES, NATION: markers.NATIONS},
    terms={"unit": "unit", "place": "place", SEAT: "seat", PILE: "pile"},
    unsound=soundness.unsound,
    waits=waits,
    strike=strike,
)
