"""How bases keep their places beside each other.

A pose is rounded with every move. Of two that move straight on together neither gains on the other;
of two that turn together each would add its own rounding, so one is placed by the other.

Rules:
    1.groups.
"""

from __future__ import annotations

from engine.art_of_war.plane.angles import turned
from engine.art_of_war.plane.poses import Base, Pose, at, seen_from
from engine.art_of_war.plane.tolerance import same


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
