"""The hex grid: ids, neighbours, distances, corners."""

from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.grid.hexes import HexGrid, is_hex_id

HIGH = {"even_up": HexGrid("even_up"), "odd_up": HexGrid("odd_up")}

grids = st.sampled_from(list(HIGH.values()))
inner = st.builds(
    "{:02d}{:02d}".format, st.integers(min_value=10, max_value=89), st.integers(10, 89)
)


def test_neighbours_go_clockwise_from_north() -> None:
    """Even columns sit higher: the north-eastern neighbour of an even hex is a row further up."""
    assert HIGH["even_up"].neighbours("2008") == ("2007", "2107", "2108", "2009", "1908", "1907")
    assert HIGH["even_up"].neighbours("3130") == ("3129", "3230", "3231", "3131", "3031", "3030")
    assert HIGH["odd_up"].neighbours("3130") == ("3129", "3229", "3230", "3131", "3030", "3029")


def test_neighbours_end_where_four_digits_end() -> None:
    """A corner of what can be named has fewer than six neighbours."""
    assert HIGH["even_up"].neighbours("0000") == ("0100", "0001")


@given(grids, inner)
def test_neighbours_are_mutual_and_one_step_away(grid: HexGrid, one: str) -> None:
    """Who touches me is touched by me, at distance one, six different hexes of equal distance."""
    near = grid.neighbours(one)

    assert len(set(near)) == 6
    for side, other in enumerate(near):
        assert one in grid.neighbours(other)
        assert grid.distance(one, other) == 1
        assert grid.direction(one, other) == side
        assert grid.direction(other, one) == (side + 3) % 6
        assert dist(grid.centre(one), grid.centre(other)) == pytest.approx(sqrt(3))


@given(grids, inner, inner, inner)
def test_distance_is_a_distance(grid: HexGrid, a: str, b: str, c: str) -> None:
    """It is zero only to itself, the same both ways, and no detour is shorter."""
    assert (grid.distance(a, b) == 0) is (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grids, inner, st.integers(0, 4))
def test_within_is_what_the_distance_says(grid: HexGrid, one: str, radius: int) -> None:
    """A ring of radius n holds 3n(n+1)+1 hexes, all of them within n."""
    found = grid.within(one, radius)

    assert len(found) == 3 * radius * (radius + 1) + 1
    assert all(grid.distance(one, other) <= radius for other in found)


@given(grids, inner)
def test_sides_lie_between_centres(grid: HexGrid, one: str) -> None:
    """Side i runs from corner i to the next, half way to neighbour i, one unit long."""
    corners = grid.corners(one)
    for side, other in enumerate(grid.neighbours(one)):
        (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
        (x, y), (u, v) = grid.centre(one), grid.centre(other)
        assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx(((x + u) / 2, (y + v) / 2))
        assert dist((ax, ay), (bx, by)) == pytest.approx(1)


@given(grids, inner)
def test_flanks_touch_both_ends_of_a_side(grid: HexGrid, one: str) -> None:
    """The flanks of a side are the common neighbours of the hexes it parts."""
    for other in grid.neighbours(one):
        common = set(grid.neighbours(one)) & set(grid.neighbours(other))
        assert set(grid.flanks(one, other)) == common


@pytest.mark.parametrize("text", ["", "208", "20080", "20o8", "２００８", "-208", "9" * 5000])
def test_what_is_no_id_is_refused(text: str) -> None:
    """Anything but four plain digits is refused, and not repeated at length."""
    assert not is_hex_id(text)
    with pytest.raises(ValueError, match="not a hex id") as refused:
        HIGH["even_up"].neighbours(text)
    assert len(str(refused.value)) < 100


def test_direction_needs_neighbours() -> None:
    """Two hexes apart have no common side."""
    with pytest.raises(ValueError, match="not adjacent"):
        HIGH["even_up"].direction("2008", "2010")
