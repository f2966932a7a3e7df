"""What is done for a seat whose time has run out: little, legal, and to an end.

A game says by the codes of its decisions what to do where that is not plain
(:attr:`engine.kit.table_game.TableGame.by_default`): how it is set up, what must be done before a
phase can be closed. All else follows from what it declares anyway: what a side answers that rests,
what closes, and what an action is supposed to lead to. Everything is asked of the seat's own view,
and nothing of dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.api import Action, AnyGame, Decision, Feature
from engine.kit.filling import NothingOffered, first_offered
from engine.kit.gate import Gate
from engine.kit.standing_orders import Rest, given

ByDefault = Callable[[AnyGame, Any], Action | None]
"""What the viewer does for want of an answer; ``None`` where a game has nothing of its own."""

_SOONEST = ("ended", "later", "answer", "secret", "dice", "step", "again")
"""What an action comes to for its seat, from what is done first for want of an answer.

It owes nothing more, or only of a later phase; others answer before that is known, or what is
hidden or dice tell; it can do something next that it could not, or is asked as before.
"""


def default_answer(
    game: AnyGame,
    gate: Gate[Any],
    view: Any,
    decision: Decision,
    by_default: Mapping[str, ByDefault],
) -> Action:
    """Return what is done about *decision*, which the viewer owes and has not answered in time.

    Args:
        game: Whose decision it is.
        gate: Its rules: only what they allow is returned.
        view: What the seat may know.
        decision: What it owes, as everybody knows it or as its side alone is asked it.
        by_default: What the game says itself, by the codes of decisions.

    Raises:
        NothingOffered: Nothing can be done about it (a bug in the game).
    """
    for find in (_by_the_game(by_default), _at_rest, _closing):
        action = find(game, view, decision)
        if action is not None and not gate.check(view, action):
            return action
    return _least(game, gate, view, decision)


def first_of(
    game: AnyGame, view: Any, kind: str, given: Mapping[str, str] | None = None
) -> Action | None:
    """Return the first that is offered of a kind of action; ``None`` where there is none now.

    What is *given* of its fields, as typed, is not asked for.
    """
    if kind not in game.kinds(view):
        return None
    try:
        return first_offered(game, view, kind, given)
    except NothingOffered:
        return None


def first_meant(game: AnyGame, view: Any) -> Action | None:
    """Return what begins the first bundle: a whole set-up, where a game offers those."""
    return next((bundle.actions[0] for bundle in game.bundles(view)), None)


# -- where it is found -------------------------------------------------------------------------


def _by_the_game(
    by_default: Mapping[str, ByDefault],
) -> Callable[[AnyGame, Any, Decision], Action | None]:
    def find(game: AnyGame, view: Any, decision: Decision) -> Action | None:
        own = by_default.get(decision.code)
        return None if own is None else own(game, view)

    return find


def _at_rest(game: AnyGame, view: Any, decision: Decision) -> Action | None:
    """Return what is answered for a side that has ordered nothing beforehand but to rest."""
    if Feature.STANDING_ORDERS not in game.has:
        return None
    orders = given({}, Rest(turn=view.table.turn))
    resting = replace(view, own=replace(view.own, standing=orders))
    return game.standing(resting, decision)


def _closing(game: AnyGame, view: Any, decision: Decision) -> Action | None:
    """Return what closes the seat's part of the phase, where it can be closed."""
    closing = (one for one in decision.kinds if game.actions[one].closes)
    found = (first_of(game, view, kind) for kind in closing)
    return next((one for one in found if one is not None), None)


# -- where nothing says it ---------------------------------------------------------------------


def _least(game: AnyGame, gate: Gate[Any], view: Any, decision: Decision) -> Action:
    """Return of what answers the decision that which ends it soonest and most quietly."""
    able = [one for one in _able(game, view, decision) if not gate.check(view, one)]
    if not able:
        raise NothingOffered(f"{decision.seat} owes {decision.code} and can do nothing")
    return min(able, key=lambda one: _SOONEST.index(_after(game, view, one)))


def _able(game: AnyGame, view: Any, decision: Decision) -> Iterator[Action]:
    """Yield answers: the choices, those first that all know of, then the first of each kind.

    So of answers that are as good as each other one is taken that tells nothing of the seat.
    """
    asked = (one for one in game.asked(view) if one.key == decision.key)
    yield from (choice.action for choice in next(asked, decision).choices)
    for kind in decision.kinds:
        action = first_of(game, view, kind)
        if action is not None:
            yield action


def _after(game: AnyGame, view: Any, action: Action) -> str:
    """Return what an action is supposed to come to, a word of :data:`_SOONEST`."""
    ahead = game.suppose(view, action)
    if ahead.open:
        return ahead.open
    if all(one.seat != view.viewer for one in game.asked(ahead.view)):
        return "ended"
    now, then = game.status(view), game.status(ahead.view)
    if (now.turn, now.phase_key, now.player) != (then.turn, then.phase_key, then.player):
        return "later"
    return "step" if set(game.kinds(ahead.view)) - set(game.kinds(view)) else "again"
