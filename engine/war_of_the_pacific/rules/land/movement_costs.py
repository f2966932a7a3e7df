"""Ways by land: what can be reached with so many movement points, and the cheapest way to a hex.

Rules:
    8.2 (connected land hexes, none held by enemy land units), 8.6 (costs), WP-R4, WP-E8.
    Also 8.6.city, 8.6.rail, 8.6.river, 8.6.river.titicaca, 8.6.table.

*road* says in all of them whether the Chile Holding Box is joined to the map by land.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import CHILE


def box_road(settings: Settings) -> bool:
    """Say whether a way by land joins the Chile Holding Box to the map (8.6.box, WP-E8)."""
    return settings.follows("box_road") == "en"


@cached_per_data(maxsize=4096)
def exits_for(side: str, place: str, *, road: bool) -> tuple[tuple[str, int], ...]:
    """Return the steps by land from *place*, each with its cost.

    The box is for Chile alone, and only if a *road* joins it to the map.

    Rules:
        8.6.box; WP-E8, WP-R4, WP-R51.
    """
    exits = load_board().land_exits(place)
    if side == CHILE and road:
        return exits
    return () if place == BOX else tuple(one for one in exits if one[0] != BOX)


@cached_per_data(maxsize=1 << 16)
def distance(a: str, b: str) -> int:
    """Return the hexes between two places; the box lies one beyond its exits."""
    board = load_board()
    if a == b:
        return 0
    if a == BOX:
        return 1 + min(board.grid.distance(one, b) for one in board.box_exits)
    if b == BOX:
        return distance(b, a)
    return board.grid.distance(a, b)


@dataclass(frozen=True, slots=True)
class Way:
    """Hexes entered one after the other (the start left out), and what each step costs."""

    hexes: tuple[str, ...]
    costs: tuple[int, ...]

    @property
    def cost(self) -> int:
        """Movement points for the whole way."""
        return sum(self.costs)

    def within(self, points: int, closed: Collection[str]) -> Way:
        """Return how far *points* lead along the way without entering a *closed* hex."""
        steps = 0
        for place, cost in zip(self.hexes, self.costs, strict=True):
            points -= cost
            if points < 0 or place in closed:
                break
            steps += 1
        return Way(self.hexes[:steps], self.costs[:steps])


@cached_per_data(maxsize=512)
def costs_to(goal: str, *, road: bool = True) -> Mapping[str, int]:
    """Return the least cost in points from every place to *goal* on an empty map."""
    board = load_board()
    far = {goal: 0}
    queue = [(0, goal)]
    while queue:
        cost, here = heappop(queue)
        if cost > far[here]:
            continue
        # Exits lead both ways over the same sides, only their costs differ.
        for near, _ in board.land_exits(here, road):
            step = board.land_cost(near, here)
            if step is not None and cost + step < far.get(near, 1 << 30):
                far[near] = cost + step
                heappush(queue, (cost + step, near))
    return far


@cached_per_data(maxsize=256)
def cheapest(
    side: str, start: str, goal: str, closed: Collection[str], *, road: bool
) -> Way | None:
    """Return a cheapest way for *side* from *start* to *goal*, or ``None`` if there is none.

    No hex before *goal* is in *closed*; *goal* itself may be. Of equal ways it is always the same.
    """
    # A* with the costs on an empty map as its estimate, which the enemy can only make dearer.
    far = costs_to(goal)
    if start not in far:
        return None
    came: dict[str, tuple[str, int]] = {start: ("", 0)}
    spent = {start: 0}
    queue = [(far[start], far[start], start)]
    done = set()
    while queue:
        _, _, here = heappop(queue)
        if here == goal:
            return _trace(came, goal)
        if here in done:
            continue
        done.add(here)
        for near, cost in exits_for(side, here, road=road):
            total = spent[here] + cost
            if near in closed and near != goal:
                continue
            if total < spent.get(near, 1 << 30):
                spent[near] = total
                came[near] = (here, cost)
                heappush(queue, (total + far[near], far[near], near))
    return None


def _trace(came: Mapping[str, tuple[str, int]], goal: str) -> Way:
    hexes: list[str] = []
    costs: list[int] = []
    here = goal
    while came[here][0]:
        hexes.append(here)
        before, cost = came[here]
        costs.append(cost)
        here = before
    return Way(tuple(reversed(hexes)), tuple(reversed(costs)))


def route(
    side: str, start: str, stops: tuple[str, ...], closed: Collection[str], *, road: bool
) -> Way | None:
    """Return the way through *stops* in order, each leg a cheapest one; ``None`` if one fails."""
    hexes: tuple[str, ...] = ()
    costs: tuple[int, ...] = ()
    for stop in stops:
        leg = cheapest(side, start, stop, closed, road=road)
        if leg is None:
            return None
        hexes += leg.hexes
        costs += leg.costs
        start = stop
    return Way(hexes, costs)


def reach(
    side: str, start: str, points: int, closed: Collection[str], *, road: bool
) -> dict[str, int]:
    """Return every other place that *points* lead to, with its cost, cheapest first."""
    spent = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, here = heappop(queue)
        if cost > spent[here]:
            continue
        for near, step in exits_for(side, here, road=road):
            total = cost + step
            if total <= points and near not in closed and total < spent.get(near, 1 << 30):
                spent[near] = total
                heappush(queue, (total, near))
    del spent[start]
    return dict(sorted(spent.items(), key=lambda item: (item[1], item[0])))


def can_step(side: str, place: str, points: int, closed: Collection[str], *, road: bool) -> bool:
    """Say whether any adjacent place can be entered with *points*."""
    exits = exits_for(side, place, road=road)
    return any(cost <= points and near not in closed for near, cost in exits)
