"""Forts (7.7): one with an anti-ship factor answers each ship that fired at it.

Rules:
    7.7.answer, 7.7.always with WP-R11, 7.10.fort.
    Also 7.10.never.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.api import Term
from engine.war_of_the_pacific.counters import is_fort, printed
from engine.war_of_the_pacific.play import Play, seat_term
from engine.war_of_the_pacific.rules.sea.damage import Shot, hit_ship
from engine.war_of_the_pacific.scenario import ship_numbers
from engine.war_of_the_pacific.state import Unit


def can_fire_back(target: Unit) -> bool:
    """Say whether the target of a raid is a fort that fires back (7.7)."""
    return is_fort(target) and printed(target).anti_ship is not None


def answer_of(dice: Sequence[int], fort: Unit, ship: str) -> Shot:
    """Return what the dice of a fort do to a ship that fired at it (7.7, 7.10)."""
    if sum(dice) == ship_numbers().fort_critical:
        return "critical"
    return "hit" if sum(dice) + printed(ship).armour < (printed(fort).anti_ship or 0) else "miss"


def fire_back(play: Play, fort: Unit, ship: str) -> None:
    """Roll the fort's dice against a ship that fired at it (7.7, 7.10)."""
    dice = play.roll("fort", ship_numbers().raid_dice)
    armour = printed(ship).armour
    answer = answer_of(dice, fort, ship)
    critical = answer == "critical"
    rule = "7.10.fort" if critical else "7.7.answer"
    play.tell(
        "fort.critical" if critical else "fort.hit" if answer == "hit" else "fort.miss",
        rule,
        seat=seat_term(fort.side),
        fort=Term("unit", fort.id),
        ship=Term("unit", ship),
        dice=dice,
        armour=armour,
        total=sum(dice) + armour,
        factor=printed(fort).anti_ship or 0,
    )
    if answer != "miss":
        hit_ship(play, ship, rule, critical=critical)
