"""How far it is: hexes, and what it takes to go there, worked out once for each place."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from engine.barricadas.board import Gait
from engine.barricadas.ground import Battlefield
from engine.barricadas.rules.movement.costs import step_cost
from engine.data.cache import cached_per_data


@cached_per_data(maxsize=256)
def ways_to(battlefield: Battlefield, town: str, gait: Gait) -> dict[str, int]:
    """Return what it takes from every hex to a town, in halves of a movement point."""
    found = {town: 0}
    queue = [(0, town)]
    while queue:
        spent, here = heappop(queue)
        if spent > found[here]:
            continue
        for start in battlefield.adjacent(here):
            cost = step_cost(battlefield, start, here, gait)
            if cost is not None and spent + cost < found.get(start, 1 << 30):
                found[start] = spent + cost
                heappush(queue, (spent + cost, start))
    return found


@cached_per_data(maxsize=1024)
def distances(battlefield: Battlefield, place: str) -> Mapping[str, int]:
    """Return how far every hex is from one."""
    return {one: battlefield.distance(place, one) for one in battlefield.hexes}
