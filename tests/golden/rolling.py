"""Random games with the dice of the moderator: what is repeated at one door comes out the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from bot.trials.random_play import DeadEnd, RandomGame, play_at_random
from engine.api import Game
from engine.dice import RecordedDice, SeededDice

SET_UP = 4
"""The number of the step that sets up a campaign whose two seats a person each has taken."""


class NumberedDice:
    """Open dice one after the other, and secret ones anew in each public step."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._open = SeededDice(seed)
        self.begin(SET_UP)

    def begin(self, step: int) -> None:
        """Go on to a step; what it does in secret is thrown with dice of its own."""
        self._secret = SeededDice(self._seed, 0, step)

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*."""
        return self._open.roll(purpose, count, sides)

    def roll_secret(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*, numbered within the step."""
        return self._secret.roll_secret(purpose, count, sides)


def moderated(
    rules: Game[Any, Any],
    seed: str,
    settings: BaseModel,
    each: Callable[[Any], None] = lambda _: None,
    *,
    standing: bool = True,
) -> RandomGame:
    """Play a game at random as a campaign with the dice of *seed* goes.

    Args:
        rules: Which game system.
        seed: Any text.
        settings: The table's choices.
        each: Called with every state in which somebody is awaited.
        standing: Whether its seats leave standing orders.

    Raises:
        DeadEnd: See :func:`bot.trials.random_play.random_game`.
    """
    numbered = NumberedDice(f"dice {seed}".encode())
    dice = RecordedDice(numbered)
    state = rules.setup(settings, dice).state
    opening, begun = tuple(dice.rolls), state.table.serial

    def note(state: Any) -> None:
        numbered.begin(SET_UP + 1 + state.table.serial - begun)
        each(state)

    log, state = play_at_random(
        rules, state, seed, limit=20_000, each=note, dice=dice, standing=standing
    )
    if rules.outcome(state) is None:
        raise DeadEnd(f"seed {seed!r}: no end")
    return RandomGame(settings, opening, log, state)
