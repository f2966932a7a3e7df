"""Odds held against what the rules really roll: simulation, and the chi-squared test of Pearson."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from engine.api import Action, Chance, Decision, Event, Game, Odds, Seat, Text
from engine.dice import SeededDice

T = TypeVar("T", bound=Hashable)

SURE = 0.999
"""How sure a test is before it calls odds wrong."""
LEAST = 5
"""Cases expected of a result before it is looked at by itself; rarer ones are put together."""

Label = tuple[str, Any]
"""A result: its code, and its number where it has one."""
Answer = Callable[[Any, Decision], Action | None]
"""What is answered to a decision in a state; ``None`` when the matter is settled."""


def label(text: Text) -> Label:
    """Return what tells a result from others of its kind."""
    return text.code, text.params.get("n")


def by_label(odds: Odds) -> Mapping[Label, Fraction]:
    """Return the chances of *odds*; no two of them have one label."""
    found = {label(chance.result): chance.probability for chance in odds.chances}
    assert len(found) == len(odds.chances)
    return found


def about(found: tuple[Odds, ...], code: str, place: int = 0) -> Odds:
    """Return the *place*-th of the odds that are about *code*."""
    return [odds for odds in found if odds.about.code == code][place]


def chance_of(odds: Odds, code: str, n: int | None = None) -> Fraction:
    """Return the probability of one result, 0 for one that cannot be."""
    fitting: list[Chance] = [one for one in odds.chances if label(one.result) == (code, n)]
    return fitting[0].probability if fitting else Fraction(0)


def runs(
    game: Game[Any, Any],
    state: Any,
    seat: Seat,
    action: Action,
    *,
    answer: Answer = lambda state, decision: None,
    times: int,
) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """Yield what comes of an action, done *times* times by the game itself with dice of its own.

    Whatever is then asked gets *answer*, until that is ``None`` or nobody is asked.
    """
    dice = SeededDice(b"chances")
    for _ in range(times):
        step = game.apply(state, seat, action, dice)
        events = list(step.events)
        while owed := game.awaiting(step.state):
            reply = answer(step.state, owed[0])
            if reply is None:
                break
            step = game.apply(step.state, owed[0].seat, reply, dice)
            events += step.events
        yield step.state, tuple(events)


def fit(chances: Mapping[T, Fraction], seen: Counter[T]) -> tuple[float, int]:
    """Return the chi-squared statistic of what was seen, and its degrees of freedom.

    Raises:
        AssertionError: when something was seen that cannot be.
    """
    total = sum(seen.values())
    impossible = {result for result in seen if not chances.get(result)}
    assert not impossible, f"seen, and impossible by the odds: {impossible}"
    cells: list[tuple[float, int]] = []
    rare, seen_rarely = 0.0, 0
    for result, chance in chances.items():
        expected = float(chance) * total
        if expected >= LEAST:
            cells.append((expected, seen[result]))
        else:
            rare, seen_rarely = rare + expected, seen_rarely + seen[result]
    if rare >= LEAST:
        cells.append((rare, seen_rarely))
    elif rare and cells:
        # Too little even together: with the least of the others.
        cells.sort()
        expected, observed = cells[0]
        cells[0] = (expected + rare, observed + seen_rarely)
    statistic = sum((observed - expected) ** 2 / expected for expected, observed in cells)
    return statistic, len(cells) - 1


def assert_fits(chances: Mapping[T, Fraction], seen: Counter[T]) -> None:
    """Hold odds against what was seen.

    Raises:
        AssertionError: when they would bring this, or worse, less than once in a thousand times.
    """
    statistic, freedom = fit(chances, seen)
    assert freedom >= 1 or len(chances) == 1, "one cell tests nothing"
    assert not freedom or statistic <= quantile(SURE, freedom), (statistic, chances, seen)


def quantile(share: float, freedom: int) -> float:
    """Return the chi-squared value that *share* of all samples stay below."""
    low, high = 0.0, 10.0 * freedom + 100.0
    for _ in range(80):
        middle = (low + high) / 2
        if _below(middle, freedom) < share:
            low = middle
        else:
            high = middle
    return high


def _below(value: float, freedom: int) -> float:
    """Return the share of samples below *value*: the incomplete gamma function, as a series."""
    if value <= 0:
        return 0.0
    half, x = freedom / 2, value / 2
    term = total = 1 / half
    place = half
    while term > total * 1e-15:
        place += 1
        term *= x / place
        total += term
    return total * math.exp(-x + half * math.log(x) - math.lgamma(half))
