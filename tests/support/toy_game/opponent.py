"""A ferryman who is no person, and what the dice can do."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

from engine.api import Action, Chance, Decision, Odds, Text
from engine.dice import Dice
from tests.support.toy_game.actions import Hide, Land, Row, Shout
from tests.support.toy_game.state import BANKS, View


def rowing_odds(strokes: int) -> tuple[Odds, ...]:
    """Return whether a six falls among some strokes, and how far they lead."""
    calm = Fraction(5, 6) ** strokes
    sums = Counter(map(sum, itertools.product(range(1, 7), repeat=strokes)))
    return (
        Odds(
            Text("six_odds"),
            "2.1",
            (Chance(Text("no_six"), calm), Chance(Text("a_six"), 1 - calm)),
            expected=((Text("strokes_rowed"), Fraction(7 * strokes, 2)),),
            given=(Text("nobody_shouts"),),
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


class ToyOpponent:
    """A ferryman who rows while the river is kind, and hides his lantern where he never lands."""

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Return what he does now: the same for the same view and dice."""
        if decision.code == "shout":
            return Shout(loud=view.afloat >= 4)
        if not view.lantern:
            return Hide(bank=BANKS[0])
        (mood,) = dice.roll("how far")
        if view.afloat < 4 + mood:
            return Row(strokes=1 + mood % 2)
        (bank,) = dice.roll("where to", sides=len(BANKS) - 1)
        return Land(bank=BANKS[bank])
