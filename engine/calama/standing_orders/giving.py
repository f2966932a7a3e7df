"""Giving standing orders: what is offered, what is refused as nonsense, what is kept.

Rules:
    What each order answers: 4.1.7 (combat orders), 7.4.2 (reserves), 7.5.1 (charges), 7.5.2 (fire);
    CAL-R43 (the end that is offered).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.api import Option, Refusal, Term, Text
from engine.calama.actions import MODELS, Casualties, Combat, Reserves, Restore, Truce
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.options import square_option, type_option
from engine.calama.play import square_term, type_term
from engine.calama.standing_orders.words import DEAREST, EASIEST, TARGETS, TRUCES
from engine.calama.state import (
    ATTRIBUTES,
    CAVALRY,
    COMMANDER,
    HEAVY,
    INFANTRY,
    LIGHT,
    OFFICER,
    RESERVE,
    View,
)
from engine.calama.survey import waiting
from engine.dice import Dice
from engine.kit import standing_orders
from engine.kit.standing_orders import (
    Rest,
    forget_verb,
    given,
    order_verb,
    rest_verb,
    unknown,
)
from engine.kit.verbs import Verb, nothing_against
from engine.kit.wording import refuse

NO_LIMIT = 99
"""``below`` of an order that knows no limit."""

_KINDS: Mapping[str, str] = {
    "types": "type",
    "type": "type",
    "target": "target",
    "attribute": "attribute",
    "truce": "truce",
    "square": "square",
    "standing": "action",
}


def _check_combat(view: View, action: Combat) -> list[Refusal]:
    types = load_army().types
    return unknown(action.targets, (*types, *TARGETS), "target", None)


def _check_reserves(view: View, action: Reserves) -> list[Refusal]:
    """Return what can never happen: no such reserve, or no door there."""
    side = view.viewer or ""
    found = []
    if not waiting(view.table, side, RESERVE, action.type):
        found.append(refuse("reinforce.none_left", "4.1.9", type=type_term(action.type)))
    doors = load_board().doors
    if action.at not in doors:
        shown = tuple(square_term(one) for one in doors)
        square = square_term(action.at)
        found.append(refuse("reinforce.no_door", "7.4.2", square=square, doors=shown))
    return found


def _check_restore(view: View, action: Restore) -> list[Refusal]:
    """Return what could never be ordered: a point from an attribute to itself."""
    if action.keeps != action.gives:
        return []
    return [refuse("order.same", "4.1.7", attribute=Term("attribute", action.keeps))]


def _check_truce(view: View, action: Truce) -> list[Refusal]:
    return unknown((action.when,), TRUCES, "truce", None)


def _lists(kind: str, *lists: tuple[str, ...]) -> Iterator[Option]:
    for words in lists:
        terms = tuple(Term(kind, word) for word in words)
        yield Option(", ".join(words), Text("standing.list", {"words": terms}))


def _options_casualties(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    yield from _lists(
        "type",
        (INFANTRY, CAVALRY, LIGHT, HEAVY, OFFICER, COMMANDER),
        (CAVALRY, INFANTRY, LIGHT, HEAVY, OFFICER, COMMANDER),
        *((key,) for key in load_army().types),
    )


def _options_combat(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    yield from _lists(
        "target",
        (DEAREST,),
        (EASIEST,),
        (COMMANDER, OFFICER, EASIEST),
        (HEAVY, LIGHT, EASIEST),
        *((key,) for key in load_army().types),
    )


def _options_reserves(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    side = view.viewer or ""
    if field == "type":
        for key in load_army().types:
            n = len(waiting(view.table, side, RESERVE, key))
            if n:
                yield type_option(key, n)
    elif field == "at":
        yield from map(square_option, load_board().doors)
    else:
        for n in (NO_LIMIT, 1, 2, 3, 4, 5, 6, 8, 10):
            limited = Text("standing.count", {"n": n})
            yield Option(str(n), Text("standing.any") if n == NO_LIMIT else limited)


def _options_restore(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    if field == "types":
        kinds = tuple(load_army().types)
        yield from _lists("type", kinds[::-1], *((key,) for key in kinds))
        return
    for attribute in ATTRIBUTES:
        if field == "keeps" or attribute != filled.get("keeps"):
            yield _word(attribute, "attribute")


def _options_truce(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    return (_word(word, "truce") for word in TRUCES)


def _word(word: str, kind: str) -> Option:
    return Option(word, Text("word", {"word": Term(kind, word)}))


def lines(view: View) -> Iterator[Text]:
    """Return the viewer's standing orders, a line each."""
    return standing_orders.lines(view, MODELS, _KINDS)


def another(orders: Mapping[str, str]) -> Mapping[str, str]:
    """Return other orders than these, for a world that differs only in them."""
    return {} if orders else given({}, Combat(targets=(DEAREST,)))


def drawn(dice: Dice, turn: int) -> Mapping[str, str]:
    """Return standing orders that are drawn, for a world that differs in them."""
    possible = (
        Combat(targets=(EASIEST,)),
        Combat(targets=(DEAREST,)),
        Casualties(first=(INFANTRY,)),
        Truce(when=next(iter(TRUCES))),
        Rest(turn=turn),
    )
    return standing_orders.drawn(dice, possible)


VERBS: tuple[Verb[Any, Any, Any], ...] = (
    order_verb(Casualties, nothing_against, _options_casualties),
    order_verb(Combat, _check_combat, _options_combat),
    order_verb(Reserves, _check_reserves, _options_reserves),
    order_verb(Restore, _check_restore, _options_restore),
    order_verb(Truce, _check_truce, _options_truce),
    rest_verb(),
    forget_verb(),
)
