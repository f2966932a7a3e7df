"""The three attributes of a type (4.1.4): what they come to, and moving their markers."""

from __future__ import annotations

from dataclasses import replace

from engine.calama.army import load_army
from engine.calama.play import Play
from engine.calama.state import MOVEMENT, RESISTANCE, STRENGTH, Piece, Table


def value(table: Table, piece: Piece, attribute: str) -> int:
    """Return where the marker of a piece's type stands."""
    return table.attributes[piece.side][piece.type].value(attribute)


def movement(table: Table, piece: Piece) -> int:
    """Return the squares that a piece may still move this round (7.4.1)."""
    return max(0, value(table, piece, MOVEMENT) - piece.moved)


def strength(table: Table, piece: Piece) -> int:
    """Return a piece's Strength."""
    return value(table, piece, STRENGTH)


def resistance(table: Table, piece: Piece) -> int:
    """Return a piece's Resistance, without that of its square."""
    return value(table, piece, RESISTANCE)


def shift(play: Play, seat: str, type_key: str, attribute: str, by: int) -> tuple[int, int]:
    """Move a marker, not beyond the ends of its track (CAL-R4), and return from where to where."""
    limits = load_army()
    markers = play.table.attributes[seat][type_key]
    before = markers.value(attribute)
    after = min(limits.highest, max(limits.lowest, before + by))
    mine = {**play.table.attributes[seat], type_key: replace(markers, **{attribute: after})}
    play.set(attributes={**play.table.attributes, seat: mine})
    return before, after
