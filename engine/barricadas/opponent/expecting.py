"""What fire and checks can be expected to bring, in floating point and kept once worked out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.barricadas.rules.attack.effect import Aim, chances
from engine.barricadas.rules.attack.sharing import shares
from engine.barricadas.rules.command import losses
from engine.barricadas.tables import morale
from engine.data.cache import cached_per_data


@cached_per_data(maxsize=4096)
def likely(factors: int, modifier: int, divisor: Fraction) -> tuple[tuple[int, float], ...]:
    """Return each number of hits but none that an attack can bring, and how likely it is."""
    found = chances(Aim(factors, modifier, divisor))
    return tuple(
        (hits, count / found.cases) for hits, count in sorted(found.counts.items()) if hits
    )


@cached_per_data(maxsize=4096)
def mean_hits(factors: int, modifier: int, divisor: Fraction) -> float:
    """Return the average of the hits that an attack brings."""
    return sum(hits * chance for hits, chance in likely(factors, modifier, divisor))


@cached_per_data(maxsize=64)
def holds(figure: int) -> float:
    """Return how likely a check of morale is to be passed."""
    return float(morale.chance(figure))


@cached_per_data(maxsize=64)
def falls(hits: int, *, alone: bool) -> float:
    """Return how likely an officer is to fall to hits on their hex."""
    return float(losses.chance(hits, alone=alone))


class Toll:
    """What hits on a hex cost whoever stands there, in steps of infantry.

    Args:
        struck: Steps left, and what each is worth, of the counters that an attack can affect.
        officers: What each officer there is worth.
        kill: What a counter that is eliminated costs beyond its steps.
        alone: Whether officers stand there by themselves.
    """

    __slots__ = ("_alone", "_expected", "_kept", "_kill", "_officers", "_struck")

    def __init__(
        self,
        struck: Sequence[tuple[int, float]],
        officers: Sequence[float],
        kill: float,
        *,
        alone: bool,
    ) -> None:
        self._struck = struck
        self._officers = officers
        self._kill = kill
        self._alone = alone
        self._kept: dict[int, float] = {}
        self._expected: dict[tuple[int, int, Fraction], float] = {}

    def of_hits(self, hits: int) -> float:
        """Return what so many hits cost."""
        if hits not in self._kept:
            self._kept[hits] = self._counted(hits)
        return self._kept[hits]

    def _counted(self, hits: int) -> float:
        steps = [one for one, _ in self._struck]
        parts = shares(steps, hits, lambda _: 0)
        found = 0.0
        for part, (left, worth) in zip(parts, self._struck, strict=True):
            found += part * worth + (self._kill if part == left else 0.0)
        shared = hits if self._alone else sum(parts)
        if shared:
            found += sum(self._officers) * falls(shared, alone=self._alone)
        return found

    def expected(self, factors: int, modifier: int, divisor: Fraction) -> float:
        """Return what an attack costs on average."""
        key = factors, modifier, divisor
        if key not in self._expected:
            self._expected[key] = sum(self.of_hits(hits) * chance for hits, chance in likely(*key))
        return self._expected[key]
