"""What a base sweeps as it moves, what it crosses, and how far it comes.

A straight move sweeps exactly a rectangle. A rotation sweeps the hulls of the poses on its way, so
close to each other that the swept area is nowhere more than half a hundredth off. All areas are
reduced by half the tolerance, as bodies are: to move along an edge is not to cross it.

Rules:
    5.measure, 5.slide, 5.pivot, 5.through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import pairwise
from math import acos, ceil, degrees, floor, hypot
from typing import Final

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from engine.art_of_war.plane.angles import QUARTER, SCALE, towards
from engine.art_of_war.plane.contact import touch
from engine.art_of_war.plane.poses import (
    COURSES,
    EDGES,
    UD,
    Base,
    Course,
    Edge,
    Hand,
    Point,
    Pose,
    about_point,
    centre,
    corner,
    corners,
    edge_length,
    moved,
    off,
    pivoted,
    placed,
    seen_from,
    spot,
    spun,
)
from engine.art_of_war.plane.shapes import (
    GRID,
    Box,
    Shape,
    Size,
    body,
    body_corners,
    box,
    box_of,
    meet,
    on_table,
    whole,
)
from engine.art_of_war.plane.tolerance import TOLERANCE

_SAGITTA: Final = 0.5
"""So far a swept area may be off, in hundredths."""

_PLAIN: Final = 0.01
"""More than the grid of figures moves anything."""

_ROUNDED: Final = 2
"""More than rounding and tolerance together move a front or a side."""


class Path:
    """One move of one base.

    Attributes:
        end: Where it leads.
        span: What it sweeps spans.
        stages: Of a turn, the corners of its body on its way, clockwise, from start to end.
    """

    __slots__ = ("_figure", "_swept", "end", "span", "stages")

    def __init__(
        self,
        end: Pose,
        span: Box,
        figure: Callable[[], BaseGeometry],
        stages: Sequence[Sequence[Point]] = (),
    ) -> None:
        """Remember a move; its figure is made once somebody looks at it, which few do."""
        self.end, self.span, self.stages = end, span, stages
        self._figure = figure
        self._swept: BaseGeometry | None = None

    @property
    def swept(self) -> BaseGeometry:
        """What it sweeps from its start to its end, reduced by half the tolerance."""
        if self._swept is None:
            self._swept = self._figure()
        return self._swept


def straight(base: Base, course: Course, length: int) -> Path:
    """Return the path of a base that moves on a course without a turn: ahead, back or a slide."""
    end = moved(base.pose, course, length)
    return _slab(base, course, end, body_corners(placed(base, end)))


def _unrounded(base: Base, course: Course, length: int) -> Path:
    """Return the same, but where it ends is not rounded to whole hundredths."""
    east, north = towards(base.pose.facing + QUARTER * COURSES.index(course))
    on = length / SCALE
    leading = tuple((x + east * on, y + north * on) for x, y in body_corners(base))
    return _slab(base, course, moved(base.pose, course, length), leading)


def _slab(base: Base, course: Course, end: Pose, leading: Sequence[Point]) -> Path:
    first = body_corners(base)
    start = COURSES.index(course)
    places = (start, (start + 1) % 4), ((start + 2) % 4, (start + 3) % 4)
    points = (*(leading[place] for place in places[0]), *(first[place] for place in places[1]))
    return Path(end, box_of(points), partial(Polygon, points))


def pivot(base: Base, hand: Hand, angle: int) -> Path:
    """Return the path of a pivot about the front corner of a hand, clockwise where positive."""
    about = corner(base, "front_left" if hand == "left" else "front_right")
    return rotation(base, pivoted(base, hand, angle), about, angle)


def turn(base: Base, angle: int) -> Path:
    """Return the path of a turn about the middle of a base, clockwise where positive."""
    return rotation(base, spun(base, angle), centre(base), angle)


@lru_cache(maxsize=1024)
def rotation(base: Base, end: Pose, about: Point, angle: int) -> Path:
    """Return the path of a turn about any point to a pose, as it was rounded."""
    radius = max(hypot(x - about[0], y - about[1]) for x, y in corners(base))
    step = 20 * degrees(acos(1 - min(1.0, _SAGITTA / max(radius, 1.0))))
    steps = max(1, ceil(abs(angle) / step))
    angles = (angle * done // steps for done in range(steps))
    first = body_corners(base)
    stages = [tuple(about_point(point, about, part) for point in first) for part in angles]
    stages.append(body_corners(placed(base, end)))
    span = box_of(tuple(point for stage in stages for point in stage))
    return Path(end, span, partial(_joined, stages), stages)


def shift(base: Base, end: Pose) -> Path:
    """Return the path of a base that goes by the shortest way to a pose, as it does to conform."""
    points = (*body_corners(base), *body_corners(placed(base, end)))
    return Path(end, box_of(points), partial(_hull, points))


def _hull(points: Sequence[Point]) -> BaseGeometry:
    # A line through the points has their hull, and is made in a fifth of the time of the points.
    return LineString(points).convex_hull


def _joined(stages: Sequence[Sequence[Point]]) -> BaseGeometry:
    """Return what is swept from stage to stage, by the corners of a body in each."""
    hulls = [_hull((*before, *after)) for before, after in pairwise(stages)]
    return shapely.union_all(hulls, grid_size=GRID)


def crosses(path: Path, shape: Shape) -> bool:
    """Say whether a path leads over any part of a base or of ground; along its edge does not."""
    if not meet(path.span, box(shape), 0):
        return False
    plainly = _turns_over(path.stages, shape) if isinstance(shape, Base) else None
    return bool(path.swept.intersects(body(shape))) if plainly is None else plainly


def _turns_over(stages: Sequence[Sequence[Point]], base: Base) -> bool | None:
    """Say whether a turn leads over a base; ``None`` where only its figure can tell, or is none.

    Nearly every turn leads far over who stands there, or far past. A figure takes twenty times as
    long to make as it takes to see that.
    """
    if not stages:
        return None
    theirs = body_corners(base)
    (left, front), _, (right, rear), _ = [seen_from(base.pose, one) for one in theirs]
    seen = [[seen_from(base.pose, one) for one in stage] for stage in stages]
    for stage in seen:
        for x, y in stage:
            if left + _PLAIN < x < right - _PLAIN and rear + _PLAIN < y < front - _PLAIN:
                return True
    if any(_is_in(stage, one) for stage in (stages[0], stages[-1]) for one in theirs):
        return True
    for before, after in pairwise(seen):
        across, along = zip(*before, *after, strict=True)
        if (
            max(across) >= left - _PLAIN
            and min(across) <= right + _PLAIN
            and max(along) >= rear - _PLAIN
            and min(along) <= front + _PLAIN
        ):
            return None
    return False


def _is_in(stage: Sequence[Point], point: Point) -> bool:
    """Say whether a point lies within the corners of a body, and not just at its edge."""
    x, y = point
    before_x, before_y = stage[-1]
    for next_x, next_y in stage:
        # How far it lies within a side, times how long that is.
        if (next_y - before_y) * (x - next_x) - (next_x - before_x) * (y - next_y) < UD:
            return False
        before_x, before_y = next_x, next_y
    return True


def crossed(path: Path, shapes: Mapping[str, Shape]) -> tuple[str, ...]:
    """Return what a path leads over, by name, in the order given."""
    return tuple(name for name, shape in shapes.items() if crosses(path, shape))


def passes_within(path: Path, shape: Shape, gap: int) -> bool:
    """Say whether a path leads past a base or ground at no more than a gap."""
    if not meet(path.span, box(shape), gap + TOLERANCE):
        return False
    return bool(path.swept.distance(whole(shape)) <= gap + TOLERANCE)


def first_contact(base: Base, target: Shape, course: Course, reach: int) -> int | None:
    """Return after how many hundredths a base that moves on a course is in contact with a target.

    It is the first whole number, at most *reach*, after which they touch: one hundredth less they
    do not. ``None`` where they never do.
    """
    edge = EDGES[COURSES.index(course)]
    met = _foremost(base, edge, reach, whole(target), box(target))
    if met is None:
        return None
    for length in range(max(0, floor(met) - _ROUNDED), reach + 1):
        if touch(placed(base, moved(base.pose, course, length)), target):
            return length
    return None


def longest(
    base: Base, shapes: Iterable[Shape], course: Course, reach: int, table: Size | None = None
) -> int:
    """Return how far a base comes on a course, at most *reach*, without crossing any shape.

    It may move along their edges, and come to stand in contact with them, but stands on none: as a
    pose is rounded, it stops a little before where it would be too near one that it brushes past.
    One hundredth more would cross one of them, or leave the table. 0 where it stands on one of them
    already.

    Args:
        base: Who moves.
        shapes: What it keeps out of; not itself.
        course: Whither.
        reach: How far at most.
        table: What it must stay on.
    """
    around = tuple(shapes)
    # Most shapes let it come as far as the one before: its path is drawn once for all of them.
    along = cache(partial(_unrounded, base, course))

    def stays(way: int) -> bool:
        return table is None or on_table(placed(base, moved(base.pose, course, way)), table)

    def keeps_out(shape: Shape, way: int) -> bool:
        return not crosses(along(way), shape)

    def is_clear(way: int) -> bool:
        path = straight(base, course, way)
        return stays(way) and not any(crosses(path, shape) for shape in around)

    length = _greatest(reach, stays)
    for shape in around:
        length = _greatest(length, partial(keeps_out, shape))
    return next((way for way in range(min(reach, length + _ROUNDED), 0, -1) if is_clear(way)), 0)


def _foremost(base: Base, edge: Edge, reach: int, figure: BaseGeometry, span: Box) -> float | None:
    """Return how far out of an edge a figure begins, of what the base would sweep and a bit more.

    ``None`` where all of it lies elsewhere.
    """
    half = edge_length(base, edge) / 2 + _ROUNDED
    behind = base.width + base.depth - edge_length(base, edge) + _ROUNDED
    spots = (-half, -behind), (-half, reach + _ROUNDED), (half, reach + _ROUNDED), (half, -behind)
    swath = tuple(spot(base, edge, along, out) for along, out in spots)
    if not meet(box_of(swath), span, 0):
        return None
    common = figure.intersection(Polygon(swath), grid_size=GRID)
    if common.is_empty:
        return None
    points = shapely.get_coordinates(common).tolist()
    return min(off(base, edge, (x, y))[1] for x, y in points)


def _greatest(limit: int, holds: Callable[[int], bool]) -> int:
    """Return a number up to a limit for which something holds, but not for the next; at least 0."""
    if holds(limit):
        return limit
    low, high = 0, limit
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low
