"""Questions about a table that several rules ask: who stands where, and who reaches whom.

All functions are pure and take the public :class:`Table` only. Distances are king's moves
(CAL-R6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.calama.army import PieceType, load_army
from engine.calama.scenario import Scenario, load_scenario
from engine.calama.state import (
    COMMANDER,
    MOVEMENT,
    OFFICER,
    RESISTANCE,
    SEATS,
    STRENGTH,
    Phase,
    Piece,
    Table,
    other,
)
from engine.grid.squares import distance, line, orthogonal


def printed(piece: Piece | str) -> PieceType:
    """Return what the rulebook says of a piece's type."""
    return load_army().types[piece if isinstance(piece, str) else piece.type]


def scenario_of(table: Table) -> Scenario:
    """Return the scenario that a table plays."""
    return load_scenario(table.settings.scenario)


@dataclass(frozen=True, slots=True)
class _Muster:
    """Who stands on the board, by square and by side, and on whom charges are declared."""

    squares: Mapping[str, Piece]
    armies: Mapping[str, tuple[Piece, ...]]
    charged: frozenset[str]


class _Pieces:
    """The pieces of a table, the same only as themselves: they are never changed, only replaced."""

    __slots__ = ("pieces",)

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self.pieces = pieces

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pieces) and self.pieces is other.pieces

    def __hash__(self) -> int:
        return id(self.pieces)


@lru_cache(maxsize=4)
def _muster(key: _Pieces) -> _Muster:
    """Work it out once: the rules ask a hundred times between one change and the next."""
    there = [piece for piece in key.pieces.values() if piece.on_board]
    return _Muster(
        squares={piece.at: piece for piece in there},
        armies={side: tuple(piece for piece in there if piece.side == side) for side in SEATS},
        charged=frozenset(piece.charging for piece in key.pieces.values()),
    )


def standing(table: Table) -> Mapping[str, Piece]:
    """Return the pieces on the board, by square."""
    return _muster(_Pieces(table.pieces)).squares


def piece_at(table: Table, square: str) -> Piece | None:
    """Return the piece on a square, if any."""
    return next((piece for piece in table.pieces.values() if piece.at == square), None)


def army(table: Table, side: str, type_key: str | None = None) -> tuple[Piece, ...]:
    """Return a side's pieces on the board, of one type if given."""
    found = _muster(_Pieces(table.pieces)).armies[side]
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


# -- attributes ------------------------------------------------------------------------------


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


# -- command (4.2.1, 4.2.2, CAL-R8) ------------------------------------------------------------


def commander(table: Table, side: str) -> Piece | None:
    """Return a side's Commander while he is on the board."""
    return next(iter(army(table, side, COMMANDER)), None)


def leading_officers(table: Table, side: str) -> tuple[Piece, ...]:
    """Return the Officers who extend their Commander's range: those within it."""
    chief = commander(table, side)
    if chief is None:
        return ()
    far = printed(COMMANDER).command
    return tuple(
        officer for officer in army(table, side, OFFICER) if distance(officer.at, chief.at) <= far
    )


def in_command(table: Table, piece: Piece) -> bool:
    """Say whether a piece may attack: within its Commander's range or a leading Officer's."""
    chief = commander(table, piece.side)
    if chief is None or not piece.on_board:
        return False
    if distance(piece.at, chief.at) <= printed(COMMANDER).command:
        return True
    near = printed(OFFICER).command
    return any(
        distance(piece.at, officer.at) <= near for officer in leading_officers(table, piece.side)
    )


# -- fire (7.5.2, CAL-R9) ----------------------------------------------------------------------


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
    kind, taken = printed(piece), standing(table)
    return tuple(
        enemy
        for enemy in army(table, other(piece.side))
        if _reaches(kind, piece.at, enemy.at, taken)
    )


# -- charges (7.4.3) ---------------------------------------------------------------------------


def chargers(table: Table, target_id: str) -> tuple[Piece, ...]:
    """Return the pieces that have declared a charge on a piece."""
    return tuple(piece for piece in table.pieces.values() if piece.charging == target_id)


def is_pinned(table: Table, piece: Piece) -> bool:
    """Say whether a piece charges or is charged, its melee still to come (CAL-R11)."""
    return bool(piece.charging) or piece.id in _muster(_Pieces(table.pieces)).charged


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


def can_fire(table: Table, piece: Piece) -> bool:
    """Say whether a piece may fire in this combat turn, at whomever."""
    return (
        table.phase is Phase.COMBAT
        and piece.side == table.player
        and piece.on_board
        and not piece.fought
        and not is_pinned(table, piece)
        and in_command(table, piece)
    )


def nearest(squares: Iterator[str], to: str) -> int:
    """Return the distance from *to* to the nearest of *squares*; 99 if there is none."""
    return min((distance(to, square) for square in squares), default=99)
