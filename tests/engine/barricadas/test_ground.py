"""Boards and ground: neighbours, distances, edges, roads, what is entered for how much."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from engine.barricadas.board import COLUMNS, ROWS, Gait, Ground, load_boards
from engine.barricadas.ground import Sheet, load_battlefield
from engine.barricadas.observation import observes, seen_up_to
from engine.barricadas.rules.movement.costs import reach, way_cost

A = load_battlefield((Sheet("A"),))
C = load_battlefield((Sheet("C"),))
BOTH = load_battlefield((Sheet("C"), Sheet("A", down=1)))
GAITS: tuple[Gait, ...] = get_args(Gait)


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


def test_boards_meet_at_their_edges() -> None:
    """South of the last row of C is the first of A; a board may be turned about."""
    assert BOTH.neighbours("C420")[3] == "A401"
    assert BOTH.distance("C420", "A401") == 1
    turned = load_battlefield((Sheet("A", turned=True),))
    assert turned.spots["A101"] == (16, 20)
    assert set(turned.adjacent("A513")) == set(A.adjacent("A513"))
    assert turned.direction("A513", "A512") == 3


# -- what it takes (5.1, 5.4) ---------------------------------------------------------------------


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
    assert seen_up_to(A, target, "large", moving=True, watcher=levels[2]) == 23


def test_seeing_takes_distance_and_a_line() -> None:
    """Near enough and no wood between; fog brings it closer."""
    assert observes(A, "A614", "A607", "small", moving=True)
    assert not observes(A, "A614", "A607", "small", moving=True, weather=-9)
    assert not observes(A, "A805", "A814", "large", moving=True)


def test_rivers_run_from_hex_to_hex() -> None:
    """Nowhere on a board does a river begin or end in the middle: its hexes touch."""
    for field in (A, C):
        wet = {
            one
            for one, each in field.hexes.items()
            if each.terrain in (Ground.MINOR_RIVER, Ground.MAJOR_RIVER)
        }
        rims = {one for one in wet if "" in field.neighbours(one)}
        for one in wet:
            touching = [each for each in field.adjacent(one) if each in wet]
            assert len(touching) >= (1 if one in rims else 2), one


@given(
    st.sampled_from(sorted(BOTH.hexes)),
    st.sampled_from(GAITS),
    st.integers(1, 16),
    st.integers(0, 3),
)
def test_a_single_hex_is_reached_as_among_all(
    start: str, gait: Gait, halves: int, closed: int
) -> None:
    """Who asks about one hex alone is told the same way and the same points."""

    def enters(place: str) -> bool:
        return int(place[1:]) % 4 >= closed

    every = reach(BOTH, start, gait, halves, enters=enters)
    for goal, reached in every.items():
        assert reach(BOTH, start, gait, halves, enters=enters, goal=goal)[goal] == reached
    for goal in BOTH.adjacent(start):
        found = reach(BOTH, start, gait, halves, enters=enters, goal=goal)
        assert (goal in found) == (goal in every)
