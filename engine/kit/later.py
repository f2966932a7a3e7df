"""A computer player whose thinking is loaded when it first thinks.

What only computers need is a tenth of all programs, and the bot's own process never needs it: they
think in others (:mod:`bot.thinking`), which load it beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

from engine.api import Action, AnyGame, Decision
from engine.dice import Dice
from engine.reasons import Reasoned, Reasoning

V = TypeVar("V")


class Later(Generic[V]):
    """Plays as the player does that is loaded for a strength."""

    def __init__(self, load: Callable[[str], Reasoning[V]], strength: str) -> None:
        """Be ready; *load* imports and returns the player of a strength."""
        self._load = load
        self._key = strength

    @cached_property
    def player(self) -> Reasoning[V]:
        """The player itself, loaded now if it has not been yet."""
        return self._load(self._key)

    def choose(self, view: V, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*; ``check`` accepts it."""
        return self.player.choose(view, decision, dice)

    def reasoned(self, view: V, decision: Decision, dice: Dice) -> Reasoned:
        """Return what :meth:`choose` does, and why."""
        return self.player.reasoned(view, decision, dice)


def load_players(game: AnyGame) -> None:
    """See to it that no computer player of a game must be loaded any more."""
    for one in game.opponents.values():
        if isinstance(one, Later):
            _ = one.player
