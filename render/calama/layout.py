"""What a section shows: which squares of the board, how large, and which zones there are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from engine.api import Term, Text
from engine.calama.board import Board
from engine.calama.parsing import as_square
from engine.data.grid.squares import row_col, square
from render.api import Section, UnknownSectionError
from render.calama.land import EDGE, MASTER_SCALE, SIDE, SIZE, centre
from render.linework import Point
from render.phase_picture import WIDTH as PHONE_WIDTH
from render.relief import Window
from render.sections import width_of, zone_named, zones_of

ZONES = Path(__file__).with_name("zones.toml")

RIM = 1.3
"""How wide the frame with the coordinates is, in units."""

WHOLE_WIDTH = 1080
ZONE_WIDTH = 1000
WIDTHS = (320, 2400)
"""The narrowest and the widest picture that is drawn."""

CLOSE = 36.0
"""Pixels to a unit from which squares show their two figures."""

NEAR = 0.06
"""By what share a picture for a phone may be wider or narrower than others."""

LEAST, MOST = 1, 8
"""Radius of a picture around a square."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a section is drawn.

    Attributes:
        rows: First and last row.
        columns: First and last column.
        scale: Pixels to a unit.
        whole: Whether it is the whole board, with all panels.
    """

    rows: tuple[int, int]
    columns: tuple[int, int]
    scale: float
    whole: bool

    @property
    def window(self) -> Window:
        """The rectangle of the land, the frame with the coordinates included."""
        return Window(
            EDGE + (self.columns[0] - 1) * SIDE - RIM,
            EDGE + (self.rows[0] - 1) * SIDE - RIM,
            EDGE + self.columns[1] * SIDE + RIM,
            EDGE + self.rows[1] * SIDE + RIM,
            self.scale,
        )

    @property
    def close(self) -> bool:
        """Whether squares show their figures."""
        return not self.whole and self.scale >= CLOSE

    @property
    def places(self) -> frozenset[str]:
        """The squares within the section."""
        return frozenset(
            square(row, column)
            for row in range(self.rows[0], self.rows[1] + 1)
            for column in range(self.columns[0], self.columns[1] + 1)
        )

    def shows(self, where: str) -> bool:
        """Say whether a square lies within the section."""
        row, column = row_col(where)
        return self.rows[0] <= row <= self.rows[1] and self.columns[0] <= column <= self.columns[1]

    def at(self, where: str) -> Point:
        """Return the middle of a square, in pixels."""
        return self.window.at(*centre(where))


def zone_names() -> tuple[tuple[str, Text], ...]:
    """Return every zone's key and name."""
    return tuple(
        (zone.key, Text("zone", {"zone": Term("zone", zone.key)})) for zone in zones_of(ZONES)
    )


def lay_out(board: Board, section: Section) -> Layout:
    """Return how *section* is drawn.

    Raises:
        UnknownSectionError: When it names a zone or a square that the board does not have.
    """
    if section.kind == "whole":
        return _layout((1, SIZE), (1, SIZE), _width(section, WHOLE_WIDTH), whole=True)
    if section.kind == "around":
        row, column = row_col(_find_square(board, section.where))
        radius = min(MOST, max(LEAST, section.radius))
        return _layout(_span(row, radius), _span(column, radius), _width(section, ZONE_WIDTH))
    zone = zone_named(ZONES, section.where)
    if zone is not None:
        return _layout(zone.rows, zone.columns, _width(section, ZONE_WIDTH))
    raise UnknownSectionError(f"no zone {section.where[:40]!r}")


def part_of(rows: tuple[int, int], columns: tuple[int, int]) -> Layout:
    """Return how some rows and columns are drawn for a phone.

    As they lie on the land that is drawn once, if they are then about as wide as other pictures
    for it: to cut out takes a tenth of the time of making larger or smaller.
    """
    found = _layout(rows, columns, PHONE_WIDTH)
    near = abs(found.scale / MASTER_SCALE - 1) < NEAR
    return replace(found, scale=MASTER_SCALE) if near else found


def _layout(
    rows: tuple[int, int], columns: tuple[int, int], width: int, *, whole: bool = False
) -> Layout:
    across = (columns[1] - columns[0] + 1) * SIDE + 2 * RIM
    return Layout(rows, columns, width / across, whole)


def _span(middle: int, radius: int) -> tuple[int, int]:
    """Return the rows or columns around one; near the edge they reach further the other way."""
    first = min(max(1, middle - radius), SIZE - 2 * radius)
    first = max(1, first)
    return first, min(SIZE, first + 2 * radius)


def _find_square(board: Board, text: str) -> str:
    """Return the square that *text* names: its own name, or that of an exit or a place.

    Raises:
        UnknownSectionError: When it names none.
    """
    found = as_square(text)
    if found:
        return found
    wanted = text.strip().casefold()
    for exit_ in board.exits.values():
        if wanted in {exit_.key, exit_.name.casefold(), exit_.name_es.casefold()}:
            return exit_.square
    for place in board.landmarks.values():
        if wanted in {place.key, place.name.casefold(), place.name_es.casefold()}:
            return place.squares[0]
    raise UnknownSectionError(f"no square {text[:40]!r}")


def _width(section: Section, usual: int) -> int:
    return width_of(section, usual, WIDTHS)
