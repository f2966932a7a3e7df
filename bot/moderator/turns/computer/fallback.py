"""Plain moves: what the moderator plays for the computer where the computer cannot."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine.api import Action, AnyGame, Decision
from engine.kit.filling import NothingOffered, first_offered

_log = logging.getLogger(__name__)


def fallback_moves(
    game: AnyGame, state: Any, decision: Decision, *, closing: bool
) -> tuple[Action, ...]:
    """Return legal answers to *decision* by the contract alone, each once.

    They are the first of each kind of action, filled with the first option of every required
    field, most natural first; then the choices. *Closing* begins with what is done for whoever
    does not answer (:meth:`engine.api.Game.default`), which ends it, and goes on with the last
    kind: where one fails another may do. Where the game fails over one of them the log tells, and
    the others are returned.
    """
    view = game.view(state, decision.seat)
    possible = game.kinds(view)
    kinds = [kind for kind in decision.kinds if kind in possible]
    tried: list[Callable[[], Action]] = [partial(game.default, view, decision)] if closing else []
    for kind in reversed(kinds) if closing else kinds:
        tried.append(partial(first_offered, game, view, kind))
    found = [*_legal(game, state, decision, tried)]
    found += [
        choice.action
        for choice in decision.choices
        if not game.check(state, decision.seat, choice.action)
    ]
    return tuple(dict.fromkeys(found))


def _legal(
    game: AnyGame, state: Any, decision: Decision, tried: list[Callable[[], Action]]
) -> Iterator[Action]:
    for make in tried:
        try:
            action = make()
            if not game.check(state, decision.seat, action):
                yield action
        except NothingOffered:
            continue
        except Exception:  # noqa: BLE001 - a bug over one kind need not spoil the others
            _log.exception("a plain answer to %s cannot be found", decision.code)
