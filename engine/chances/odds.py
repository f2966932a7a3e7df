"""From a distribution to the :class:`~engine.api.Odds` that a person is shown."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from engine.api import Chance, Odds, Text
from engine.chances.probability import Distribution

T = TypeVar("T", bound=Hashable)


def tell_odds(
    about: Text,
    rule: str,
    outcomes: Distribution[T],
    say: Callable[[T], Text],
    *,
    worst: Callable[[T], Any],
    expected: tuple[tuple[Text, Fraction], ...] = (),
    assumed: tuple[Text, ...] = (),
) -> Odds:
    """Return the odds of *outcomes* in words.

    Args:
        about: What is asked of the dice.
        rule: Clause id.
        outcomes: What can come out.
        say: Says one of them; no two are said alike.
        worst: A figure that is the smaller, the better an outcome is for the viewer.
        expected: See :class:`~engine.api.Odds`.
        assumed: See there.
    """
    chances = (Chance(say(one), outcomes.chance(one)) for one in sorted(outcomes, key=worst))
    return Odds(about, rule, tuple(chances), expected, assumed)
