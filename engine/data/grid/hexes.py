"""Hexes in columns: ids, neighbours, distances and corners.

A hex is named ``CCRR``: two digits of column (west to east), two of row (north to south). The
hexes stand on a side (flat top), so columns are straight and every second column is shifted by
half a hex. Which one is a property of the printed map: under ``even_up`` the even columns sit
half a hex further north than the odd ones. The grid has no edge: a map clips it.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import Literal

Parity = Literal["even_up", "odd_up"]

_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six directions, clockwise from north: axial (q, r), q the column, r along a slanted row."""


@lru_cache(maxsize=4096)
def _parse(hex_id: str) -> tuple[int, int]:
    """Return column and row of a ``CCRR`` id.

    Raises:
        ValueError: If *hex_id* is not four digits.
    """
    if len(hex_id) != 4 or not hex_id.isascii() or not hex_id.isdigit():
        raise ValueError(f"not a hex id of four digits: {hex_id[:20]!r}")
    return int(hex_id[:2]), int(hex_id[2:])


def is_hex_id(text: str) -> bool:
    """Return whether *text* has the form of a hex id; no map is asked."""
    return len(text) == 4 and text.isascii() and text.isdigit()


def steps_between(one: tuple[int, int], two: tuple[int, int]) -> int:
    """Return how many steps lie between two hexes, by their columns and slanted rows."""
    dq, dr = one[0] - two[0], one[1] - two[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@dataclass(frozen=True)
class HexGrid:
    """An endless grid of flat-top hexes in shifted columns."""

    parity: Parity

    @property
    def _up(self) -> int:
        """The remainder by two of the columns that sit higher."""
        return 0 if self.parity == "even_up" else 1

    def _axial(self, hex_id: str) -> tuple[int, int]:
        return self.slanted(*_parse(hex_id))

    def slanted(self, column: int, row: int) -> tuple[int, int]:
        """Return column and slanted row of a hex, by which steps are counted."""
        # Along a column r grows by one; each column east lowers the slanted row by a half, and
        # the columns that sit high take up the rounding.
        return column, row - (column + self._up) // 2

    def _offset(self, q: int, r: int) -> str:
        row = r + (q + self._up) // 2
        if not (0 <= q <= 99 and 0 <= row <= 99):
            return ""
        return f"{q:02d}{row:02d}"

    def neighbours(self, hex_id: str) -> tuple[str, ...]:
        """Return the six adjacent hexes, clockwise from north; a map may hold fewer of them.

        Only at the rim of what four digits can name are there fewer than six.

        Raises:
            ValueError: If *hex_id* is not four digits.
        """
        q, r = self._axial(hex_id)
        found = (self._offset(q + dq, r + dr) for dq, dr in _STEPS)
        return tuple(one for one in found if one)

    def distance(self, a: str, b: str) -> int:
        """Return how many steps lie between two hexes, whatever lies on them."""
        return self.apart(_parse(a), _parse(b))

    def apart(self, one: tuple[int, int], two: tuple[int, int]) -> int:
        """Return how many steps lie between two hexes named by their columns and rows."""
        return steps_between(self.slanted(*one), self.slanted(*two))

    def direction(self, a: str, b: str) -> int:
        """Return the side of *a* that faces its neighbour *b*: 0 is north, clockwise to 5.

        Raises:
            ValueError: If the two are not adjacent.
        """
        qa, ra = self._axial(a)
        qb, rb = self._axial(b)
        step = (qb - qa, rb - ra)
        if step not in _STEPS:
            raise ValueError(f"{a} and {b} are not adjacent")
        return _STEPS.index(step)

    def within(self, centre: str, radius: int) -> tuple[str, ...]:
        """Return every hex at most *radius* steps from *centre*, itself included, sorted."""
        q, r = self._axial(centre)
        found = [
            self._offset(q + dq, r + dr)
            for dq in range(-radius, radius + 1)
            for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1)
        ]
        return tuple(sorted(one for one in found if one))

    def centre(self, hex_id: str) -> tuple[float, float]:
        """Return the middle of a hex of side length 1: x to the east, y to the south."""
        column, row = _parse(hex_id)
        up = 0.5 if column % 2 == self._up else 0.0
        return 1.5 * column, sqrt(3) * (row - up)

    def corners(self, hex_id: str) -> tuple[tuple[float, float], ...]:
        """Return the six corners, clockwise, so that side *i* runs from corner *i* to *i* + 1."""
        x, y = self.centre(hex_id)
        return tuple(
            (x + cos(pi * (side - 2) / 3), y + sin(pi * (side - 2) / 3)) for side in range(6)
        )

    def flanks(self, a: str, b: str) -> tuple[str, ...]:
        """Return the two hexes that touch both ends of the side between neighbours *a* and *b*."""
        side = self.direction(a, b)
        q, r = self._axial(a)
        ends = (_STEPS[(side - 1) % 6], _STEPS[(side + 1) % 6])
        found = (self._offset(q + dq, r + dr) for dq, dr in ends)
        return tuple(one for one in found if one)
