"""A plain legal answer to any decision, for when a better one is not at hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.api import Action, Decision
from engine.errors import MalformedAction
from engine.kit.filling import NothingOffered, fill_first
from engine.war_of_the_pacific import parsing
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.gate import GATE
from engine.war_of_the_pacific.state import View


def legal(view: View, action: Action) -> bool:
    """Say whether the rules allow an action now."""
    return not GATE.check(view, action)


def plain_answer(view: View, decision: Decision) -> Action:
    """Return the first legal answer: what ends the decision if it can be ended."""
    return next(one for one in _answers(view, decision) if one is not None and legal(view, one))


def _answers(view: View, decision: Decision) -> Iterator[Action | None]:
    possible = GATE.kinds(view)
    for kind in reversed(decision.kinds):
        if kind in possible:
            yield _filled(view, kind)
    yield from (choice.action for choice in decision.choices)
    for kind in possible:
        yield _filled(view, kind)


def _filled(view: View, kind: str) -> Action | None:
    """Return an action with the first option of every required field, or ``None``."""
    verb = GATE.verb(view.table, view.viewer or "", kind)
    if verb is None:
        return None
    try:
        filled = fill_first(MODELS[kind], partial(verb.options, view))
        return parsing.read(view.table, MODELS[kind], filled)
    except (NothingOffered, MalformedAction):
        return None
