"""The computer player behind the contract: the question decides who answers."""

from __future__ import annotations

from functools import cached_property

from engine.api import Action, Decision
from engine.barricadas.frames import Activation, Assault
from engine.barricadas.opponent.answering import defend, react
from engine.barricadas.opponent.opening import set_up
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.planning import activate
from engine.barricadas.opponent.weights import Strength, Weights, load_weights
from engine.barricadas.state import Phase, View
from engine.dice import Dice


class Computer:
    """Plays either side. Stateless: everything is thought anew from the view."""

    def __init__(self, strength: str = "hard", weights: Weights | None = None) -> None:
        """Make a player of a strength, a key of ``opponent.toml``."""
        self._key = strength
        self._given = weights

    @cached_property
    def _weights(self) -> Weights:
        return self._given or load_weights()

    @property
    def _strength(self) -> Strength:
        return self._weights.strength[self._key]

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*; ``check`` accepts it."""
        if view.table.phase is Phase.SETUP:
            return set_up(view, self._weights, dice)
        look = Outlook.of(view, self._weights)
        if view.table.frames:
            frame = view.table.frames[-1]
            if isinstance(frame, Assault):
                return defend(look, frame)
            assert isinstance(frame, Activation), "nothing else is under way"
            return react(look, frame, self._strength, dice)
        return activate(look, self._strength, dice)
