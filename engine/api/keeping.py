"""What is kept of a game: its state as text, and figures of how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from engine.api.sentences import Event

S = TypeVar("S")


class Keeping(Protocol[S]):
    """Writes a state down, reads it, and counts what came of it."""

    def dump(self, state: S) -> str:
        """Return the state as JSON; equal states give equal text."""

    def load(self, text: str) -> S:
        """Return the state that :meth:`dump` wrote; raise ``CorruptState`` at any other text."""

    @property
    def dumps(self) -> int:
        """How often it has changed as what a state is dumped, since the game was offered."""

    def redumped(self, text: str) -> Iterator[str]:
        """Yield what this build and earlier ones dump after they have loaded *text*, as above."""

    def tally(self, state: S, events: Sequence[Event] = ()) -> Mapping[str, int]:
        """Return figures about a finished game for the lab: losses, objectives and the like.

        *events* is all that was told, for what the end no longer shows (battles fought). Keys are
        dotted words ("chile.lost.infantry"), the same for every game of a system.
        """
