"""Distances on the map that the computer player asks for over and over; they never change."""

from __future__ import annotations

from collections.abc import Mapping

from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.rules.land import movement_costs


@cached_per_data()
def next_to(place: str) -> tuple[str, ...]:
    """Return the land that a march reaches from a place in one step, the box left out."""
    return tuple(one for one, _ in load_board().land_exits(place) if one != BOX)


def costs_to(goal: str) -> Mapping[str, int]:
    """Return the points of a march from every land hex to *goal*, nobody being in the way."""
    return movement_costs.costs_to(goal, road=False)


def march_cost(start: str, goal: str) -> int | None:
    """Return the points of a march on an empty map, or ``None`` where no way leads."""
    return costs_to(goal).get(start)


@cached_per_data()
def nearby_cities(place: str) -> tuple[tuple[str, int], ...]:
    """Return the cities, each with the march to it from a place, nearest first."""
    found = (
        (one, cost) for one in load_board().cities if (cost := march_cost(place, one)) is not None
    )
    return tuple(sorted(found, key=lambda item: (item[1], item[0])))


@cached_per_data()
def shores(area: str) -> tuple[str, ...]:
    """Return the land hexes of a naval area, on which troops can come ashore."""
    board = load_board()
    return tuple(sorted(one for one in board.areas[area].hexes if board.is_land(one)))
