"""Weapons (4.2.3 to 4.2.6, 6.line): heavy artillery over heads, light artillery straight.

Rules:
    CAL-R6 (distances are king's moves), CAL-R9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.calama.army import PieceType, load_army
from engine.calama.board import load_board
from engine.calama.state import Piece, Table, other
from engine.calama.survey import army, occupied
from engine.data.grid.squares import distance, line
from engine.data.play_data import per_data


def covers(piece: Piece, square: str, taken: Mapping[str, Piece]) -> bool:
    """Say whether a piece's weapons reach a square, whoever stands on it.

    Args:
        piece: The one that would fire.
        square: Where to.
        taken: Pieces on the board by square; they break a line of sight.
    """
    between = _within(piece.type, piece.at).get(square)
    return between is not None and taken.keys().isdisjoint(between)


@per_data(maxsize=512)
def _within(type_key: str, origin: str) -> Mapping[str, tuple[str, ...]]:
    """Return what a type's weapons reach from a square, each with what must be empty for it."""
    kind, squares = load_army().types[type_key], load_board().squares
    aims = ((square, _between(kind, origin, square)) for square in squares)
    return MappingProxyType({square: one for square, one in aims if one is not None})


def _between(kind: PieceType, origin: str, square: str) -> tuple[str, ...] | None:
    """Return what must be empty for a type to reach a square, ``None`` if it never does."""
    if not kind.least <= distance(origin, square) <= kind.most:
        return None
    return line(origin, square) if kind.direct else ()


def is_covered(square: str, pieces: Iterable[Piece], taken: Mapping[str, Piece]) -> bool:
    """Say whether the weapons of any of some pieces reach a square, whoever stands on it."""
    onto, between = _onto(square), taken.keys()
    return any(
        (piece.type, piece.at) in onto and between.isdisjoint(onto[piece.type, piece.at])
        for piece in pieces
    )


@per_data(maxsize=64)
def _onto(square: str) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return what types reach a square from where, each with what must be empty for it."""
    found = {}
    for kind in load_army().types.values():
        for origin in load_board().squares:
            between = _between(kind, origin, square)
            if between is not None:
                found[kind.key, origin] = between
    return MappingProxyType(found)


def targets(table: Table, piece: Piece) -> tuple[Piece, ...]:
    """Return the enemies that a piece's weapons reach, whether or not it may fire now."""
    within, taken = _within(piece.type, piece.at), occupied(table).keys()
    return tuple(
        enemy
        for enemy in army(table, other(piece.side))
        if enemy.at in within and taken.isdisjoint(within[enemy.at])
    )
