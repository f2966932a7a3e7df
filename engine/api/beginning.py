"""Beginning elsewhere than at the game's own beginning: at a turn, the counters where they lie.

A *start* is a turn or phase at whose beginning a game may be begun. The game lays the table out as
it would lie there if nothing had happened; corrections then put what is otherwise. What is hidden
starts as at the game's own start of that turn, or is asked of each side by the game's own
questions: no correction says it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from engine.api.correcting import Correction
from engine.api.rules import Step
from engine.api.sentences import Refusal, Text
from engine.dice import Dice

V_contra = TypeVar("V_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Start:
    """A turn or phase at whose beginning a game may be begun.

    Attributes:
        key: Names it among all that a game ever declares ("turn-3"): ``[a-z0-9-]{1,20}``; it is
            written down with the campaigns that began there.
        label: How players call it.
        own: It is the game's own beginning: with nothing put right it begins as by ``setup``.
    """

    key: str
    label: Text
    own: bool = False


class Beginning(Protocol[V_contra]):
    """Where a game may be begun, and what it begins with there."""

    def starts(self, settings: BaseModel) -> tuple[Start, ...]:
        """Return where a game with *settings* may be begun, the earliest first, 25 at most.

        Empty where it can be begun in its own way only.
        """

    def laid_out(self, settings: BaseModel, start: str) -> Any:
        """Return the table as it lies at a start if nothing is said otherwise.

        It is a state at rest, which corrections are judged on and shown with. It throws no dice,
        and is the same each time.

        Raises:
            ValueError: There is no such start with these settings.
        """

    def unknown_in(self, view: V_contra, correction: Correction) -> tuple[Refusal, ...]:
        """Return what a correction names that there is not, whatever else is against it."""

    def begin(
        self, settings: BaseModel, start: str, corrections: Sequence[Correction], dice: Dice
    ) -> Step:
        """Return the first state and the opening events of a game that begins at a start.

        The table is laid out, put right, and what the start itself brings is carried out (dice are
        thrown, a turn is announced). It is sound and at rest, or asks what the game asks there.

        Raises:
            ValueError: There is no such start with these settings.
            IllegalAction: The corrections cannot be, on the table that is laid out.
        """
