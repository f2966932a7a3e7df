"""What the dice can do: whether a six falls and how far one comes, or who is the louder."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

from engine.api import Action, Chance, Odds, Text
from tests.support.toy_game.actions import Row, Shout


def odds(action: Action) -> tuple[Odds, ...]:
    """Return the odds of an action that is allowed."""
    if isinstance(action, Row):
        return _rowing(action.strokes)
    if isinstance(action, Shout) and action.loud:
        louder = Fraction(15, 36)
        chances = (Chance(Text("louder"), louder), Chance(Text("drowned"), 1 - louder))
        return (Odds(Text("shouting_odds"), "3", chances),)
    return ()


def _rowing(strokes: int) -> tuple[Odds, ...]:
    calm = Fraction(5, 6) ** strokes
    sums = Counter(map(sum, itertools.product(range(1, 7), repeat=strokes)))
    return (
        Odds(
            Text("six_odds"),
            "2.1",
            (Chance(Text("no_six"), calm), Chance(Text("a_six"), 1 - calm)),
            expected=((Text("strokes_rowed"), Fraction(7 * strokes, 2)),),
            assumed=(Text("nobody_shouts"),),
        ),
        Odds(
            Text("way_odds"),
            "2.1",
            tuple(
                Chance(Text("way", {"n": way}), Fraction(sums[way], 6**strokes))
                for way in sorted(sums, reverse=True)
            ),
        ),
    )
