"""How bases keep, and find again, their places beside each other.

A pose is rounded with every move. Of two that move together neither gains on the other; of two that
move one after the other, at odd angles, each adds its own rounding, and after two moves they may
stand further apart than the tolerance. So whoever ends a move all but aligned is dressed.

Rules:
    1.groups.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Final

from engine.art_of_war.plane.angles import turned
from engine.art_of_war.plane.poses import Base, Pose, at, seen_from
from engine.art_of_war.plane.tolerance import NOISE, same

SLACK: Final = 3
"""In hundredths: what the rounding of a few moves may put between two that stand aligned."""


def dressed(base: Base, others: Iterable[Base]) -> Pose:
    """Return the pose of a base that closes up with whom it all but stands beside, or in column.

    Of several it is the one who is least off; where nobody is so near, the base stays.

    Args:
        base: Who ends a move.
        others: With whom it may close up: those that face as it does count.
    """
    best, pose = SLACK + NOISE, base.pose
    for other in others:
        if other.pose.facing != base.pose.facing:
            continue
        right, ahead = seen_from(other.pose, (base.pose.x, base.pose.y))
        across = (base.width + other.width) / 2
        for aside, on in ((across, 0), (-across, 0), (0, -other.depth), (0, base.depth)):
            off = hypot(aside - right, on - ahead)
            if off < best:
                best, pose = off, _from(other.pose, aside, on, base.pose.facing)
    return pose


def kept(first: Base, other: Base, pose: Pose, angle: int) -> Pose:
    """Return the pose of a base that stands to another as it stood before both turned.

    In line where it was in line, in column where in column, rounded once from the other's pose.

    Args:
        first: Whom it stands beside, before the turn.
        other: Who stands there.
        pose: That of the first after the turn.
        angle: By how much both turn.
    """
    right, ahead = seen_from(first.pose, (other.pose.x, other.pose.y))
    if first.pose.facing == other.pose.facing:
        across = (first.width + other.width) / 2
        right = _exact(right, (0, across, -across))
        ahead = _exact(ahead, (0, -first.depth, other.depth))
    return _from(pose, right, ahead, turned(other.pose.facing, angle))


def _from(pose: Pose, right: float, ahead: float, facing: int) -> Pose:
    # What is rounded is the step from one to the other: where both stand must not tip a half.
    x, y = at(Pose(0, 0, pose.facing), right, ahead)
    return Pose(pose.x + round(x), pose.y + round(y), facing)


def _exact(length: float, meant: tuple[float, ...]) -> float:
    """Return a length, or what it would be but for rounding."""
    return next((one for one in meant if same(one, length)), length)
