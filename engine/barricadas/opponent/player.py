"""The computer player behind the contract: the question decides who answers."""

from __future__ import annotations

from functools import cached_property

from engine.api import Action, Decision
from engine.barricadas.frames import Activation, Assault
from engine.barricadas.opponent.answering import defend, react
from engine.barricadas.opponent.opening import set_up
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.planning import activate
from engine.barricadas.opponent.saying import of_defence, of_reaction, of_set_up
from engine.barricadas.opponent.weights import Strength, Weights, load_weights
from engine.barricadas.state import Phase, View
from engine.dice import Dice
from engine.reasons import Reasoned, Reasons


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
        del decision
        return self._chosen(view, dice, Reasons())

    def reasoned(self, view: View, decision: Decision, dice: Dice) -> Reasoned:
        """Return what :meth:`choose` does, and why."""
        del decision
        reasons = Reasons()
        action = self._chosen(view, dice, reasons)
        return Reasoned(action, reasons.of(action))

    def _chosen(self, view: View, dice: Dice, reasons: Reasons) -> Action:
        if view.table.phase is Phase.SETUP:
            action = set_up(view, self._weights, dice)
            return reasons.note(action, lambda: of_set_up(view, self._weights, action))
        look = Outlook.of(view, self._weights)
        if view.table.frames:
            frame = view.table.frames[-1]
            if isinstance(frame, Assault):
                return reasons.note(defend(look, frame), lambda: of_defence(look, frame))
            assert isinstance(frame, Activation), "nothing else is under way"
            answer = react(look, frame, self._strength, dice)
            return reasons.note(answer, lambda: of_reaction(answer))
        return activate(look, self._strength, dice, reasons)
