"""What it takes to enter hexes (5.1 to 5.4), in halves of a movement point.

Along a road ground costs nothing, hills still do; who enters a road from beside it pays for the
ground. Only uphill costs. Who made their whole way along roads, minor ones not among them, and can
pay for no further hex of the road may go one hex farther along it.

Rules:
    5.1, 5.2, 5.3, 5.4, 5.7, 11; ALB-R32, ALB-R81.
    Also 5.1.example, 5.1.lines, 5.4.enter, 5.4.example.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from engine.barricadas.board import Gait, WayKind
from engine.barricadas.ground import Battlefield
from engine.data.cache import cached_per_data

HALF = 2
"""Halves of a movement point in one."""

DOUBLE_TIME = 3
"""Movement points that double time gives those on foot (5.3)."""


@dataclass(frozen=True, slots=True, eq=False)
class Crossing:
    """What obstacles do to somebody's moves (11).

    Attributes:
        added: What each hex with obstacles adds, in halves of a point; ``None`` where they may not
            enter.
        ends: The hexes in which a move ends.
    """

    added: Mapping[str, int | None]
    ends: frozenset[str]


FREE = Crossing(MappingProxyType({}), frozenset())
"""No obstacles."""


def step_cost(
    battlefield: Battlefield, start: str, end: str, gait: Gait, crossing: Crossing = FREE
) -> int | None:
    """Return what entering a neighbouring hex takes; ``None`` where it is prohibited.

    Whether anybody may enter it is not asked.
    """
    cost, toll = _ground_costs(battlefield, gait)[start, end], crossing.added.get(end, 0)
    return None if cost is None or toll is None else cost + toll


def _ground_cost(battlefield: Battlefield, start: str, end: str, gait: Gait) -> int | None:
    """Return what ground and height take of who enters a neighbouring hex."""
    boards, road = battlefield.boards, battlefield.road_between(start, end)
    if road is None:
        cost = boards.kinds[battlefield.hexes[end].terrain].cost[gait]
    else:
        cost = boards.road_cost[road][gait]
    if cost is None:
        return None
    levels = max(0, battlefield.hexes[end].level - battlefield.hexes[start].level)
    return cost + levels * boards.climb[gait]


@cached_per_data(maxsize=64)
def _ground_costs(battlefield: Battlefield, gait: Gait) -> Mapping[tuple[str, str], int | None]:
    """Return what ground and height take, by the hex that is left and its neighbour."""
    return {
        (start, end): _ground_cost(battlefield, start, end, gait)
        for start in battlefield.hexes
        for end in battlefield.adjacent(start)
    }


class Step(NamedTuple):
    """A neighbouring hex that can be entered, what its ground takes, and whether by a road."""

    end: str
    cost: int
    by_road: bool


@cached_per_data(maxsize=64)
def _steps(battlefield: Battlefield, gait: Gait) -> Mapping[str, tuple[Step, ...]]:
    """Return by hex where one can go next, obstacles left out."""
    found, costs = {}, _ground_costs(battlefield, gait)
    for start in battlefield.hexes:
        around = ((end, costs[start, end]) for end in battlefield.adjacent(start))
        found[start] = tuple(
            Step(end, cost, battlefield.road_between(start, end) is WayKind.ROAD)
            for end, cost in around
            if cost is not None
        )
    return MappingProxyType(found)


@cached_per_data(maxsize=64)
def _roads(battlefield: Battlefield, gait: Gait) -> Mapping[str, tuple[Step, ...]]:
    """Return by hex where a road, not a minor one, leads next."""
    steps = _steps(battlefield, gait)
    return MappingProxyType(
        {here: tuple(one for one in each if one.by_road) for here, each in steps.items()}
    )


def way_cost(
    battlefield: Battlefield, way: Sequence[str], gait: Gait, crossing: Crossing = FREE
) -> int | None:
    """Return what a way takes, its first hex being where it begins; ``None`` if it is prohibited.

    So is one that goes on where obstacles end a move. The hex that a road gives (5.4) is paid for
    like any other here.
    """
    if not crossing.ends.isdisjoint(way[1:-1]):
        return None
    total, costs, added = 0, _ground_costs(battlefield, gait), crossing.added
    for start, end in pairwise(way):
        cost, toll = costs[start, end], added.get(end, 0)
        if cost is None or toll is None:
            return None
        total += cost + toll
    return total


def charged(points: int) -> int:
    """Return the points of cavalry that charges: half as many again, rounded up (2.4, 5.7)."""
    return points + -(-points // 2)


class Reached(NamedTuple):
    """How a hex can be reached.

    Attributes:
        way: The cheapest way, from where it begins to the hex.
        takes: What it takes, in halves of a movement point.
        bonus: Whether its last hex is the one that a road gives (5.4).
    """

    way: tuple[str, ...]
    takes: int
    bonus: bool = False


def reach(
    battlefield: Battlefield,
    start: str,
    gait: Gait,
    halves: int,
    *,
    enters: Callable[[str], bool] = lambda _: True,
    bonus: bool = True,
    crossing: Crossing = FREE,
    goal: str = "",
) -> Mapping[str, Reached]:
    """Return the hexes that can be reached with so many halves of a point, and how, nearest first.

    Args:
        battlefield: The ground.
        start: Where it begins; itself is not among what is reached.
        gait: How it moves.
        halves: What may be spent.
        enters: Says whether a hex may be entered, enemies and stacking considered.
        bonus: Whether a road gives a hex more; never one whose obstacles take points.
        crossing: What obstacles do.
        goal: The one hex that is asked about, if it is only one: others may be left out then.
    """
    spread = _spread(start, _steps(battlefield, gait), halves, enters, crossing, goal)
    if goal in spread and goal != start:
        takes, way = spread[goal]
        return {goal: Reached(way, takes)}
    best = {one: Reached(way, takes) for one, (takes, way) in spread.items()}
    if bonus:
        roads = _roads(battlefield, gait)
        for one, (takes, way) in _spread(start, roads, halves, enters, crossing).items():
            if len(way) < 2 or one in crossing.ends:
                continue
            for end, cost, _ in roads[one]:
                # Only who cannot pay for any more of the road is given it.
                if end in way or takes + cost <= halves or end in best:
                    continue
                if crossing.added.get(end, 0) == 0 and enters(end):
                    best[end] = Reached((*way, end), takes, bonus=True)
    del best[start]
    return dict(sorted(best.items(), key=lambda one: (one[1].takes, one[0])))


def _spread(
    start: str,
    steps: Mapping[str, tuple[Step, ...]],
    halves: int,
    enters: Callable[[str], bool],
    crossing: Crossing,
    goal: str = "",
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return what can be reached without passing what may not be entered: what it takes, the way.

    Of ways that take the same the first by the names of their hexes counts. Where a *goal* is
    reached, what lies farther away may be left out.
    """
    added, ends = crossing.added, crossing.ends
    found: dict[str, tuple[int, tuple[str, ...]]] = {start: (0, (start,))}
    queue = [found[start]]
    while queue:
        reached = heapq.heappop(queue)
        spent, way = reached
        here = way[-1]
        if here == goal:
            break
        if found[here] is not reached or (here in ends and len(way) > 1):
            continue
        for end, cost, _ in steps[here]:
            total = spent + cost
            if end in added:
                toll = added[end]
                if toll is None:
                    continue
                total += toll
            if total > halves:
                continue
            known = found.get(end)
            if known is None:
                if not enters(end):
                    continue
            elif total > known[0] or (total == known[0] and (*way, end) >= known[1]):
                continue
            onward = found[end] = total, (*way, end)
            heapq.heappush(queue, onward)
    return found
