"""Who may come to stand in a hex with the enemy in it, by each way of coming (WP-R97).

Land units march and advance where no land unit of the enemy is, and take what else they find. A
landing may share its hex until Land Combat. Whoever takes nothing, on a retreat or as Supply
Columns on their own, comes to no hex with anything of the enemy's on land or in port. Nobody is
set up, received or built in a hex with the enemy but in places of the side's own, which the
chapters on them name.

Rules:
    7.6.landing, 8.2.enemy, 8.5, 8.10.where, 8.11, 8.12; WP-R20, WP-R45, WP-R56, WP-R63, WP-R97.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from engine.war_of_the_pacific.counters import Counters, is_ship
from engine.war_of_the_pacific.state import other
from engine.war_of_the_pacific.survey import places_held


class Coming(Enum):
    """A way of coming to stand in a hex."""

    MARCH = "march"
    ADVANCE = "advance"
    LANDING = "landing"
    RETREAT = "retreat"


class Closing(Enum):
    """What of the enemy's closes a hex."""

    NOTHING = "nothing"
    LAND_UNITS = "land units"
    ANYTHING = "land units, columns and ships in port"


CLOSED_BY: Final[Mapping[Coming, tuple[Closing, Closing]]] = {
    Coming.MARCH: (Closing.LAND_UNITS, Closing.ANYTHING),
    Coming.ADVANCE: (Closing.LAND_UNITS, Closing.ANYTHING),
    Coming.LANDING: (Closing.NOTHING, Closing.ANYTHING),
    Coming.RETREAT: (Closing.ANYTHING, Closing.ANYTHING),
}
"""What closes a hex to those who come with land units, and to columns on their own."""


def closed_to(
    units: Counters, side: str, coming: Coming, *, columns_alone: bool = False
) -> frozenset[str]:
    """Return the places that *side* may not come to in this way because of the enemy in them."""
    closing = CLOSED_BY[coming][columns_alone]
    enemy = other(side)
    if closing is Closing.NOTHING:
        return frozenset()
    if closing is Closing.LAND_UNITS:
        return places_held(units, enemy)
    return frozenset(
        unit.at
        for unit in units.values()
        if unit.side == enemy and (unit.in_port or not is_ship(unit))
    )
