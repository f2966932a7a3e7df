"""The six tactical objectives (4.1.8, CAL-R13).

:func:`settle` looks at the board after everything that changed it.

Rules:
    4.1.8.officer, 4.1.8.reach, 4.1.8.roads, 4.1.8.topater.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.calama.board import load_board
from engine.calama.play import Play, piece_term
from engine.calama.rules.pieces.weapons import is_covered
from engine.calama.rules.victory.points import CALAMA, fulfil
from engine.calama.state import (
    ARTILLERY,
    BOLIVIA,
    CHILE,
    DEAD,
    GONE,
    HEAVY,
    INFANTRY,
    OFFICER,
    SEATS,
    TAKEN,
    Piece,
    Table,
    other,
)
from engine.calama.survey import army, occupied, piece_at, waiting
from engine.kit.wording import seat_term

ROADS = "roads"
GUNS = "guns"
TOPATER = "topater"
ESCAPE = "escape"
KILL = "officer"


def settle(play: Play) -> None:
    """Look what the board now fulfils, gives away or makes impossible.

    It is the one place where objectives score, Chile's before Bolivia's (CAL-R39).
    """
    for side in SEATS:
        if play.table.ending is None:
            _abandon_guns(play, side)
    for key, (side, is_fulfilled) in _ON_BOARD.items():
        if play.table.ending is None and is_fulfilled(play.table):
            fulfil(play, side, key)
    if play.table.ending is None and CALAMA not in play.table.lost and calama_held(play.table):
        play.set(lost=(*play.table.lost, CALAMA))
        play.tell("calama.occupied", "4.1.8.calama")


def fulfilled(table: Table) -> tuple[str, ...]:
    """Return the objectives that the table as it lies fulfils, those scored before among them."""
    found = tuple(key for key, (_, is_fulfilled) in _ON_BOARD.items() if is_fulfilled(table))
    taken = any(one.type in ARTILLERY for one in waiting(table, BOLIVIA, TAKEN))
    return (*found, GUNS) if taken else found


def _abandon_guns(play: Play, side: str) -> None:
    """Hand over the artillery of a side whose last infantry on the board is gone (CAL-R12)."""
    table = play.table
    if army(table, side, INFANTRY):
        return
    guns = [piece for piece in army(table, side) if piece.type in ARTILLERY]
    if not guns:
        return
    for piece in guns:
        play.eliminate(piece.id, TAKEN)
    play.tell(
        "guns.taken",
        "4.1.8.guns",
        pieces=tuple(piece_term(piece) for piece in guns),
        seat=seat_term(other(side)),
    )
    if side == BOLIVIA:
        fulfil(play, CHILE, GUNS)


def held_exits(table: Table) -> tuple[str, ...]:
    """Return the exits that Chile holds or covers now (4.1.8, CAL-R13, CAL-R20)."""
    taken, chileans = occupied(table), army(table, CHILE)
    return tuple(one for one in load_board().exits if _is_held(one, taken, chileans))


def all_exits(table: Table) -> bool:
    """Say whether Chile holds or covers every exit at once."""
    taken, chileans = occupied(table), army(table, CHILE)
    return all(_is_held(one, taken, chileans) for one in load_board().exits)


def _is_held(square: str, taken: Mapping[str, Piece], chileans: Iterable[Piece]) -> bool:
    there = taken.get(square)
    if there is not None:
        return there.side == CHILE
    return is_covered(square, chileans, taken)


def guns_on_topater(table: Table) -> bool:
    """Say whether Chilean heavy artillery stands on both squares of the hill."""
    return all(
        piece is not None and piece.side == CHILE and piece.type == HEAVY
        for piece in (piece_at(table, square) for square in load_board().topater)
    )


def calama_held(table: Table) -> bool:
    """Say whether Chilean pieces stand on all four squares of the town."""
    return all(
        piece is not None and piece.side == CHILE
        for piece in (piece_at(table, square) for square in load_board().calama)
    )


_ON_BOARD: Mapping[str, tuple[str, Callable[[Table], bool]]] = {
    ROADS: (CHILE, all_exits),
    TOPATER: (CHILE, guns_on_topater),
    KILL: (BOLIVIA, lambda table: bool(waiting(table, CHILE, DEAD, OFFICER))),
    ESCAPE: (BOLIVIA, lambda table: bool(waiting(table, BOLIVIA, GONE, OFFICER))),
}
"""Objectives that are seen on the table itself, in the order in which they are looked at: whose
each is, and whether it is fulfilled."""
