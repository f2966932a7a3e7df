"""What a section shows: which part of the table, how large, and which zones there are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.api import Term, Text
from render.api import Section, UnknownSectionError
from render.art_of_war.sheet import BOUNDS, DEEP, WIDE, Box
from render.lettering import legible
from render.linework import Point
from render.relief import Window
from render.sections import width_of, zone_named, zones_of

ZONES = Path(__file__).with_name("zones.toml")

WHOLE_WIDTH: Final = 1080
ZONE_WIDTH: Final = 1080
WIDTHS = (320, 2400)
"""The narrowest and the widest picture that is drawn."""

CLOSE: Final = 48.0
"""Pixels to a unit of distance from which a base shows its symbol and its cohesion."""

LEAST, MOST = 2, 12
"""Units of distance to each side of a picture around a place."""

_TALL: Final = 0.9
"""How high such a picture is, as a share of its width."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a section is drawn.

    Attributes:
        window: The rectangle of the table.
        whole: Whether it is the whole table, with all panels.
        width: Pixels across, the rim with the units of distance included.
    """

    window: Window
    whole: bool
    width: int

    @property
    def scale(self) -> float:
        """Pixels to a unit of distance."""
        return self.window.scale

    @property
    def close(self) -> bool:
        """Whether bases show their symbols."""
        return self.scale >= CLOSE

    @property
    def box(self) -> Box:
        """What part of the table it shows."""
        return self.window.left, self.window.top, self.window.right, self.window.bottom

    def shows(self, point: Point, beyond: float = 0.0) -> bool:
        """Say whether a point lies within it, or so close to it."""
        x, y = point
        left, top, right, bottom = self.box
        return left - beyond <= x <= right + beyond and top - beyond <= y <= bottom + beyond


def rim_of(width: int) -> int:
    """Return how wide the rim with the units of distance is, of a picture so wide."""
    return round(1.7 * legible(width))


def zone_names() -> tuple[tuple[str, Text], ...]:
    """Return every zone's key and name."""
    return tuple(
        (zone.key, Text("zone", {"zone": Term("zone", zone.key)})) for zone in zones_of(ZONES)
    )


def zone_box(key: str) -> Box | None:
    """Return what part of the table a zone is, if there is one of that name."""
    zone = zone_named(ZONES, key)
    if zone is None:
        return None
    (left, right), (south, north) = zone.columns, zone.rows
    return float(left), float(DEEP - north), float(right), float(DEEP - south)


def lay_out(section: Section, point: Point | None = None) -> Layout:
    """Return how *section* is drawn; *point* is where the place lies that it is around.

    Raises:
        UnknownSectionError: When it names a zone that there is not, or a place that nobody knows.
    """
    if section.kind == "whole":
        return whole_of(width_of(section, WHOLE_WIDTH, WIDTHS))
    width = width_of(section, ZONE_WIDTH, WIDTHS)
    if section.kind == "around":
        if point is None:
            raise UnknownSectionError(f"no place {section.where[:40]!r}")
        return around_point(point, float(min(MOST, max(LEAST, section.radius))), width)
    box = zone_box(section.where)
    if box is None:
        raise UnknownSectionError(f"no zone {section.where[:40]!r}")
    return cut(box, width)


def whole_of(width: int) -> Layout:
    """Return how the whole table is drawn."""
    scale = (width - rim_of(width)) / WIDE
    return Layout(Window(*BOUNDS, scale), True, width)


def around_point(point: Point, radius: float, width: int) -> Layout:
    """Return how the part of the table about a point is drawn."""
    x, y = point
    tall = _TALL * radius
    return cut((x - radius, y - tall, x + radius, y + tall), width)


def cut(box: Box, width: int) -> Layout:
    """Return how a rectangle of the table is drawn; it is moved until it lies on the table."""
    left, top, right, bottom = box
    west, north, east, south = BOUNDS
    across, down = min(right - left, east - west), min(bottom - top, south - north)
    left = min(max(left, west), east - across)
    top = min(max(top, north), south - down)
    scale = (width - rim_of(width)) / across
    return Layout(Window(left, top, left + across, top + down, scale), False, width)
