"""The computer player behind the contract: the question decides who answers."""

from __future__ import annotations

from engine.api import Action, Decision
from engine.art_of_war.actions import Done
from engine.art_of_war.frames import Charging, Pursuing
from engine.art_of_war.opponent.answering import evaded, pursued
from engine.art_of_war.opponent.opening import set_up
from engine.art_of_war.opponent.ordering import ordered
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.opponent.rallying import rallied
from engine.art_of_war.opponent.saying import of_answer, of_rally, of_set_up
from engine.art_of_war.opponent.weights import Strength, Weights, load_weights
from engine.art_of_war.state import Phase, View
from engine.data import computers
from engine.dice import Dice
from engine.reasons import Reasons

_BEFORE = frozenset((Phase.MUSTER, Phase.TERRAIN, Phase.PLAN, Phase.DEPLOYMENT))


class Computer(computers.Computer[View, Weights]):
    """Plays either side."""

    load = load_weights

    @property
    def _strength(self) -> Strength:
        return self._weights.strength[self._key]

    def _chosen(self, view: View, decision: Decision, dice: Dice, reasons: Reasons) -> Action:
        del decision
        if view.table.phase in _BEFORE:
            action = set_up(view, dice)
            return reasons.note(action, lambda: of_set_up(view, action))
        look = Outlook(view, self._weights)
        frame = view.table.frames[-1] if view.table.frames else None
        if isinstance(frame, Charging | Pursuing):
            answer = evaded(look, frame) if isinstance(frame, Charging) else pursued(look, frame)
            return reasons.note(answer, lambda: of_answer(answer))
        if view.table.phase is Phase.RALLY:
            tried = rallied(look)
            return Done() if tried is None else reasons.note(tried, lambda: of_rally(look, tried))
        return ordered(look, self._strength, dice, reasons)
