"""Movement points (8.2.roll): the higher of two dice, one more for cavalry alone.

Rules:
    8.2.roll, 8.2.cavalry, 8.6.points; WP-E6, WP-R67.
    Also 8.2.example.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.war_of_the_pacific.counters import Counters, kind_of
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import March, Unit


def allowance(units: Iterable[Unit], dice: Sequence[int], settings: Settings) -> int:
    """Return the movement points of *units* moving together: the higher die, more for cavalry.

    A Supply Column among them is no cavalry and takes the bonus away until it is dropped off.

    Rules:
        8.2, 8.2.cavalry; WP-E6, WP-R67.
    """
    horse = all(kind_of(unit) is Kind.CAVALRY for unit in units)
    return max(dice) + (scenario_for(settings).marching.cavalry if horse else 0)


def march_dice(settings: Settings) -> int:
    """Return the number of dice rolled for a march (8.2)."""
    return scenario_for(settings).marching.dice


def points_left(units: Counters, frame: March, settings: Settings) -> int:
    """Return the movement points that the moving units have not used."""
    return allowance([units[one] for one in frame.units], frame.dice, settings) - frame.spent
