from __future__ import annotations

import random

import pytest

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.rules.land.movement_costs import (
    Way,
    can_step,
    cheapest,
    reach,
    route,
)
from engine.war_of_the_pacific.state import ALLIES, CHILE

BOARD = load_board()
LAND = sorted(hex_id for hex_id in BOARD.hexes if BOARD.is_land(hex_id))
ANYWHERE = 1 << 20


@pytest.mark.parametrize("seed", range(20))
def test_cheapest_way_costs_what_the_reach_says(seed: int) -> None:
    """The way found toward a goal is as cheap as any, with the enemy in the way."""
    chance = random.Random(seed)
    side = chance.choice((CHILE, ALLIES))
    start, *closed = chance.sample(LAND, 60)
    costs = reach(side, start, ANYWHERE, frozenset(closed), road=True)
    for goal in chance.sample([one for one in LAND if one not in closed and one != start], 40):
        way = cheapest(side, start, goal, frozenset(closed), road=True)

        assert (way.cost if way else None) == costs.get(goal)


def test_way_goes_step_by_step_at_the_price_of_each() -> None:
    """Every step of a way is an exit of the hex before it, at the cost the board gives."""
    way = cheapest(CHILE, "3123", "2008", frozenset(), road=True)

    assert way is not None
    here = "3123"
    for near, cost in zip(way.hexes, way.costs, strict=True):
        assert BOARD.land_cost(here, near) == cost
        here = near
    assert here == "2008"


def test_way_may_end_in_a_closed_hex_but_not_pass_one() -> None:
    """The goal itself may be the enemy's; a march toward it stops before it."""
    way = cheapest(CHILE, "3123", "3222", frozenset(("3222", "3122")), road=True)

    assert way == Way(("3223", "3222"), (1, 3))
    assert way.within(10, frozenset(("3222",))) == Way(("3223",), (1,))


def test_way_within_stops_where_the_points_do() -> None:
    """Points that do not pay for the next hex are left over."""
    way = Way(("a", "b", "c"), (3, 1, 2))

    assert way.within(5, ()).hexes == ("a", "b")
    assert way.within(2, ()).hexes == ()


def test_no_way_out_of_a_ring_of_enemies() -> None:
    """Surrounded units have no way, and no step."""
    ring = frozenset(place for place, _ in BOARD.land_exits("3123"))

    assert cheapest(CHILE, "3123", "2008", ring, road=True) is None
    assert not can_step(CHILE, "3123", ANYWHERE, ring, road=True)


def test_box_is_open_to_chile_alone() -> None:
    """Chile's units pass through the box by land, the Allies' go round it."""
    assert reach(CHILE, "3130", 1, (), road=True) == {BOX: 1}
    assert reach(ALLIES, "3130", 1, (), road=True) == {}
    assert cheapest(ALLIES, "3130", BOX, (), road=True) is None


def test_route_joins_its_legs() -> None:
    """Stops on the way are visited in order; one that cannot be reached spoils the route."""
    way = route(CHILE, "3123", ("3122", "3222"), frozenset(), road=True)

    assert way is not None
    assert way.hexes == ("3122", "3222")
    assert route(CHILE, "3123", ("2415", "3222"), frozenset(), road=True) is None
