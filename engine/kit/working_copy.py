"""What every game's working copy does alike: roll the dice, tell the events, hold the frames.

It opens a state, lets a rule change it piece by piece and closes it into the next one.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from engine.api import Event, Param, Seat, Step
from engine.dice import Dice
from engine.kit.records import changed
from engine.kit.states import Ending, State, Table

T = TypeVar("T", bound=Table)
X = TypeVar("X")


class Flow(NamedTuple):
    """What of a game's flow has come to its end, and whose it was."""

    what: Enum
    seat: Seat


class WorkingCopy(Generic[T, X]):
    """A state while an action is being carried out; nothing outlives one ``apply``.

    Attributes:
        table: What everybody sees, replaced piece by piece.
        secrets: What each seat alone knows; a copy of the state's.
        dice: Where rolls come from.
        events: What has happened so far, in order.
        flow: What of the game's flow has come to its end, for the game's sequence to go on from.
    """

    __slots__ = ("dice", "events", "flow", "secrets", "table")

    def __init__(self, state: State[T, X], dice: Dice) -> None:
        self.table = state.table
        self.secrets = dict(state.secrets)
        self.dice = dice
        self.events: list[Event] = []
        self.flow: Flow | None = None

    def set(self, **values: Any) -> None:
        """Change fields of the table."""
        self.table = changed(self.table, **values)

    def keep(self, seat: str, **values: Any) -> None:
        """Change a seat's secrets."""
        own: Any = self.secrets[seat]
        self.secrets[seat] = replace(own, **values)

    def end(self, winner: str, code: str, rule: str) -> None:
        """End the game, whatever was going on."""
        over = type(self.table.phase).OVER
        self.set(ending=Ending(winner, code, rule), frames=(), phase=over)

    def close(self, *, public: bool) -> Step:
        """Return the next state and the events; a *public* step counts in ``serial``."""
        table = changed(self.table, serial=self.table.serial + public)
        return Step(State(table, self.secrets), tuple(self.events))

    def ends(self, what: Enum, seat: Seat = "") -> None:
        """Say what of the game's flow has come to its end, and of which seat.

        A rule does this last: what follows is the sequence's alone (see :meth:`Gate.run`).
        """
        assert self.flow is None, f"{what} ends while {self.flow} has"
        self.flow = Flow(what, seat)

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
        *rest, last = self.table.frames
        frame: Any = changed(last, **values)
        self.set(frames=(*rest, frame))
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
