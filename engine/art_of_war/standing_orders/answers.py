"""What standing orders answer: a decision and the seat's own view go in, an action comes out.

Everything that they hang on lies on the table, so that an order which answers tells no more than
that a person did. Who withholds their shots and which generals fight the rules look up.

Rules:
    5.evade, 9.pursuit; ADG-R32.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.api import Action, Decision
from engine.art_of_war.actions import Chase, Dodge, Done, Evade, Pursue, Stand, Stay
from engine.art_of_war.frames import Charging, Pursuing
from engine.art_of_war.state import View
from engine.kit.standing_orders import in_force, own_orders, rests
from engine.kit.verbs import under_way


def answer(view: View, decision: Decision) -> Action | None:
    """Return what the viewer's standing orders say to *decision*, which it owes."""
    if view.own is None or not view.own.standing:
        return None
    speak = _ANSWERS.get(decision.code)
    return None if speak is None else speak(view)


def _evade(view: View) -> Action | None:
    """Evade as ordered; who rests stands, which asks nothing of anybody (5.evade)."""
    order = in_force(own_orders(view), Dodge)
    if order is None:
        return Stand() if rests(view) else None
    frame = under_way(view.table, Charging)
    units = tuple(one for one in frame.may if one in order.units)
    return Evade(units=units) if units else Stand()


def _pursue(view: View) -> Action | None:
    """Pursue as ordered; who rests stays (9.pursuit)."""
    order = in_force(own_orders(view), Chase)
    if order is None:
        return Stay() if rests(view) else None
    frame = under_way(view.table, Pursuing)
    may = dict.fromkeys(
        one.who
        for one in frame.quarries
        if not one.must and view.table.units[one.who].side == view.viewer
    )
    units = tuple(one for one in may if one in order.units)
    return Pursue(units=units) if units else Stay()


def _done(view: View) -> Action | None:
    return Done() if rests(view) else None


_ANSWERS: Mapping[str, Callable[[View], Action | None]] = {
    "evade": _evade,
    "pursue": _pursue,
    "phase.movement": _done,
    "phase.rally": _done,
}
