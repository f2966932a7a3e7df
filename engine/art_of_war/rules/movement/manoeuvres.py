"""What each part of a move does to the bases of a unit or group, and how far it is (5).

Rules:
    5.measure, 5.slide, 5.pivot, 5.quarter, 5.half, 5.extend, 5.contract, 5.light.withdraw;
    ADG-R18, ADG-R64, ADG-R65.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import hypot
from typing import Final

from engine.art_of_war.actions import Manoeuvre, Part
from engine.art_of_war.plane.angles import HALF, QUARTER
from engine.art_of_war.plane.paths import Path, shift, straight
from engine.art_of_war.plane.poses import UD, Base, Course, Hand, Pose, corners, placed
from engine.art_of_war.plane.tolerance import measured
from engine.art_of_war.plane.wheeling import wheel
from engine.art_of_war.rules.movement import formations
from engine.art_of_war.rules.movement.formations import Files, drawn_up

LEFT: Final = frozenset(
    (
        *(Manoeuvre.SLIDE_LEFT, Manoeuvre.PIVOT_LEFT, Manoeuvre.QUARTER_LEFT),
        *(Manoeuvre.EXTEND_LEFT, Manoeuvre.CONTRACT_LEFT),
    )
)
STRAIGHT: Final = frozenset((Manoeuvre.ADVANCE, Manoeuvre.BACK))
SLIDES: Final = frozenset((Manoeuvre.SLIDE_LEFT, Manoeuvre.SLIDE_RIGHT))
PIVOTS: Final = frozenset((Manoeuvre.PIVOT_LEFT, Manoeuvre.PIVOT_RIGHT))
QUARTERS: Final = frozenset((Manoeuvre.QUARTER_LEFT, Manoeuvre.QUARTER_RIGHT))
TURNS: Final = PIVOTS | QUARTERS | {Manoeuvre.HALF}
EXTENSIONS: Final = frozenset((Manoeuvre.EXTEND_LEFT, Manoeuvre.EXTEND_RIGHT))
CONTRACTIONS: Final = frozenset((Manoeuvre.CONTRACT_LEFT, Manoeuvre.CONTRACT_RIGHT))
FORMATIONS: Final = EXTENSIONS | CONTRACTIONS
MEASURED: Final = STRAIGHT | SLIDES | PIVOTS
"""What is done by an amount that can be any within bounds."""

TENTHS: Final = 10

_SIDEWAYS: Final = {"left": -QUARTER, "right": QUARTER}


def kind_of(manoeuvre: Manoeuvre) -> str:
    """Return what kind of manoeuvre it is, whichever side it goes to: "pivot" ..."""
    return manoeuvre.value.partition("-")[0]


def hand_of(manoeuvre: Manoeuvre) -> Hand:
    """Return to which side a manoeuvre goes."""
    return "left" if manoeuvre in LEFT else "right"


def amount_of(part: Part) -> int:
    """Return by how much a part is done: hundredths of a UD, tenths of a degree, or bases."""
    if part.do not in MEASURED:
        return int(part.by)
    by = part.by.numerator * (TENTHS if part.do in PIVOTS else UD)
    whole, rest = divmod(by, part.by.denominator)
    return round(Fraction(by, part.by.denominator)) if rest else whole


@lru_cache(maxsize=1024)
def part_by(manoeuvre: Manoeuvre, amount: int) -> Part:
    """Return a part that is done by an amount, as :func:`amount_of` counts it."""
    of = TENTHS if manoeuvre in PIVOTS else UD
    return Part(do=manoeuvre, by=Fraction(amount, of))


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """What one part of a move comes to.

    Attributes:
        ends: Where each base stands then.
        paths: What each sweeps on its way; who turns in place sweeps where it comes to stand.
        length: What it takes of the move.
        course: Whither the bases go without turning, if they do.
    """

    ends: tuple[Pose, ...]
    paths: tuple[Path, ...]
    length: int
    course: int | None = None


def stretch(bases: Sequence[Base], plates: Sequence[int], part: Part) -> Stretch | None:
    """Return what a part comes to; ``None`` where the group is not drawn up for it.

    Args:
        bases: Of the unit or group, where they stand before.
        plates: How deep the front plate of each is.
        part: What they do.
    """
    do, amount = part.do, amount_of(part)
    if do in STRAIGHT:
        return _straight(bases, do, amount, amount)
    if do in SLIDES:
        return _straight(bases, do, amount, 0)
    if do in PIVOTS:
        return _pivot(bases, hand_of(do), amount)
    if do in FORMATIONS:
        return _formation(bases, part.do, amount)
    return _turn(bases, plates, do)


def _straight(bases: Sequence[Base], do: Manoeuvre, length: int, taken: int) -> Stretch:
    way, facing = course_of(bases, do)
    paths = tuple(straight(base, way, length) for base in bases)
    return Stretch(tuple(path.end for path in paths), paths, taken, facing)


def course_of(bases: Sequence[Base], do: Manoeuvre) -> tuple[Course, int]:
    """Return whither bases go without a turn, as they see it and in tenths of a degree."""
    way: Course = hand_of(do)
    if do in STRAIGHT:
        way = "ahead" if do is Manoeuvre.ADVANCE else "back"
    turn = {"ahead": 0, "back": HALF, **_SIDEWAYS}[way]
    return way, (bases[0].pose.facing + turn) % (2 * HALF)


def _pivot(bases: Sequence[Base], hand: Hand, angle: int) -> Stretch:
    """Wheel forward about the front corner on a hand; the farthest front corner is measured."""
    paths = wheel(bases, hand, angle if hand == "right" else -angle)
    ends = tuple(path.end for path in paths)
    length = max(_front_travel(base, end) for base, end in zip(bases, ends, strict=True))
    return Stretch(ends, paths, length)


def _front_travel(base: Base, end: Pose) -> int:
    """Return how far, in a straight line, the front corner goes that goes farthest."""
    pairs = zip(corners(base)[:2], corners(placed(base, end))[:2], strict=True)
    return measured(max(hypot(x - old_x, y - old_y) for (old_x, old_y), (x, y) in pairs))


def _turn(bases: Sequence[Base], plates: Sequence[int], do: Manoeuvre) -> Stretch | None:
    """Turn every base about its front plate, and close up a group; closing up is measured."""
    angle = HALF if do is Manoeuvre.HALF else _SIDEWAYS[hand_of(do)]
    alone = tuple(
        formations.turned_about(base, plate, angle)
        for base, plate in zip(bases, plates, strict=True)
    )
    ends = alone
    if len(bases) > 1:
        drawn = drawn_up(bases)
        if drawn is None:
            return None
        if do is Manoeuvre.HALF:
            ends = formations.half(bases, plates, drawn)
        else:
            ends = formations.quarter(bases, plates, drawn, hand_of(do))
    length = max(_apart(one, end) for one, end in zip(alone, ends, strict=True))
    paths = tuple(
        straight(placed(base, end), "ahead", 0) for base, end in zip(bases, ends, strict=True)
    )
    return Stretch(ends, paths, length)


def _formation(bases: Sequence[Base], do: Manoeuvre, front: int) -> Stretch | None:
    drawn, extends = drawn_up(bases), do in EXTENSIONS
    if drawn is None or drawn.width == front or extends is not (drawn.width < front):
        return None
    forming = formations.extended if extends else formations.contracted
    files: Files = forming(drawn, front, hand_of(do))
    stays = formations.anchor_of(drawn, files) if all(files) else None
    if stays is None:
        return None
    anchor, first = stays
    ends = formations.laid(bases, files, anchor, bases[first].pose)
    length = max(_apart(base.pose, end) for base, end in zip(bases, ends, strict=True))
    paths = tuple(shift(base, end) for base, end in zip(bases, ends, strict=True))
    return Stretch(ends, paths, length)


def _apart(one: Pose, other: Pose) -> int:
    """Return how far two places of a front are from each other."""
    return measured(hypot(one.x - other.x, one.y - other.y))
