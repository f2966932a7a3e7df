"""How to win (5.1-5.6): victory points, the checks of turns 5, 9 and 12, Bolivia quitting."""

from __future__ import annotations

from engine.api import Term
from engine.war_of_the_pacific.places import DEAD, GONE, is_hex
from engine.war_of_the_pacific.play import Play, seat_term
from engine.war_of_the_pacific.rules.land.occupation import hold_hex
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import ALLIES, CHILE
from engine.war_of_the_pacific.survey import (
    controller,
    is_column,
    is_ship,
    land_units,
    victory_points,
)


def end_of_turn(play: Play) -> None:
    """Award the bonus, let Bolivia quit, and on the turns that say so decide the game.

    Rules:
        5.2-5.6; WP-E14, WP-R1 (13 points are a draw), WP-R2 (no bonus when nothing was sunk).
    """
    _award_bonus(play)
    _bolivia(play)
    _decide(play)


def _award_bonus(play: Play) -> None:
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


def _bolivia(play: Play) -> None:
    if play.table.bolivia_out:
        return
    quits = scenario_for(play.table.settings).bolivia_quits
    table = play.view(None).table
    occupied = all(
        controller(table, hex_id) == CHILE and land_units(table, hex_id, CHILE)
        for hex_id in quits.cities
    )
    if not occupied and victory_points(table) < quits.points:
        return
    leaving = [unit for unit in play.units.values() if unit.nation == "bolivia"]
    for unit in leaving:
        if is_column(unit):
            play.remove(unit.id)
        else:
            play.change(unit.id, at=GONE, steps=0)
    play.set(bolivia_out=True)
    rule = "5.6.occupied" if occupied else "5.6.points"
    play.tell("victory.bolivia_quits", rule, why=Term("bolivia", _why(occupied)))
    _take_left_hexes(play, {unit.at for unit in leaving})


def _take_left_hexes(play: Play, places: set[str]) -> None:
    """Give Chile the hexes of undecided landings that Bolivia's army has left to it (WP-R13)."""
    table = play.view(None).table
    for place in sorted(places):
        if is_hex(place) and land_units(table, place, CHILE):
            hold_hex(play, place, CHILE)


def _why(occupied: bool) -> str:
    return "occupied" if occupied else "points"


_FEW = {5: "5.2.sudden", 9: "5.3.sudden", 12: "5.4.allies"}
"""By which clauses Chile loses with few points, by the turn."""


def _decide(play: Play) -> None:
    scenario = scenario_for(play.table.settings)
    points = victory_points(play.view(None).table)
    for check in scenario.victory:
        if check.turn != play.table.turn:
            continue
        rule = {5: "5.2", 9: "5.3", 12: "5.4"}.get(check.turn, "5.1")
        play.tell("victory.count", "5.1", n=points)
        if points >= check.win_at_least:
            play.end(CHILE, "points", rule)
        elif points < check.lose_below:
            play.end(ALLIES, "held" if check.final else "sudden_death", rule)
            rule = _FEW.get(check.turn, rule)
        elif check.final:
            play.end("", "draw", rule)
            rule = "5.4.draw"
        if play.table.ending is not None:
            winner = play.table.ending.winner
            if winner:
                play.tell("victory.won", rule, seat=seat_term(winner), n=points)
            else:
                play.tell("victory.draw", rule, n=points)
