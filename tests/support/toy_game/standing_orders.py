"""Standing orders: what to do when the other side rows a six."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Action, Decision, Option, Refusal, Text
from engine.kit.standing_orders import (
    check_withdraw,
    in_force,
    line,
    options_withdraw,
    order_verb,
    withdraw,
)
from engine.kit.wording import refuse
from tests.support.toy_game.actions import Forget, Reply, Shout
from tests.support.toy_game.play import AnyVerb, Play
from tests.support.toy_game.rules.shouting import loud_options
from tests.support.toy_game.state import View


def answer(view: View, decision: Decision) -> Action | None:
    """Return the answer that the viewer's order gives."""
    order = None if view.own is None else in_force(view.own.standing, Reply)
    if order is None or decision.code != "shout" or view.table.afloat < order.far:
        return None
    return Shout(loud=order.loud)


def lines(view: View) -> tuple[Text, ...]:
    """Return the viewer's orders, a line each."""
    order = None if view.own is None else in_force(view.own.standing, Reply)
    return () if order is None else (line(order, {}),)


def _check_reply(view: View, action: Reply) -> list[Refusal]:
    del view
    return [refuse("too_near", "3")] if action.far < 0 else []


def _options_reply(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del view, filled
    if field == "loud":
        yield from loud_options()
    else:
        for far in (0, 4, 8):
            yield Option(str(far), Text("strokes", {"n": far}))


def _forget(play: Play, seat: str, action: Forget) -> None:
    withdraw(play, seat, action.order)


def _orders(view: View) -> Mapping[str, str]:
    return {} if view.own is None else view.own.standing


VERBS: tuple[AnyVerb, ...] = (
    order_verb(Reply, _check_reply, _options_reply),
    order_verb(
        Forget,
        lambda view, action: check_withdraw(_orders(view), action.order),
        lambda view, field, filled: options_withdraw(_orders(view)),
        _forget,
    ),
)
