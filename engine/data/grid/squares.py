"""Squares in rows and columns: ids, neighbours, distances and lines.

A square is named ``row-column`` ("8-7"), both counted from 1, without leading zeros. Steps are a
king's: eight neighbours, a diagonal as long as a side. The functions are pure and remember their
answers, because a search asks them over and over.
"""

import re
from functools import lru_cache

_ID = re.compile(r"([1-9][0-9]?)-([1-9][0-9]?)")

_SQUARES = 1 << 12
_PAIRS = 1 << 17
"""What is remembered at most: all pairs of a board of 18 by 18 squares."""


@lru_cache(maxsize=_SQUARES)
def square(row: int, column: int) -> str:
    """Return the id of a square.

    Raises:
        ValueError: If *row* or *column* is not within 1 to 99.
    """
    if not (1 <= row <= 99 and 1 <= column <= 99):
        raise ValueError(f"no square has row {row} and column {column}")
    return f"{row}-{column}"


@lru_cache(maxsize=_SQUARES)
def row_col(square_id: str) -> tuple[int, int]:
    """Return row and column of a square.

    Raises:
        ValueError: If *square_id* is not of the form "8-7".
    """
    found = _ID.fullmatch(square_id)
    if found is None:
        raise ValueError(f"not a square: {square_id[:20]!r}")
    return int(found[1]), int(found[2])


def is_square(text: str, rows: int, columns: int) -> bool:
    """Return whether *text* names a square of a board of so many rows and columns."""
    found = _ID.fullmatch(text)
    return found is not None and int(found[1]) <= rows and int(found[2]) <= columns


@lru_cache(maxsize=_PAIRS)
def distance(a: str, b: str) -> int:
    """Return how many king's moves lie between two squares, whatever stands on them."""
    (row, column), (other_row, other_column) = row_col(a), row_col(b)
    return max(abs(row - other_row), abs(column - other_column))


@lru_cache(maxsize=_PAIRS)
def orthogonal(a: str, b: str) -> bool:
    """Return whether two squares share a side: adjacent, and not across a corner."""
    (row, column), (other_row, other_column) = row_col(a), row_col(b)
    return abs(row - other_row) + abs(column - other_column) == 1


@lru_cache(maxsize=_SQUARES)
def neighbours(square_id: str, rows: int, columns: int) -> tuple[str, ...]:
    """Return the adjacent squares, row by row: eight, and fewer at the rim of such a board."""
    row, column = row_col(square_id)
    return tuple(
        square(r, c)
        for r in range(max(1, row - 1), min(rows, row + 1) + 1)
        for c in range(max(1, column - 1), min(columns, column + 1) + 1)
        if (r, c) != (row, column)
    )


@lru_cache(maxsize=_PAIRS)
def line(a: str, b: str) -> tuple[str, ...] | None:
    """Return the squares strictly between two on a straight line, from *a* on; else None.

    A line runs along a row, a column or a diagonal. Between neighbours lies nothing.
    """
    (row, column), (other_row, other_column) = row_col(a), row_col(b)
    down, across = other_row - row, other_column - column
    if down and across and abs(down) != abs(across):
        return None
    steps = max(abs(down), abs(across))
    return tuple(
        square(row + down * n // steps, column + across * n // steps) for n in range(1, steps)
    )
