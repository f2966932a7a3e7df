"""The computer player behind the contract: the question decides who answers."""

from __future__ import annotations

from functools import cached_property

from engine.api import Action, Decision
from engine.calama.actions import Agree, Done, PlayOn
from engine.calama.opponent.combat_orders import call, order, wanted
from engine.calama.opponent.fighting import fight, give_up
from engine.calama.opponent.lapses import stray_move, stray_shot
from engine.calama.opponent.opening import set_up
from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.planning import move
from engine.calama.opponent.saying import (
    of_drill,
    of_fight,
    of_loss,
    of_set_up,
    of_truce,
    of_whim,
)
from engine.calama.opponent.weights import Strength, Weights, load_weights
from engine.calama.rules.victory.ending import ahead
from engine.calama.state import Offer, Phase, View
from engine.data import computers
from engine.dice import Dice
from engine.reasons import Reasons


class Computer(computers.Computer[View, Weights]):
    """Plays either side."""

    load = load_weights

    @cached_property
    def _strength(self) -> Strength:
        return super()._weights.strength[self._key]

    @cached_property
    def _weights(self) -> Weights:
        return super()._weights.of_strength(self._key)

    def _chosen(self, view: View, decision: Decision, dice: Dice, reasons: Reasons) -> Action:
        del decision
        weights, strength = self._weights, self._strength
        phase = view.table.phase
        if phase in (Phase.SETUP, Phase.RANKING):
            action = set_up(view, weights, dice)
            return reasons.note(action, lambda: of_set_up(action))
        look = Outlook.of(view)
        if view.table.frames:
            frame = view.table.frames[-1]
            if isinstance(frame, Offer):
                answer = truce(look, weights)
                return reasons.note(answer, lambda: of_truce(look, answer))
            return reasons.note(give_up(look, weights, frame), of_loss)
        lapsing = _lapses(strength, dice)
        if phase is Phase.COMBAT:
            shot = stray_shot(look, dice) if lapsing else None
            if shot is not None:
                return reasons.note(shot, of_whim)
            fought = fight(look, weights)
            return reasons.note(fought, lambda: of_fight(look, weights, fought))
        if strength.orders:
            ordered = order(look, weights) if phase is Phase.ORDERS else drill(look, weights)
            if ordered is not None:
                return reasons.note(ordered, lambda: of_drill(wanted(look, weights)))
        if phase is Phase.ORDERS:
            return Done()
        stray = stray_move(look, dice) if lapsing else None
        if stray is not None:
            return reasons.note(stray, of_whim)
        return move(look, weights, reasons, reserves=strength.reserves)


def _lapses(strength: Strength, dice: Dice) -> bool:
    """Say whether it does not think this time."""
    if not strength.lapse:
        return False
    (roll,) = dice.roll("whether it thinks", 1, 100)
    return roll <= 100 * strength.lapse


def drill(look: Outlook, weights: Weights) -> Action | None:
    """Return what a movement turn has to do with combat orders: the call for them, or one."""
    return call(look, weights) or order(look, weights)


def truce(look: Outlook, weights: Weights) -> Action:
    """Answer the end that is offered: whoever is behind plays on until they are weary (CAL-R43)."""
    behind = ahead(look.table) == look.foe
    return PlayOn() if behind and look.table.round < weights.weary else Agree()
