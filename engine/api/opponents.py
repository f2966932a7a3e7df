"""A computer player, as the bot knows it."""

from __future__ import annotations

from typing import Protocol, TypeVar

from engine.api.actions import Action
from engine.api.rules import Decision
from engine.dice import Dice

V_contra = TypeVar("V_contra", contravariant=True)


class Opponent(Protocol[V_contra]):
    """A computer player of one game system. Stateless; it sees its seat's view and nothing else."""

    def choose(self, view: V_contra, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*, which it owes.

        ``check`` accepts it. A decision may stay open after it (orders of a phase are given one by
        one), and is then asked again; sooner or later the answer ends it.

        Args:
            view: What the computer's seat may know.
            decision: One of those it owes.
            dice: Chance of its own; never the game's dice, so that thinking moves no roll. The
                same view and dice give the same action.
        """
