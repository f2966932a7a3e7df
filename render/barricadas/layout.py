"""What a section shows: which hexes of the ground, how large, and which zones there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.api import Term, Text
from engine.barricadas.board import LETTERS, hex_id
from render.api import Section, UnknownSectionError
from render.barricadas.land import TALL, Chart
from render.relief import Window
from render.sections import Zone, width_of, zones_of

ZONES = Path(__file__).with_name("zones.toml")

WHOLE_WIDTH: Final = 1080
ZONE_WIDTH: Final = 1080
WIDTHS = (320, 2400)
"""The narrowest and the widest picture that is drawn."""

CLOSE: Final = 30.0
"""Pixels to a unit from which hexes bear their numbers."""

LEAST, MOST = 1, 8
"""Radius of a picture around a hex."""

RIM: Final = 1.5
"""How wide the frame with columns and rows is where hexes bear no numbers, in units."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a section is drawn.

    Attributes:
        window: The rectangle of the ground.
        whole: Whether it is the whole ground, with all panels.
        places: The hexes that it shows.
    """

    window: Window
    whole: bool
    places: frozenset[str]

    @property
    def scale(self) -> float:
        """Pixels to a unit."""
        return self.window.scale

    @property
    def close(self) -> bool:
        """Whether hexes bear their numbers, and counters lie in them side by side."""
        return self.scale >= CLOSE


def zone_names() -> tuple[tuple[str, Text], ...]:
    """Return every zone's key and name, those of all boards that there are."""
    found = []
    for board in LETTERS:
        for zone in zones_of(ZONES):
            first = hex_id(board, zone.columns[0], zone.rows[0])
            last = hex_id(board, zone.columns[1], zone.rows[1])
            told = {"first": Term("hex", first), "last": Term("hex", last)}
            found.append((key_of(board, zone), Text("zone", told)))
    return tuple(found)


def key_of(board: str, zone: Zone) -> str:
    """Return the key of a zone of a board."""
    return f"{board.lower()}_{zone.key}"


def zones_on(chart: Chart) -> tuple[str, ...]:
    """Return the keys of the zones of the boards that are on a ground."""
    boards = {sheet.board for sheet in chart.sheets}
    return tuple(
        key_of(board, zone) for board in LETTERS if board in boards for zone in zones_of(ZONES)
    )


def lay_out(chart: Chart, section: Section) -> Layout:
    """Return how *section* is drawn.

    Raises:
        UnknownSectionError: When it names a zone or a hex that the ground does not have.
    """
    if section.kind == "whole":
        return whole_of(chart, width_of(section, WHOLE_WIDTH, WIDTHS))
    width = width_of(section, ZONE_WIDTH, WIDTHS)
    if section.kind == "around":
        place = section.where.strip().upper()
        if place not in chart.battlefield.hexes:
            raise UnknownSectionError(f"no hex {section.where[:40]!r}")
        return _around(chart, place, min(MOST, max(LEAST, section.radius)), width)
    wanted = section.where.strip().casefold()
    for sheet in chart.sheets:
        for zone in zones_of(ZONES):
            if wanted == key_of(sheet.board, zone):
                return _zone(chart, sheet.board, zone, width)
    raise UnknownSectionError(f"no zone {section.where[:40]!r}")


def whole_of(chart: Chart, width: int) -> Layout:
    """Return how the whole ground is drawn: with a frame where hexes bear no numbers."""
    left, top, right, bottom = chart.bounds
    scale = width / (right - left)
    if scale < CLOSE:
        scale = width / (right - left + 2 * RIM)
        left, top, right, bottom = left - RIM, top - RIM, right + RIM, bottom + RIM
    window = Window(left, top, right, bottom, scale)
    return Layout(window, True, frozenset(chart.battlefield.hexes))


def _around(chart: Chart, place: str, radius: int, width: int) -> Layout:
    x, y = chart.centre(place)
    across, down = 1.5 * radius + 1.1, TALL * (radius + 0.55)
    return cut(chart, (x - across, y - down, x + across, y + down), width)


def _zone(chart: Chart, board: str, zone: Zone, width: int) -> Layout:
    corners = [
        chart.centre(hex_id(board, column, row))
        for column in range(zone.columns[0], zone.columns[1] + 1)
        for row in range(zone.rows[0], zone.rows[1] + 1)
    ]
    xs, ys = zip(*corners, strict=True)
    half = TALL / 2
    box = min(xs) - 1.1, min(ys) - half - 0.1, max(xs) + 1.1, max(ys) + half + 0.1
    return cut(chart, box, width)


def cut(chart: Chart, box: tuple[float, float, float, float], width: int) -> Layout:
    """Return how a rectangle of the ground is drawn; it is moved until it lies on the ground."""
    left, top, right, bottom = box
    west, north, east, south = chart.bounds
    across, down = min(right - left, east - west), min(bottom - top, south - north)
    left = min(max(left, west), east - across)
    top = min(max(top, north), south - down)
    window = Window(left, top, left + across, top + down, width / across)
    return Layout(window, False, places_in(chart, window))


def places_in(chart: Chart, window: Window) -> frozenset[str]:
    """Return the hexes whose middles lie in a window."""
    return frozenset(
        place
        for place, (x, y) in chart.middles.items()
        if window.left <= x <= window.right and window.top <= y <= window.bottom
    )


def spread(chart: Chart, places: Iterable[str]) -> tuple[str, int]:
    """Return the hex in the middle of some, and how many hexes they lie from it at most."""
    spots = [chart.battlefield.spots[place] for place in places]
    columns, rows = zip(*spots, strict=True)
    middle = chart.battlefield.at((min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2)
    wide = max(max(columns) - min(columns), max(rows) - min(rows))
    return middle, (wide + 1) // 2 + 1
