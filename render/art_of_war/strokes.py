"""Strokes on a picture, in pixels: broken lines, and the part of it that some points lie in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import atan2, hypot

from render.linework import Point, ahead, along
from render.relief import Window

Line = tuple[Point, Point]


def broken(line: Sequence[Point], dash: float, gap: float) -> Iterator[Line]:
    """Yield the strokes of a broken line, cut where it bends."""
    for (ax, ay), (bx, by) in pairwise(line):
        long = hypot(bx - ax, by - ay)
        if not long:
            continue
        angle = atan2(by - ay, bx - ax)
        for point, _ in along([(ax, ay), (bx, by)], dash + gap):
            done = hypot(point[0] - ax, point[1] - ay)
            yield point, ahead(point, angle, min(dash, long - done))


Cut = tuple[int, int, int, int]


def window_about(
    size: tuple[int, int], points: Iterable[Point], pad: float = 12.0
) -> tuple[Window, Cut | None]:
    """Return the part of a picture about some of its points, and its box; ``None`` where none."""
    width, height = size
    xs, ys = zip(*points, strict=True)
    box = (
        max(0, round(min(xs) - pad)),
        max(0, round(min(ys) - pad)),
        min(width, round(max(xs) + pad)),
        min(height, round(max(ys) + pad)),
    )
    window = Window(*box, 1.0)
    return window, box if box[0] < box[2] and box[1] < box[3] else None
