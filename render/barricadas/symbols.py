"""Map symbols of the kinds of counter, drawn in a field of 100 by 60."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from render.symbols import SYMBOLS as SHARED
from render.symbols import Pen, burst


def _frame(pen: Pen) -> None:
    pen.line((6, 3), (94, 3), (94, 57), (6, 57), (6, 3), (94, 3), width=7)


def _engineers(pen: Pen) -> None:
    _frame(pen)
    pen.line((22, 18), (22, 44), width=7)
    pen.line((50, 18), (50, 44), width=7)
    pen.line((78, 18), (78, 44), width=7)
    pen.line((20, 18), (80, 18), width=8)


def _mmg(pen: Pen) -> None:
    """Draw a machine gun: an arrow upwards with a bar at its foot."""
    _frame(pen)
    pen.line((50, 50), (50, 14), width=8)
    pen.shape((50, 6), (66, 25), (34, 25))
    pen.line((32, 49), (68, 49), width=8)


def _mortar(pen: Pen) -> None:
    _frame(pen)
    pen.line((50, 40), (50, 14), width=8)
    pen.shape((50, 6), (66, 25), (34, 25))
    pen.disc(50, 44, 9)


def _infantry_gun(pen: Pen) -> None:
    _frame(pen)
    pen.disc(50, 30, 12)
    pen.line((22, 14), (22, 46), width=7)
    pen.line((78, 14), (78, 46), width=7)


def _anti_tank(pen: Pen) -> None:
    _frame(pen)
    pen.line((8, 57), (50, 10), (92, 57), width=8)


def _anti_aircraft(pen: Pen) -> None:
    _frame(pen)
    arch = [(50 - 40 * cos(pi * k / 12), 55 - 36 * sin(pi * k / 12)) for k in range(13)]
    pen.line(*arch, width=8)


def _oval(pen: Pen) -> None:
    rim = [(50 + 33 * cos(pi * k / 12), 30 + 15 * sin(pi * k / 12)) for k in range(25)]
    pen.line(*rim, rim[1], width=7)


def _tank(pen: Pen) -> None:
    _frame(pen)
    _oval(pen)


def _half_track(pen: Pen) -> None:
    _frame(pen)
    _oval(pen)
    pen.line((50, 15), (50, 45), width=6)


def _armoured_car(pen: Pen) -> None:
    _frame(pen)
    _oval(pen)
    pen.line((8, 56), (92, 4), width=6)


def _truck(pen: Pen) -> None:
    pen.shape((2, 14), (60, 14), (60, 44), (2, 44))
    pen.shape((63, 22), (82, 22), (96, 34), (96, 44), (63, 44))
    for x in (22, 76):
        pen.disc(x, 47, 13, cut=True)
        pen.disc(x, 47, 10)


def _officer(pen: Pen) -> None:
    pen.shape(*burst(50, 31, 30, 12.5, 5))


def _guide(pen: Pen) -> None:
    """Draw a loudhailer: whoever speaks to the troops."""
    pen.shape((14, 22), (40, 22), (84, 4), (84, 56), (40, 38), (14, 38))
    pen.shape((28, 40), (42, 40), (48, 58), (34, 58))


def _chaplain(pen: Pen) -> None:
    pen.shape((43, 2), (57, 2), (57, 58), (43, 58))
    pen.shape((26, 15), (74, 15), (74, 28), (26, 28))


SYMBOLS: dict[str, Callable[[Pen], None]] = {
    "infantry": SHARED["infantry"],
    "cavalry": SHARED["cavalry"],
    "artillery": SHARED["artillery"],
    "engineers": _engineers,
    "mmg": _mmg,
    "mortar": _mortar,
    "infantry_gun": _infantry_gun,
    "anti_tank": _anti_tank,
    "anti_aircraft": _anti_aircraft,
    "tank": _tank,
    "half_track": _half_track,
    "armoured_car": _armoured_car,
    "truck": _truck,
    "officer": _officer,
    "commissar": _guide,
    "chaplain": _chaplain,
}
"""How to draw each kind of counter, officers and guides among them."""
