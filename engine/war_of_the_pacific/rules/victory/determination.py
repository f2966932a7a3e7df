"""Victory determination (5.2 to 5.4): on three turns the game may be decided as the turn ends.

Rules:
    5.2, 5.3, 5.4; WP-R1.
    Also 4.1.victory.
"""

from __future__ import annotations

from engine.war_of_the_pacific.play import Play, seat_term
from engine.war_of_the_pacific.rules.victory.bolivia_quits import let_bolivia_quit
from engine.war_of_the_pacific.rules.victory.bonus_point import award_bonus
from engine.war_of_the_pacific.rules.victory.points import victory_points
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import ALLIES, CHILE


def end_of_turn(play: Play) -> None:
    """Award the bonus, let Bolivia quit, and on the turns that say so decide the game.

    Rules:
        5.2-5.6; WP-E14, WP-R1 (13 points are a draw), WP-R2 (no bonus when nothing was sunk).
    """
    award_bonus(play)
    let_bolivia_quit(play)
    _decide(play)


def _decide(play: Play) -> None:
    scenario = scenario_for(play.table.settings)
    points = victory_points(play.table)
    for check in scenario.victory:
        if check.turn != play.table.turn:
            continue
        rule = check.clause
        play.tell("victory.count", "5.1", n=points)
        if points >= check.win_at_least:
            play.end(CHILE, "points", rule)
        elif points < check.lose_below:
            play.end(ALLIES, "held" if check.final else "sudden_death", rule)
            rule = check.clause_below
        elif check.final:
            play.end("", "draw", rule)
            rule = check.clause_draw
        if play.table.ending is not None:
            winner = play.table.ending.winner
            if winner:
                play.tell("victory.won", rule, seat=seat_term(winner), n=points)
            else:
                play.tell("victory.draw", rule, n=points)
