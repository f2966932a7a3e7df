"""How bases that move as one come upon another: they turn, slide, and go straight on to it.

Hundreds of ways are tried for one charge, so all is reckoned in plain numbers here, without
figures: bases that face one way are, seen from the first of them, fronts from left to right.

Rules:
    5.measure, 5.pivot, 5.slide, 5.turns, 5.quarter, 5.half, 8.contact, 8.conform; ADG-R18.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import floor, hypot, inf
from typing import Final, Literal, NamedTuple

from engine.art_of_war.plane.angles import HALF, QUARTER, SCALE, sine, towards, turned
from engine.art_of_war.plane.paths import Path, straight
from engine.art_of_war.plane.poses import (
    HANDS,
    UD,
    Base,
    Hand,
    Point,
    Pose,
    ahead,
    aside,
    at,
    centre,
    corners,
    edge,
    placed,
    rotated,
    seen_from,
    spun,
)
from engine.art_of_war.plane.tolerance import NOISE, TOLERANCE, measured
from engine.art_of_war.plane.wheeling import outer_base, wheel, wheeled

Turn = Literal["", "pivot_left", "pivot_right", "quarter_left", "quarter_right", "half"]

STEP: Final = 50
"""Pivots are tried in steps of so many tenths of a degree, and to stand parallel to the target."""

_ASIDE: Final = TOLERANCE + 0.5 + NOISE
"""So much of a front may pass along a base without meeting it: what is flush is rounded."""

Span = tuple[float, float, float]
"""A front as its formation sees it: from left to right, and how far ahead."""


@dataclass(frozen=True, slots=True, eq=False)
class Formation:
    """Bases that move as one, all facing one way; of the same ones there is one mostly.

    Attributes:
        bases: They, the first leads.
        spans: Their fronts as the first sees them.
        bounds: How far these go to the left and right, and what is least and farthest ahead.
        plate: How deep the front plate of the first is, about which it turns by itself.
        outer: The corners about which they pivot to the left and to the right.
    """

    bases: tuple[Base, ...]
    spans: tuple[Span, ...]
    bounds: tuple[float, float, float, float]
    plate: int
    outer: tuple[Point, Point]

    @property
    def lead(self) -> Pose:
        """Where the first stands."""
        return self.bases[0].pose


class Onset(NamedTuple):
    """One way to come upon a target.

    Attributes:
        turn: What turn is made first; "" for none.
        angle: Of it, clockwise where positive.
        slide: How far they slide after it, to the right where positive.
        ahead: How far they then go straight on until the first of them meets the target.
        first: Which of the bases that is.
        lead: Where the first base stands before it goes straight on.
        turning: How far the front corner goes that goes furthest in the turn, as a straight line.
    """

    turn: Turn
    angle: int
    slide: int
    ahead: int
    first: int
    lead: Pose
    turning: int

    @property
    def used(self) -> int:
        """How much of a move it takes: a slide takes none."""
        return self.turning + self.ahead


@lru_cache(maxsize=1024)
def formation(bases: tuple[Base, ...], plate: int | None = None) -> Formation | None:
    """Return bases as one body; ``None`` where they do not all face one way.

    Args:
        bases: They, the first leads.
        plate: How deep the front plate of the first is; if nothing is said, all of it.
    """
    lead = bases[0].pose
    spans = []
    for base in bases:
        if base.pose.facing != lead.facing:
            return None
        right, on = seen_from(lead, (base.pose.x, base.pose.y))
        spans.append((right - base.width / 2, right + base.width / 2, on))
    lefts, rights, fronts = zip(*spans, strict=True)
    bounds = min(lefts), max(rights), min(fronts), max(fronts)
    outer = _outer_corner(bases, "left"), _outer_corner(bases, "right")
    return Formation(bases, tuple(spans), bounds, plate or bases[0].depth, outer)


class Stance(NamedTuple):
    """How a formation stands before it goes straight on.

    Attributes:
        turn: What turn it has made; "" for none.
        angle: Of it, clockwise where positive.
        turning: What that takes of a move.
        lead: Where its first base stands.
    """

    turn: Turn
    angle: int
    turning: int
    lead: Pose


@lru_cache(maxsize=256)
def stances(body: Formation, most: int) -> tuple[Stance, ...]:
    """Return how a formation may stand before it goes straight on, the plainest first.

    Straight on goes before a pivot, and a small pivot before a great one. A base by itself may make
    a quarter or half turn instead, which takes nothing of a move, and does so last.

    Args:
        body: Who moves.
        most: How much of a move it may take.
    """
    found = [Stance("", 0, 0, body.lead)]
    for angle in range(STEP, QUARTER + 1, STEP):
        pivots = _pivots(body, angle, most)
        if not pivots:
            break
        found.extend(pivots)
    if len(body.bases) == 1:
        found.append(Stance("quarter_right", QUARTER, 0, _turned(body, QUARTER)))
        found.append(Stance("quarter_left", -QUARTER, 0, _turned(body, -QUARTER)))
        found.append(Stance("half", HALF, 0, _turned(body, HALF)))
    return tuple(found)


def onsets(
    body: Formation, starts: Sequence[Stance], target: Base, parallel: int, most: int
) -> Iterator[Onset]:
    """Yield the ways in which a formation comes upon a target, those without a slide first.

    Args:
        body: Who comes.
        starts: How it may stand before; a pivot that lets it stand square is tried as well.
        target: Upon whom.
        parallel: Which facing stands square to the edge that is meant.
        most: How much of a move it may take.
    """
    square = (parallel - body.lead.facing + HALF) % (2 * HALF) - HALF
    exact = square % STEP and abs(square) < QUARTER
    tried = (*starts[:1], *(_pivots(body, abs(square), most) if exact else ()), *starts[1:])
    ahead_of = _ahead_of(body, tried, target, most)
    for slid in (False, True):
        for stance in ahead_of:
            found = _come_upon(body, stance, target, most, slid)
            if found is not None:
                yield found


def meets(body: Formation, lead: Pose, base: Base, most: float = inf) -> list[tuple[float, int]]:
    """Return after how far straight on the bases of a formation meet another, and which do.

    Those that pass it by are left out. What one overlaps already it meets at 0 or less.

    Args:
        body: Who goes.
        lead: From where, by the place of its first base.
        base: Whom.
        most: What is farther away than this may be left out.
    """
    if not _may_meet(body, lead, base, most):
        return []
    return _met(body.spans, _seen(lead, corners(base)))


def all_met(
    body: Formation, lead: Pose, bases: Mapping[str, Base], most: float
) -> Iterator[tuple[str, list[tuple[float, int]]]]:
    """Yield the same of several bases, with whose they are; whom nobody meets is left out."""
    east, north = towards(lead.facing)
    left, right, rear, front = body.bounds
    for key, base in bases.items():
        # What _may_meet says, without a call for each of so many.
        middle_x, middle_y, about = _round(base)
        x, y = middle_x - lead.x, middle_y - lead.y
        if (
            left - about < (x * north - y * east) / SCALE < right + about
            and rear - about < (x * east + y * north) / SCALE < front + most + about
        ):
            met = _met(body.spans, _seen(lead, corners(base)))
            if met:
                yield key, met


def leaves(body: Formation, lead: Pose, area: Base) -> float:
    """Return after how far straight on the last front of a formation is out of an area again.

    Args:
        body: Who goes.
        lead: From where, by the place of its first base.
        area: One that they come through or past; past it is never.
    """
    lanes = _lanes(body.spans, _seen(lead, corners(area)))
    return max((farthest - body.spans[place][2] for place, _, farthest in lanes), default=-inf)


def reaches(body: Formation, onset: Onset) -> Base:
    """Return the base that meets the target first, where it does; a hundredth off perhaps."""
    left, right, on = body.spans[onset.first]
    x, y = at(onset.lead, (left + right) / 2, on + onset.ahead)
    return placed(body.bases[onset.first], Pose(round(x), round(y), onset.lead.facing))


def stood(body: Formation, onset: Onset) -> tuple[Pose, ...]:
    """Return the poses of a formation before it goes straight on."""
    if onset.turn in ("pivot_left", "pivot_right"):
        hand: Hand = "left" if onset.turn == "pivot_left" else "right"
        poses = wheeled(body.bases, hand, onset.angle)
    elif onset.turn:
        poses = (_turned(body, onset.angle),)
    else:
        poses = tuple(base.pose for base in body.bases)
    return tuple(aside(pose, onset.slide) for pose in poses) if onset.slide else poses


def turn_paths(body: Formation, onset: Onset) -> tuple[Path, ...]:
    """Return what each base of a formation sweeps as it turns; who turns in place stands there."""
    if onset.turn in ("pivot_left", "pivot_right"):
        return wheel(body.bases, "left" if onset.turn == "pivot_left" else "right", onset.angle)
    return (straight(placed(body.bases[0], _turned(body, onset.angle)), "ahead", 0),)


def gone(poses: Sequence[Pose], length: int) -> tuple[Pose, ...]:
    """Return poses so much further straight on."""
    return tuple(ahead(pose, length) for pose in poses)


def moved_along(poses: Sequence[Pose], place: int, end: Pose) -> tuple[Pose, ...]:
    """Return the poses of a formation whose base of a *place* has come to *end* with all others."""
    lead = poses[place]
    found = []
    for pose in poses:
        right, on = seen_from(lead, (pose.x, pose.y))
        x, y = at(end, right, on)
        found.append(Pose(round(x), round(y), turned(end.facing, pose.facing - lead.facing)))
    return tuple(found)


def front_way(base: Base, end: Pose) -> int:
    """Return how far the front corner of a base goes that goes furthest to another pose."""
    ends = zip(edge(base, "front"), edge(placed(base, end), "front"), strict=True)
    return measured(max(hypot(x - old_x, y - old_y) for (old_x, old_y), (x, y) in ends))


@lru_cache(maxsize=8192)
def _round(base: Base) -> tuple[float, float, float]:
    """Return the middle of a base, and no less than what any of its corners lies away from it."""
    x, y = centre(base)
    return x, y, (base.width + base.depth) / 2


def _may_meet(body: Formation, lead: Pose, base: Base, most: float) -> bool:
    """Say whether bases that go straight on may come upon another, by its middle alone.

    Args:
        body: Who goes.
        lead: From where, by the place of its first base.
        base: Whom.
        most: How far.
    """
    middle_x, middle_y, about = _round(base)
    east, north = towards(lead.facing)
    x, y = middle_x - lead.x, middle_y - lead.y
    left, right, rear, front = body.bounds
    across = (x * north - y * east) / SCALE
    if not left - about < across < right + about:
        return False
    return rear - about < (x * east + y * north) / SCALE < front + most + about


def _ahead_of(body: Formation, tried: Sequence[Stance], base: Base, most: int) -> Sequence[Stance]:
    """Return how bases may stand so that they may come upon another, if they slide first too."""
    middle_x, middle_y, about = _round(base)
    left, right, rear, front = body.bounds
    left, right, rear, front = (
        *(left - about - UD, right + about + UD),
        *(rear - about, front + most + about),
    )
    found = []
    for stance in tried:
        # What _may_meet says, without a call for each of so many.
        east, north = towards(stance.lead.facing)
        x, y = middle_x - stance.lead.x, middle_y - stance.lead.y
        if (
            left < (x * north - y * east) / SCALE < right
            and rear < (x * east + y * north) / SCALE < front
        ):
            found.append(stance)
    return found


def _pivots(body: Formation, angle: int, most: int) -> list[Stance]:
    """Return how a formation stands after a pivot forward to either side, if a move allows it."""
    width = body.bounds[1] - body.bounds[0]
    way = measured(2 * width * sine(angle // 2) / SCALE)
    if way > most:
        return []
    found = []
    for hand, about in zip(HANDS, body.outer, strict=True):
        turn: Turn = "pivot_left" if hand == "left" else "pivot_right"
        signed = -angle if hand == "left" else angle
        lead = rotated(body.lead, about, signed)
        found.append(Stance(turn, signed, way, lead))
    return found


def _turned(body: Formation, angle: int) -> Pose:
    """Return the pose of a base by itself after a turn about the middle of its front plate."""
    return spun(Base(body.lead, body.bases[0].width, body.plate), angle)


def _outer_corner(bases: Sequence[Base], hand: Hand) -> Point:
    outer = bases[outer_base(bases, hand)]
    return edge(outer, "front")[0 if hand == "left" else 1]


def _seen(lead: Pose, points: Sequence[Point]) -> list[Point]:
    """Return points as a base sees them: to its right and ahead."""
    east, north = towards(lead.facing)
    found = []
    for point_x, point_y in points:
        x, y = point_x - lead.x, point_y - lead.y
        found.append(((x * north - y * east) / SCALE, (x * east + y * north) / SCALE))
    return found


@lru_cache(maxsize=8192)
def _come_upon(
    body: Formation, stance: Stance, target: Base, most: int, slid: bool
) -> Onset | None:
    """Return how a formation comes upon a target straight on, if it does; slid, after a slide."""
    slide = _slide(body, stance.lead, target) if slid else 0
    if slid and not slide:
        return None
    lead = aside(stance.lead, slide) if slide else stance.lead
    found = min(meets(body, lead, target, most), default=None)
    if found is None or found[0] < -TOLERANCE:
        return None
    length = max(0, floor(found[0] + NOISE))
    if stance.turning + length > most:
        return None
    return Onset(stance.turn, stance.angle, slide, length, found[1], lead, stance.turning)


def _slide(body: Formation, lead: Pose, target: Base) -> int:
    """Return the slide that is worth trying, to stand opposite the target; 0 if there is none."""
    right, on = seen_from(lead, (target.pose.x, target.pose.y))
    if on < 0:
        return 0
    wanted = min((right - (left + far) / 2 for left, far, _ in body.spans), key=abs)
    return max(-UD, min(UD, round(wanted)))


def _met(spans: Sequence[Span], figure: list[Point]) -> list[tuple[float, int]]:
    """Return where fronts that go straight on meet a figure, and which fronts do."""
    return [
        (nearest - spans[place][2], place)
        for place, nearest, farthest in _lanes(spans, figure)
        if farthest - spans[place][2] > _ASIDE
    ]


def _lanes(spans: Sequence[Span], figure: list[Point]) -> list[tuple[int, float, float]]:
    """Return which fronts come upon a figure if they go straight on, and how near and far it lies.

    That is the nearest and the farthest of it between the ends of each.
    """
    west, east = min(figure)[0], max(figure)[0]
    lanes = []
    for place, (left, right, _) in enumerate(spans):
        low, high = max(left + _ASIDE, west), min(right - _ASIDE, east)
        if low >= high:
            continue
        found = []
        before_x, before_y = figure[-1]
        for x, y in figure:
            # Asked of everybody for every way that is tried: compared without a call.
            if low <= x <= high:
                found.append(y)
            if before_x < low < x or x < low < before_x:
                found.append(before_y + (y - before_y) * (low - before_x) / (x - before_x))
            if before_x < high < x or x < high < before_x:
                found.append(before_y + (y - before_y) * (high - before_x) / (x - before_x))
            before_x, before_y = x, y
        lanes.append((place, min(found), max(found)))
    return lanes
