"""Why a computer player does what it does: noted where it decides, said only when it is asked.

A reason is a sentence as code and values ("reason.empty": what is worth how much, and stands
empty). It is made of what was weighed for the action: the largest part of its worth, the goal of
its plan.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from engine.api import Action, Decision, Opponent, Text
from engine.dice import Dice

A = TypeVar("A", bound=Action)
K = TypeVar("K")
V_contra = TypeVar("V_contra", contravariant=True)

Why = Callable[[], Text | None]
"""What says a reason. It is asked before anything else is thought."""


class Reasoned(NamedTuple):
    """An action, and why; ``None`` where there is nothing to be said for it.

    So it is where the computer only passes on, or has no other choice.
    """

    action: Action
    reason: Text | None = None


@runtime_checkable
class Reasoning(Opponent[V_contra], Protocol[V_contra]):
    """A computer player that says why."""

    def reasoned(self, view: V_contra, decision: Decision, dice: Dice) -> Reasoned:
        """Return what :meth:`choose` does of the same view and dice, and why."""


class Reasons:
    """The reasons of one thought. Noting one costs nothing: it is worked out when it is asked."""

    __slots__ = ("_noted",)

    def __init__(self) -> None:
        self._noted: list[tuple[Action, Why]] = []

    def note(self, action: A, why: Why) -> A:
        """Note why an action is thought of, and return it."""
        self._noted.append((action, why))
        return action

    def of(self, action: Action) -> Text | None:
        """Say why an action was chosen; ``None`` where nothing was noted of it."""
        return next((why() for one, why in reversed(self._noted) if one is action), None)


class Candid(ABC, Generic[V_contra]):
    """A computer player that thinks once, and notes its reasons meanwhile.

    Stateless: everything is thought anew from the view.
    """

    def choose(self, view: V_contra, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*; ``check`` accepts it."""
        return self._chosen(view, decision, dice, Reasons())

    def reasoned(self, view: V_contra, decision: Decision, dice: Dice) -> Reasoned:
        """Return what :meth:`choose` does, and why."""
        reasons = Reasons()
        action = self._chosen(view, decision, dice, reasons)
        return Reasoned(action, reasons.of(action))

    @abstractmethod
    def _chosen(self, view: V_contra, decision: Decision, dice: Dice, reasons: Reasons) -> Action:
        """Return what is done, its reason noted."""


def reasoned(opponent: Opponent[Any], view: Any, decision: Decision, dice: Dice) -> Reasoned:
    """Return what a computer player does, and why if it says so."""
    if isinstance(opponent, Reasoning):
        return opponent.reasoned(view, decision, dice)
    return Reasoned(opponent.choose(view, decision, dice))


def leading(parts: Mapping[K, float]) -> K | None:
    """Return the largest of the parts of a worth; ``None`` where none of them speaks for it."""
    best = max(parts, key=lambda one: parts[one], default=None)
    return None if best is None or parts[best] <= 0 else best
