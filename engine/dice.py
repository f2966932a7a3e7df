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
    """*values* of that many dice with *sides* faces (1..sides), rolled for *purpose*.

    *secret* is true of those that not everybody may know. *entered* is the seat whose people rolled
    real dice and said what they show; "" is what the bot has rolled.
    """

    purpose: str
    sides: int
    values: tuple[int, ...]
    secret: bool = False
    entered: str = ""


class Dice(Protocol):
    """Anything that can roll."""

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*, rolled before everybody."""
        ...

    def roll_secret(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides* that not everybody may know: a draw, a hidden die.

        They are numbered apart from the open dice, so that neither the count of those nor what
        they show next tells of them. An action that is secret as a whole rolls nothing at all.
        """
        ...


class SeededDice:
    """Dice whose *n*-th die is a keyed hash of *n*: unbiased, repeatable, not predictable.

    The seed is the campaign's secret; *start* is the number of dice already thrown openly in the
    campaign, so that a restart goes on where it stopped and repeats nothing. Secret dice are
    counted anew in each *step*, a number that everybody knows and that no other step has. They come
    from *hidden*, where that is given, so that the seed can be shown without them.
    """

    __slots__ = ("_hidden", "_secret", "_seed", "_step", "thrown")

    def __init__(
        self, seed: bytes, start: int = 0, step: int = 0, hidden: bytes | None = None
    ) -> None:
        self._seed = seed
        self._hidden = seed if hidden is None else hidden
        self._step = step
        self._secret = 0
        self.thrown = start

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*."""
        first = self.thrown
        self.thrown += count
        numbers = range(first, first + count)
        return tuple(self._one(self._seed, b"%d" % number, sides) for number in numbers)

    def roll_secret(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*, numbered within the step."""
        first = self._secret
        self._secret += count
        numbers = range(first, first + count)
        names = [b"secret/%d/%d" % (self._step, one) for one in numbers]
        return tuple(self._one(self._hidden, name, sides) for name in names)

    @staticmethod
    def _one(seed: bytes, name: bytes, sides: int) -> int:
        limit = (1 << 32) - (1 << 32) % sides
        attempt = 0
        while True:
            # Rejection, not modulo, so that no face is favoured.
            digest = hmac.digest(seed, b"%s/%d" % (name, attempt), hashlib.sha256)
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

    def roll_secret(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return *count* results of 1..*sides*, and mark them as secret."""
        values = self._inner.roll_secret(purpose, count, sides)
        self.rolls.append(Roll(purpose, sides, values, secret=True))
        return values


class DiceNeeded(Exception):
    """Real dice are to be rolled: *count* of them with *sides* faces, for *purpose*.

    *entered* says how many rolls there are already.
    """

    def __init__(self, purpose: str, count: int, sides: int, entered: int) -> None:
        super().__init__(f"roll {entered + 1}: {count}d{sides} for {purpose!r}")
        self.purpose = purpose
        self.count = count
        self.sides = sides
        self.entered = entered


@dataclass(frozen=True, slots=True)
class Entry:
    """What one open roll came to: its *values*, and the seat that entered them ("" is the bot)."""

    values: tuple[int, ...]
    seat: str = ""


class EnteredDice(RecordedDice):
    """Dice that a table rolls itself: open rolls give what was entered, in the order of asking.

    What has rolled once is asked again from its beginning, with one entry more each time. Secret
    rolls are *hidden*'s; nobody enters those.

    Raises:
        DiceNeeded: from an open roll beyond the *entries*.
        DiceDiverged: from an open roll that is not the one that was entered, by its number of dice
            or their faces.
    """

    __slots__ = ("_entries", "_used")

    def __init__(self, entries: Iterable[Entry], hidden: Dice) -> None:
        super().__init__(hidden)
        self._entries = tuple(entries)
        self._used = 0

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return what was entered for the next open roll."""
        if self._used >= len(self._entries):
            raise DiceNeeded(purpose, count, sides, self._used)
        entry = self._entries[self._used]
        if len(entry.values) != count or not all(1 <= one <= sides for one in entry.values):
            wanted = _asked(purpose, count, sides, secret=False)
            raise DiceDiverged(f"entered were {entry.values}, the rules ask for {wanted}")
        self._used += 1
        self.rolls.append(Roll(purpose, sides, entry.values, entered=entry.seat))
        return entry.values

    def finish(self) -> None:
        """Insist that all entries were used.

        Raises:
            DiceDiverged: Some were not.
        """
        if self._used < len(self._entries):
            raise DiceDiverged(f"{len(self._entries) - self._used} entered rolls are left over")


class StoredDice:
    """Gives back stored rolls, and stops loudly when another one is asked for.

    Raises:
        DiceDiverged: from a roll, when purpose, number, faces or secrecy differ from the record,
            and from :meth:`finish`, when rolls are left over.
    """

    __slots__ = ("_rolls", "_used")

    def __init__(self, rolls: Iterable[Roll]) -> None:
        self._rolls = tuple(rolls)
        self._used = 0

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return the stored results."""
        return self._next(purpose, count, sides, secret=False)

    def roll_secret(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return the stored results of a secret roll."""
        return self._next(purpose, count, sides, secret=True)

    def _next(self, purpose: str, count: int, sides: int, *, secret: bool) -> tuple[int, ...]:
        if self._used >= len(self._rolls):
            raise DiceDiverged(f"the record has no roll for {purpose!r}")
        stored = self._rolls[self._used]
        wanted = (purpose, count, sides, secret)
        if (stored.purpose, len(stored.values), stored.sides, stored.secret) != wanted:
            had = _asked(stored.purpose, len(stored.values), stored.sides, secret=stored.secret)
            raise DiceDiverged(
                f"the record has {had}, "
                f"the rules ask for {_asked(purpose, count, sides, secret=secret)}"
            )
        self._used += 1
        return stored.values

    def finish(self) -> None:
        """Check that every stored roll was used."""
        if self._used != len(self._rolls):
            raise DiceDiverged(f"{len(self._rolls) - self._used} stored rolls were not asked for")


def _asked(purpose: str, count: int, sides: int, *, secret: bool) -> str:
    return f"{purpose!r} {count}d{sides}" + (" in secret" if secret else "")


class ScriptedDice:
    """Gives the results written in a test or a rulebook's example, one after the other.

    Open and secret dice alike take the next.
    """

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

    roll_secret = roll

    @property
    def left(self) -> int:
        """Number of results not yet used."""
        return len(self._values)


class DiceAsked(Exception):
    """Dice were asked for that are not thrown: *purpose* says what for."""

    def __init__(self, purpose: str) -> None:
        super().__init__(f"a roll for {purpose!r}")
        self.purpose = purpose


class NoDice:
    """Dice that are not thrown: to try whether, and how far, something comes without chance.

    Raises:
        DiceAsked: from any roll.
    """

    __slots__ = ()

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Raise."""
        raise DiceAsked(purpose)

    roll_secret = roll
