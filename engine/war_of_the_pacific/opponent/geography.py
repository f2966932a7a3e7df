"""Distances on the map that the computer player asks for over and over; they never change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from heapq import heappop, heappush

from engine.war_of_the_pacific.board import BOX, load_board


@cache
def near(place: str) -> tuple[str, ...]:
    """Return the land that a march reaches from a place in one step, the box left out."""
    return tuple(one for one, _ in load_board().land_exits(place) if one != BOX)


@cache
def costs_to(goal: str) -> Mapping[str, int]:
    """Return the movement points from every land hex to *goal*, nobody being in the way."""
    board = load_board()
    far = {goal: 0}
    queue = [(0, goal)]
    while queue:
        cost, here = heappop(queue)
        if cost > far[here]:
            continue
        for place in near(here):
            step = board.land_cost(place, here)
            if step is not None and cost + step < far.get(place, 1 << 30):
                far[place] = cost + step
                heappush(queue, (cost + step, place))
    return far


def march_cost(start: str, goal: str) -> int | None:
    """Return the points of a march on an empty map, or ``None`` where no way leads."""
    return costs_to(goal).get(start)


@cache
def worth_of(place: str) -> int:
    """Return the victory points of a place (5.1)."""
    city = load_board().cities.get(place)
    return 0 if city is None else city.vp


@cache
def nearby_points(place: str) -> tuple[tuple[str, int], ...]:
    """Return the cities with points, each with the march to it from a place, nearest first."""
    cities = load_board().cities
    found = (
        (one, cost)
        for one, city in cities.items()
        if city.vp and (cost := march_cost(place, one)) is not None
    )
    return tuple(sorted(found, key=lambda item: (item[1], item[0])))


@cache
def shores(area: str) -> tuple[str, ...]:
    """Return the land hexes of a naval area, on which troops can come ashore."""
    board = load_board()
    return tuple(sorted(one for one in board.areas[area].hexes if board.is_land(one)))
