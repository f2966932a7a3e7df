"""Mines: an attack on who enters them in a move or an assault (11.mines).

They stay where they are, everybody sees them, and they tell nobody apart. Who flees or goes back
goes whatever the ground, and sets none off.

Rules:
    8.2 e to h, 11.mines; ALB-R58, ALB-R82, ALB-H11.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.barricadas.play import Play, hex_term
from engine.barricadas.roster import Munition
from engine.barricadas.rules.attack.effect import Aim, brought
from engine.barricadas.rules.attack.firing import Shells, strike
from engine.barricadas.scenario import obstacles_laid
from engine.barricadas.state import Table, hex_of
from engine.barricadas.survey import battlefield_of
from engine.barricadas.tables.fire import load_fire_table
from engine.barricadas.tables.obstacles import ObstacleRow, load_obstacles


def mines_in(table: Table, place: str) -> tuple[ObstacleRow, ...]:
    """Return the obstacles of a hex that attack who enters."""
    rows = load_obstacles()
    kinds = obstacles_laid(table.settings.scenario).get(place, ())
    return tuple(rows[kind] for kind in kinds if rows[kind].factors)


def aim_of_mines(table: Table, mines: ObstacleRow, place: str) -> Aim:
    """Return what the dice of mines are thrown with: no modifier, the ground's defence."""
    ground = battlefield_of(table).hexes[place].terrain
    divisor = load_fire_table().divisor(ground, position=place in table.positions)
    return Aim(mines.factors, 0, divisor)


def enter(play: Play, place: str, who: Iterable[str]) -> None:
    """Let the mines of a hex attack those who have come into it together."""
    keys = tuple(who)
    for mines in mines_in(play.table, place):
        there = tuple(key for key in keys if hex_of(play.table, play.counter(key)) == place)
        if not there:
            return
        aim = aim_of_mines(play.table, mines, place)
        dice = play.two_dice("mines")
        hits = brought(aim, sum(dice))
        play.tell(
            "mines.explode",
            "11.mines",
            hex=hex_term(place),
            factors=aim.factors,
            dice=dice,
            hits=hits,
        )
        shells = Shells(Munition.ART, calibre=mines.calibre)
        strike(play, place, play.counter(there[0]).side, hits, shells, "", only=there)
