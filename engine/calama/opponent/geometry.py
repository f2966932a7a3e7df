"""Squares round a square, remembered: the computer player asks for them over and over."""

from __future__ import annotations

from collections.abc import Collection

from engine.calama.army import PieceType
from engine.calama.board import load_board
from engine.data.cache import cached_per_data
from engine.data.grid.squares import distance, orthogonal, row_col

Squares = frozenset[str]


@cached_per_data()
def ring(square: str, least: int, most: int) -> Squares:
    """Return the squares between *least* and *most* king's moves away."""
    return frozenset(one for one in load_board().squares if least <= distance(square, one) <= most)


@cached_per_data()
def sides(square: str) -> tuple[str, ...]:
    """Return the squares that share a side with a square: from there it is charged."""
    return tuple(one for one in load_board().neighbours(square) if orthogonal(one, square))


@cached_per_data()
def cover(square: str) -> int:
    """Return what a square adds to the Resistance of whoever stands on it."""
    return load_board().squares[square].resistance


@cached_per_data()
def rays(square: str, most: int) -> tuple[tuple[str, ...], ...]:
    """Return the squares along the eight lines from a square, outwards."""
    row, column = row_col(square)
    squares = load_board().squares
    lines = []
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            steps = (f"{row + down * n}-{column + across * n}" for n in range(1, most + 1))
            line = tuple(one for one in steps if one in squares)
            if line and (down or across):
                lines.append(line)
    return tuple(lines)


def under_fire(kind: PieceType, square: str, taken: Collection[str]) -> Squares:
    """Return the squares that a piece of a type can fire at from a square.

    Args:
        kind: Which type.
        square: Where it stands.
        taken: Squares on which somebody stands: they end a line of sight.
    """
    if not kind.direct or kind.most == 1:
        return ring(square, kind.least, kind.most)
    seen = set()
    for line in rays(square, kind.most):
        for one in line:
            seen.add(one)
            if one in taken:
                break
    return frozenset(seen)
