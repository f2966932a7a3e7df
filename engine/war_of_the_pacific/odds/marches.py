"""Odds of a march: movement points, how far they lead, attrition, forced marches (8.2 to 8.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal

from engine.api import Odds, Text
from engine.chances.odds import tell_odds
from engine.chances.probability import Distribution, dice
from engine.war_of_the_pacific.actions import MarchUnits
from engine.war_of_the_pacific.play import place_term, unit_terms
from engine.war_of_the_pacific.rules.land.attrition import halts, liable
from engine.war_of_the_pacific.rules.land.marches import way_toward
from engine.war_of_the_pacific.rules.land.movement import closed_for
from engine.war_of_the_pacific.rules.land.movement_costs import Way
from engine.war_of_the_pacific.rules.land.movement_points import allowance, march_dice
from engine.war_of_the_pacific.state import March, Table, View

_Attrition = Literal["none", "spared", "step"]
_ORDER: tuple[_Attrition, ...] = ("none", "spared", "step")


@dataclass(frozen=True, slots=True)
class _Leg:
    """One roll of a march toward a goal: where it leads, and what doubles do."""

    at: str
    steps: int
    attrition: _Attrition


class _Going:
    """Units marching together."""

    def __init__(self, table: Table, units: Sequence[str]) -> None:
        self.table = table
        self.group = [table.units[one] for one in units]
        self.closed = closed_for(table.units, self.group)
        self.rolled = dice(march_dice(table.settings))
        self._ways: dict[tuple[str, str], Way] = {}
        self._doubles: dict[str, _Attrition] = {}

    def way(self, start: str, goal: str) -> Way:
        """Return the way that they would take from *start*."""
        if (start, goal) not in self._ways:
            side = self.group[0].side
            way = way_toward(side, start, goal, self.closed, self.table.settings)
            assert way is not None
            self._ways[start, goal] = way
        return self._ways[start, goal]

    def points(self, shown: tuple[int, ...]) -> int:
        """Return the movement points of a roll."""
        return allowance(self.group, shown, self.table.settings)

    def attrition(self, shown: tuple[int, ...], at: str) -> _Attrition:
        """Return what the dice do to units whose roll ends at a place."""
        if not halts(shown):
            return "none"
        if at not in self._doubles:
            self._doubles[at] = self._doubled(shown, at)
        return self._doubles[at]

    def _doubled(self, shown: tuple[int, ...], at: str) -> _Attrition:
        """Return what doubles do at a place, whichever they are."""
        first = self.group[0]
        there = {unit.id: replace(unit, at=at) for unit in self.group}
        frame = March(0, first.side, tuple(there), at, (shown[0], shown[1]))
        units = {**self.table.units, **there}
        return "step" if liable(units, frame, self.table.settings) else "spared"

    def leg(self, start: str, goal: str, shown: tuple[int, ...]) -> _Leg:
        """Return where a roll leads from *start* toward *goal*."""
        gone = self.way(start, goal).within(self.points(shown), self.closed)
        at = gone.hexes[-1] if gone.hexes else start
        return _Leg(at, len(gone.hexes), self.attrition(shown, at))

    def end(self, start: str, goal: str) -> str:
        """Return where a march toward *goal* ends: there, or before the enemy in it."""
        way = self.way(start, goal)
        gone = way.within(way.cost, self.closed)
        return gone.hexes[-1] if gone.hexes else start


def of_march(view: View, action: MarchUnits) -> Iterator[Odds]:
    """Yield points and attrition; with a goal also where the roll leads, and forced marches."""
    going = _Going(view.table, action.units)
    start = going.group[0].at
    yield _points(going)
    if not action.toward:
        yield _attrition(
            going.rolled.map(lambda shown: going.attrition(shown, start)),
            (Text("odds.given.no_fort"),),
        )
        return
    legs = going.rolled.map(lambda shown: going.leg(start, action.toward, shown))
    yield _reach(legs, action.toward, going.end(start, action.toward))
    yield _attrition(legs.map(lambda leg: leg.attrition), ())
    yield _forced(going, start, action.toward)


def _points(going: _Going) -> Odds:
    points = going.rolled.map(going.points)
    return tell_odds(
        Text("odds.march", {"units": unit_terms(going.group)}),
        "8.2.roll",
        points,
        lambda n: Text("odds.march.points", {"n": n}),
        worst=lambda n: -n,
        expected=((Text("odds.march.points_expected"), points.mean(lambda n: n)),),
    )


def _reach(legs: Distribution[_Leg], goal: str, end: str) -> Odds:
    def say(reached: tuple[int, str]) -> Text:
        steps, at = reached
        if at == goal:
            return Text("odds.march.arrives", {"place": place_term(at)})
        if at == end:
            return Text("odds.march.before", {"place": place_term(at), "goal": place_term(goal)})
        if not steps:
            return Text("odds.march.stuck", {"place": place_term(at)})
        return Text("odds.march.as_far", {"place": place_term(at), "n": steps})

    return tell_odds(
        Text("odds.march.toward", {"place": place_term(goal)}),
        "8.6.points",
        legs.map(lambda leg: (leg.steps, leg.at)),
        say,
        worst=lambda reached: -reached[0],
    )


def _attrition(results: Distribution[_Attrition], assumed: tuple[Text, ...]) -> Odds:
    return tell_odds(
        Text("odds.attrition"),
        "8.3",
        results,
        _say_attrition,
        worst=_ORDER.index,
        expected=((Text("odds.attrition.expected"), results.chance("step")),),
        assumed=assumed,
    )


def _say_attrition(result: _Attrition) -> Text:
    if result == "none":
        return Text("odds.attrition.none")
    return Text("odds.attrition.spared" if result == "spared" else "odds.attrition.step")


# --- forced marches -------------------------------------------------------------------------

_Ending = tuple[bool, bool]
"""Whether a march arrives, and whether it costs a step."""


def _forced(going: _Going, start: str, goal: str) -> Odds:
    """Return whether units that march on and on come to the end of their way (8.4)."""
    chances = _endings(going, start, goal, going.end(start, goal), {})
    endings = Distribution.of_chances(chances)
    return tell_odds(
        Text("odds.forced", {"place": place_term(goal)}),
        "8.4",
        endings,
        lambda one: _say_ending(*one),
        worst=lambda one: (not one[0], one[1]),
        expected=((Text("odds.attrition.expected"), endings.chance_that(lambda one: one[1])),),
        assumed=(Text("odds.given.forced"),),
    )


def _endings(
    going: _Going, at: str, goal: str, end: str, known: dict[str, dict[_Ending, Fraction]]
) -> dict[_Ending, Fraction]:
    """Return how a march that is at a place ends, with its chances."""
    if at in known:
        return known[at]
    found: dict[_Ending, Fraction] = {}
    idle = Fraction(0)
    legs = going.rolled.map(partial(going.leg, at, goal))
    for leg in legs:
        chance = legs.chance(leg)
        if leg.at == end or leg.attrition != "none":
            further = {(leg.at == end, leg.attrition == "step"): Fraction(1)}
        elif leg.at == at:
            # Too few points for the next hex, and no doubles: the dice are rolled again.
            idle += chance
            continue
        else:
            further = _endings(going, leg.at, goal, end, known)
        for ending, share in further.items():
            found[ending] = found.get(ending, Fraction(0)) + chance * share
    known[at] = {ending: chance / (1 - idle) for ending, chance in found.items()}
    return known[at]


def _say_ending(arrives: bool, step: bool) -> Text:
    if arrives:
        return Text("odds.forced.arrives_tired" if step else "odds.forced.arrives")
    return Text("odds.forced.halted_tired" if step else "odds.forced.halted")
