"""Victory points, the six tactical objectives (4.1.8) and how the game ends (2, CAL-R14).

:func:`settle` looks at the board after everything that changed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.api import Term
from engine.calama.board import load_board
from engine.calama.play import Play, piece_term
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
from engine.calama.survey import army, covers, piece_at, printed, scenario_of, standing, waiting
from engine.terms import seat_term

ROADS = "roads"
GUNS = "guns"
TOPATER = "topater"
CALAMA = "calama"
ESCAPE = "escape"
KILL = "officer"


def credit(play: Play, seat: str, points: int, rule: str) -> None:
    """Give a side victory points; at the goal the game is won (2)."""
    if play.table.ending is not None or not points:
        return
    total = play.table.points[seat] + points
    play.set(points={**play.table.points, seat: total}, stirred=True)
    play.tell("points", rule, seat=seat_term(seat), n=points, total=total)
    _win_by_points(play, seat)


def _win_by_points(play: Play, seat: str) -> None:
    table = play.table
    goal = scenario_of(table).goal
    if table.points[seat] < goal or table.ending is not None:
        return
    # What it is worth is known only now, and it changes the score, not the winner (CAL-R21).
    if seat == BOLIVIA and CALAMA not in (*table.lost, *table.scored):
        _score(play, seat, CALAMA)
    play.end(seat, "points", "2.points")


def fulfil(play: Play, seat: str, objective: str) -> None:
    """Score an objective, once (CAL-R13)."""
    if play.table.ending is not None or objective in play.table.scored:
        return
    worth = _score(play, seat, objective)
    credit(play, seat, worth, f"4.1.8.{objective}")


def _score(play: Play, seat: str, objective: str) -> int:
    """Reveal what an objective is worth; the Calama one is counted here, at the end."""
    values = scenario_of(play.table).values
    worth = values[play.secrets[seat].priorities.index(objective)]
    play.set(scored={**play.table.scored, objective: worth})
    play.tell(
        "objective.fulfilled",
        f"4.1.8.{objective}",
        seat=seat_term(seat),
        objective=Term("objective", objective),
        n=worth,
    )
    if objective == CALAMA:
        total = play.table.points[seat] + worth
        play.set(points={**play.table.points, seat: total})
        play.tell("points", "4.1.8.calama", seat=seat_term(seat), n=worth, total=total)
    return worth


def captured(play: Play, piece_id: str, rule: str) -> None:
    """Eliminate a piece and give the enemy its points; with the Commander all is over (7.5)."""
    piece = play.table.pieces[piece_id]
    enemy = other(piece.side)
    play.eliminate(piece_id, DEAD)
    play.tell("eliminated", rule, piece=piece_term(piece), seat=seat_term(enemy))
    if printed(piece).decides:
        play.end(enemy, "commander", "2.commander")
        return
    credit(play, enemy, printed(piece).points, "2.points")


def settle(play: Play) -> None:
    """Look what the board now fulfils, gives away or makes impossible.

    It is the one place where objectives score, Chile's before Bolivia's (CAL-R39).
    """
    for side in SEATS:
        if play.table.ending is None:
            _abandon_guns(play, side)
    if play.table.ending is None and all_exits(play.table):
        fulfil(play, CHILE, ROADS)
    if play.table.ending is None and guns_on_topater(play.table):
        fulfil(play, CHILE, TOPATER)
    if play.table.ending is None and waiting(play.table, CHILE, DEAD, OFFICER):
        fulfil(play, BOLIVIA, KILL)
    if play.table.ending is None and waiting(play.table, BOLIVIA, GONE, OFFICER):
        fulfil(play, BOLIVIA, ESCAPE)
    if play.table.ending is None and CALAMA not in play.table.lost and calama_held(play.table):
        play.set(lost=(*play.table.lost, CALAMA))
        play.tell("calama.occupied", "4.1.8.calama")


def _abandon_guns(play: Play, side: str) -> None:
    """Hand over the artillery of a side whose last infantry on the board is gone (CAL-R12)."""
    table = play.table
    guns = [piece for piece in army(table, side) if piece.type in ARTILLERY]
    if not guns or army(table, side, INFANTRY):
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
    taken, chileans = standing(table), army(table, CHILE)
    return tuple(one for one in load_board().exits if _is_held(one, taken, chileans))


def all_exits(table: Table) -> bool:
    """Say whether Chile holds or covers every exit at once."""
    taken, chileans = standing(table), army(table, CHILE)
    return all(_is_held(one, taken, chileans) for one in load_board().exits)


def _is_held(square: str, taken: Mapping[str, Piece], chileans: Iterable[Piece]) -> bool:
    there = taken.get(square)
    if there is not None:
        return there.side == CHILE
    return any(covers(piece, square, taken) for piece in chileans)


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


def last_round(play: Play) -> None:
    """End the game after the table's last round, if it is set (CAL-R14)."""
    table = play.table
    if not table.settings.last_round or table.round < table.settings.last_round:
        return
    play.end(ahead(table), "last_round", "2.last")


def ahead(table: Table) -> str:
    """Return who has more points, "" for nobody (CAL-R14)."""
    chile, bolivia = (table.points[seat] for seat in SEATS)
    return "" if chile == bolivia else CHILE if chile > bolivia else BOLIVIA
