"""Movement points (4.1.5, 7.1): every side has all of its own at the start of its movement turn."""

from __future__ import annotations

from engine.calama.play import Play
from engine.calama.state import Phase
from engine.calama.survey import scenario_of


def begin_movement(play: Play, seat: str) -> None:
    """Give a side its movement turn, with all its points (7.1)."""
    pool = scenario_of(play.table).pools[seat]
    play.set(phase=Phase.MOVEMENT, player=seat, pool=pool, acted=False)
