"""How the actions of a plan stand: which are allowed now, which after others, which hang on dice.

A plan is gone through from its side's view alone, an action after the other, each supposed before
the next is looked at (:meth:`engine.api.Game.suppose`): no die falls and no state is touched, so
that planning tells nothing of what is coming.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.api import Action, AnyGame, Refusal
from engine.errors import IllegalAction, MalformedAction, Refused

When = Literal["now", "after", "unsure", "never"]
"""When an action of a plan is allowed: now; once those before it are done; perhaps, as one before
it may come out in several ways; or not at all."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How one action of a plan stands.

    Attributes:
        action: What it is, or ``None`` where it is not understood.
        when: When it is allowed.
        open: Why it is not certain what it leads to, as in :class:`engine.api.Supposition`.
        refusals: What speaks against it, as far as that is certain.
        view: What its side sees before it, as far as that is certain.
    """

    action: Action | None
    when: When
    open: Literal["", "dice", "secret", "answer"]
    refusals: tuple[Refusal, ...]
    view: Any


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A whole plan gone through.

    Attributes:
        outlooks: One for each of its actions.
        view: What its side sees after it, as far as that is certain: what could be planned next.
        certain: Whether that is all that there is to it.
    """

    outlooks: tuple[Outlook, ...]
    view: Any
    certain: bool


def foresee(game: AnyGame, view: Any, plan: Iterable[tuple[str, Mapping[str, str]]]) -> Foreseen:
    """Go through a plan.

    What an action leads to when that is not certain is left out: those after it are looked at as
    if it had not been done, and one that is not allowed so may be allowed after all.

    Args:
        game: The rules.
        view: What the side sees now.
        plan: Its actions, each a kind and its fields as typed.
    """
    now, certain = view, True
    found = []
    for kind, filled in plan:
        outlook, after = _one(game, now, kind, filled, certain=certain)
        if outlook.when == "now" and now is not view and not _allowed(game, view, kind, filled):
            outlook = Outlook(outlook.action, "after", outlook.open, (), now)
        found.append(outlook)
        certain = certain and outlook.when in {"now", "after"} and not outlook.open
        now = after
    return Foreseen(tuple(found), now, certain)


def _one(
    game: AnyGame, view: Any, kind: str, filled: Mapping[str, str], *, certain: bool
) -> tuple[Outlook, Any]:
    """Return how an action stands in a view, and the view after it."""
    action = None
    try:
        action = _read(game, view, kind, filled)
        ahead = game.suppose(view, action)
    except Refused as refused:
        when: When = "never" if certain or action is None else "unsure"
        return Outlook(action, when, "", refused.refusals, view), view
    after = view if ahead.open else ahead.view
    return Outlook(action, "now", ahead.open, (), view), after


def _read(game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]) -> Action:
    if kind not in game.actions:
        raise MalformedAction(Refusal("plan.unknown", "", {"kind": kind}))
    return game.parse(view, kind, filled)


def _allowed(game: AnyGame, view: Any, kind: str, filled: Mapping[str, str]) -> bool:
    try:
        game.suppose(view, _read(game, view, kind, filled))
    except (IllegalAction, MalformedAction):
        return False
    return True
