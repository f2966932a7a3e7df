"""What an event tells whoever looks back on a game: what was lost, how the dice fell, what weighed.

Together the events of a game give its summary; the sentences stay those of the events themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

W = TypeVar("W")


@dataclass(frozen=True, slots=True)
class Loss(Generic[W]):
    """What a side lost for good.

    Attributes:
        seat: Whose it was.
        what: Its name (a :class:`engine.api.Term`).
        worth: How much it bears on the game; the game's own measure, at least 1.
    """

    seat: str
    what: W
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice by which a side did well or badly.

    Attributes:
        seat: Whose luck it was.
        dice: What they showed, 1 to *sides*.
        low: Whether few pips are good.
    """

    seat: str
    dice: tuple[int, ...]
    sides: int = 6
    low: bool = False


@dataclass(frozen=True, slots=True)
class Tale(Generic[W]):
    """What one event tells.

    Attributes:
        losses: What was lost by it.
        throws: The dice behind it.
        weight: How much it bears on the game besides what was lost, in the measure of losses.
    """

    losses: tuple[Loss[W], ...] = ()
    throws: tuple[Throw, ...] = ()
    weight: int = 0
