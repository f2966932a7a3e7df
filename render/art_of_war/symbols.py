"""What troops fight with, as pictograms in a field of 100 by 60."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from render.symbols import SYMBOLS as SHARED
from render.symbols import Pen, Point, pen_ratio

HORSE: tuple[Point, ...] = (
    (34, 60),
    (35, 44),
    (40, 33),
    (46, 22),
    (52, 13),
    (50, 2),
    (57, 8),
    (61, 1),
    (64, 9),
    (72, 18),
    (82, 33),
    (83, 40),
    (77, 43),
    (70, 38),
    (63, 37),
    (65, 46),
    (70, 60),
)
"""A horse's head and neck, looking right."""


def _oval(pen: Pen, middle: Point, wide: float, high: float, *, cut: bool = False) -> None:
    x, y = middle
    rim = [(x + wide * cos(pi * k / 14), y + high * sin(pi * k / 14)) for k in range(28)]
    pen.shape(*rim, cut=cut)


def _round(pen: Pen, middle: Point, radius: float, *, cut: bool = False) -> None:
    """Fill a circle that stays one whatever the field's shape."""
    _oval(pen, middle, radius, radius * pen_ratio(pen), cut=cut)


def _spear(pen: Pen, foot: Point, head: Point, width: float = 5) -> None:
    pen.line(foot, head, width=width)
    (ax, ay), (bx, by) = foot, head
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = (bx - ax) / long, (by - ay) / long
    pen.shape(
        (bx + 4 * ux, by + 4 * uy),
        (bx - 13 * ux - 6 * uy, by - 13 * uy + 6 * ux),
        (bx - 13 * ux + 6 * uy, by - 13 * uy - 6 * ux),
    )


def _light(pen: Pen) -> None:
    """Draw javelins behind a small round shield."""
    _spear(pen, (12, 56), (62, 6))
    _spear(pen, (34, 58), (84, 8))
    _round(pen, (50, 34), 20, cut=True)
    _round(pen, (50, 34), 16.5)
    _round(pen, (50, 34), 5, cut=True)


def _bow(pen: Pen) -> None:
    """Draw a bow with an arrow on its string."""
    arc = [(30 + 36 * sin(pi * k / 12), 30 - 29 * cos(pi * k / 12)) for k in range(13)]
    pen.line(*arc, width=7)
    pen.line(arc[0], (20, 30), arc[-1], width=3)
    _spear(pen, (16, 30), (88, 30), 4.5)


def _medium(pen: Pen) -> None:
    """Draw an oval shield before two spears."""
    _spear(pen, (24, 60), (24, 3))
    _spear(pen, (76, 60), (76, 3))
    _oval(pen, (50, 31), 19, 29)
    pen.line((50, 8), (50, 54), width=4, cut=True)
    _round(pen, (50, 31), 6.5, cut=True)


def _heavy(pen: Pen) -> None:
    """Draw a tall shield with its boss."""
    pen.shape((26, 4), (34, 1), (66, 1), (74, 4), (74, 56), (66, 59), (34, 59), (26, 56))
    pen.line((33, 8), (67, 8), width=3.5, cut=True)
    pen.line((33, 52), (67, 52), width=3.5, cut=True)
    pen.line((50, 8), (50, 52), width=3.5, cut=True)
    _round(pen, (50, 30), 11, cut=True)
    _round(pen, (50, 30), 6.5)


def _spears(pen: Pen) -> None:
    """Draw a large round shield before a long spear."""
    _spear(pen, (4, 54), (94, 6), 6)
    _round(pen, (48, 30), 29, cut=True)
    _round(pen, (48, 30), 26)
    _round(pen, (48, 30), 18, cut=True)
    _round(pen, (48, 30), 12)


def _phalanx(pen: Pen) -> None:
    """Draw pikes side by side above small round shields."""
    for x in (14, 32, 50, 68, 86):
        _spear(pen, (x, 60), (x, 4), 5.5)
    for x in (23, 50, 77):
        _round(pen, (x, 44), 13, cut=True)
        _round(pen, (x, 44), 10.5)


def _levy(pen: Pen) -> None:
    """Draw a pitchfork and a club."""
    pen.line((30, 60), (30, 24), width=7)
    pen.line((14, 4), (14, 22), (30, 26), (46, 22), (46, 4), width=6)
    pen.line((30, 4), (30, 26), width=6)
    pen.line((66, 60), (74, 30), width=8)
    pen.shape((68, 30), (70, 6), (80, 2), (90, 8), (86, 32))


def _horse(pen: Pen) -> None:
    pen.shape(*HORSE)
    pen.disc(63, 20, 3, cut=True)


def _light_horse(pen: Pen) -> None:
    """Draw a horse's head and a javelin."""
    pen.shape(*[(x + 12, y) for x, y in HORSE])
    pen.disc(75, 20, 3, cut=True)
    _spear(pen, (6, 56), (36, 6))


def _knights(pen: Pen) -> None:
    """Draw a horse's head in armour, and a lance."""
    pen.shape(*[(x + 6, y) for x, y in HORSE])
    for y in (22, 33, 44, 54):
        pen.line((34, y + 3), (66, y - 5), width=3.2, cut=True)
    pen.disc(70, 18, 3, cut=True)
    _spear(pen, (10, 60), (24, 3), 6)


def _camel(pen: Pen) -> None:
    """Draw a camel."""
    pen.shape(
        (8, 34),
        (22, 26),
        (30, 10),
        (40, 8),
        (50, 24),
        (62, 28),
        (74, 22),
        (80, 4),
        (96, 6),
        (98, 14),
        (88, 16),
        (84, 32),
        (74, 42),
        (74, 60),
        (66, 60),
        (64, 44),
        (30, 44),
        (28, 60),
        (20, 60),
        (18, 42),
    )


def _elephant(pen: Pen) -> None:
    """Draw an elephant, its trunk down to the ground."""
    pen.shape(
        (4, 30),
        (12, 14),
        (30, 8),
        (52, 10),
        (62, 6),
        (78, 6),
        (90, 16),
        (94, 34),
        (96, 56),
        (88, 60),
        (86, 40),
        (80, 36),
        (70, 40),
        (68, 60),
        (54, 60),
        (54, 44),
        (34, 44),
        (34, 60),
        (18, 60),
        (16, 40),
        (10, 36),
        (6, 48),
    )
    pen.line((64, 10), (58, 22), (66, 32), (74, 26), width=3.6, cut=True)
    pen.disc(82, 19, 2.8, cut=True)
    pen.shape((82, 36), (98, 46), (100, 41), (88, 32))


def _wheel(pen: Pen, middle: Point, radius: float) -> None:
    x, y = middle
    pen.ring(x, y, radius, 7)
    for k in range(4):
        dx, dy = radius * cos(pi * k / 4), radius * sin(pi * k / 4) * pen_ratio(pen)
        pen.line((x - dx, y - dy), (x + dx, y + dy), width=4)
    pen.disc(x, y, 7)


def _chariot(pen: Pen) -> None:
    """Draw a wheel, a car above it and its pole."""
    _wheel(pen, (36, 36), 23)
    pen.line((36, 36), (96, 30), width=6)
    pen.line((92, 20), (92, 40), width=6)


def _scythed(pen: Pen) -> None:
    """Draw a wheel with blades on both sides."""
    _wheel(pen, (50, 32), 22)
    pen.shape((74, 32), (100, 12), (92, 36), (74, 40))
    pen.shape((26, 32), (0, 12), (8, 36), (26, 40))


def _artillery(pen: Pen) -> None:
    """Draw an engine that throws bolts."""
    arc = [(50 + 44 * cos(pi * k / 12), 30 - 26 * sin(pi * k / 12)) for k in range(13)]
    pen.line(*arc, width=8)
    pen.line((6, 30), (50, 46), (94, 30), width=3.5)
    _spear(pen, (50, 60), (50, 2), 8)


SYMBOLS: dict[str, Callable[[Pen], None]] = {
    "light": _light,
    "bow": _bow,
    "medium": _medium,
    "heavy": _heavy,
    "spears": _spears,
    "phalanx": _phalanx,
    "levy": _levy,
    "light_horse": _light_horse,
    "horse": _horse,
    "knights": _knights,
    "camel": _camel,
    "elephant": _elephant,
    "chariot": _chariot,
    "scythed": _scythed,
    "artillery": _artillery,
    "wagon": SHARED["supply"],
}
"""How to draw each kind of troops."""
