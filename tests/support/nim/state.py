"""What lies on the table; nobody knows more than that."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.api import Seat
from engine.kit import states
from engine.kit.states import Ending
from tests.support.nim.actions import Settings

SEATS: tuple[Seat, ...] = ("first", "second")
HEAPS = (1, 3, 5, 7)


class Phase(StrEnum):
    """One takes in turn until nothing is left."""

    TAKING = "taking"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Table:
    """The heaps, and whose turn it is.

    Attributes:
        heaps: How many matches each holds; they are numbered from 1.
        turn: How many times somebody has taken, and once more.
    """

    settings: Settings
    player: Seat = SEATS[0]
    heaps: tuple[int, ...] = HEAPS
    phase: Phase = Phase.TAKING
    turn: int = 1
    serial: int = 0
    frames: tuple[()] = ()
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Nothing:
    """What a side keeps to itself."""


State = states.State[Table, Nothing]
View = states.View[Table, Nothing]
