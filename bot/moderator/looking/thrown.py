"""How the open dice of a game fell: faces by side and by rule, beside what was to be expected.

Counted are throws by which a side did well or badly, as everybody could read them. It says nothing
of luck: how often chance alone comes out as far off is a figure among the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from bot.moderator.api import Campaign
from engine.api import Seat
from engine.chances.probability import total
from engine.tales import Throw

MOST_EXACT = 24
"""Dice whose sums are counted one by one; of more the normal distribution differs too little."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """How dice of one kind fell for a seat.

    Attributes:
        seat: Whose they were.
        faces: How often each face came up, of as many as a die has; at least one did.
    """

    seat: Seat
    faces: tuple[int, ...]

    @property
    def sides(self) -> int:
        """How many faces a die has."""
        return len(self.faces)

    @property
    def dice(self) -> int:
        """How many were thrown."""
        return sum(self.faces)

    @property
    def sum(self) -> int:
        """What they came to together."""
        return sum(face * number for face, number in enumerate(self.faces, 1))

    def with_(self, other: Fallen) -> Fallen:
        """Return these dice and others of the same seat and kind."""
        return Fallen(self.seat, tuple(map(sum, zip(self.faces, other.faces, strict=True))))

    @property
    def mean(self) -> float:
        """What one came to on average."""
        return self.sum / self.dice

    @property
    def expected(self) -> float:
        """What was to be expected of one."""
        return (self.sides + 1) / 2

    @property
    def by_chance(self) -> float:
        """How often chance alone brings a mean at least as far off, either way; from 0 to 1."""
        off = abs(2 * self.sum - self.dice * (self.sides + 1))  # in half pips, as all here
        if self.dice <= MOST_EXACT:
            whole = total(self.dice, self.sides)
            middle = self.dice * (self.sides + 1)
            return float(whole.chance_that(lambda one: abs(2 * one - middle) >= off))
        spread = 2 * sqrt(self.dice * (self.sides**2 - 1) / 12)
        # Sums lie two half pips apart: half of that belongs to each.
        return min(1.0, 2 * NormalDist(0, spread).cdf(1 - off)) if spread else 1.0


@dataclass(frozen=True, slots=True)
class Thrown:
    """How the open dice of a game fell, so far or at its end.

    Attributes:
        campaign: Which game.
        seats: By seat, in the order of seats, and kind of die.
        rules: The same by the clause that tells of them. Clauses may tell of one throw by how it
            came out, and nothing was to be expected of those apart: see :meth:`by`.
    """

    campaign: Campaign
    seats: tuple[Fallen, ...]
    rules: Mapping[str, tuple[Fallen, ...]]

    def by(self, name: Callable[[str], str]) -> dict[str, tuple[Fallen, ...]]:
        """Return them by what clauses are called, those of one name together; most dice first."""
        found: dict[str, dict[tuple[Seat, int], Fallen]] = {}
        for rule, several in self.rules.items():
            here = found.setdefault(name(rule), {})
            for one in several:
                same = here.get((one.seat, one.sides))
                here[one.seat, one.sides] = one if same is None else one.with_(same)
        order = {seat: place for place, seat in enumerate(self.campaign.seats)}
        most = sorted(found, key=lambda called: -sum(one.dice for one in found[called].values()))
        return {
            called: tuple(
                found[called][one]
                for one in sorted(found[called], key=lambda of: (order.get(of[0], 0), of[1]))
            )
            for called in most
        }


class Throws:
    """The throws of a game, counted one after the other."""

    def __init__(self) -> None:
        self._found: Counter[tuple[Seat, str, bool, int, int]] = Counter()

    def add(self, rule: str, throw: Throw) -> None:
        """Count a throw that was made for a clause."""
        for die in throw.dice:
            self._found[throw.seat, rule, throw.low, throw.sides, die] += 1

    def good(self) -> dict[Seat, tuple[list[int], list[int]]]:
        """Return by seat what its dice showed, turned so that more is better, and their sides."""
        found: dict[Seat, tuple[list[int], list[int]]] = {}
        for (seat, _, low, sides, die), number in self._found.items():
            pips, of = found.setdefault(seat, ([], []))
            pips += [sides + 1 - die if low else die] * number
            of += [sides] * number
        return found

    def thrown(self, campaign: Campaign) -> Thrown:
        """Return all that was counted."""
        rules = {rule for _, rule, _, _, _ in self._found}
        seats = tuple(campaign.seats)
        by_rule = {rule: self.fallen(seats, rule) for rule in sorted(rules)}
        return Thrown(campaign, self.fallen(seats), by_rule)

    def fallen(self, seats: Sequence[Seat], only: str | None = None) -> tuple[Fallen, ...]:
        """Return what was counted, or that of one rule *only*: by seat, in their order, and die."""
        counts: dict[tuple[Seat, int], list[int]] = {}
        for (seat, rule, _, sides, die), number in self._found.items():
            if only is None or rule == only:
                counts.setdefault((seat, sides), [0] * sides)[die - 1] += number
        order = {seat: place for place, seat in enumerate(seats)}
        known = sorted(counts, key=lambda one: (order.get(one[0], len(order)), *one))
        return tuple(Fallen(seat, tuple(counts[seat, sides])) for seat, sides in known)
