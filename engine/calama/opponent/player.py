"""The computer player behind the contract: the question decides who answers."""

from __future__ import annotations

from engine.api import Action, Decision
from engine.calama.opponent.drill import order
from engine.calama.opponent.fighting import fight, give_up
from engine.calama.opponent.opening import set_up
from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.planning import move
from engine.calama.opponent.weights import Weights, load_weights
from engine.calama.state import Phase, View
from engine.dice import Dice


class Computer:
    """Plays either side. Stateless: everything is thought anew from the view."""

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*; ``check`` accepts it."""
        weights = self._weights or load_weights()
        phase = view.table.phase
        if phase is Phase.SETUP:
            return set_up(view, weights, dice)
        look = Outlook.of(view)
        if view.table.frames:
            return give_up(look, weights, view.table.frames[-1])
        if phase is Phase.COMBAT:
            return fight(look, weights)
        return order(look, weights) or move(look, weights)
