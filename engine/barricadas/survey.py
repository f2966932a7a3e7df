"""What is looked up on a table again and again: its ground, who is what, who stands beside whom.

Rules:
    2.4.up.
"""

from __future__ import annotations

from engine.api import Seat
from engine.barricadas.board import Gait
from engine.barricadas.ground import Battlefield
from engine.barricadas.roster import ARMOUR, Kind, load_roster
from engine.barricadas.scenario import Scenario, load_scenarios
from engine.barricadas.state import Counter, Table, other, standing
from engine.data.cache import cached, cached_per_data


def scenario_of(table: Table) -> Scenario:
    """Return the scenario that a table plays."""
    return load_scenarios()[table.settings.scenario]


def battlefield_of(table: Table) -> Battlefield:
    """Return the ground that a table plays on."""
    return _field(table.settings.scenario)


@cached_per_data()
def _field(scenario: str) -> Battlefield:
    return load_scenarios()[scenario].battlefield


def gait_of(counter: Counter) -> Gait:
    """Return how a counter moves; officers, commissars and chaplains go on foot (ALB-R59)."""
    return "foot" if counter.printed is None else counter.printed.gait


def is_vehicle(counter: Counter) -> bool:
    """Say whether a counter is a lorry."""
    return counter.printed is not None and counter.printed.kind is Kind.TRUCK


def is_armour(counter: Counter) -> bool:
    """Say whether a counter is armoured."""
    return counter.printed is not None and counter.printed.kind in ARMOUR


def is_mounted(counter: Counter) -> bool:
    """Say whether a counter is mounted cavalry: it fires with half, and charges (5.7)."""
    cavalry = counter.printed is not None and counter.printed.kind is Kind.CAVALRY
    return cavalry and not counter.afoot


def rides_armour(counter: Counter) -> bool:
    """Say whether a counter is an officer of armour, who is always aboard some (7.1)."""
    return counter.type in load_roster().riders


def is_fixed(counter: Counter) -> bool:
    """Say whether a counter moves in tow only: its crew cannot move it (5.5.after, ALB-R78)."""
    return counter.printed is not None and not counter.printed.points


def is_beside_enemy(table: Table, place: str, side: Seat) -> bool:
    """Say whether any enemy of a side stands beside a hex, recognised or not."""
    return place in _beside_enemies(table, side)


@cached
def _beside_enemies(table: Table, side: Seat) -> frozenset[str]:
    battlefield = battlefield_of(table)
    held = battlefield.hexes.keys() & {*table.shades, *standing(table.counters, other(side))}
    return frozenset(near for place in held for near in battlefield.adjacent(place))
