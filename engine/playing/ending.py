"""Whether the phase, and what is left of the turn, can be ended behind a plan, and what is due yet.

It is asked of the side's view alone, as the plan itself: phases are supposed closed one after the
other. What a plan leaves to dice counts as given: who has an order in it owes none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engine.api import Action, AnyGame, Refusal, Term
from engine.playing.planning import MOST_CLOSED, Foreseen, closing_in, why_open

_FORM = "gate."
"""Begins the codes of refusals that say whose turn it is, and for what it is the time."""


class Ending(NamedTuple):
    """What a plan may end with.

    Attributes:
        closing: What closes the phase behind it, where it can be closed.
        turn: Whether what is left of the turn can be ended too.
        due: What has to be done before that, where it is the side's own to do.
    """

    closing: Action | None
    turn: bool
    due: tuple[Refusal, ...] = ()


def ending_of(game: AnyGame, foreseen: Foreseen) -> Ending:
    """Return what may be ended behind a plan that was gone through."""
    given = frozenset(_given(foreseen))
    first = closing = closing_in(game, foreseen.view)
    view = foreseen.view
    for _ in range(MOST_CLOSED):
        if closing is None:
            break
        ahead = game.suppose(view, closing)
        if ahead.open or not _is_awaited(game, ahead.view):
            return Ending(first, turn=True)
        view = ahead.view
        closing = closing_in(game, view)
    open_ = why_open(game, view)
    if any(one.code.startswith(_FORM) for one in open_):
        # It is not theirs to end now; or the end is nothing that somebody would have to say.
        return Ending(first, turn=first is not None)
    due = tuple(one for one in open_ if not _is_given(one, given, certain=foreseen.certain))
    return Ending(first, turn=not due, due=due)


def _is_awaited(game: AnyGame, view: Any) -> bool:
    return any(one.seat == view.viewer for one in game.asked(view))


def _given(foreseen: Foreseen) -> Iterator[str]:
    """Yield all that is named in what dice, or others, will decide, or what hangs on it."""
    for one in foreseen.outlooks:
        if one.action is not None and (one.open or one.when == "unsure"):
            yield from _named(one.action)


def _named(action: Action) -> Iterator[str]:
    for name in type(action).model_fields:
        value = getattr(action, name)
        each = value if isinstance(value, tuple) else (value,)
        yield from (one for one in each if isinstance(one, str))


def _is_given(refusal: Refusal, given: frozenset[str], *, certain: bool) -> bool:
    """Say whether what a refusal wants is done by a plan, as far as dice let it be.

    All whom it lists have something to do there; or else one whom it names.
    """
    if certain and not given:
        return False
    lists = [one for one in refusal.params.values() if isinstance(one, tuple)]
    if lists:
        return all(set(_keys(one)) <= given for one in lists)
    named = set(_keys(refusal.params.values()))
    return not named or bool(named & given)


def _keys(values: Iterable[Any]) -> Iterator[str]:
    yield from (one.key for one in values if isinstance(one, Term))
