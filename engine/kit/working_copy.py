"""What every game's working copy does alike: roll the dice, tell the events, hold the frames.

It opens a state, lets a rule change it piece by piece and closes it into the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from engine.api import Event, Param, Step
from engine.dice import Dice
from engine.kit.records import changed


class Laid(Protocol):
    """What a working copy must be able to see of any game's table."""

    @property
    def frames(self) -> tuple[Any, ...]:
        """Interruptions under way, innermost last."""
        ...

    @property
    def serial(self) -> int:
        """How many public steps have been made."""
        ...


T = TypeVar("T", bound=Laid)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: *winner* a seat or "", *code* the reason's key."""

    winner: str
    code: str
    rule: str


class WorkingCopy(Generic[T]):
    """A state while an action is being carried out; nothing outlives one ``apply``.

    Attributes:
        table: What everybody sees, replaced piece by piece.
        secrets: What each seat alone knows; a copy of the state's.
        dice: Where rolls come from.
        events: What has happened so far, in order.
    """

    __slots__ = ("_opened", "dice", "events", "secrets", "table")

    def __init__(self, state: Any, dice: Dice) -> None:
        self._opened = state
        self.table: T = state.table
        self.secrets: dict[str, Any] = dict(state.secrets)
        self.dice = dice
        self.events: list[Event] = []

    def set(self, **values: Any) -> None:
        """Change fields of the table."""
        self.table = changed(self.table, **values)

    def keep(self, seat: str, **values: Any) -> None:
        """Change a seat's secrets."""
        self.secrets[seat] = replace(self.secrets[seat], **values)

    def end(self, winner: str, code: str, rule: str) -> None:
        """End the game."""
        self.set(ending=Ending(winner, code, rule), frames=())

    def whole_table(self, **values: Any) -> T:
        """Return the table as it is at this instant, with some fields changed."""
        return changed(self.table, **values) if values else self.table

    def close(self, *, public: bool) -> Step:
        """Return the next state and the events; a *public* step counts in ``serial``."""
        table = self.whole_table(serial=self.table.serial + public)
        return Step(changed(self._opened, table=table, secrets=self.secrets), tuple(self.events))

    # -- frames ----------------------------------------------------------------------------

    @property
    def top(self) -> Any:
        """The frame being played, or ``None``."""
        frames = self.table.frames
        return frames[-1] if frames else None

    def push(self, frame: Any) -> None:
        """Interrupt with *frame*."""
        self.set(frames=(*self.table.frames, frame))

    def pop(self) -> Any:
        """End the frame being played and return it."""
        *rest, last = self.table.frames
        self.set(frames=tuple(rest))
        return last

    def retop(self, **values: Any) -> Any:
        """Change fields of the frame being played and return it."""
        frame: Any = changed(self.pop(), **values)
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
