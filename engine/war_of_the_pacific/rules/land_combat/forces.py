"""Who fights in a land combat, for which side and from where (8.7).

Rules:
    8.7, 8.7.help, 7.6.landing; WP-R37 (forts defend).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit.verbs import under_way
from engine.war_of_the_pacific.counters import (
    Counters,
    is_mobile,
)
from engine.war_of_the_pacific.scenario import Scenario, scenario_for
from engine.war_of_the_pacific.state import LandBattle, Table, Unit, other
from engine.war_of_the_pacific.survey import (
    land_units,
)

PerSide = tuple[int, int]
"""A number of the attacker and one of the defender."""


def numbers(table: Table) -> Scenario:
    """Return the numbers of this game's edition."""
    return scenario_for(table.settings)


def sides(frame: LandBattle) -> tuple[str, str]:
    """Return attacker and defender."""
    return frame.seat, other(frame.seat)


def place_of(frame: LandBattle, side: str) -> str:
    """Return the hex in which *side* fights."""
    return frame.origin if side == frame.seat else frame.target


def force(units: Counters, frame: LandBattle, side: str) -> tuple[Unit, ...]:
    """Return the units of *side* that take part and are still in their hex.

    The attacker's are those that attack; the defender's are all land units of the hex (8.7).
    """
    if side == frame.seat:
        return tuple(units[one] for one in frame.units if units[one].at == frame.origin)
    return land_units(units, frame.target, side)


def movable(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return those of *units* that can leave their hex: all but forts (WP-R37)."""
    return tuple(unit for unit in units if is_mobile(unit))


def the_land_battle(table: Table) -> LandBattle:
    """Return the land combat being played."""
    return under_way(table, LandBattle)
