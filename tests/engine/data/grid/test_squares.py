"""The grid of squares: ids, neighbours, distances, lines."""

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data.grid import squares
from engine.data.grid.squares import (
    distance,
    is_square,
    line,
    neighbours,
    orthogonal,
    row_col,
    square,
)

SIZE = 16

on_board = st.builds(square, st.integers(1, SIZE), st.integers(1, SIZE))


def test_ids_are_row_and_column() -> None:
    """The row stands first."""
    assert square(8, 7) == "8-7"
    assert row_col("16-1") == (16, 1)


@given(on_board)
def test_ids_are_read_as_they_are_written(one: str) -> None:
    """Writing what was read gives the same id, and it is a square of the board."""
    assert square(*row_col(one)) == one
    assert is_square(one, SIZE, SIZE)


@pytest.mark.parametrize(
    "text",
    ["", "8", "8-", "-7", "8-7-1", "08-7", "8-07", "0-7", "8 7", " 8-7", "8-7\n", "a-7", "8--7",
     "８-7", "100-1", "9" * 5000],
)  # fmt: skip
def test_what_is_no_id_is_refused(text: str) -> None:
    """Anything but two plain numbers from 1 to 99 is refused, and not repeated at length."""
    assert not is_square(text, 99, 99)
    with pytest.raises(ValueError, match="not a square") as refused:
        row_col(text)
    assert len(str(refused.value)) < 60


@pytest.mark.parametrize(("row", "column"), [(0, 1), (1, 0), (100, 1), (1, 100), (-1, 5)])
def test_what_no_id_can_name_is_refused(row: int, column: int) -> None:
    """Row and column run from 1 to 99."""
    with pytest.raises(ValueError, match="no square has row"):
        square(row, column)


def test_the_board_has_an_end() -> None:
    """A square beyond the last row or column is none."""
    assert is_square("16-12", 16, 12)
    assert not is_square("17-12", 16, 12)
    assert not is_square("16-13", 16, 12)


def test_neighbours_come_row_by_row() -> None:
    """Eight inside, five at an edge, three in a corner."""
    assert neighbours("8-7", SIZE, SIZE) == (
        *("7-6", "7-7", "7-8"),
        *("8-6", "8-8"),
        *("9-6", "9-7", "9-8"),
    )
    assert neighbours("1-9", SIZE, SIZE) == ("1-8", "1-10", "2-8", "2-9", "2-10")
    assert neighbours("16-16", SIZE, SIZE) == ("15-15", "15-16", "16-15")
    assert neighbours("1-1", 1, 1) == ()


@given(on_board, on_board)
def test_neighbours_are_what_a_king_reaches(a: str, b: str) -> None:
    """Two squares adjoin, both ways, exactly when one step lies between them."""
    assert (b in neighbours(a, SIZE, SIZE)) is (distance(a, b) == 1)
    assert (b in neighbours(a, SIZE, SIZE)) is (a in neighbours(b, SIZE, SIZE))


@given(on_board, on_board, on_board)
def test_distance_is_a_distance(a: str, b: str, c: str) -> None:
    """It is zero only to itself, the same both ways, and no detour is shorter."""
    assert (distance(a, b) == 0) is (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_distance_is_the_number_of_steps() -> None:
    """A flood from a corner of the board takes as many steps as the distance says."""
    reached = {"3-2": 0}
    edge = ["3-2"]
    while edge:
        further = []
        for one in edge:
            for near in neighbours(one, SIZE, SIZE):
                if near not in reached:
                    reached[near] = reached[one] + 1
                    further.append(near)
        edge = further

    assert len(reached) == SIZE * SIZE
    assert all(distance("3-2", one) == steps for one, steps in reached.items())


@given(on_board, on_board)
def test_orthogonal_is_adjacent_by_a_side(a: str, b: str) -> None:
    """The middles of two such squares are exactly one apart."""
    (row, column), (other_row, other_column) = row_col(a), row_col(b)
    apart = hypot(row - other_row, column - other_column)

    assert orthogonal(a, b) is (apart == 1)


def test_lines_run_along_rows_columns_and_diagonals() -> None:
    """What lies between, from the first square on."""
    assert line("8-7", "8-3") == ("8-6", "8-5", "8-4")
    assert line("2-5", "5-5") == ("3-5", "4-5")
    assert line("5-5", "2-2") == ("4-4", "3-3")
    assert line("5-2", "2-5") == ("4-3", "3-4")
    assert line("8-7", "9-8") == ()
    assert line("8-7", "8-7") == ()
    assert line("8-7", "10-8") is None
    assert line("8-7", "11-9") is None


@given(on_board, on_board)
def test_lines_are_gapless_and_the_same_both_ways(a: str, b: str) -> None:
    """Each square of a line touches the next; there is one exactly for straight lines."""
    (row, column), (other_row, other_column) = row_col(a), row_col(b)
    down, across = abs(row - other_row), abs(column - other_column)
    found = line(a, b)

    assert (found is None) is (down > 0 and across > 0 and down != across)
    if found is None or a == b:
        return
    whole = (a, *found, b)
    assert len(found) == distance(a, b) - 1
    assert all(distance(one, other) == 1 for one, other in pairwise(whole))
    assert line(b, a) == found[::-1]


def test_what_is_remembered_is_bounded() -> None:
    """All pairs of a board of sixteen by sixteen are kept, and not without end."""
    for remembered in (squares.distance, squares.line, squares.orthogonal):
        most = remembered.cache_parameters()["maxsize"]
        assert most is not None
        assert most >= (SIZE * SIZE) ** 2
