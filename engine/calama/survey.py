"""Questions about a table that every rule asks: who stands where.

All functions are pure and take the public :class:`Table` only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.calama.army import PieceType, load_army
from engine.calama.scenario import Scenario, load_scenario
from engine.calama.state import OFF_BOARD, Piece, Table
from engine.data.cache import cached
from engine.data.grid.squares import distance


def printed(piece: Piece | str) -> PieceType:
    """Return what the rulebook says of a piece's type."""
    return load_army().types[piece if isinstance(piece, str) else piece.type]


def scenario_of(table: Table) -> Scenario:
    """Return the scenario that a table plays."""
    return load_scenario(table.settings.scenario)


@dataclass(frozen=True, slots=True)
class Muster:
    """Who stands on the board, who is off it, and on whom charges are declared.

    Attributes:
        squares: By square.
        armies: By side, and by side and type.
        away: Those off the board, by side and where they are.
        charged: On whom, by id.
    """

    squares: Mapping[str, Piece]
    armies: Mapping[tuple[str, str | None], tuple[Piece, ...]]
    away: Mapping[tuple[str, str], Sequence[Piece]]
    charged: frozenset[str]


@cached
def muster(pieces: Mapping[str, Piece]) -> Muster:
    """Work it out once: the rules ask a hundred times between one change and the next."""
    squares: dict[str, Piece] = {}
    sides: dict[str, list[Piece]] = {}
    types: dict[tuple[str, str], list[Piece]] = {}
    away: dict[tuple[str, str], list[Piece]] = {}
    for piece in pieces.values():
        at, side = piece.at, piece.side
        if at in OFF_BOARD:
            away.setdefault((side, at), []).append(piece)
            continue
        squares[at] = piece
        key = side, piece.type
        if key in types:
            types[key].append(piece)
            sides[side].append(piece)
        else:
            types[key] = [piece]
            sides.setdefault(side, []).append(piece)
    armies: dict[tuple[str, str | None], tuple[Piece, ...]] = {
        (side, None): tuple(those) for side, those in sides.items()
    }
    armies.update((key, tuple(those)) for key, those in types.items())
    charged = frozenset([piece.charging for piece in pieces.values() if piece.charging])
    return Muster(squares, armies, away, charged)


def occupied(table: Table) -> Mapping[str, Piece]:
    """Return the occupied squares, each with its piece."""
    return muster(table.pieces).squares


def piece_at(table: Table, square: str) -> Piece | None:
    """Return the piece on a square, if any."""
    return occupied(table).get(square)


def named_piece(table: Table, typed: str) -> Piece | None:
    """Return the piece that a filled field names, by its square or by its id."""
    return table.pieces.get(typed) or piece_at(table, typed)


def army(table: Table, side: str, type_key: str | None = None) -> tuple[Piece, ...]:
    """Return a side's pieces on the board, of one type if given."""
    return muster(table.pieces).armies.get((side, type_key), ())


def waiting(table: Table, side: str, at: str, type_key: str | None = None) -> tuple[Piece, ...]:
    """Return a side's pieces off the board at *at* ("reserve", "dead", ...)."""
    those = muster(table.pieces).away.get((side, at), ())
    return tuple([piece for piece in those if type_key in (None, piece.type)])


def nearest(squares: Iterator[str], to: str) -> int:
    """Return the distance from *to* to the nearest of *squares*; 99 if there is none."""
    return min((distance(to, square) for square in squares), default=99)
