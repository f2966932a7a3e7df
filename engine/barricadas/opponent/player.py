"""The computer player behind the contract: the question decides who answers."""

from __future__ import annotations

from engine.api import Action, Decision
from engine.barricadas.frames import Activation, Assault
from engine.barricadas.opponent.answering import defend, react
from engine.barricadas.opponent.opening import set_up
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.planning import activate
from engine.barricadas.opponent.saying import of_defence, of_reaction, of_set_up
from engine.barricadas.opponent.weights import Strength, Weights, load_weights
from engine.barricadas.state import Phase, View
from engine.data import computers
from engine.dice import Dice
from engine.reasons import Reasons


class Computer(computers.Computer[View, Weights]):
    """Plays either side."""

    load = load_weights

    @property
    def _strength(self) -> Strength:
        return self._weights.strength[self._key]

    def _chosen(self, view: View, decision: Decision, dice: Dice, reasons: Reasons) -> Action:
        del decision
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
