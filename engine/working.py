"""What every game's working copy does alike: roll the dice, tell the events, hold the frames."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar

from engine.api import Event, Param
from engine.dice import Dice

T = TypeVar("T")


class WorkingCopy(Generic[T]):
    """The table while an action is being carried out; nothing outlives one ``apply``.

    Attributes:
        table: What everybody sees, replaced piece by piece.
        dice: Where rolls come from.
        events: What has happened so far, in order.
    """

    __slots__ = ("dice", "events", "table")

    def __init__(self, table: T, dice: Dice) -> None:
        self.table: T = table
        self.dice = dice
        self.events: list[Event] = []

    def set(self, **values: Any) -> None:
        """Change fields of the table."""
        self.table = replace(self.table, **values)  # type: ignore[type-var]

    # -- frames ----------------------------------------------------------------------------

    @property
    def top(self) -> Any:
        """The frame being played, or ``None``."""
        frames: tuple[Any, ...] = self.table.frames  # type: ignore[attr-defined]
        return frames[-1] if frames else None

    def push(self, frame: Any) -> None:
        """Interrupt with *frame*."""
        frames: tuple[Any, ...] = self.table.frames  # type: ignore[attr-defined]
        self.set(frames=(*frames, frame))

    def pop(self) -> Any:
        """End the frame being played and return it."""
        *rest, last = self.table.frames  # type: ignore[attr-defined]
        self.set(frames=tuple(rest))
        return last

    def retop(self, **values: Any) -> Any:
        """Change fields of the frame being played and return it."""
        frame: Any = replace(self.pop(), **values)
        self.push(frame)
        return frame

    # -- telling ---------------------------------------------------------------------------

    def tell(
        self,
        code: str,
        rule: str,
        *,
        only: str | None = None,
        otherwise: Event | None = None,
        **params: Param,
    ) -> None:
        """Write an event; *only* names the one seat that may read it, *otherwise* for the rest."""
        audience = None if only is None else frozenset((only,))
        self.events.append(Event(code, rule, params, audience, otherwise))

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll *count* dice for *purpose*, before everybody."""
        return self.dice.roll(purpose, count, sides)

    def roll_secret(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll *count* dice for *purpose* that not everybody may know."""
        return self.dice.roll_secret(purpose, count, sides)
