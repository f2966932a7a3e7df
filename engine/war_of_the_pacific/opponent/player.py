"""The computer player behind the contract: the question decides who answers."""

from __future__ import annotations

from collections.abc import Iterable

from engine.api import Action, Decision
from engine.data import computers
from engine.dice import Dice
from engine.reasons import Reasons
from engine.war_of_the_pacific.actions import Done, Stop
from engine.war_of_the_pacific.opponent import (
    battles,
    gunnery,
    marches,
    orders,
    supplies,
    voyages,
)
from engine.war_of_the_pacific.opponent.opening import set_up
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.safe import legal, plain_answer
from engine.war_of_the_pacific.opponent.saying import of_set_up
from engine.war_of_the_pacific.opponent.weights import Weights, load_weights
from engine.war_of_the_pacific.state import (
    Allotment,
    Blockade,
    Interception,
    LandBattle,
    March,
    NavalBattle,
    Overstack,
    Phase,
    Prizes,
    Repair,
    View,
    Voyage,
)

GRAINS = 1000
"""Sides of the die by which a computer that is not the strongest errs or rests."""


class Computer(computers.Computer[View, Weights]):
    """Plays either side."""

    load = load_weights

    def _chosen(self, view: View, decision: Decision, dice: Dice, reasons: Reasons) -> Action:
        weights = self._weights
        if view.table.phase is Phase.SETUP:
            placed = set_up(view, weights, dice)
            answers: Iterable[Action] = (reasons.note(placed, lambda: of_set_up(placed)),)
        else:
            strength = weights.strength[self._key]
            grain = dice.roll("judgement", sides=GRAINS)[0] if strength.error else 0
            look = Outlook.of(view, weights, self._key, grain)
            look.reasons = reasons
            if view.table.frames:
                answers = _answers(look)
            else:
                answers = (*_rest(look, dice), _ordered(look, dice))
        for action in answers:
            if legal(view, action):
                return action
        return plain_answer(view, decision)


def _rest(look: Outlook, dice: Dice) -> Iterable[Action]:
    """Yield the end of the phase where that is enough for it; not while orders are written."""
    rest = look.strength.rest
    if not rest or look.table.phase in (Phase.PLAN, Phase.ADMIN):
        return
    if dice.roll("rest", sides=GRAINS)[0] <= rest * GRAINS:
        yield Done()


def _ordered(look: Outlook, dice: Dice) -> Action:
    """Return what is done next in a phase that nothing interrupts."""
    match look.table.phase:
        case Phase.PLAN | Phase.ADMIN:
            return orders.write_orders(look, dice)
        case Phase.SUPPLY:
            return supplies.spend(look)
        case Phase.NAVAL:
            return voyages.sail(look)
        case Phase.NAVAL_COMBAT:
            return voyages.raid(look)
        case Phase.LAND:
            return marches.march(look)
        case Phase.LAND_COMBAT:
            return battles.attack(look)
        case _:
            return Done()


def _answers(look: Outlook) -> Iterable[Action]:
    """Return the answers to the question on top of the table, the best first."""
    match look.table.frames[-1]:
        case Allotment() as frame:
            return supplies.allot(look, frame)
        case Overstack() as frame:
            return supplies.remove(look, frame)
        case Repair() as frame:
            return supplies.settle(look, frame)
        case Voyage() as frame:
            return voyages.continue_voyage(look, frame)
        case Interception() as frame:
            return gunnery.intercept(look, frame)
        case Blockade() as frame:
            ask = gunnery.run if frame.stage == "run" else gunnery.catch
            return ask(look, frame)
        case NavalBattle() as frame:
            ask_row = gunnery.aside if frame.stage == "aside" else gunnery.fire
            return ask_row(look, frame)
        case Prizes() as frame:
            return gunnery.take(look, frame)
        case March() as frame:
            if frame.stage == "attrition":
                return marches.attrition(look, frame)
            return (Stop(),)
        case LandBattle() as frame:
            return _in_battle(look, frame)
        case _:
            return ()


def _in_battle(look: Outlook, frame: LandBattle) -> Iterable[Action]:
    match frame.stage:
        case "initiative" | "supply":
            return battles.spend(look, frame)
        case "losses":
            return battles.lose(look, frame)
        case "retreat":
            return battles.retreat(look, frame)
        case "cut_off":
            return battles.cut_off(look, frame)
        case "advance":
            return battles.advance(look, frame)
