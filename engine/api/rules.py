"""The rules: who is awaited, what is allowed, what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from engine.api.actions import Action
from engine.api.sentences import Event, Params, Refusal, Seat, Text
from engine.dice import Dice

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Choice:
    """One complete, legal answer to a decision: a button."""

    label: Text
    action: Action
    danger: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What one seat owes now.

    Attributes:
        key: Names this decision among all this game ever poses ("17.interception"); it changes
            whenever what is asked changes, and never because of anything secret.
        seat: Who owes it.
        code: Key of the question ("interception").
        rule: Clause id.
        params: Values for the question; public.
        kinds: The kinds of action that answer it, most natural first.
        choices: Complete public answers for buttons (possibly none: answer by command or menu).
        interrupt: True when the other seat's turn is held up by it.

    All of it is public. What only the seat that owes it may know of the question, or of what it
    can answer, is said by :meth:`Game.asked`.
    """

    key: str
    seat: Seat
    code: str
    rule: str
    params: Params = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    interrupt: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What an applied action (or the set-up) leads to."""

    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: *winner* is a seat, or ``None`` for a draw."""

    winner: Seat | None
    reason: Text


class Rules(Protocol[S_contra]):
    """What may be done in a game, and what it leads to."""

    def seats_in(self, settings: BaseModel) -> tuple[Seat, ...]:
        """Return the sides of a campaign with *settings*: those that its scenario names."""

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the first state and the opening events."""

    def awaiting(self, state: S_contra) -> tuple[Decision, ...]:
        """Return every open decision as everybody knows it; empty only when the game is over.

        Who is awaited, and for what, never hangs on a secret: where being asked would tell, either
        everybody is asked in every such case, or an order that stands from the set-up answers.
        """

    def check(self, state: S_contra, seat: Seat, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why *seat* may not do *action* now; empty means it may."""

    def apply(self, state: S_contra, seat: Seat, action: Action, dice: Dice) -> Step:
        """Do *action*.

        :meth:`check` knows what the seat knows, so an action may be accepted and yet meet what was
        hidden from it. Then it is carried out as far as it goes and an event tells why it goes no
        further; it is never refused here for a reason that the seat could not know.

        Raises:
            IllegalAction: when :meth:`check` refuses it.
        """

    def outcome(self, state: S_contra) -> Outcome | None:
        """Return how the game ended, or ``None`` while it is played."""
