"""What a charge costs, and how many moves a unit has left for one.

Rules:
    3.automatic, 3.points.three, 5.most, 5.again, 5.again.third, 5.again.clumsy, 5.again.general,
    5.clumsy.contact, 5.difficult.contact, 5.impetuous.ordered, 5.impetuous.zone; ADG-R5, ADG-R36,
    ADG-R37.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.art_of_war.frames import Declared
from engine.art_of_war.pieces import standing_bases
from engine.art_of_war.plane.contact import distance
from engine.art_of_war.rules.command import points
from engine.art_of_war.rules.movement import again
from engine.art_of_war.state import Table
from engine.art_of_war.survey import base_of, profile_of
from engine.art_of_war.troops import UD

NEAR: Final = UD
"""So near an enemy is charged without an order (3.automatic)."""


def moves_left(table: Table, who: Sequence[str]) -> int:
    """Return how many moves some units still have this turn, together (5.most).

    A third one ends in contact, so that nobody is disordered by it (5.difficult.contact); clumsy
    troops make none, and a general must be along.
    """
    units = [table.units[key] for key in who]
    clumsy = any(profile_of(one).clumsy for one in units)
    led = again.is_led(table, units) and not clumsy
    return (again.MOST_LED if led else again.MOST) - again.made(units)


def is_free(table: Table, declared: Declared) -> bool:
    """Say whether a charge needs no order: of one unit, at an enemy within 1 UD (ADG-R36)."""
    if len(declared.who) != 1 or declared.at == "overlap" or declared.moves > 1:
        return False
    target = dict(standing_bases(table)).get(declared.target)
    return target is not None and distance(base_of(table.units[declared.who[0]]), target) <= NEAR


def prices(table: Table, who: Sequence[str]) -> tuple[int, int]:
    """Return what the first move of a charge costs that is no free one, and what any other."""
    return points.cost_of(table, who), points.cost_of(table, who, move=False)


def cost_of(table: Table, declared: Declared, price: tuple[int, int] | None = None) -> int:
    """Return how many points a charge costs: each of its moves is an order of its own.

    Args:
        table: As it stands.
        declared: The charge.
        price: What :func:`prices` says, where it is known.
    """
    if is_free(table, declared):
        return 0
    first, other = price or prices(table, declared.who)
    return first + (declared.moves - 1) * other
