"""Standing orders of any game, given and asked in tests."""

from __future__ import annotations

from typing import Any

from engine.api import Action, AnyGame
from engine.dice import ScriptedDice


def given(game: AnyGame, state: Any, seat: str, *orders: Action) -> Any:
    """Return the state with orders given by a seat, which changes nothing on the table."""
    for order in orders:
        step = game.apply(state, seat, order, ScriptedDice())
        assert step.state.table == state.table
        assert all(event.audience == frozenset({seat}) for event in step.events)
        state = step.state
    return state


def said(game: AnyGame, state: Any, seat: str, *orders: Action) -> Action | None:
    """Return what a seat's orders answer to what it owes; the rules accept it."""
    state = given(game, state, seat, *orders)
    decision = next(one for one in game.awaiting(state) if one.seat == seat)
    answer = game.standing(game.view(state, seat), decision)
    if answer is not None:
        assert game.check(state, seat, answer) == ()
    return answer
