"""A group turns as one: about the front corner of its outer base, all in contact as before.

Were each pose rounded for itself, neighbours would drift apart. So only the outer base's is, and
every other stands to a neighbour as it stood. A wheel back ends where it began.

Rules:
    1.groups, 5.pivot; ADG-R18.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.art_of_war.plane.contact import shares_edge, touch
from engine.art_of_war.plane.dressing import kept
from engine.art_of_war.plane.paths import Path, rotation
from engine.art_of_war.plane.poses import (
    Base,
    Corner,
    Hand,
    Point,
    Pose,
    corner,
    pivoted,
    rotated,
    seen_from,
)
from engine.art_of_war.plane.tolerance import more


def outer_base(bases: Sequence[Base], hand: Hand) -> int:
    """Return which base of a group has its front corner furthest out on a hand, as the first sees.

    Of several as far out it is the foremost.
    """
    name: Corner = "front_left" if hand == "left" else "front_right"
    spots = [seen_from(bases[0].pose, corner(base, name)) for base in bases]
    outs = [right if hand == "right" else -right for right, _ in spots]
    outermost = [place for place, out in enumerate(outs) if not more(max(outs), out)]
    return max(outermost, key=lambda place: spots[place][1])


def wheeled(bases: Sequence[Base], hand: Hand, angle: int) -> tuple[Pose, ...]:
    """Return the poses of a group's bases after its wheel, clockwise where positive."""
    outer = outer_base(bases, hand)
    poses = {outer: pivoted(bases[outer], hand, angle)}
    # Along edges first: then two ways to one base, round a square of four, lead to the same spot.
    for joined in (shares_edge, touch):
        reached = list(poses)
        for place in reached:
            for other, base in enumerate(bases):
                if other not in poses and joined(bases[place], base):
                    poses[other] = kept(bases[place], base, poses[place], angle)
                    reached.append(other)
    about = _corner(bases[outer], hand)
    return tuple(
        poses[place] if place in poses else rotated(base.pose, about, angle)
        for place, base in enumerate(bases)
    )


def wheel(bases: Sequence[Base], hand: Hand, angle: int) -> tuple[Path, ...]:
    """Return what each base of a group sweeps on its wheel, and where it ends."""
    about = _corner(bases[outer_base(bases, hand)], hand)
    ends = wheeled(bases, hand, angle)
    return tuple(rotation(base, end, about, angle) for base, end in zip(bases, ends, strict=True))


def _corner(base: Base, hand: Hand) -> Point:
    return corner(base, "front_left" if hand == "left" else "front_right")
