"""Players unlike the computer, for it to be tried against: each has one idea and no other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.api import Action, Decision, Opponent
from engine.dice import Dice
from engine.war_of_the_pacific.actions import Done, LetPass, Retreat
from engine.war_of_the_pacific.game import WarOfThePacific
from engine.war_of_the_pacific.opponent.geography import next_to
from engine.war_of_the_pacific.opponent.player import Computer
from engine.war_of_the_pacific.opponent.safe import legal, plain_answer
from engine.war_of_the_pacific.opponent.weights import load_weights
from engine.war_of_the_pacific.state import (
    Blockade,
    Interception,
    LandBattle,
    Phase,
    View,
)

AFLOAT = (Phase.PLAN, Phase.ADMIN, Phase.NAVAL, Phase.NAVAL_COMBAT)


class Passive:
    """Ends whatever can be ended."""

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Pass."""
        return plain_answer(view, decision)


class Hiding:
    """Keeps its fleet in port, and plays ashore as the computer does."""

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Stay in port."""
        frames = view.table.frames
        at_sea = view.table.phase in AFLOAT if not frames else False
        if at_sea or (frames and isinstance(frames[-1], Interception | Blockade)):
            return plain_answer(view, decision)
        return Computer().choose(view, decision, dice)


class Fleeing:
    """Attacks nobody, intercepts nobody, and gives way where it is attacked."""

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Go away."""
        frames = view.table.frames
        ways: list[Action] = []
        if not frames and view.table.phase in (Phase.LAND_COMBAT, Phase.NAVAL_COMBAT):
            ways = [Done()]
        elif frames and isinstance(frames[-1], Interception):
            ways = [LetPass()]
        elif frames and isinstance(frames[-1], LandBattle) and frames[-1].stage == "retreat":
            ways = [Retreat(to=one) for one in next_to(frames[-1].target)]
        first = next((one for one in ways if legal(view, one)), None)
        return first or Computer().choose(view, decision, dice)


def greedy() -> Computer:
    """The computer without a care: it takes what it can and guards nothing."""
    weights = load_weights()
    careless = {"attack": 3.0, "caution": 0.0, "hold": 0.0, "base": 0.0, "defend": 0.0}
    temper = {seat: one.model_copy(update=careless) for seat, one in weights.temper.items()}
    return Computer(weights=weights.model_copy(update={"temper": temper, "strategy": ()}))


OPPONENTS: Mapping[str, Callable[[], Opponent[View]]] = {
    "passive": Passive,
    "hiding": Hiding,
    "fleeing": Fleeing,
    "greedy": greedy,
}
"""All of them, by name."""


class Arena(WarOfThePacific):
    """The game with these opponents beside its own, for the lab."""

    opponents: Mapping[str, Opponent[View]] = {
        **WarOfThePacific.opponents,
        **{name: make() for name, make in OPPONENTS.items()},
    }


ARENA = Arena()
