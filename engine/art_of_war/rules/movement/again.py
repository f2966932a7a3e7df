"""Second and third moves: how many a turn, and when (5.again).

Rules:
    5.most, 5.again, 5.again.third, 5.again.clumsy, 5.again.general; ADG-R5, ADG-R37.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from engine.art_of_war.nearby import standing
from engine.art_of_war.plane.paths import Path, passes_within
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.plane.shapes import box, near, near_those
from engine.art_of_war.plane.tolerance import TOLERANCE
from engine.art_of_war.play import Against, unit_terms
from engine.art_of_war.rules.movement.pacing import full_pace
from engine.art_of_war.state import Table, Unit, joined_general
from engine.art_of_war.survey import (
    base_of,
    enemy_bases,
    enemy_within,
    is_light,
    profile_of,
)
from engine.data.cache import cached
from engine.kit.wording import refuse

MOST = 2
"""Moves of a turn (5.most)."""

MOST_LED = 3
"""Moves of a turn with a general along."""

NEAR = 2 * UD
"""So near to an enemy a second or third move comes (5.again)."""


def made(units: Iterable[Unit]) -> int:
    """Return how many moves a group has made this turn: as many as who has made most."""
    return max(one.moves for one in units)


def is_third(units: Sequence[Unit]) -> bool:
    """Say whether a group's next move is its third."""
    return made(units) >= MOST


def is_led(table: Table, units: Iterable[Unit]) -> bool:
    """Say whether a general goes along with a group (5.again.general)."""
    return any(joined_general(table, one.id) is not None for one in units)


def against(table: Table, units: Sequence[Unit], *, near: bool) -> Against:
    """Return why units cannot make their next move of the turn.

    Args:
        table: As it stands.
        units: Who moves, a group or one.
        near: Whether they come within 2 UD of an enemy, or into contact, in it; of a first move
            nobody asks.
    """
    before = made(units)
    if not before:
        return []
    told = unit_terms(one.id for one in units)
    most = MOST_LED if is_led(table, units) else MOST
    if before >= MOST_LED:
        return [refuse("again.most", "5.most", who=told, n=len(told), most=most)]
    if before >= most:
        return [refuse("again.general", "5.again.general", who=told, n=len(told), most=most)]
    if is_third(units) and any(profile_of(one).clumsy for one in units):
        return [refuse("again.clumsy", "5.again.clumsy", who=told, n=len(told))]
    if not near:
        away = Fraction(NEAR, UD)
        return [refuse("again.far", "5.again", who=told, n=len(told), away=away)]
    return []


def could_come_near(table: Table, units: Sequence[Unit]) -> bool:
    """Say whether a group might come within 2 UD of an enemy in a move, by the distance alone."""
    reach = NEAR + 2 * UD + max(map(full_pace, units))
    return any(_is_within(standing(table), one.id, reach) for one in units)


@cached
def _is_within(table: Table, key: str, length: int) -> bool:
    return enemy_within(table, table.units[key], length)


def could_come_near_by(table: Table, units: Sequence[Unit], way: int) -> bool:
    """Say whether :func:`comes_near` can hold of who go no farther than a way, by boxes alone."""
    return any(_may_be_within(standing(table), one.id, NEAR + way + UD) for one in units)


@cached
def _may_be_within(table: Table, key: str, length: int) -> bool:
    base, enemies = base_of(table.units[key]), enemy_bases(table, table.units[key].side)
    return any(near(base, enemy, length) for _, enemy in enemies)


def comes_near(table: Table, units: Sequence[Unit], paths: Iterable[Path]) -> bool:
    """Say whether a group is within 2 UD of an enemy at some moment of a move (5.again).

    Who turns in place sweeps where it comes to stand, so that where it began is looked at besides.
    """
    paths, table = tuple(paths), standing(table)
    enemies = [(enemy, box(enemy)) for _, enemy in enemy_bases(table, units[0].side)]
    return any(_is_within(table, one.id, NEAR) for one in units) or any(
        passes_within(path, enemy, NEAR)
        for path in paths
        for enemy in near_those(path.span, enemies, NEAR + TOLERANCE)
    )


def third_disorders(units: Sequence[Unit]) -> bool:
    """Say whether a next move would be a third that disorders: not that of light troops alone."""
    return is_third(units) and not all(map(is_light, units))
