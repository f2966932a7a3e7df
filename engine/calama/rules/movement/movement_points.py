"""Movement points (4.1.5, 7.1): every side has all of its own at the start of its movement turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Text
from engine.calama.play import Play
from engine.calama.state import Phase, Table
from engine.calama.survey import scenario_of


def begin_movement(play: Play, seat: str) -> None:
    """Give a side its movement turn, with all its points (7.1)."""
    pool = scenario_of(play.table).pools[seat]
    play.set(phase=Phase.MOVEMENT, player=seat, pool=pool, acted=False)


def pool_left(table: Table, taken: int = 0) -> Iterator[Text]:
    """Yield the points that the player has left once some are taken, if there are so many."""
    if taken <= table.pool:
        yield Text("left.points", {"n": table.pool - taken})
