"""The Combat Advantage chits (8.9.chit): drawn from the cup, and whom each of them suits.

Rules:
    3.6.cup, 8.9.chit; WP-R15 to WP-R18.
    Also 8.9.chit.canister, 8.9.chit.charge, 8.9.chit.earthworks, 8.9.chit.leader, 8.9.chit.none,
    8.9.chit.slaughter, 8.9.chit.surprise.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.war_of_the_pacific.counters import (
    kind_of,
)
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.scenario import Chit, Scenario
from engine.war_of_the_pacific.state import LandBattle, Unit


def draw_chit(play: Play, data: Scenario) -> Chit:
    """Draw one chit from the full cup: every one goes back after its combat (8.9, WP-E13)."""
    return chit_drawn(play.roll("battle.chit", sides=chits_in_cup(data))[0], data)


def chits_in_cup(data: Scenario) -> int:
    """Return how many chits there are to draw from (8.9)."""
    return sum(chit.count for chit in data.chits)


def chit_drawn(number: int, data: Scenario) -> Chit:
    """Return which chit the *number*-th of the cup is."""
    for chit in data.chits:
        number -= chit.count
        if number <= 0:
            return chit
    raise AssertionError("more chits drawn than counted")


def applies(chit: Chit, frame: LandBattle, winner: str, units: Sequence[Unit]) -> bool:
    """Say whether the chit's words fit whoever drew it: attacker or defender, and their units."""
    role = "attacker" if winner == frame.seat else "defender"
    return chit.role in ("any", role) and (
        chit.kind == "any" or any(kind_of(unit).value == chit.kind for unit in units)
    )
