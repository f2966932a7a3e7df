"""Standing orders: what to do when the other side rows a six."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Action, Decision, Option, Refusal, Text
from engine.kit import standing_orders
from engine.kit.standing_orders import (
    forget_verb,
    in_force,
    order_verb,
    own_orders,
    rest_verb,
    rests,
)
from engine.kit.wording import refuse
from tests.support.toy_game.actions import MODELS, Reply, Shout
from tests.support.toy_game.play import AnyVerb
from tests.support.toy_game.rules.shouting import can_shout, loud_options
from tests.support.toy_game.state import View


def answer(view: View, decision: Decision) -> Action | None:
    """Return the answer that the viewer's order gives."""
    if rests(view) and decision.code == "shout":
        return Shout(loud=False)
    order = in_force(own_orders(view), Reply)
    if order is None or decision.code != "shout" or view.table.afloat < order.far:
        return None
    return Shout(loud=order.loud and can_shout(view.table, decision.seat))


def lines(view: View) -> Iterator[Text]:
    """Return the viewer's orders, a line each."""
    return standing_orders.lines(view, MODELS, {})


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


VERBS: tuple[AnyVerb, ...] = (
    order_verb(Reply, _check_reply, _options_reply),
    rest_verb(),
    forget_verb(),
)
