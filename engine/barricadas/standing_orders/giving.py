"""Giving standing orders: what is offered, what is refused as nonsense, what is kept.

Rules:
    What each order answers: 3.4 (reaction), 3.5 (markers), 8.1.4.2 (missions in sight),
    9.2 (defensive fire); ALB-R1, ALB-R72, ALB-R73.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.api import Option, Params, Refusal, Term, Text
from engine.barricadas.actions import (
    LANDINGS,
    MODELS,
    MOMENTS,
    Landing,
    Lookout,
    Lower,
    Stand,
    Watch,
)
from engine.barricadas.play import counter_term
from engine.barricadas.state import DEAD, LEFT, Counter, Reaction, View
from engine.dice import Dice
from engine.kit import standing_orders
from engine.kit.standing_orders import (
    Rest,
    forget_verb,
    given,
    in_force,
    order_verb,
    own_orders,
    rest_verb,
)
from engine.kit.verbs import Verb, filled_list, nothing_against
from engine.kit.wording import refuse

POINTS = ("first", "nearest", "last")

_KINDS: Mapping[str, str] = {
    "moment": "moment",
    "landing": "landing",
    "standing": "action",
    "counters": "counter",
}


def _who(view: View) -> Iterator[Counter]:
    """Yield whom an order can name: officers for their units, then single counters with arms."""
    own = [
        one
        for one in view.table.counters.values()
        if one.side == view.viewer and one.at not in (DEAD, LEFT)
    ]
    yield from (one for one in own if one.officer is not None and _reach(view, one))
    yield from (one for one in own if one.printed is not None and one.printed.weapons)


def _reach(view: View, one: Counter) -> int:
    """Return the hexes to which who is named fires with all they have; 0 for nobody."""
    if one.officer is None:
        weapons = () if one.printed is None else tuple(one.printed.weapons.values())
        return max((weapon.range for weapon in weapons), default=0)
    return max(
        (
            _reach(view, each)
            for each in view.table.counters.values()
            if each.unit == one.unit and each.printed is not None
        ),
        default=0,
    )


def _check_watch(view: View, action: Watch) -> list[Refusal]:
    able = {one.id for one in _who(view)}
    named: set[str] = set()
    for one in action.lookouts:
        if one.who not in able:
            return [refuse("watch.whom", "3.4.reaction.who", who=counter_term(one.who))]
        if one.who in named:
            return [refuse("watch.twice", "3.4.reaction", who=counter_term(one.who))]
        named.add(one.who)
    return []


def _options_watch(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    before = {one.partition(" ")[0] for one in filled_list(filled, field)}
    for one in _who(view):
        if one.id not in before:
            for point in POINTS:
                lookout = Lookout.model_validate(
                    {"who": one.id, "within": _reach(view, one), "point": point}
                )
                yield Option(str(lookout), Text(f"lookout.{point}", _told(lookout)))


def _check_lower(view: View, action: Lower) -> list[Refusal]:
    able = {one.id for one in _armed(view)}
    strange = [key for key in action.counters if key not in able]
    return [refuse("lower.whom", "3.5.reaction", who=counter_term(key)) for key in strange]


def _armed(view: View) -> Iterator[Counter]:
    """Yield who can have a marker of reaction, those who have one first."""
    own = [one for one in _who(view) if one.officer is None]
    yield from sorted(own, key=lambda one: one.reaction is Reaction.NONE)


def _options_lower(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    for one in _armed(view):
        yield Option(one.id, Text("counter", {"who": counter_term(one)}))


def _told(lookout: Lookout) -> Params:
    whom = Term("whom", lookout.whom)
    return {"who": counter_term(lookout.who), "n": lookout.within, "whom": whom}


def _options_stand(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    for when in MOMENTS:
        yield Option(when, Text(f"defend.{when}"))


def _options_landing(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    for falls in LANDINGS:
        yield Option(falls, Text(f"landing.{falls}"))


def lines(view: View) -> Iterator[Text]:
    """Yield the viewer's standing orders: a line each, of reaction one for each who is named."""
    watch = in_force(own_orders(view), Watch)
    for text in standing_orders.lines(view, MODELS, _KINDS):
        if watch is not None and text.code == f"standing.{Watch.kind}":
            for one in watch.lookouts:
                yield Text(f"standing.watch.{one.point}", _told(one))
        else:
            yield text


def another(orders: Mapping[str, str]) -> Mapping[str, str]:
    """Return other orders than these, for a world that differs only in them."""
    return {} if orders else given({}, Stand(when="after"))


def drawn(dice: Dice, turn: int, who: tuple[str, ...]) -> Mapping[str, str]:
    """Return standing orders that are drawn, for a world that differs in them."""
    lookouts = tuple(Lookout(who=one, within=n) for n, one in enumerate(who[:3], start=2))
    watches = (Watch(lookouts=lookouts),) if lookouts else ()
    lowered = (Lower(counters=who[:2]),) if who else ()
    settled = (Stand(when="never"), Landing(falls="all"))
    possible = (*watches, *lowered, *settled, Rest(turn=turn))
    return standing_orders.drawn(dice, possible)


VERBS: tuple[Verb[Any, Any, Any], ...] = (
    order_verb(Watch, _check_watch, _options_watch),
    order_verb(Lower, _check_lower, _options_lower),
    order_verb(Stand, nothing_against, _options_stand),
    order_verb(Landing, nothing_against, _options_landing),
    rest_verb(),
    forget_verb(),
)
