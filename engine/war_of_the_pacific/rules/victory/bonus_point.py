"""The bonus point (5.5): for sinking twice as many warships as were lost, or the whole navy.

Rules:
    5.5, 5.5.warships, 5.5.once, 5.5.all; WP-E14, WP-R2.
"""

from __future__ import annotations

from engine.war_of_the_pacific.counters import is_ship
from engine.war_of_the_pacific.places import DEAD
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import ALLIES


def award_bonus(play: Play) -> None:
    """Award the point for sunk warships as a turn ends (5.5)."""
    bonus = scenario_for(play.table.settings).bonus
    chilean, allied = play.table.lost_warships
    if allied >= bonus.at_least and allied >= bonus.ratio * chilean:
        play.set(bonus=play.table.bonus + bonus.points)
        play.tell("victory.bonus", "5.5", n=bonus.points, allied=allied, chilean=chilean)
    elif _navy_sunk(play):
        play.set(bonus=play.table.bonus + bonus.points)
        play.tell("victory.bonus_navy", "5.5.all", n=bonus.points)


def _navy_sunk(play: Play) -> bool:
    """Say whether the last of all Allied ships went down this game turn.

    Rules:
        5.5.all; WP-E14, WP-R2 (a point for one turn, and in it no second one for the losses).
    """
    if play.settings.follows("naval_bonus") == "en":
        return False
    lost = play.table.lost_warships[1] + play.table.lost_transports[1]
    fleet = [unit for unit in play.units.values() if unit.side == ALLIES and is_ship(unit)]
    return lost > 0 and all(unit.at == DEAD for unit in fleet)
