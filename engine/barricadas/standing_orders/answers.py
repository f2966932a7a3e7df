"""What standing orders answer: a decision and the seat's own view go in, an action comes out.

Whether anybody fires is worked out from what the seat sees, and everybody is asked alike: that an
order answered tells no more than that a person did.

Rules:
    3.3 (passing), 3.4 (reaction), 9.2 (defensive fire); ALB-R1, ALB-R68, ALB-R73.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from engine.api import Action, Decision
from engine.barricadas.actions import (
    MOST,
    Defend,
    Fire,
    Hold,
    Lookout,
    Pass,
    React,
    Stand,
    Watch,
    joined,
)
from engine.barricadas.frames import Activation, Doing
from engine.barricadas.roster import ARMOUR
from engine.barricadas.rules.reaction.reacting import (
    against_aim,
    can_react,
    points,
    still_ahead,
    under_fire,
)
from engine.barricadas.state import Counter, Table, View, hex_of, members
from engine.barricadas.survey import battlefield_of
from engine.kit.standing_orders import in_force, own_orders, rests
from engine.kit.verbs import under_way


def answer(view: View, decision: Decision) -> Action | None:
    """Return what the viewer's standing orders say to *decision*, which it owes."""
    if view.own is None or not view.own.standing:
        return None
    speak = _ANSWERS.get(decision.code)
    return None if speak is None else speak(view)


def _pass(view: View) -> Action | None:
    return Pass() if rests(view) else None


def _react(view: View) -> Action | None:
    """Fire as ordered, or not at all; who rests keeps their fire (3.4)."""
    if rests(view):
        return Hold()
    order = in_force(own_orders(view), Watch)
    if order is None:
        return None
    table = view.table
    frame = under_way(table, Activation)
    promised: dict[tuple[str, str, str], list[Counter]] = {}
    used = set[str]()
    for lookout in order.lookouts:
        for one in _named(table, lookout.who):
            place = _point(table, frame, one, lookout) if one.id not in used else ""
            if place:
                used.add(one.id)
                alone = one.out or not one.unit
                key = one.id if alone else one.unit, one.at, place
                promised.setdefault(key, []).append(one)
    shots = [
        Fire(who=joined(tuple(one.id for one in group)), at=place)
        for (_, _, place), group in promised.items()
    ]
    return React(shots=tuple(shots[:MOST])) if shots else Hold()


def _named(table: Table, who: str) -> Iterator[Counter]:
    """Yield who may react of those that an order names: a counter, or a whole unit."""
    one = table.counters.get(who)
    if one is None:
        return
    for each in (one,) if one.officer is None else members(table, one.unit):
        if can_react(each):
            yield each


def _point(table: Table, frame: Activation, one: Counter, lookout: Lookout) -> str:
    """Return where an order lets a counter fire now at who is activated; "" for nowhere.

    Asked hex by hex it waits until they come to the point that is meant, of those still ahead.
    """
    battlefield, here = battlefield_of(table), hex_of(table, one)
    able = [
        place
        for place in points(_wanted(table, still_ahead(frame), lookout))
        if battlefield.distance(here, place) <= lookout.within
        if not against_aim(table, [one], place)
    ]
    if not able:
        return ""
    if lookout.point == "nearest":
        found = min(able, key=lambda place: battlefield.distance(here, place))
    else:
        found = able[0] if lookout.point == "first" else able[-1]
    return found if found in points(_wanted(table, under_fire(frame), lookout)) else ""


def _wanted(table: Table, doings: Iterable[Doing], lookout: Lookout) -> Iterator[Doing]:
    """Yield those of whom an order means who does it."""
    return (one for one in doings if is_wanted(table, one, lookout.whom))


def is_wanted(table: Table, doing: Doing, whom: Literal["any", "troops", "armour"]) -> bool:
    """Say whether an order means those who do something, as far as they are recognised."""
    if whom == "any":
        return True
    kinds = [table.counters[key].printed for key in doing.who]
    armour = any(one is not None and one.kind in ARMOUR for one in kinds)
    return armour if whom == "armour" else bool(kinds) and not armour


def _defend(view: View) -> Action | None:
    """Fire when it was ordered; for who rests, before the check: that gives nothing up (9.2)."""
    order = in_force(own_orders(view), Stand)
    if order is not None:
        return Defend(when=order.when)
    return Defend(when="before") if rests(view) else None


_ANSWERS: Mapping[str, Callable[[View], Action | None]] = {
    "phase.activation": _pass,
    "react": _react,
    "react.at": _react,
    "defend": _defend,
}
