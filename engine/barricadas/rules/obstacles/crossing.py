"""What obstacles do to moves: points, prohibitions, and where a move ends (11, 5.7, 5.8.3).

An obstacle fills its hex; who stands there when the game begins is not held up by it.

Rules:
    5.7, 5.8.3.prohibited, 11; ALB-R81, ALB-H11.
    Also 5.7.ground, 11.block, 11.wire.
"""

from __future__ import annotations

from types import MappingProxyType

from engine.barricadas.roster import Kind
from engine.barricadas.rules.movement.costs import Crossing
from engine.barricadas.scenario import obstacles_laid
from engine.barricadas.state import Counter, Table
from engine.barricadas.survey import gait_of
from engine.barricadas.tables.obstacles import Crosser, load_obstacles
from engine.data.cache import cached_per_data


def crosser_of(counter: Counter) -> Crosser:
    """Return as what a counter comes to an obstacle."""
    if gait_of(counter) == "foot":
        return "foot"
    tank = counter.printed is not None and counter.printed.kind is Kind.TANK
    return "tanks" if tank else "others"


def crossing_of(table: Table, counter: Counter, *, charging: bool = False) -> Crossing:
    """Return what the scenario's obstacles do to a counter's moves (11).

    *Charging* cavalry passes no prohibited ground, as those who are forced to move (5.7).
    """
    return _crossing(table.settings.scenario, crosser_of(counter), charging)


def closed_to(table: Table, counter: Counter) -> frozenset[str]:
    """Return the hexes whose obstacles a counter does not pass in forced moves (5.8.3)."""
    return _closed(table.settings.scenario, crosser_of(counter))


@cached_per_data()
def _crossing(scenario: str, crosser: Crosser, charging: bool) -> Crossing:
    closed = _closed(scenario, crosser) if charging else frozenset()
    added: dict[str, int | None] = {}
    ends: set[str] = set()
    rows = load_obstacles()
    for place, kinds in obstacles_laid(scenario).items():
        tolls = [rows[kind].added(crosser) for kind in kinds]
        known = [toll for toll in tolls if toll is not None]
        barred = place in closed or len(known) < len(tolls)
        added[place] = None if barred else sum(known)
        if any(crosser in rows[kind].stops for kind in kinds):
            ends.add(place)
    return Crossing(MappingProxyType(added), frozenset(ends))


@cached_per_data()
def _closed(scenario: str, crosser: Crosser) -> frozenset[str]:
    rows = load_obstacles()
    return frozenset(
        place
        for place, kinds in obstacles_laid(scenario).items()
        if any(crosser not in rows[kind].forced for kind in kinds)
    )
