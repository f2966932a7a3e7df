"""What an army has lost, and when it is beaten.

Rules:
    9.army, 9.army.cohesion, 9.army.losses, 9.army.when, 9.army.draw, 4.victory; ADG-R16, ADG-R20.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.api import Seat
from engine.art_of_war.play import Play
from engine.art_of_war.state import (
    GONE,
    NORTH,
    SEATS,
    SOUTH,
    Place,
    Table,
    standing_units,
)
from engine.art_of_war.tables.combat import load_combat
from engine.kit.wording import seat_term

BEATEN = "army_beaten"
BOTH_BEATEN = "both_beaten"
LAST_TURN = "last_turn"
"""How a battle ends."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What an army has lost, by kind (9.army.losses).

    Attributes:
        disordered: Units that stand on the table in disorder.
        routed: Units that were routed or destroyed, or left the table.
        generals: Generals lost.
        camps: Camps destroyed.
    """

    disordered: int = 0
    routed: int = 0
    generals: int = 0
    camps: int = 0

    @property
    def points(self) -> int:
        """What that comes to."""
        worth = load_combat().losses
        return (
            self.disordered * worth["disordered"]
            + self.routed * worth["routed"]
            + self.generals * worth["general"]
            + self.camps * worth["camp"]
        )


def losses_of(table: Table, side: Seat) -> Losses:
    """Return what a side has lost."""
    return Losses(
        disordered=sum(one.lost > 0 for one in standing_units(table, side)),
        routed=sum(one.side == side and one.place in GONE for one in table.units.values()),
        generals=sum(one.side == side and one.place in GONE for one in table.generals.values()),
        camps=sum(one.side == side and one.taken for one in table.camps.values()),
    )


def cohesion_of(table: Table, side: Seat) -> int:
    """Return how many units of a side are, or have been, on the table (9.army.cohesion).

    Of a viewer's table, who is still hidden from them does not count.
    """
    away = (Place.WAITING, Place.MARCH)
    return sum(one.side == side and one.place not in away for one in table.units.values())


def is_beaten(table: Table, side: Seat) -> bool:
    """Say whether what a side has lost exceeds its cohesion (9.army)."""
    return losses_of(table, side).points > cohesion_of(table, side)


def check(play: Play) -> None:
    """End the battle if an army is beaten now; of both it is a draw (9.army.when)."""
    beaten = [side for side in SEATS if is_beaten(play.table, side)]
    for side in beaten:
        lost = losses_of(play.table, side).points
        cohesion = cohesion_of(play.table, side)
        play.tell("army.beaten", "9.army", seat=seat_term(side), n=lost, cohesion=cohesion)
    if len(beaten) == len(SEATS):
        play.end("", BOTH_BEATEN, "9.army.draw")
    elif beaten:
        play.end(NORTH if beaten[0] == SOUTH else SOUTH, BEATEN, "9.army")


def time_is_up(play: Play) -> None:
    """End the battle after its last turn: the side with fewer losses wins (ADG-R20)."""
    lost = {side: losses_of(play.table, side).points for side in SEATS}
    play.tell("army.counted", "9.army.losses", south=lost[SOUTH], north=lost[NORTH])
    winner = "" if lost[SOUTH] == lost[NORTH] else min(SEATS, key=lambda side: lost[side])
    play.end(winner, LAST_TURN, "4.victory")
