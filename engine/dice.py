"""Dice: passed in, never taken from the air.

Every roll states its purpose and is recorded with the action that caused it, so that a log can be
replayed and a referee can see what each die was for.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engine.errors import DiceDiverged


@dataclass(frozen=True, slots=True)
class Roll:
    """*values* of that many dice with *sides* faces (1..sides), rolled for *purpose*."""

    purpose: str
    sides: int
    values: tuple[int, ...]


class Dice(Protocol):
    """Anything that can roll."""

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*."""
        ...


class SeededDice:
    """Dice whose *n*-th die is a keyed hash of *n*: unbiased, repeatable, not predictable.

    The seed is the campaign's secret; *start* is the number of dice already thrown in the
    campaign, so that a restart goes on where it stopped and repeats nothing.
    """

    __slots__ = ("_seed", "thrown")

    def __init__(self, seed: bytes, start: int = 0) -> None:
        self._seed = seed
        self.thrown = start

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*."""
        return tuple(self._one(sides) for _ in range(count))

    def _one(self, sides: int) -> int:
        limit = (1 << 32) - (1 << 32) % sides
        number = self.thrown
        self.thrown += 1
        attempt = 0
        while True:
            # Rejection, not modulo, so that no face is favoured.
            digest = hmac.digest(self._seed, b"%d/%d" % (number, attempt), hashlib.sha256)
            value = int.from_bytes(digest[:4], "big")
            if value < limit:
                return value % sides + 1
            attempt += 1


class RecordedDice:
    """Passes rolls through and keeps them, for the log."""

    __slots__ = ("_inner", "rolls")

    def __init__(self, inner: Dice) -> None:
        self._inner = inner
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*."""
        values = self._inner.roll(purpose, count, sides)
        self.rolls.append(Roll(purpose, sides, values))
        return values


class StoredDice:
    """Gives back stored rolls, and stops loudly when another one is asked for.

    Raises:
        DiceDiverged: from :meth:`roll`, when purpose, number or faces differ from the record, and
            from :meth:`finish`, when rolls are left over.
    """

    __slots__ = ("_rolls", "_used")

    def __init__(self, rolls: Iterable[Roll]) -> None:
        self._rolls = tuple(rolls)
        self._used = 0

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return the stored results."""
        if self._used >= len(self._rolls):
            raise DiceDiverged(f"the record has no roll for {purpose!r}")
        stored = self._rolls[self._used]
        if (stored.purpose, len(stored.values), stored.sides) != (purpose, count, sides):
            raise DiceDiverged(
                f"the record has {stored.purpose!r} {len(stored.values)}d{stored.sides}, "
                f"the rules ask for {purpose!r} {count}d{sides}"
            )
        self._used += 1
        return stored.values

    def finish(self) -> None:
        """Check that every stored roll was used."""
        if self._used != len(self._rolls):
            raise DiceDiverged(f"{len(self._rolls) - self._used} stored rolls were not asked for")


class ScriptedDice:
    """Gives the results written in a test or a rulebook's example, one after the other."""

    __slots__ = ("_values",)

    def __init__(self, *values: int) -> None:
        self._values = list(values)

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return the next *count* scripted results."""
        if len(self._values) < count:
            raise DiceDiverged(f"the script has no {count} dice left for {purpose!r}")
        taken, self._values = tuple(self._values[:count]), self._values[count:]
        for value in taken:
            if not 1 <= value <= sides:
                raise DiceDiverged(f"{value} is not on a d{sides} ({purpose!r})")
        return taken

    @property
    def left(self) -> int:
        """Number of results not yet used."""
        return len(self._values)
