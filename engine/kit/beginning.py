"""How a game is begun elsewhere than at its own beginning, the same in every game of tables.

A game says with a :class:`Beginner` where that may be, how its table lies there and what the start
itself brings. What lies otherwise is put right by its corrections (:mod:`engine.kit.correcting`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from engine.api import Correction, Event, Refusal, Seat, Start, Step
from engine.dice import Dice
from engine.errors import CorruptState
from engine.kit.correcting import CorrectsTables
from engine.kit.gate import Gate
from engine.kit.states import State, Table, View
from engine.kit.working_copy import WorkingCopy

T = TypeVar("T", bound=Table)
X = TypeVar("X")


def nowhere(settings: Any) -> Iterable[Start]:
    """Return no start: the game is begun in its own way only."""
    del settings
    return ()


def _no_layout(settings: Any, start: str) -> Any:
    del settings
    raise ValueError(f"no start: {start}")


def enter_nothing(play: Any, start: str, corrections: Sequence[Correction]) -> None:
    """Let a start bring nothing more than its table."""
    del play, start, corrections


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginner(Generic[T, X]):
    """Where a game may be begun. T is its table, X what a side keeps to itself.

    Attributes:
        starts: Where, the earliest first, given the settings.
        lay: The state as it lies at a start, given the settings and its key.
        enter: What the start itself brings, once the table lies as it is to, given its key and the
            corrections; it may throw dice.
        counts: Whether beginning counts as a public step, as setting up does in most games.
    """

    starts: Callable[[Any], Iterable[Start]] = nowhere
    lay: Callable[[Any, str], State[T, X]] = _no_layout
    enter: Callable[[Any, str, Sequence[Correction]], None] = enter_nothing
    counts: bool = True


NO_STARTS: Beginner[Any, Any] = Beginner()


class BeginsTables(CorrectsTables[T, X]):
    """What games of table and secrets do alike where a game is begun from a position.

    Attributes:
        beginner: Where a game may be begun: of most games nowhere but at its own beginning.
    """

    beginner: Beginner[T, X] = NO_STARTS
    gate: Gate[T]
    working: type[WorkingCopy[T, X]]

    @abstractmethod
    def view(self, state: State[T, X], seat: Seat | None) -> View[T, X]:
        """Return what *seat*, or the public, may know."""

    def starts(self, settings: BaseModel) -> tuple[Start, ...]:
        """Return where a game with *settings* may be begun, the earliest first."""
        return tuple(self.beginner.starts(settings))

    def laid_out(self, settings: BaseModel, start: str) -> State[T, X]:
        """Return the table as it lies at a start if nothing is said otherwise.

        Raises:
            ValueError: There is no such start with these settings.
        """
        if start not in {one.key for one in self.starts(settings)}:
            raise ValueError(f"no start: {start}")
        return self.beginner.lay(settings, start)

    def unknown_in(self, view: View[T, X], correction: Correction) -> tuple[Refusal, ...]:
        """Return what a correction names that there is not, whatever else is against it."""
        return tuple(self.misnamed(self.openly_seen(view).table, correction))

    def begin(
        self, settings: BaseModel, start: str, corrections: Sequence[Correction], dice: Dice
    ) -> Step:
        """Return the first state and the opening events of a game that begins at a start.

        Raises:
            ValueError: There is no such start with these settings.
            IllegalAction: The corrections cannot be, on the table that is laid out.
            CorruptState: What comes of it cannot be (a bug in the game).
        """
        state = self.laid_out(settings, start)
        events: tuple[Event, ...] = ()
        if corrections:
            done = self.correct(state, corrections)
            state, events = done.state, done.events
        play = self.working(state, dice)
        self.beginner.enter(play, start, corrections)
        step = play.close(public=self.beginner.counts)
        wrong = self.faults(step.state)
        if wrong:
            raise CorruptState(f"begun at {start}, it cannot be: {[one.code for one in wrong]}")
        return Step(step.state, (*step.events, *events))
