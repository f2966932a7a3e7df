"""All that can be put right, when, and which standing orders it leaves without anybody.

Rules:
    4.movement, 5.charge, 5.evade, 7, 8.leaders, 9.pursuit, 11.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.api import Refusal, Seat
from engine.art_of_war import soundness
from engine.art_of_war.actions import Chase, Dodge, Fight, Withhold
from engine.art_of_war.corrections import generals, units
from engine.art_of_war.corrections.models import AWAY, MARK
from engine.art_of_war.state import GONE, Phase, Secrets, Table
from engine.kit.correcting import Corrector
from engine.kit.standing_orders import given, in_force, without
from engine.kit.wording import refuse, seat_term

_BATTLE = frozenset((Phase.MOVEMENT, Phase.RALLY))
_NAMING: Final[tuple[tuple[type[Any], str], ...]] = (
    (Dodge, "units"),
    (Chase, "units"),
    (Withhold, "units"),
    (Fight, "generals"),
)
"""The standing orders that name somebody, and in which field."""


def waits(table: Table) -> Refusal | None:
    """Wait for both armies to be laid, and for declared charges to be carried out."""
    if table.phase not in _BATTLE:
        return refuse("correct.set_up", "11.deploy")
    if table.declared:
        return refuse("correct.declared", "5.charge", seat=seat_term(table.player))
    return None


def strike(before: Table, after: Table, seat: Seat, own: Secrets) -> Secrets:
    """Take whoever is now gone for good out of the orders that name them."""
    gone = {
        key
        for pieces, were in ((after.units, before.units), (after.generals, before.generals))
        for key, one in pieces.items()
        if one.side == seat and one.place in GONE and were[key].place not in GONE
    }
    orders = own.standing
    for model, field in _NAMING:
        order = in_force(orders, model)
        if order is None or not gone.intersection(getattr(order, field)):
            continue
        left = tuple(key for key in getattr(order, field) if key not in gone)
        orders = given(orders, model(**{field: left})) if left else without(orders, model.kind)
    return own if orders == own.standing else replace(own, standing=orders)


CORRECTOR: Corrector[Table, Secrets] = Corrector(
    rules=(*units.rules(), *generals.rules()),
    words={AWAY: units.AWAYS, MARK: units.MARKS},
    terms={"general": "general"},
    unsound=soundness.unsound,
    waits=waits,
    strike=strike,
)
