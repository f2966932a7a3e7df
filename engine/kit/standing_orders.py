"""Standing orders: what a seat has ordered beforehand, kept and read alike in every game.

A game keeps each seat's orders among its secrets as :data:`Orders`, and says which decision each
kind of them answers (:meth:`engine.api.Game.standing`). Here is what giving and withdrawing them
comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from pydantic import Field

from engine.api import Action, Option, Param, Refusal, Term, Text
from engine.dice import Dice
from engine.errors import CorruptState
from engine.kit.fields import Key, holds
from engine.kit.parsing import SHOWN, folded, held_by
from engine.kit.scrambling import some
from engine.kit.states import View
from engine.kit.verbs import Verb
from engine.kit.wording import refuse

A = TypeVar("A", bound=Action)

Orders = Mapping[str, str]
"""One seat's standing orders: the action as JSON, by its kind."""

ALL = "all"
"""Withdraws every order of the seat."""


class StandingOrder(Action):
    """Base of the standing orders: they answer what they speak to in their seat's absence."""

    group: ClassVar[str] = "standing"
    secret: ClassVar[bool] = True
    standing: ClassVar[bool] = True


class Forget(StandingOrder):
    """Withdraw a standing order, or all."""

    kind: ClassVar[str] = "forget"
    order: Key = Field(json_schema_extra=holds("standing"))


class Rest(StandingOrder):
    """Answer everything as passively as possible until a turn ends: nothing from me."""

    kind: ClassVar[str] = "rest"
    turn: int = Field(ge=0, json_schema_extra=holds("resting"))


def given(orders: Orders, action: Action) -> Orders:
    """Return *orders* with *action* in the place of the one of its kind."""
    # Sorted, so that equal orders are written equally whatever came first.
    return dict(sorted({**orders, action.kind: action.model_dump_json()}.items()))


def without(orders: Orders, kind: str) -> Orders:
    """Return *orders* without the one of a kind, or without :data:`ALL`."""
    return {one: text for one, text in orders.items() if kind not in (one, ALL)}


def own_orders(view: View[Any, Any]) -> Orders:
    """Return the viewer's standing orders that have not ended; none for the public."""
    return {} if view.own is None else lasting(view.own.standing, view.table.turn)


def lasting(orders: Orders, turn: int) -> Orders:
    """Return *orders* without a :class:`Rest` that was given for another turn than this one."""
    rest = in_force(orders, Rest)
    return orders if rest is None or rest.turn == turn else without(orders, Rest.kind)


def rests(view: View[Any, Any]) -> bool:
    """Say whether the viewer wants nothing but the plainest answers in the present turn."""
    return Rest.kind in own_orders(view)


def in_force(orders: Orders, model: type[A]) -> A | None:
    """Return the order of one kind, if it was given."""
    text = orders.get(model.kind)
    return None if text is None else model.model_validate_json(text)


def each(orders: Orders, models: Mapping[str, type[Action]]) -> Iterator[Action]:
    """Yield every order given, in the order of *models*.

    Raises:
        CorruptState: one is of no kind of standing order.
    """
    for kind in orders:
        if kind not in models or not models[kind].standing:
            raise CorruptState(f"{kind!r} is no standing order")
    for kind, model in models.items():
        found = in_force(orders, model) if kind in orders else None
        if found is not None:
            yield found


def line(action: Action, kinds: Mapping[str, str]) -> Text:
    """Return an order as a line of the seat's own list.

    Args:
        action: The order.
        kinds: Of what kind of :class:`~engine.api.Term` the words of a field are, by its note of
            what it holds; numbers and yes or no need none.
    """
    params: dict[str, Param] = {}
    for name, info in type(action).model_fields.items():
        params[name] = _named(getattr(action, name), kinds.get(held_by(info), ""))
    return Text(f"standing.{action.kind}", params)


def lines(
    view: View[Any, Any], models: Mapping[str, type[Action]], kinds: Mapping[str, str]
) -> Iterator[Text]:
    """Yield the viewer's standing orders, a line each, in the order of *models*."""
    return (line(one, kinds) for one in each(own_orders(view), models))


def _named(value: Any, kind: str) -> Any:
    if isinstance(value, tuple):
        return tuple(_named(one, kind) for one in value)
    return Term(kind, value) if kind and isinstance(value, str) else value


# --- verbs ----------------------------------------------------------------------------------


def order_verb(
    model: type[A],
    check: Callable[[Any, A], list[Refusal]],
    options: Callable[[Any, str, Mapping[str, str]], Iterator[Option]],
    apply: Callable[[Any, str, A], None] | None = None,
) -> Verb[Any, Any, A]:
    """Return the verb of a standing order: it can be given always and is kept among the secrets."""
    return Verb(model=model, check=check, apply=apply or keep, options=options)


def forget_verb(
    apply: Callable[[Any, str, Forget], None] | None = None,
) -> Verb[Any, Any, Forget]:
    """Return the verb that withdraws orders."""

    def check(view: Any, action: Forget) -> list[Refusal]:
        return _check_withdraw(own_orders(view), action.order)

    def options(view: Any, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
        return _options_withdraw(own_orders(view))

    def forget(play: Any, seat: str, action: Forget) -> None:
        withdraw(play, seat, action.order)

    return order_verb(Forget, check, options, apply or forget)


def rest_verb() -> Verb[Any, Any, Rest]:
    """Return the verb that asks for rest, in the present turn only."""

    def check(view: Any, action: Rest) -> list[Refusal]:
        turn = view.table.turn
        if action.turn == turn:
            return []
        return [refuse("standing.other_turn", "", n=action.turn, turn=turn)]

    def options(view: Any, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
        turn = view.table.turn
        yield Option(str(turn), Text("standing.turn", {"n": turn}))

    return order_verb(Rest, check, options)


def keep(play: Any, seat: str, action: Action) -> None:
    """Keep an order, in the place of the one of its kind."""
    before = lasting(play.secrets[seat].standing, play.table.turn)
    code = "standing.changed" if action.kind in before else "standing.given"
    play.keep(seat, standing=given(before, action))
    play.tell(code, "", only=seat, kind=Term("action", action.kind))


def withdraw(play: Any, seat: str, kind: str) -> None:
    """Forget the order of a kind, or :data:`ALL`."""
    before = lasting(play.secrets[seat].standing, play.table.turn)
    after = without(before, kind)
    play.keep(seat, standing=after)
    kinds = tuple(Term("action", one) for one in before if one not in after)
    play.tell("standing.withdrawn", "", only=seat, kinds=kinds, n=len(kinds))


def _check_withdraw(orders: Orders, kind: str) -> list[Refusal]:
    """Return why there is nothing of that kind to withdraw."""
    if kind in orders or kind == ALL:
        # Withdrawing all orders is allowed at any time, also where there are none.
        return []
    given_now = (*(Term("action", one) for one in orders), Term("standing", ALL))
    return [refuse("read.no_order", "", typed=kind[:SHOWN], known=given_now)]


def kind_reader(text: str, problems: list[Refusal]) -> str:
    """Read the kind of an order, or all of them in either language."""
    word = folded(text)
    return ALL if word in (ALL, "todo", "todas", "todos") else word.replace(" ", "_")


def _options_withdraw(orders: Orders) -> Iterator[Option]:
    """Offer the kinds of the orders given, and all of them."""
    for kind in orders:
        yield Option(kind, Text("standing.kind", {"kind": Term("action", kind)}))
    yield Option(ALL, Text("standing.all"))


# --- other worlds ---------------------------------------------------------------------------


def drawn(dice: Dice, possible: Iterable[Action]) -> Orders:
    """Return some of the *possible* orders, drawn, for a world that differs in them."""
    orders: Orders = {}
    for order in some(dice, tuple(possible)):
        orders = given(orders, order)
    return orders


# --- words ----------------------------------------------------------------------------------


def unknown(
    values: Iterable[str], words: Iterable[str], kind: str, known: Callable[[str], bool] | None
) -> list[Refusal]:
    """Return a refusal for each value that is neither one of *words* nor otherwise *known*."""
    words = tuple(words)
    return [
        refuse(
            "read.unknown_word",
            "",
            typed=value[:SHOWN],
            words=tuple(Term(kind, word) for word in words),
        )
        for value in values
        if value not in words and not (known is not None and known(value))
    ]
