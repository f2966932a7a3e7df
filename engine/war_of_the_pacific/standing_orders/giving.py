"""Giving standing orders: what is offered, what is refused as nonsense, what is kept.

Rules:
    What each order answers: 4.1 I, 6.1, 6.5, 7.2, 7.3, 7.6.blockade.run, 7.9.aside, 7.9.fire, 8.1,
    8.3, 8.9.losses, 8.9.supply, 8.10, 8.10.blocked, 8.11, 10.1.attempt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from engine.api import Option, Refusal, Term, Text
from engine.dice import Dice
from engine.kit import standing_orders
from engine.kit.standing_orders import (
    ALL,
    Forget,
    Rest,
    forget_verb,
    given,
    keep,
    order_verb,
    rest_verb,
    unknown,
    withdraw,
)
from engine.kit.verbs import Verb, nothing_against
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import (
    MODELS,
    Allotting,
    Casualties,
    Catching,
    Course,
    Crowding,
    ExtraDie,
    Gunnery,
    Initiative,
    Intercepting,
    PrizeTaking,
    Pursuit,
    Repairs,
    Running,
    SettingAside,
    Withdrawal,
)
from engine.war_of_the_pacific.counters import is_land_unit
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.roster import load_roster
from engine.war_of_the_pacific.standing_orders import words
from engine.war_of_the_pacific.standing_orders.words import KINDS, VOCABULARY
from engine.war_of_the_pacific.state import ALLIES, View

NO_LIMIT = 99
"""``within`` and ``most`` of an order that knows no limit."""

_Options = Callable[[View, str, Mapping[str, str]], Iterator[Option]]


# --- checks ---------------------------------------------------------------------------------


def _words(kind: str, *values: str) -> list[Refusal]:
    return unknown(values, VOCABULARY[kind], kind, None)


def check_interception(view: View, action: Intercepting) -> list[Refusal]:
    """Return what makes no sense: an unknown word, or conditions of what is never tried."""
    found = _words("stance", action.attempt)
    bare = Intercepting(attempt=action.attempt)
    if action.attempt == words.NEVER and action != bare:
        found.append(refuse("standing.never", "7.3"))
    return found


def check_allotment(view: View, action: Allotting) -> list[Refusal]:
    """Return what is no city that receives columns, or stands twice."""
    return _words("receiving", *action.first) + _twice(action.first, "receiving", "4.1.supply")


def check_gunnery(view: View, action: Gunnery) -> list[Refusal]:
    """Return what names neither a class nor a ship of the enemy's, or says a thing twice."""
    found = unknown(action.targets, VOCABULARY["target"], "target", _is_ship)
    found += _words("guns", action.guns)
    found += _twice(action.targets, "target", "7.9.fire")
    found += [
        refuse("standing.own_ship", "7.9.fire", unit=Term("unit", ship))
        for ship in action.targets
        if ship in view.table.units and view.table.units[ship].side == view.viewer
    ]
    return found


def check_casualties(view: View, action: Casualties | Crowding) -> list[Refusal]:
    """Return what names neither a kind nor a land unit of one's own, or says a thing twice."""
    found = unknown(action.first, VOCABULARY["casualty"], "casualty", is_land_unit)
    found += _twice(action.first, "casualty", "8.9.losses")
    found += [
        refuse("unit.not_yours", "8.9.losses", unit=Term("unit", unit))
        for unit in action.first
        if unit in view.table.units and view.table.units[unit].side != view.viewer
    ]
    return found


def check_initiative(view: View, action: Initiative) -> list[Refusal]:
    """Return what makes no sense: only the defender is asked, the attacker says it attacking."""
    found = _words("spending", action.spend)
    if action.spend == words.ATTACKING:
        found.append(refuse("standing.defender_only", "6.1.initiative"))
    return found


def check_withdrawal(view: View, action: Withdrawal) -> list[Refusal]:
    """Return what makes no sense: an unknown word, or a condition of standing for a retreat."""
    found = _words("withdrawal", action.stance)
    if action.stance == words.RETREAT and action.above:
        found.append(refuse("standing.retreat_above", "8.10.stand"))
    return found


def check_pursuit(view: View, action: Pursuit) -> list[Refusal]:
    """Return what makes no sense: an unknown word, or a number of units that stay."""
    found = _words("pursuit", action.stance)
    if action.stance == words.HOLD and action.most != NO_LIMIT:
        found.append(refuse("standing.hold_most", "8.11"))
    return found


def _is_ship(unit: str) -> bool:
    found = load_roster().units.get(unit)
    return found is not None and found.is_naval


def _twice(values: Iterable[str], kind: str, rule: str) -> list[Refusal]:
    listed = tuple(values)
    doubled = [one for one in dict.fromkeys(listed) if listed.count(one) > 1]
    return [refuse("standing.twice", rule, word=Term(kind, one)) for one in doubled]


# --- options --------------------------------------------------------------------------------


def _offer(kind: str, *skip: str) -> Iterator[Option]:
    for word in VOCABULARY[kind]:
        if word not in skip:
            yield Option(word, Text("standing.word", {"word": Term(kind, word)}))


def _lists(kind: str, *lists: tuple[str, ...]) -> Iterator[Option]:
    """Offer ready lists, then each word alone."""
    seen = set()
    for chosen in (*lists, *((word,) for word in VOCABULARY[kind])):
        value = ", ".join(chosen)
        if value not in seen:
            seen.add(value)
            terms = tuple(Term(kind, word) for word in chosen)
            yield Option(value, Text("standing.list", {"words": terms}))


def _flags() -> Iterator[Option]:
    yield Option("no", Text("standing.no"))
    yield Option("yes", Text("standing.yes"))


def _counts(*numbers: int) -> Iterator[Option]:
    for n in numbers:
        label = Text("standing.any") if n == NO_LIMIT else Text("count", {"n": n})
        yield Option(str(n), label)


def options_interception(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer to intercept or not; conditions only where it is tried."""
    if field == "attempt":
        yield from _offer("stance")
    elif words.as_word("stance", filled.get("attempt", "")) == words.ALWAYS:
        if field == "within":
            yield from _counts(NO_LIMIT, 1, 2, 3, 4, 5)
        elif field == "odds":
            yield from _counts(0, 33, 50, 66, 83, 100)
        else:
            yield from _flags()


def _word_options(kind: str, *skip: str) -> _Options:
    def options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
        return _offer(kind, *skip)

    return options


def options_prizes(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer to take prizes or not, where ships may be captured (10.1)."""
    return _offer("stance") if view.table.settings.ship_capture else iter(())


def options_course(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer to hold or to end the voyage, then when to be asked all the same."""
    if field == "stance":
        yield from _offer("holding")
    elif field == "enemies":
        yield from _counts(NO_LIMIT, 0, 1, 2, 3, 4)
    else:
        yield from _flags()


def options_allotment(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer orders of cities to the side that places its columns itself."""
    if view.viewer == ALLIES:
        w = words
        yield from _lists(
            "receiving",
            (w.LIMA, w.CALLAO, w.LA_PAZ, w.ORURO),
            (w.CALLAO, w.LIMA, w.LA_PAZ, w.ORURO),
            (w.LA_PAZ, w.ORURO, w.LIMA, w.CALLAO),
            (w.ORURO, w.LA_PAZ, w.LIMA, w.CALLAO),
        )


def options_repairs(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer what a repair may cost."""
    return _counts(0, 1, 2, 3, 4, 5, NO_LIMIT)


def options_gunnery(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer priorities of targets, then which guns fire first."""
    if field == "guns":
        yield from _offer("guns")
        return
    w = words
    yield from _lists(
        "target",
        (w.DAMAGED, w.STRONGEST),
        (w.STRONGEST, w.EASIEST),
        (w.TRANSPORTS, w.DAMAGED),
        (w.WARSHIPS, w.DAMAGED, w.EASIEST),
    )


def options_casualties(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer orders of losses."""
    w = words
    yield from _lists(
        "casualty",
        (w.FULL, w.INFANTRY),
        (w.REDUCED, w.INFANTRY),
        (w.INFANTRY, w.CAVALRY, w.ARTILLERY),
        (w.COLUMNS, w.FULL),
    )


def options_withdrawal(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer to retreat or to stand, and how many steps must be left for standing."""
    if field == "stance":
        yield from _offer("withdrawal")
    elif words.as_word("withdrawal", filled.get("stance", "")) == words.STAND:
        yield from _counts(0, 1, 2, 3, 4, 6, 8)


def options_pursuit(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer to advance or to hold, and with how many."""
    if field == "stance":
        yield from _offer("pursuit")
    elif words.as_word("pursuit", filled.get("stance", "")) == words.ADVANCE:
        yield from _counts(NO_LIMIT, 1, 2, 3, 4, 5)


# --- keeping --------------------------------------------------------------------------------


def apply_interception(play: Play, seat: str, action: Intercepting) -> None:
    """Keep it; what the seat said before of the present voyage holds no longer."""
    keep(play, seat, action)
    play.keep(seat, ask_within=None)


def apply_forget(play: Play, seat: str, action: Forget) -> None:
    """Forget it; without an order the seat is asked again, in the present voyage too."""
    if action.order in (Intercepting.kind, Rest.kind, ALL):
        play.keep(seat, ask_within=None)
    withdraw(play, seat, action.order)


def lines(view: View) -> Iterator[Text]:
    """Return the viewer's standing orders, a line each."""
    return standing_orders.lines(view, MODELS, KINDS)


def another(orders: Mapping[str, str]) -> Mapping[str, str]:
    """Return other orders than these, for a world that differs only in them."""
    return {} if orders else given({}, Intercepting(attempt=words.ALWAYS))


def drawn(dice: Dice, turn: int) -> Mapping[str, str]:
    """Return standing orders that are drawn, for a world that differs in them."""
    possible = (
        Intercepting(attempt=words.NEVER),
        Intercepting(attempt=words.ALWAYS, within=2),
        Running(attempt=words.RUN),
        Catching(ships=words.TRANSPORTS),
        SettingAside(ships=words.WEAKEST),
        PrizeTaking(attempt=words.ALWAYS),
        Course(stance=words.HOLD),
        Rest(turn=turn),
    )
    return standing_orders.drawn(dice, possible)


VERBS: tuple[Verb[Any, Any, Any], ...] = (
    order_verb(Intercepting, check_interception, options_interception, apply_interception),
    order_verb(Running, lambda view, a: _words("running", a.attempt), _word_options("running")),
    order_verb(Catching, lambda view, a: _words("catching", a.ships), _word_options("catching")),
    order_verb(SettingAside, lambda view, a: _words("aside", a.ships), _word_options("aside")),
    order_verb(Gunnery, check_gunnery, options_gunnery),
    order_verb(PrizeTaking, lambda view, a: _words("stance", a.attempt), options_prizes),
    order_verb(Casualties, check_casualties, options_casualties),
    order_verb(Initiative, check_initiative, _word_options("spending", words.ATTACKING)),
    order_verb(ExtraDie, lambda view, a: _words("spending", a.spend), _word_options("spending")),
    order_verb(Withdrawal, check_withdrawal, options_withdrawal),
    order_verb(Pursuit, check_pursuit, options_pursuit),
    order_verb(Course, lambda view, a: _words("holding", a.stance), options_course),
    order_verb(Allotting, check_allotment, options_allotment),
    order_verb(Repairs, nothing_against, options_repairs),
    order_verb(Crowding, check_casualties, options_casualties),
    rest_verb(),
    forget_verb(apply_forget),
)
