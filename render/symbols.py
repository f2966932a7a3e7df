"""Pictograms of counters, drawn as outlines in a field of 100 by 60."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from PIL import ImageDraw

Colour = tuple[int, int, int]
Point = tuple[float, float]


class Pen:
    """Draws in a field of 100 by 60 laid over part of an image.

    Attributes:
        ink: The colour of everything drawn.
        paper: The colour of what is cut out of it.
    """

    def __init__(
        self,
        draw: ImageDraw.ImageDraw,
        box: tuple[float, float, float, float],
        ink: Colour,
        paper: Colour,
    ) -> None:
        self._draw = draw
        self._left, self._top, right, bottom = box
        self._x = (right - self._left) / 100
        self._y = (bottom - self._top) / 60
        self.ink = ink
        self.paper = paper

    def at(self, x: float, y: float) -> Point:
        """Return a point of the field as pixels."""
        return self._left + x * self._x, self._top + y * self._y

    def shape(self, *points: Point, cut: bool = False) -> None:
        """Fill a polygon."""
        self._draw.polygon([self.at(*p) for p in points], fill=self.paper if cut else self.ink)

    def line(self, *points: Point, width: float, cut: bool = False) -> None:
        """Draw a line *width* field units thick."""
        self._draw.line(
            [self.at(*p) for p in points],
            fill=self.paper if cut else self.ink,
            width=max(1, round(width * self._x)),
            joint="curve",
        )

    def disc(self, x: float, y: float, radius: float, *, cut: bool = False) -> None:
        """Fill a circle."""
        px, py = self.at(x, y)
        r = radius * self._x
        self._draw.ellipse((px - r, py - r, px + r, py + r), fill=self.paper if cut else self.ink)

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """Draw a circle's rim."""
        px, py = self.at(x, y)
        r = radius * self._x
        self._draw.ellipse(
            (px - r, py - r, px + r, py + r), outline=self.ink, width=max(1, round(width * self._x))
        )


def _frame(pen: Pen) -> None:
    pen.line((6, 3), (94, 3), (94, 57), (6, 57), (6, 3), (94, 3), width=7)


def _infantry(pen: Pen) -> None:
    _frame(pen)
    pen.line((6, 3), (94, 57), width=6)
    pen.line((6, 57), (94, 3), width=6)


def _cavalry(pen: Pen) -> None:
    _frame(pen)
    pen.line((6, 57), (94, 3), width=7)


def _artillery(pen: Pen) -> None:
    _frame(pen)
    pen.disc(50, 30, 14)


def _fort(pen: Pen) -> None:
    for left in (8, 35, 62, 83):
        pen.shape((left, 4), (left + 13, 4), (left + 13, 26), (left, 26))
    pen.shape((8, 4), (21, 4), (21, 12), (8, 12))
    pen.shape((8, 20), (96, 20), (96, 58), (8, 58))
    pen.shape((40, 58), (40, 42), (44, 35), (52, 31), (60, 35), (64, 42), (64, 58), cut=True)


def _wagon(pen: Pen) -> None:
    hood = [(52 - 36 * cos(pi * k / 12), 30 - 26 * sin(pi * k / 12)) for k in range(13)]
    pen.shape(*hood)
    for x in (34, 52, 70):
        pen.line((x, 8), (x, 29), width=2.4, cut=True)
    pen.shape((12, 30), (92, 30), (86, 42), (18, 42))
    pen.line((14, 36), (0, 44), width=4)
    for x in (30, 74):
        pen.disc(x, 46, 14, cut=True)
        pen.ring(x, 46, 12.5, 4)
        pen.disc(x, 46, 4)
        for turn in range(4):
            dx, dy = 11 * cos(pi * turn / 4), 11 * sin(pi * turn / 4) * pen_ratio(pen)
            pen.line((x - dx, 46 - dy), (x + dx, 46 + dy), width=2.2)


def pen_ratio(pen: Pen) -> float:
    """Return how many field units down equal one across, so that circles stay round."""
    (x0, y0), (x1, y1) = pen.at(0, 0), pen.at(1, 1)
    return (x1 - x0) / (y1 - y0)


def _masts(pen: Pen, *spots: float, top: float, foot: float) -> None:
    for x in spots:
        pen.line((x, top), (x, foot), width=2.6)


def _ironclad(pen: Pen) -> None:
    _masts(pen, 20, 80, top=2, foot=36)
    pen.line((12, 12), (28, 12), width=2)
    pen.line((72, 12), (88, 12), width=2)
    pen.line((20, 4), (4, 36), width=1.2)
    pen.line((80, 4), (95, 36), width=1.2)
    pen.shape((46, 8), (56, 8), (56, 30), (46, 30))
    pen.shape((32, 26), (70, 26), (70, 38), (32, 38))
    pen.line((70, 31), (80, 31), width=3)
    pen.shape((2, 36), (91, 36), (93, 46), (100, 53), (96, 58), (9, 58))
    for x in (38, 48, 58):
        pen.shape((x, 30), (x + 5, 30), (x + 5, 34), (x, 34), cut=True)
    pen.line((5, 47), (94, 47), width=2, cut=True)


def _wooden(pen: Pen) -> None:
    _masts(pen, 22, 46, 72, top=0, foot=38)
    for x in (22, 46, 72):
        for y, half in ((7, 7), (16, 9), (25, 11)):
            pen.line((x - half, y), (x + half, y), width=2)
    pen.shape((56, 20), (62, 20), (62, 40), (56, 40))
    pen.line((84, 38), (100, 26), width=2.6)
    pen.shape((3, 32), (14, 36), (86, 37), (95, 33), (90, 48), (84, 58), (13, 58), (5, 46))
    for x in (22, 34, 46, 58, 70):
        pen.shape((x, 43), (x + 5, 43), (x + 5, 47), (x, 47), cut=True)


def _monitor(pen: Pen) -> None:
    _masts(pen, 82, top=6, foot=46)
    pen.shape((62, 12), (71, 12), (71, 46), (62, 46))
    pen.shape((24, 26), (50, 26), (50, 46), (24, 46))
    pen.line((24, 33), (4, 33), width=4)
    pen.line((24, 39), (4, 39), width=4)
    pen.shape((0, 46), (100, 46), (95, 58), (5, 58))
    pen.line((24, 31), (50, 31), width=1.6, cut=True)


def _transport(pen: Pen) -> None:
    _masts(pen, 16, 84, top=6, foot=38)
    pen.line((16, 12), (32, 34), width=2)
    pen.line((84, 12), (68, 34), width=2)
    pen.shape((47, 4), (56, 4), (56, 24), (47, 24))
    pen.shape((38, 22), (64, 22), (64, 36), (38, 36))
    pen.shape((0, 34), (98, 34), (90, 58), (9, 58))
    for x in (42, 50, 58):
        pen.shape((x, 26), (x + 3.5, 26), (x + 3.5, 30), (x, 30), cut=True)
    pen.line((5, 43), (94, 43), width=2, cut=True)


SYMBOLS: dict[str, Callable[[Pen], None]] = {
    "infantry": _infantry,
    "cavalry": _cavalry,
    "artillery": _artillery,
    "fort": _fort,
    "supply": _wagon,
    "ironclad": _ironclad,
    "wooden": _wooden,
    "monitor": _monitor,
    "transport": _transport,
}


def burst(x: float, y: float, outer: float, inner: float, points: int) -> Sequence[Point]:
    """Return the corners of a star, for fire and battle."""
    return [
        (
            x + (outer if k % 2 == 0 else inner) * sin(pi * k / points),
            y - (outer if k % 2 == 0 else inner) * cos(pi * k / points),
        )
        for k in range(2 * points)
    ]


def flame(pen: Pen) -> None:
    """Fill the pen's field with a flame."""
    pen.shape(
        (50, 0),
        (60, 16),
        (78, 26),
        (84, 42),
        (70, 60),
        (30, 60),
        (16, 42),
        (24, 28),
        (34, 34),
        (38, 16),
    )
    pen.shape((50, 28), (60, 42), (58, 56), (42, 56), (40, 44), cut=True)


def anchor(pen: Pen) -> None:
    """Fill the pen's field with an anchor."""
    pen.ring(50, 8, 9, 5)
    pen.line((50, 14), (50, 56), width=8)
    pen.line((32, 22), (68, 22), width=7)
    pen.line((22, 38), (28, 50), (50, 57), (72, 50), (78, 38), width=7)
