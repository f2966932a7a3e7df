"""What is done by default in any game, entered and looked at in tests."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from engine.api import MOST_BY_DEFAULT, Action, AnyGame, Decision, Seat
from engine.dice import SeededDice


class Answered(NamedTuple):
    """What was entered for a seat, and what it led to."""

    steps: tuple[tuple[Decision, Action], ...]
    state: Any

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was done, in order."""
        return tuple(action for _, action in self.steps)


def owed(game: AnyGame, state: Any, seat: Seat) -> Decision | None:
    """Return the first thing that a seat owes."""
    return next((one for one in game.awaiting(state) if one.seat == seat), None)


def default(game: AnyGame, state: Any, seat: Seat) -> Action:
    """Return what is done now for a seat that owes something; the rules accept it."""
    decision = owed(game, state, seat)
    assert decision is not None
    action = game.default(game.view(state, seat), decision)
    assert game.check(state, seat, action) == (), (decision.code, action)
    return action


def answered(game: AnyGame, state: Any, seat: Seat, dice: str = "late") -> Answered:
    """Enter for a seat all that it owes, until it owes nothing; hold that this comes soon."""
    thrown = SeededDice(dice.encode())
    steps: list[tuple[Decision, Action]] = []
    while (decision := owed(game, state, seat)) is not None:
        action = default(game, state, seat)
        assert not action.standing
        steps.append((decision, action))
        assert len(steps) <= MOST_BY_DEFAULT, Counter(one.code for one, _ in steps)
        state = game.apply(state, seat, action, thrown).state
    return Answered(tuple(steps), state)
