"""How generals move: straight to a place or to a unit, through their own, not through enemies.

Rules:
    3.move, 3.move.terrain, 3.move.through, 3.move.joined; ADG-R61.
"""

from __future__ import annotations

from fractions import Fraction
from math import hypot

from engine.art_of_war.ground import Going, going_of, outline_of
from engine.art_of_war.pieces import base_of_general
from engine.art_of_war.plane.contact import distance_to, touch
from engine.art_of_war.plane.paths import Path, crosses, shift
from engine.art_of_war.plane.poses import UD, Base, Pose, ahead, centre
from engine.art_of_war.plane.tolerance import measured
from engine.art_of_war.play import Against, Play, general_term, unit_term
from engine.art_of_war.state import General, Table, Unit
from engine.art_of_war.survey import base_of, depth_of, enemy_bases, pace_over
from engine.art_of_war.troops import load_troops
from engine.kit.records import changed
from engine.kit.wording import refuse

PACE = "light_cavalry"
"""The row of the table of movement by which generals move (3.move.terrain)."""

_THIN = 2
"""A general's way is measured as a line; the plane wants a base."""


def spot_beside(unit: Unit) -> Pose:
    """Return where a general stands who is with a unit: right behind it."""
    assert unit.pose is not None
    return ahead(unit.pose, -depth_of(unit))


def join(play: Play, key: str, unit: str) -> None:
    """Let a general join a unit, wherever they were."""
    play.change_general(key, unit=unit, pose=spot_beside(play.unit(unit)), fights=False)


def stand(play: Play, key: str, pose: Pose) -> None:
    """Let a unit stand elsewhere, with the general who is with it."""
    unit = play.change(key, pose=pose)
    for one in tuple(play.table.generals.values()):
        if one.on_table and one.unit == key:
            play.change_general(one.id, pose=spot_beside(unit))


def length_to(general: General, end: Unit | Pose) -> int:
    """Return how far a general has to go: to a point, or to the nearest of a unit's base."""
    assert general.pose is not None
    if isinstance(end, Pose):
        return measured(hypot(end.x - general.pose.x, end.y - general.pose.y))
    return distance_to(base_of(end), general.pose.x, general.pose.y)


def left_for(table: Table, general: General, path: Path) -> int:
    """Return how far a general may still go this turn, over the worst ground on a way."""
    return max(0, _pace(table, path) - general.moved)


def is_too_far(general: General, end: Unit | Pose) -> bool:
    """Say whether a general cannot come to a point or a unit this turn, whatever lies between."""
    most = pace_over(load_troops().paces[PACE], Going.OPEN)
    return length_to(general, end) > max(0, most - general.moved)


def way(general: General, end: Unit | Pose) -> Path:
    """Return a general's way to a point, or to a unit."""
    assert general.pose is not None
    x, y = (end.x, end.y) if isinstance(end, Pose) else centre(base_of(end))
    start = Base(general.pose, _THIN, _THIN)
    return shift(start, Pose(round(x), round(y), general.pose.facing))


def against_ride(
    table: Table, general: General, end: Unit | Pose, *, fleeing: bool = False
) -> Against:
    """Return why a general cannot go to a point or a unit.

    Args:
        table: As it stands.
        general: Who goes.
        end: Whither.
        fleeing: Whether they flee: what they have moved does not count, nor who touches them.
    """
    told = general_term(general)
    path = way(general, end)
    enemies = enemy_bases(table, general.side)
    place = base_of_general(general)
    for one, base in enemies:
        if crosses(path, base) and not (fleeing and touch(base, place)):
            return [refuse("lead.through", "3.move.through", general=told, enemy=unit_term(one))]
    if isinstance(end, Pose):
        stands = base_of_general(changed(general, pose=end))
        near = next((one for one, base in enemies if touch(stands, base)), None)
        if near is not None:
            return [refuse("lead.touches", "3.safe", general=told, enemy=unit_term(near))]
    rider = changed(general, moved=0) if fleeing else general
    length, left = length_to(general, end), left_for(table, rider, path)
    if length > left:
        figures = {"by": Fraction(length, UD), "most": Fraction(left, UD)}
        return [refuse("lead.far", "3.move", general=told, **figures)]
    return []


def _pace(table: Table, path: Path) -> int:
    """Return how far a general goes in a turn over the worst ground on a way (3.move.terrain)."""
    going = max(
        (going_of(one) for one in table.features.values() if crosses(path, outline_of(one))),
        default=Going.OPEN,
    )
    return pace_over(load_troops().paces[PACE], going)
