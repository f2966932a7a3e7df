"""Bundles put together: actions one after the other, each where those before it have led."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.api import Action, AnyGame
from engine.errors import IllegalAction

MOST = 25
"""Actions of one bundle: as many as a menu shows."""


def legal_in_order(game: AnyGame, view: Any, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions that are allowed, each in the view supposed after those before it.

    What is not certain counts there as not done, as in a plan (:mod:`engine.playing.planning`).
    """
    found: list[Action] = []
    for action in actions:
        try:
            ahead = game.suppose(view, action)
        except IllegalAction:
            continue
        found.append(action)
        view = view if ahead.open else ahead.view
        if len(found) == MOST:
            break
    return tuple(found)


def one_by_one(
    game: AnyGame, view: Any, choose: Callable[[Any], Action | None]
) -> tuple[Action, ...]:
    """Return actions chosen one by one, each in the view supposed after those before it.

    Args:
        game: The rules.
        view: What the side sees now.
        choose: Returns a legal action, or ``None`` when there is no more to do.
    """
    found: list[Action] = []
    while len(found) < MOST and (action := choose(view)) is not None:
        ahead = game.suppose(view, action)
        found.append(action)
        if ahead.open:
            break
        view = ahead.view
    return tuple(found)
