"""How the game ends without a winner by points: the last round, or too many refusals (CAL-R14)."""

from __future__ import annotations

from engine.calama.play import Play
from engine.calama.state import BOLIVIA, CHILE, SEATS, Table
from engine.calama.survey import scenario_of


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


def stalled(table: Table) -> bool:
    """Say whether an end has been refused so often in a row that it is not offered again."""
    most = scenario_of(table).refusals
    return most is not None and table.refused >= most
