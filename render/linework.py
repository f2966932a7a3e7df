"""Lines and shapes with smooth edges, laid on a map one colour at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin

from PIL import Image, ImageDraw

from render.relief import Window
from render.themes import Colour

Point = tuple[float, float]

FINE = 2
"""Ink is drawn this many times larger and reduced."""


class Ink:
    """A layer of one colour over a window of the map; points and widths are in map units.

    Args:
        window: The part of the map it covers.
        least: No line is thinner than so many pixels.
    """

    def __init__(self, window: Window, least: float = 1.0) -> None:
        self._window = window
        self._least = least
        width, height = window.size
        self.mask = Image.new("L", (width * FINE, height * FINE), 0)
        self._draw = ImageDraw.Draw(self.mask)

    def _at(self, point: Point) -> Point:
        x, y = self._window.at(*point)
        return x * FINE, y * FINE

    def _thick(self, width: float) -> int:
        return max(1, round(max(width * self._window.scale, self._least) * FINE))

    def line(self, points: Sequence[Point], width: float, value: int = 255) -> None:
        """Draw a line *width* units thick."""
        self._draw.line(
            [self._at(p) for p in points], fill=value, width=self._thick(width), joint="curve"
        )

    def shape(self, points: Iterable[Point], value: int = 255) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(p) for p in points], fill=value)

    def disc(self, middle: Point, radius: float, value: int = 255) -> None:
        """Fill a circle."""
        x, y = self._at(middle)
        r = radius * self._window.scale * FINE
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=value)

    def lay(self, onto: Image.Image, colour: Colour, opacity: float = 1.0) -> None:
        """Put the ink on an image of the window's size."""
        box = self.mask.getbbox()
        if box is None:
            return
        # Most ink covers little of its window: only that is worth the work.
        left, top = box[0] // FINE, box[1] // FINE
        right, bottom = -(-box[2] // FINE), -(-box[3] // FINE)
        mask = self.mask.reduce(FINE, (left * FINE, top * FINE, right * FINE, bottom * FINE))
        if opacity < 1.0:
            mask = mask.point(_faded(opacity))
        onto.paste(colour, (left, top), mask)


@lru_cache(maxsize=64)
def _faded(opacity: float) -> list[int]:
    """Return how strong ink is that covers what lies under it only so far."""
    return [round(value * opacity) for value in range(256)]


def smooth(points: Sequence[Point], rounds: int = 2) -> list[Point]:
    """Return a line with its corners cut *rounds* times; its ends stay where they are."""
    line = list(points)
    for _ in range(rounds):
        if len(line) < 3:
            break
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        cut.append(line[-1])
        line = cut
    return line


def along(points: Sequence[Point], step: float, start: float = 0.0) -> list[tuple[Point, float]]:
    """Return points every *step* along a line, each with the line's direction there."""
    found = []
    left = start
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        if length == 0:
            continue
        angle = atan2(by - ay, bx - ax)
        while left <= length:
            share = left / length
            found.append(((ax + (bx - ax) * share, ay + (by - ay) * share), angle))
            left += step
        left -= length
    return found


def beside(point: Point, angle: float, distance: float) -> Point:
    """Return the point *distance* to the right of one that faces *angle*."""
    return point[0] - distance * sin(angle), point[1] + distance * cos(angle)


def ahead(point: Point, angle: float, distance: float) -> Point:
    """Return the point *distance* ahead of one that faces *angle*."""
    return point[0] + distance * cos(angle), point[1] + distance * sin(angle)


def ring(middle: Point, radius: float, sides: int = 24) -> list[Point]:
    """Return points around a circle."""
    return [
        (middle[0] + radius * cos(2 * pi * k / sides), middle[1] + radius * sin(2 * pi * k / sides))
        for k in range(sides)
    ]


def chained(pairs: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Return line segments joined end to end into as few lines as they make.

    Ends count as one point when they are closer than a thousandth of a unit.
    """
    ends: dict[tuple[int, int], list[tuple[Point, Point]]] = {}

    def key(point: Point) -> tuple[int, int]:
        return round(point[0] * 1000), round(point[1] * 1000)

    left = list(pairs)
    for one in left:
        for end in one:
            ends.setdefault(key(end), []).append(one)
    lines = []
    while left:
        # Begin at a loose end if there is one, so that a river is one line and not two halves.
        first = next((p for p in left if any(len(ends[key(e)]) == 1 for e in p)), left[0])
        start = first[0] if len(ends[key(first[0])]) == 1 else first[1]
        line = [start]
        while True:
            here = key(line[-1])
            going = [p for p in ends[here] if p in left]
            if not going:
                break
            taken = going[0]
            left.remove(taken)
            line.append(taken[1] if key(taken[0]) == here else taken[0])
        lines.append(line)
    return lines
