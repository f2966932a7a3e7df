"""Boards and ground: neighbours, distances, edges, roads, what is entered for how much."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.barricadas.board import COLUMNS, ROWS, Gait, Ground, WayKind, load_boards
from engine.barricadas.ground import Sheet, load_field
from engine.barricadas.observation import observes, seen_up_to
from engine.barricadas.rules.movement.costs import charged, reach, step_cost, way_cost

A = load_field((Sheet("A"),))
C = load_field((Sheet("C"),))
BOTH = load_field((Sheet("C"), Sheet("A", down=1)))


def test_boards_are_whole() -> None:
    """Sixteen columns by twenty rows, every hex once."""
    boards = load_boards()
    assert len(A.hexes) == len(C.hexes) == COLUMNS * ROWS
    assert len(boards.hexes) == 2 * COLUMNS * ROWS
    assert set(boards.kinds) == set(Ground)


def test_odd_columns_lie_lower() -> None:
    """The neighbours of the example of 5.8, and those of an even column."""
    assert A.neighbours("A513") == ("A512", "A613", "A614", "A514", "A414", "A413")
    assert A.neighbours("A413") == ("A412", "A512", "A513", "A414", "A313", "A312")
    assert A.neighbours("A101") == ("", "A201", "A202", "A102", "", "")


@pytest.mark.parametrize(
    ("end", "edges"),
    [
        ("A413", {"north", "west"}),
        ("A512", {"north"}),
        ("A613", {"north", "east"}),
        ("A414", {"south", "west"}),
        ("A514", {"south"}),
        ("A614", {"south", "east"}),
    ],
)
def test_which_edge_a_move_leads_towards(end: str, edges: set[str]) -> None:
    """From A513, all of the example of 5.8."""
    assert A.leads_towards("A513", end) == edges


def test_a_retreat_to_the_north_passes_neighbours() -> None:
    """The way of the example of chapter 4: A310, A410, A409, A408, A507."""
    way = ["A310", "A410", "A409", "A408", "A507"]
    assert all("north" in A.leads_towards(*pair) for pair in pairwise(way))


def test_distances_leave_out_the_first_hex() -> None:
    """Adjacent hexes are one apart (2.5)."""
    assert A.distance("A513", "A614") == 1
    assert A.distance("A607", "A614") == 7
    assert A.distance("A513", "A513") == 0


def test_boards_meet_at_their_edges() -> None:
    """South of the last row of C is the first of A; a board may be turned about."""
    assert BOTH.neighbours("C420")[3] == "A401"
    assert BOTH.distance("C420", "A401") == 1
    turned = load_field((Sheet("A", turned=True),))
    assert turned.spots["A101"] == (16, 20)
    assert set(turned.adjacent("A513")) == set(A.adjacent("A513"))
    assert turned.direction("A513", "A512") == 3


# -- what it takes (5.1, 5.4) ---------------------------------------------------------------------


def test_worked_costs() -> None:
    """Into light wood and a level up on foot takes 3; from beside it into a road in wheat 1½."""
    assert A.hexes["A1308"].terrain is Ground.LIGHT_WOOD
    assert step_cost(A, "A1307", "A1308", "foot") == 6
    assert C.hexes["C705"].terrain is Ground.ORCHARD
    assert C.road_between("C704", "C705") is None
    assert C.road_between("C705", "C706") is WayKind.ROAD
    assert step_cost(C, "C704", "C705", "foot") == 3
    # Down again only the ground counts.
    assert step_cost(A, "A1308", "A1307", "foot") == 2


def test_roads_cost_what_they_are() -> None:
    """Along a road its ground costs nothing; on foot a hex takes a point, on wheels a half."""
    assert step_cost(C, "C706", "C705", "foot") == 2
    assert step_cost(C, "C706", "C705", "wheels") == 1
    assert step_cost(C, "C606", "C705", "wheels") == 6
    assert way_cost(C, ["C305", "C405", "C505"], "tracks") == 2


def test_prohibited_ground() -> None:
    """No wheel and no track enters a swamp."""
    assert A.hexes["A1514"].terrain is Ground.SWAMP
    assert step_cost(A, "A1513", "A1514", "wheels") is None
    assert way_cost(A, ["A1512", "A1513", "A1514"], "tracks") is None
    assert step_cost(A, "A1513", "A1514", "foot") == 4


def test_a_road_gives_a_hex_more() -> None:
    """To who made the whole way along it and used up every point."""
    found = reach(C, "C808", "foot", 6)
    assert found["C811"].takes == 6
    assert found["C812"].bonus
    assert found["C812"].way == ("C808", "C809", "C810", "C811", "C812")
    assert "C813" not in found
    assert "C812" not in reach(C, "C808", "foot", 6, bonus=False)
    # No minor road gives one, nor any to whoever was beside the road for a hex (ALB-R32).
    assert C.road_between("C109", "C209") is WayKind.TRACK
    assert not any(one.bonus for one in reach(C, "C109", "foot", 6).values())
    assert not any(one.bonus for one in reach(C, "C1004", "foot", 6).values())


def test_charges_round_up() -> None:
    """Half as many points again (5.7): 7 make 11."""
    assert [charged(points) for points in (4, 7, 8)] == [6, 11, 12]


@given(st.sampled_from(sorted(A.hexes)), st.sampled_from(["foot", "wheels", "tracks"]))
def test_reach_keeps_to_its_points(start: str, gait: Gait) -> None:
    """Every way is of neighbours, costs what is said, and nobody passes what may not be entered."""
    closed = set(A.adjacent(start)[:2])
    for end, one in reach(A, start, gait, 8, enters=lambda hex_: hex_ not in closed).items():
        paid = one.way[:-1] if one.bonus else one.way
        assert one.way[-1] == end
        assert not closed & set(one.way)
        assert all(b in A.adjacent(a) for a, b in pairwise(one.way))
        assert way_cost(A, paid, gait) == one.takes <= 8


# -- how far one sees (6) -------------------------------------------------------------------------


def test_the_worked_distances() -> None:
    """Infantry in the open: 7 and 10 hexes; one level off 8 and 11, two levels 9 and 12."""
    levels = {
        level: next(one for one in sorted(A.hexes) if A.hexes[one].level == level)
        for level in (1, 2, 3)
    }
    target = "A413"
    assert A.hexes[target].terrain is Ground.OPEN
    for watcher, still, moving in (
        ("A418", 7, 10),
        (levels[1], 8, 11),
        (levels[2], 9, 12),
        (levels[3], 10, 13),
    ):
        assert seen_up_to(A, target, "small", moving=False, watcher=watcher) == still
        assert seen_up_to(A, target, "small", moving=True, watcher=watcher) == moving
    assert seen_up_to(A, target, "large", moving=True, watcher=levels[2]) == 22


def test_seeing_takes_distance_and_a_line() -> None:
    """Near enough and no wood between; fog brings it closer."""
    assert observes(A, "A614", "A607", "small", moving=True)
    assert not observes(A, "A614", "A607", "small", moving=True, weather=-9)
    assert not observes(A, "A805", "A814", "large", moving=True)
