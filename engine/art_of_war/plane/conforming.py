"""Where a base stands that conforms to an enemy: its front along an edge of theirs.

Which edge, and how far it may go for it, the rules say.

Rules:
    8.conform.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.art_of_war.plane.angles import HALF, turned
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.poses import (
    Base,
    Edge,
    Pose,
    edge_length,
    outward,
    placed,
    spot,
)
from engine.art_of_war.plane.shapes import Shape


def conformed(base: Base, enemy: Base, edge: Edge, shift: float = 0) -> Pose:
    """Return the pose of a base whose front stands along an edge of an enemy, middle on middle.

    Args:
        base: Who conforms.
        enemy: To whom.
        edge: To which edge of theirs.
        shift: How far it stands to its own right of the edge's middle.
    """
    x, y = spot(enemy, edge, -shift, 0)
    return Pose(round(x), round(y), turned(outward(enemy, edge), HALF))


def places(base: Base, enemy: Base, edge: Edge) -> tuple[Pose, ...]:
    """Return the poses in which a base conforms to an edge of an enemy.

    Middle on middle, then corner on corner to either side, where edge and front differ in length.
    """
    room = abs(edge_length(enemy, edge) - base.width) / 2
    shifts = (0, room, -room) if room else (0,)
    return tuple(conformed(base, enemy, edge, shift) for shift in shifts)


def free_place(base: Base, enemy: Base, edge: Edge, others: Iterable[Shape]) -> Pose | None:
    """Return the pose in which a base conforms and stands on nobody, if there is any.

    Middle on middle goes before corner on corner. Of the corners one at most is free where the
    middle is not, since both together cover it; what lies on the way is not asked.

    Args:
        base: Who conforms.
        enemy: To whom.
        edge: To which edge of theirs.
        others: Where it cannot stand; not the base itself.
    """
    taken = tuple(others)
    return next(
        (
            pose
            for pose in places(base, enemy, edge)
            if not any(collide(placed(base, pose), other) for other in taken)
        ),
        None,
    )
