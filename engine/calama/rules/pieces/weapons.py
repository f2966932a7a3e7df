"""Weapons (4.2.3 to 4.2.6, 6.line): heavy artillery over heads, light artillery straight.

Rules:
    CAL-R6 (distances are king's moves), CAL-R9.
    Also 4.2.3.arc, 4.2.4.straight, 7.5.2.all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.calama.army import load_army
from engine.calama.board import COLUMNS, ROWS
from engine.calama.state import Piece, Table, other
from engine.calama.survey import army, occupied
from engine.data.cache import cached_per_data
from engine.data.grid.squares import line, row_col, square


def covers(piece: Piece, square: str, taken: Mapping[str, Piece]) -> bool:
    """Say whether a piece's weapons reach a square, whoever stands on it.

    Args:
        piece: The one that would fire.
        square: Where to.
        taken: Pieces on the board by square; they break a line of sight.
    """
    between = _within(piece.type, piece.at).get(square)
    return between is not None and taken.keys().isdisjoint(between)


@cached_per_data(maxsize=512)
def _within(type_key: str, origin: str) -> Mapping[str, tuple[str, ...]]:
    """Return what a type's weapons reach from a square, each with what must be empty for it."""
    kind, (row, column) = load_army().types[type_key], row_col(origin)
    found = {}
    for far_row in range(max(1, row - kind.most), min(ROWS, row + kind.most) + 1):
        for far in range(max(1, column - kind.most), min(COLUMNS, column + kind.most) + 1):
            # A king's moves (CAL-R6).
            if max(abs(far_row - row), abs(far - column)) >= kind.least:
                there = square(far_row, far)
                between = line(origin, there) if kind.direct else ()
                if between is not None:
                    found[there] = between
    return MappingProxyType(found)


def is_covered(goal: str, pieces: Iterable[Piece], taken: Mapping[str, Piece]) -> bool:
    """Say whether the weapons of any of some pieces reach a square, whoever stands on it."""
    onto, standing = _onto(goal), taken.keys()
    for piece in pieces:
        if piece.at in onto:
            between = onto[piece.at].get(piece.type)
            if between is not None and standing.isdisjoint(between):
                return True
    return False


@cached_per_data(maxsize=64)
def _onto(goal: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return by square which types reach another from it, each with what must be empty for it."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for kind in load_army().types.values():
        # What reaches there is reached from there.
        for origin in _within(kind.key, goal):
            found.setdefault(origin, {})[kind.key] = _within(kind.key, origin)[goal]
    return MappingProxyType(found)


def has_target(table: Table, piece: Piece) -> bool:
    """Say whether :func:`targets` has any, more quickly."""
    within, taken = _within(piece.type, piece.at), occupied(table).keys()
    for enemy in army(table, other(piece.side)):
        if enemy.at in within and taken.isdisjoint(within[enemy.at]):
            return True
    return False


def targets(table: Table, piece: Piece) -> tuple[Piece, ...]:
    """Return the enemies that a piece's weapons reach, whether or not it may fire now."""
    within, taken = _within(piece.type, piece.at), occupied(table).keys()
    return tuple(
        enemy
        for enemy in army(table, other(piece.side))
        if enemy.at in within and taken.isdisjoint(within[enemy.at])
    )
