"""What tests ask of a game, and nobody who plays it."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.api.sentences import Seat

S = TypeVar("S")


@runtime_checkable
class Tried(Protocol[S]):
    """A game that tests can look into."""

    def scramble(self, state: S, viewer: Seat | None, wanted: int = 1) -> tuple[S, ...]:
        """Return *wanted* states unlike in nothing but what *viewer* may not know."""
        ...


def tried(game: object) -> Tried[Any]:
    """Return a game as tests have it.

    Raises:
        TypeError: It cannot be looked into.
    """
    if not isinstance(game, Tried):
        raise TypeError(f"{game} has no scramble")
    return game
