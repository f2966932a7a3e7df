"""Where marches lead, the best goals first: what is offered, not what may be entered."""

from __future__ import annotations

from collections.abc import Iterable

from engine.api import Cost, Option, Params, Text
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import place_term
from engine.war_of_the_pacific.rules.land.movement_costs import (
    distance,
)
from engine.war_of_the_pacific.state import (
    CHILE,
    Table,
    other,
)
from engine.war_of_the_pacific.survey import is_on_land, places_held

ANYWHERE = 1 << 20
"""Movement points enough for every way on the map."""


def goals(table: Table, side: str) -> dict[str, int]:
    """Return the places worth marching to, each with its rank, the best being 0.

    First cities with victory points in enemy hands, then enemy land units, then other enemy cities.
    """
    cities = load_board().cities
    enemy = other(side)
    found = dict.fromkeys(places_held(table.units, enemy), 1)
    for hex_id, holder in table.control.items():
        if holder == enemy and hex_id in cities:
            found[hex_id] = 0 if cities[hex_id].vp else found.get(hex_id, 2)
    if side != CHILE:
        found.pop(BOX, None)
    return {place: rank for place, rank in found.items() if is_on_land(place)}


def nearness(table: Table, side: str, places: Iterable[str]) -> dict[str, int]:
    """Return for each place how far the nearest goal of *side* is."""
    sought = tuple(goals(table, side))
    return {place: min((distance(place, goal) for goal in sought), default=0) for place in places}


def way_option(place: str, cost: int, points: int | None = None) -> Option:
    """Offer a place with what the way there costs, and what then is left of *points*, if known."""
    params: Params = {"place": place_term(place), "n": cost}
    if points is None:
        return Option(place, Text("march.to", params), Cost(cost))
    left = points - cost
    return Option(place, Text("march.to_left", {**params, "left": left}), Cost(cost, left))


def approach_option(place: str, cost: int) -> Option:
    """Offer a place that the enemy holds, with what the whole way there costs."""
    return Option(place, Text("march.toward", {"place": place_term(place), "n": cost}), Cost(cost))
