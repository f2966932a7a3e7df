"""Friends in the way of an impetuous charge: they give way by force, and make room.

Rules:
    5.forced, 5.forced.never, 5.forced.back; ADG-R73.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.art_of_war.plane.paths import longest
from engine.art_of_war.plane.poses import Pose, moved, placed
from engine.art_of_war.play import Play, unit_term
from engine.art_of_war.rules.charge.surroundings import SIZE, Surroundings
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.movement import forced_passage
from engine.art_of_war.state import Table, Unit
from engine.art_of_war.survey import profile_of

_STEP = 5


def may_force(table: Table, unit: Unit, friend: Unit) -> bool:
    """Say whether a unit that charges may force its way through a friend (5.forced; ADG-R73)."""
    return profile_of(unit).impetuous and forced_passage.may_force(table, friend)


def backed(surroundings: Surroundings, key: str, ends: Mapping[str, Pose]) -> Pose | None:
    """Return where a friend stands who gave way to those who charge, or ``None`` (5.forced.back).

    It stays where it is unless somebody is to stand there; then it backs as little as will do.
    """
    base = surroundings.bases[key]
    if surroundings.fits(key, base.pose, ends):
        return base.pose
    most = base.depth + max(surroundings.bases[one].depth for one in ends)
    others = [other for one, other in surroundings.bases.items() if one != key and one not in ends]
    for length in range(_STEP, longest(base, others, "back", most, SIZE) + 1, _STEP):
        pose = moved(base.pose, "back", length)
        if surroundings.fits(key, pose, ends):
            return pose
    return None


def make_room(
    surroundings: Surroundings, friends: Collection[str], ends: Mapping[str, Pose]
) -> bool:
    """Say whether friends who are passed by force can make room, one after the other."""
    if not friends:
        return True
    for key in friends:
        pose = backed(surroundings, key, ends)
        if pose is None:
            return False
        stood = {**surroundings.bases, key: placed(surroundings.bases[key], pose)}
        surroundings = Surroundings(surroundings.table, surroundings.side, stood)
    return True


def force(play: Play, friends: Collection[str], ends: Mapping[str, Pose], by: str) -> None:
    """Let friends be passed by force: they make room, and lose cohesion once a turn (5.forced).

    Args:
        play: The battle, before anybody has charged through.
        friends: Who is passed.
        ends: Where those who charge will stand.
        by: Who leads them.
    """
    for key in friends:
        # A friend who is routed so may take others along: those who charge, or are still to pass.
        coming = {one: pose for one, pose in ends.items() if play.unit(one).on_table}
        if not coming or not play.unit(key).on_table:
            continue
        pose = backed(Surroundings(play.table, play.unit(key).side), key, coming)
        if pose is not None and pose != play.unit(key).pose:
            stand(play, key, pose)
            play.tell("charge.room", "5.forced.back", unit=unit_term(key), by=unit_term(by))
        forced_passage.force(play, key, by)
