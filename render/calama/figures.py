"""Silhouettes of the six types of piece, drawn in a field of 100 by 60."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from render.symbols import Pen, burst


def _soldier(pen: Pen, x: float, foot: float, tall: float) -> None:
    """Draw a soldier of the line, marching to the right rifle shouldered."""
    u = tall / 50

    def at(dx: float, up: float) -> tuple[float, float]:
        return x + dx * u, foot - up * u

    pen.line(at(-13, 27), at(5, 55), width=3.0 * u)
    pen.line(at(-16, 22), at(-10, 31), width=5.0 * u)
    pen.disc(*at(1, 41), 5.0 * u)
    pen.shape(at(-5, 43), at(6, 43), at(5, 51), at(-4, 51))
    pen.line(at(3, 43.5), at(10, 42.5), width=2.4 * u)
    pen.shape(at(-7, 35), at(7, 35), at(6, 15), at(-7, 15))
    pen.shape(at(-7, 17), at(-1, 17), at(-5, 0), at(-12, 0))
    pen.shape(at(0, 17), at(6, 17), at(11, 0), at(4, 0))
    pen.line(at(5, 33), at(9, 24), at(1, 21), width=3.6 * u)


def _infantry(pen: Pen) -> None:
    for x in (22, 50, 78):
        _soldier(pen, x, 59, 52)


def _officer(pen: Pen) -> None:
    pen.line((62, 24), (82, 2), width=4.2)
    pen.line((56, 22), (68, 27), width=4.0)
    pen.disc(46, 14, 7.4)
    pen.shape((36, 11), (55, 11), (53, 1), (39, 0))
    pen.line((51, 11), (62, 12.5), width=4)
    pen.shape((33, 23), (58, 22), (55, 44), (35, 44))
    pen.line((54, 25), (63, 24), width=7)
    pen.line((35, 25), (27, 38), (35, 43), width=6)
    pen.shape((35, 42), (46, 42), (39, 60), (28, 60))
    pen.shape((46, 42), (55, 42), (63, 60), (52, 60))
    pen.line((34, 24), (55, 42), width=2.6, cut=True)


def _commander(pen: Pen) -> None:
    pen.line((27, 2), (27, 60), width=5)
    pen.disc(27, 3, 4.2)
    top, foot = [], []
    for k in range(13):
        x = 29 + 5.6 * k
        wave = 3.4 * sin(pi * k / 6)
        top.append((x, 6 + wave))
        foot.append((x, 44 + wave))
    pen.shape(*top, *reversed(foot))
    star = burst(62, 26, 16, 6.4, 5)
    pen.shape(*[(62 + (x - 62), y) for x, y in star], cut=True)


def _cavalry(pen: Pen) -> None:
    """Draw a horse's head, looking to the right."""
    pen.shape(
        (22, 60),
        (26, 42),
        (32, 26),
        (42, 13),
        (52, 8),
        (53, 0),
        (60, 7),
        (68, 12),
        (76, 24),
        (84, 32),
        (85, 39),
        (80, 43),
        (72, 41),
        (66, 36),
        (59, 37),
        (62, 46),
        (70, 60),
    )
    pen.disc(63, 19, 2.6, cut=True)
    pen.line((57, 12), (61, 33), width=2.4, cut=True)
    pen.line((61, 27), (79, 34), width=2.2, cut=True)
    for x, y in ((44, 16), (37, 27), (32, 40)):
        pen.line((x - 4, y - 4), (x + 7, y + 8), width=2.4, cut=True)


def _wheel(pen: Pen, x: float, y: float, radius: float, spokes: int) -> None:
    pen.disc(x, y, radius + 2.5, cut=True)
    pen.ring(x, y, radius, radius * 0.24)
    pen.disc(x, y, radius * 0.26)
    for turn in range(spokes):
        angle = 2 * pi * turn / spokes + 0.2
        pen.line((x, y), (x + radius * 0.9 * cos(angle), y + radius * 0.9 * sin(angle)), width=2.8)


def _heavy(pen: Pen) -> None:
    """Draw a field gun: a heavy barrel aimed high, on a large wheel."""
    pen.shape((24, 27), (33, 40), (94, 13), (89, 3))
    pen.disc(27, 34, 7.4)
    pen.disc(19, 39, 3.4)
    pen.shape((85, 2), (91, 0), (98, 13), (92, 17))
    pen.line((36, 42), (4, 58), width=6)
    _wheel(pen, 52, 41, 17.5, 8)


def _light(pen: Pen) -> None:
    """Draw a machine gun: a bundle of level barrels on three legs, with its crank."""
    for y in (13, 20, 27):
        pen.line((40, y), (95, y), width=4.6)
    pen.line((74, 10), (74, 30), width=4)
    pen.line((93, 10), (93, 30), width=4)
    pen.shape((14, 9), (44, 9), (44, 31), (14, 31))
    pen.line((14, 20), (5, 20), (5, 29), width=4)
    pen.shape((24, 9), (36, 9), (34, 0), (26, 0))
    pen.shape((32, 31), (46, 31), (43, 38), (35, 38))
    pen.line((39, 36), (14, 59), width=5)
    pen.line((39, 36), (64, 59), width=5)
    pen.line((39, 36), (39, 60), width=5)


FIGURES: dict[str, Callable[[Pen], None]] = {
    "commander": _commander,
    "officer": _officer,
    "heavy_artillery": _heavy,
    "light_artillery": _light,
    "cavalry": _cavalry,
    "infantry": _infantry,
}
"""How to draw each type of piece."""


def shield(pen: Pen) -> None:
    """Fill the pen's field with a shield: Resistance."""
    pen.shape((14, 2), (86, 2), (86, 30), (70, 48), (50, 60), (30, 48), (14, 30))


def boot(pen: Pen) -> None:
    """Fill the pen's field with a boot: Movement."""
    pen.shape((22, 0), (58, 0), (58, 28), (94, 40), (96, 60), (16, 60), (20, 30))


def blade(pen: Pen) -> None:
    """Fill the pen's field with an upright sword: Strength."""
    pen.shape((50, 0), (60, 8), (58, 36), (42, 36), (40, 8))
    pen.shape((22, 36), (78, 36), (78, 43), (22, 43))
    pen.shape((44, 43), (56, 43), (56, 60), (44, 60))


MARKS: dict[str, Callable[[Pen], None]] = {
    "movement": boot,
    "resistance": shield,
    "strength": blade,
}
"""How to draw each attribute."""
