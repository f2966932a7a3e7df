"""Declared charges (7.4.3): who charges whom, and who is pinned meanwhile (CAL-R11)."""

from __future__ import annotations

from engine.calama.state import Piece, Table, other
from engine.calama.survey import army, muster
from engine.data.grid.squares import orthogonal


def chargers(table: Table, target_id: str) -> tuple[Piece, ...]:
    """Return the pieces that have declared a charge on a piece."""
    return tuple(piece for piece in table.pieces.values() if piece.charging == target_id)


def is_pinned(table: Table, piece: Piece) -> bool:
    """Say whether a piece charges or is charged, its melee still to come (CAL-R11)."""
    return bool(piece.charging) or piece.id in muster(table.pieces).charged


def charges_of(table: Table, side: str) -> tuple[Piece, ...]:
    """Return the enemies on whom *side* has declared charges, each once, in order."""
    named = dict.fromkeys(
        piece.charging for piece in table.pieces.values() if piece.side == side and piece.charging
    )
    return tuple(table.pieces[target] for target in named)


def beside(table: Table, target: Piece) -> tuple[Piece, ...]:
    """Return the enemies of a piece that share a side with its square."""
    return tuple(
        piece for piece in army(table, other(target.side)) if orthogonal(piece.at, target.at)
    )
