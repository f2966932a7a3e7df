"""Weapons (4.2.3 to 4.2.6, 6.line): heavy artillery over heads, light artillery straight.

Rules:
    CAL-R6 (distances are king's moves), CAL-R9.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.calama.army import PieceType
from engine.calama.state import Piece, Table, other
from engine.calama.survey import army, occupied, printed
from engine.data.grid.squares import distance, line


def covers(piece: Piece, square: str, taken: Mapping[str, Piece]) -> bool:
    """Say whether a piece's weapons reach a square, whoever stands on it.

    Args:
        piece: The one that would fire.
        square: Where to.
        taken: Pieces on the board by square; they break a line of sight.
    """
    return _reaches(printed(piece), piece.at, square, taken)


def _reaches(kind: PieceType, origin: str, square: str, taken: Mapping[str, Piece]) -> bool:
    if not kind.least <= distance(origin, square) <= kind.most:
        return False
    if not kind.direct:
        return True
    between = line(origin, square)
    return between is not None and not any(one in taken for one in between)


def targets(table: Table, piece: Piece) -> tuple[Piece, ...]:
    """Return the enemies that a piece's weapons reach, whether or not it may fire now."""
    kind, taken = printed(piece), occupied(table)
    return tuple(
        enemy
        for enemy in army(table, other(piece.side))
        if _reaches(kind, piece.at, enemy.at, taken)
    )
