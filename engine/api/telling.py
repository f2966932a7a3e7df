"""What a viewer is told: what they may know of a state, and the words for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from engine.api.sentences import Event, Seat, Term, Text
from engine.tales import Tale

S_contra = TypeVar("S_contra", contravariant=True)
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Status:
    """The public heading of a game: turn and phase, and who holds the initiative."""

    turn: int
    turn_name: Text
    phase: Text
    phase_key: str
    player: Seat | None


class Telling(Protocol[S_contra, V]):
    """Views, and what is said of them."""

    def view(self, state: S_contra, seat: Seat | None) -> V:
        """Return what *seat*, or the public, may know."""

    def status(self, view: V) -> Status:
        """Return turn, phase and whose they are."""

    def orders(self, view: V) -> tuple[Text, ...]:
        """Return everything the viewer has ordered in secret, a line each."""

    def describe(self, view: V, where: str = "") -> tuple[Text, ...]:
        """Return the map in words, a line each; *where* narrows it (a zone, or round a hex)."""

    def tale(self, event: Event) -> Tale[Term]:
        """Return what a public event tells whoever looks back on the game; of most nothing."""

    def lexicon(self, kind: str, key: str, language: str) -> str | None:
        """Return the name of a :class:`Term` that the game's data files hold, else ``None``."""
