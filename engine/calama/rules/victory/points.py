"""Victory points (2): for pieces taken and objectives fulfilled; who first has 24 wins.

Rules:
    4.2.1.loss, 6.count, 7.5.1.points.
"""

from __future__ import annotations

from engine.api import Term
from engine.calama.play import Play, piece_term
from engine.calama.state import BOLIVIA, DEAD, other
from engine.calama.survey import printed, scenario_of
from engine.kit.wording import seat_term

CALAMA = "calama"


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
