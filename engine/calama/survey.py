"""Questions about a table that every rule asks: who stands where.

All functions are pure and take the public :class:`Table` only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.calama.army import PieceType, load_army
from engine.calama.scenario import Scenario, load_scenario
from engine.calama.state import SEATS, Piece, Table
from engine.data.grid.squares import distance


def printed(piece: Piece | str) -> PieceType:
    """Return what the rulebook says of a piece's type."""
    return load_army().types[piece if isinstance(piece, str) else piece.type]


def scenario_of(table: Table) -> Scenario:
    """Return the scenario that a table plays."""
    return load_scenario(table.settings.scenario)


@dataclass(frozen=True, slots=True)
class Muster:
    """Who stands on the board, by square and by side, and on whom charges are declared."""

    squares: Mapping[str, Piece]
    armies: Mapping[str, tuple[Piece, ...]]
    charged: frozenset[str]


class Pieces:
    """The pieces of a table, the same only as themselves: they are never changed, only replaced."""

    __slots__ = ("pieces",)

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self.pieces = pieces

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pieces) and self.pieces is other.pieces

    def __hash__(self) -> int:
        return id(self.pieces)


@lru_cache(maxsize=4)
def muster(key: Pieces) -> Muster:
    """Work it out once: the rules ask a hundred times between one change and the next."""
    there = [piece for piece in key.pieces.values() if piece.on_board]
    return Muster(
        squares={piece.at: piece for piece in there},
        armies={side: tuple(piece for piece in there if piece.side == side) for side in SEATS},
        charged=frozenset(piece.charging for piece in key.pieces.values()),
    )


def occupied(table: Table) -> Mapping[str, Piece]:
    """Return the occupied squares, each with its piece."""
    return muster(Pieces(table.pieces)).squares


def piece_at(table: Table, square: str) -> Piece | None:
    """Return the piece on a square, if any."""
    return next((piece for piece in table.pieces.values() if piece.at == square), None)


def named_piece(table: Table, typed: str) -> Piece | None:
    """Return the piece that a filled field names, by its square or by its id."""
    return table.pieces.get(typed) or piece_at(table, typed)


def army(table: Table, side: str, type_key: str | None = None) -> tuple[Piece, ...]:
    """Return a side's pieces on the board, of one type if given."""
    found = muster(Pieces(table.pieces)).armies[side]
    if type_key is None:
        return found
    return tuple(piece for piece in found if piece.type == type_key)


def waiting(table: Table, side: str, at: str, type_key: str | None = None) -> tuple[Piece, ...]:
    """Return a side's pieces off the board at *at* ("reserve", "dead", ...)."""
    return tuple(
        piece
        for piece in table.pieces.values()
        if piece.side == side and piece.at == at and type_key in (None, piece.type)
    )


def nearest(squares: Iterator[str], to: str) -> int:
    """Return the distance from *to* to the nearest of *squares*; 99 if there is none."""
    return min((distance(to, square) for square in squares), default=99)
