"""Who watches one side through a game, and notes what looks foolish.

A sign is no proof: now and then there is a reason for going back. So they are counted a game, and
it is the middle of many games that must stay small.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Mapping
from typing import Any, Final, Generic, TypeVar

from engine.api import Action, Seat

S = TypeVar("S")

IDLE_TURNS: Final = 3
"""Turns in a row in which somebody who could do something does nothing: then it shows."""


class Watch(ABC, Generic[S]):
    """Watches a side; each game says what it looks at.

    Attributes:
        found: How often each sign was seen.
    """

    SIGNS: tuple[str, ...] = ("undone", "idle")

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.found: Counter[str] = Counter(dict.fromkeys(self.SIGNS, 0))
        self._turn = 0
        self._gone: dict[str, tuple[Hashable, int]] = {}
        self._idle: defaultdict[str, int] = defaultdict(int)
        self._active: set[str] = set()

    # -- what each game says ---------------------------------------------------------------------

    @abstractmethod
    def turn(self, state: S) -> int:
        """Return which turn it is."""

    @abstractmethod
    def places(self, state: S) -> Mapping[str, Hashable]:
        """Return where the side's counters stand that can be led, by id."""

    @abstractmethod
    def useful(self, state: S) -> Collection[str]:
        """Return who of them could do something: an enemy is in reach, or a task is open."""

    @abstractmethod
    def active(self, state: S) -> Collection[str]:
        """Return who of them has done something this turn, as far as the state still tells."""

    def is_back(self, old: Any, new: Any) -> bool:
        """Say whether somebody is where they were."""
        return bool(old == new)

    def look(self, before: S, seat: Seat, action: Action, after: S) -> None:
        """Look for what only this game knows."""

    def end(self, state: S) -> None:
        """Look at what is left."""

    # -- watching --------------------------------------------------------------------------------

    def __call__(self, before: S, seat: Seat, action: Action, after: S) -> None:
        """See an action that was carried out."""
        here, there = self.places(before), self.places(after)
        if seat == self.seat:
            self._goings(here, there, self.turn(before))
            self._active |= {key for key in here if here[key] != there.get(key)}
        self._active |= set(self.active(after))
        self.look(before, seat, action, after)
        if self.turn(after) != self._turn:
            self._turn = self.turn(after)
            self._close(after)

    def _goings(
        self, here: Mapping[str, Hashable], there: Mapping[str, Hashable], turn: int
    ) -> None:
        undone = False
        for key, new in there.items():
            old = here.get(key)
            if old is None or old == new:
                continue
            origin, then = self._gone.pop(key, (None, -9))
            if origin is not None and turn - then <= 1 and self.is_back(origin, new):
                undone = True
            else:
                self._gone[key] = (old, turn)
        self.found["undone"] += undone  # once for all who go together

    def _close(self, state: S) -> None:
        """Look at who did nothing in the turn that has ended."""
        useful = set(self.useful(state)) - self._active
        for key in set(self._idle) - useful:
            del self._idle[key]
        for key in useful:
            self._idle[key] += 1
            self.found["idle"] += self._idle[key] == IDLE_TURNS
        self._active = set()
