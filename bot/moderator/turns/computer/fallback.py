"""Plain moves: what the moderator plays for the computer where the computer cannot."""

from __future__ import annotations

import logging
from typing import Any

from engine.api import Action, AnyGame, Decision
from engine.kit.filling import NothingOffered, first_offered

_log = logging.getLogger(__name__)


def fallback_moves(
    game: AnyGame, state: Any, decision: Decision, *, closing: bool
) -> tuple[Action, ...]:
    """Return legal answers to *decision* by the contract alone: at most one a kind of action.

    Each is filled with the first option of every required field. The contract lists the kinds of
    a decision most natural first; the last is the one that ends it, and *closing* begins there.
    Where the game fails over one of them the log tells, and the others are returned.
    """
    view = game.view(state, decision.seat)
    possible = game.kinds(view)
    kinds = [kind for kind in decision.kinds if kind in possible]
    found: list[Action] = []
    for kind in reversed(kinds) if closing else kinds:
        try:
            action = first_offered(game, view, kind)
            if not game.check(state, decision.seat, action):
                found.append(action)
        except NothingOffered:
            continue
        except Exception:  # noqa: BLE001 - a bug over one kind need not spoil the others
            _log.exception("a plain %s cannot be found", kind)
    found += [
        choice.action
        for choice in decision.choices
        if not game.check(state, decision.seat, choice.action)
    ]
    return tuple(found)
