"""What a game is at one instant, and what a viewer may know of it: the same in every game.

A state has two parts that never mix: the table, which anyone standing beside it could see unless
the game says otherwise, and each seat's secrets. A view is the table as its viewer sees it and at
most one seat's secrets, so that nothing hidden can be shown by forgetting to strip it.

A game says what its table and its secrets are, both immutable, and names the two together::

    State = states.State[Table, Secrets]
    View = states.View[Table, Secrets]

A working copy (:mod:`engine.kit.working_copy`) makes the next state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.api import Seat


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: *winner* a seat or "", *code* the reason's key."""

    winner: str
    code: str
    rule: str


class Table(Protocol):
    """What every game's table has, whatever else lies on it."""

    @property
    def serial(self) -> int:
        """How many public steps have been made; frames take their number from it."""
        ...

    @property
    def turn(self) -> int:
        """The present turn, or round, counted up."""
        ...

    @property
    def phase(self) -> Any:
        """The present phase, of the game's own enumeration, in which the last is ``OVER``."""
        ...

    @property
    def frames(self) -> tuple[Any, ...]:
        """Interruptions under way, innermost last; their class says what they are."""
        ...

    @property
    def ending(self) -> Ending | None:
        """Set when the game is over."""
        ...


T = TypeVar("T", bound=Table)
X = TypeVar("X")


# Without slots: a frozen class with slots cannot be called by the name that a game gives it, since
# Python 3.11 fails at noting which game's it is.
@dataclass(frozen=True)
class State(Generic[T, X]):
    """A whole game: what is on the table, and what each seat keeps to itself."""

    table: T
    secrets: Mapping[Seat, X]


@dataclass(frozen=True)
class View(Generic[T, X]):
    """What a seat (or the public, ``None``) may know: the table as it sees it, its own secrets."""

    viewer: Seat | None
    table: T
    own: X | None
