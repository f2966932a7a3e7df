"""Exact chances: how many of so many equally likely cases bring about each result.

Counts are whole numbers, so that nothing is rounded; a probability is a fraction. Sampling has no
place here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from types import MappingProxyType
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)

D6 = 6
"""Faces of a die where nothing else is said."""


class Distribution(Generic[T]):
    """What can come out, and in how many of :attr:`cases` equally likely cases; immutable."""

    __slots__ = ("_counts", "cases")

    def __init__(self, counts: Mapping[T, int]) -> None:
        kept = {result: count for result, count in counts.items() if count}
        if not kept or min(kept.values()) < 0:
            raise ValueError("a distribution needs something that can happen")
        shared = gcd(*kept.values())
        self._counts = {result: count // shared for result, count in kept.items()}
        self.cases = sum(self._counts.values())

    @classmethod
    def of_chances(cls, chances: Mapping[T, Fraction]) -> Distribution[T]:
        """Return the distribution with these probabilities.

        Raises:
            ValueError: If they are not 1 together.
        """
        if sum(chances.values()) != 1:
            raise ValueError("probabilities that are not 1 together")
        shared = lcm(*(chance.denominator for chance in chances.values()))
        return cls({result: int(chance * shared) for result, chance in chances.items()})

    @property
    def counts(self) -> Mapping[T, int]:
        """The number of cases of every possible result."""
        return MappingProxyType(self._counts)

    def __iter__(self) -> Iterator[T]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._counts == other._counts

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    def __repr__(self) -> str:
        return f"Distribution({self._counts!r})"

    def chance(self, result: T) -> Fraction:
        """Return the probability of *result*."""
        return Fraction(self._counts.get(result, 0), self.cases)

    def chance_that(self, fits: Callable[[T], bool]) -> Fraction:
        """Return the probability of a result that fits."""
        return Fraction(
            sum(count for result, count in self._counts.items() if fits(result)), self.cases
        )

    def mean(self, figure: Callable[[T], int]) -> Fraction:
        """Return the average of a figure of the result."""
        return Fraction(
            sum(figure(result) * count for result, count in self._counts.items()), self.cases
        )

    def map(self, change: Callable[[T], U]) -> Distribution[U]:
        """Return what comes out when every result is *change*d; equal ones are joined."""
        found: dict[U, int] = {}
        for result, count in self._counts.items():
            changed = change(result)
            found[changed] = found.get(changed, 0) + count
        return Distribution(found)

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Return what comes out when each result leads on to a distribution of its own."""
        return mixture((follow(result), count) for result, count in self._counts.items())

    def with_(self, other: Distribution[U], join: Callable[[T, U], V]) -> Distribution[V]:
        """Return what comes of both, which do not depend on each other."""
        found: dict[V, int] = {}
        for first, many in self._counts.items():
            for second, more in other._counts.items():
                joined = join(first, second)
                found[joined] = found.get(joined, 0) + many * more
        return Distribution(found)


def mixture(parts: Iterable[tuple[Distribution[T], int]]) -> Distribution[T]:
    """Return what comes out when one of several distributions is drawn, by their weights."""
    drawn = tuple(parts)
    shared = lcm(*(part.cases for part, _ in drawn))
    found: dict[T, int] = {}
    for part, weight in drawn:
        factor = weight * (shared // part.cases)
        for result, count in part.counts.items():
            found[result] = found.get(result, 0) + count * factor
    return Distribution(found)


def surely(result: T) -> Distribution[T]:
    """Return the distribution of what is certain."""
    return Distribution({result: 1})


@cache
def die(faces: int = D6) -> Distribution[int]:
    """Return the faces of a die."""
    return Distribution(dict.fromkeys(range(1, faces + 1), 1))


@cache
def dice(number: int, faces: int = D6) -> Distribution[tuple[int, ...]]:
    """Return what so many dice show, one after the other."""
    if number == 0:
        return surely(())
    return dice(number - 1, faces).with_(die(faces), lambda shown, last: (*shown, last))


@cache
def total(number: int, faces: int = D6) -> Distribution[int]:
    """Return the sum of so many dice."""
    if number == 0:
        return surely(0)
    return total(number - 1, faces).with_(die(faces), lambda sum_, last: sum_ + last)


@cache
def successes(number: int, good: int, faces: int = D6) -> Distribution[int]:
    """Return how many of so many dice show one of *good* faces."""
    if number == 0:
        return surely(0)
    one = Distribution({1: good, 0: faces - good})
    return successes(number - 1, good, faces).with_(one, lambda sum_, last: sum_ + last)
