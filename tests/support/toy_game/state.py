"""Everything about one game, and what a viewer may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.api import Seat

BANKS = ("north", "island", "south")
SEATS: tuple[Seat, ...] = ("red", "blue")


@dataclass(frozen=True)
class State:
    """Everything about one game."""

    turns: int
    turn: int = 1
    player: Seat = "red"
    shouting: bool = False
    steps: int = 0
    afloat: int = 0
    score: tuple[int, int] = (0, 0)
    lanterns: tuple[str, ...] = ("", "")
    """Where each side's lantern stands: known to that side."""
    replies: tuple[str, ...] = ("", "")
    """Each side's standing order as JSON, if any: known to that side."""
    crates: tuple[str, ...] = ("", "")
    """What each ferry carries: known to its side; the other sees a crate, the public nothing."""
    cargo: tuple[int, ...] = (0, 0)
    """What the crates are worth that each side has landed: known to it, and to all at the end."""

    @property
    def over(self) -> bool:
        """Whether all crossings are made."""
        return self.turn > self.turns


@dataclass(frozen=True)
class View:
    """What a viewer may know."""

    seat: Seat | None
    turns: int
    turn: int
    player: Seat
    shouting: bool
    steps: int
    afloat: int
    score: tuple[int, int]
    lantern: str
    """The viewer's own lantern; nothing for the public."""
    reply: str = ""
    """The viewer's own standing order, likewise."""
    crates: tuple[str, ...] = ("", "")
    """What the viewer sees on each ferry: what is in the crate, :data:`CLOSED`, or nothing."""
    cargo: tuple[int | None, ...] = (None, None)
    """What each side's landed crates are worth, as far as the viewer knows."""


def other(seat: Seat) -> Seat:
    """Return the other side."""
    return "blue" if seat == "red" else "red"
