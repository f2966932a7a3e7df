"""The computer player behind the contract: the question decides who answers."""

from __future__ import annotations

from functools import cached_property

from engine.api import Action, Decision
from engine.art_of_war.actions import Done
from engine.art_of_war.frames import Charging, Pursuing
from engine.art_of_war.opponent.answering import evaded, pursued
from engine.art_of_war.opponent.opening import set_up
from engine.art_of_war.opponent.ordering import ordered
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.opponent.rallying import rallied
from engine.art_of_war.opponent.weights import Strength, Weights, load_weights
from engine.art_of_war.state import Phase, View
from engine.dice import Dice

_BEFORE = frozenset((Phase.MUSTER, Phase.TERRAIN, Phase.PLAN, Phase.DEPLOYMENT))


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
        if view.table.phase in _BEFORE:
            return set_up(view, dice)
        look = Outlook(view, self._weights)
        frame = view.table.frames[-1] if view.table.frames else None
        if isinstance(frame, Charging):
            return evaded(look, frame)
        if isinstance(frame, Pursuing):
            return pursued(look, frame)
        if view.table.phase is Phase.RALLY:
            return rallied(look) or Done()
        return ordered(look, self._strength, dice)
