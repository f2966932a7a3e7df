"""Bolivia leaves the war (5.6): when both its cities are occupied, or Chile has seven points.

Rules:
    5.6.occupied, 5.6.points, 5.6.removed; WP-R13.
    Also 5.6.example.
"""

from __future__ import annotations

from engine.api import Term
from engine.war_of_the_pacific.counters import is_column
from engine.war_of_the_pacific.places import GONE, is_hex
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.rules.land.occupation import hold_hex
from engine.war_of_the_pacific.rules.victory.points import victory_points
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import CHILE
from engine.war_of_the_pacific.survey import land_units


def let_bolivia_quit(play: Play) -> None:
    """Take Bolivia out of the war as a turn ends, if it has lost enough (5.6)."""
    if play.table.bolivia_out:
        return
    quits = scenario_for(play.table.settings).bolivia_quits
    occupied = all(
        play.control.get(hex_id) == CHILE and land_units(play.units, hex_id, CHILE)
        for hex_id in quits.cities
    )
    if not occupied and victory_points(play.table) < quits.points:
        return
    places = remove_bolivia(play)
    play.set(bolivia_out=True)
    rule = "5.6.occupied" if occupied else "5.6.points"
    play.tell("victory.bolivia_quits", rule, why=Term("bolivia", _why(occupied)))
    _take_left_hexes(play, places)


def remove_bolivia(play: Play) -> set[str]:
    """Take all of Bolivia's counters out of the game; return where they were (5.6.removed)."""
    leaving = [unit for unit in play.units.values() if unit.nation == "bolivia"]
    for unit in leaving:
        if is_column(unit):
            play.remove(unit.id)
        else:
            play.change(unit.id, at=GONE, steps=0)
    return {unit.at for unit in leaving}


def _take_left_hexes(play: Play, places: set[str]) -> None:
    """Give Chile the hexes of undecided landings that Bolivia's army has left to it (WP-R13)."""
    for place in sorted(places):
        if is_hex(place) and land_units(play.units, place, CHILE):
            hold_hex(play, place, CHILE)


def _why(occupied: bool) -> str:
    return "occupied" if occupied else "points"
