"""What a section shows: which rectangle of the map, how large, and which zones there are."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from engine.api import Term, Text
from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.places import BOX
from render.api import Section, UnknownSectionError
from render.relief import Window
from render.sections import Zone, width_of, zone_named, zones_of

ZONES = Path(__file__).with_name("zones.toml")

MARGIN = 0.4
"""How much country shows beyond the outermost hexes, in units."""

WHOLE_PIXELS = 3_050_000
"""Pixels of the whole map, unless a section says how wide it shall be."""

ZONE_WIDTH = 1080
WIDTHS = (320, 2600)
"""The narrowest and the widest picture that is drawn."""

CLOSE = 50.0
"""Pixels to a unit from which a picture counts as zoomed in: few counters are spread out."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a section is drawn.

    Attributes:
        window: The rectangle of the map.
        whole: Whether the panels of the whole map are drawn in its margins.
        box: Whether the Chile Holding Box is listed beneath.
        places: The hexes of which the section is about.
        covered: What of the picture panels will lie upon, in pixels.
        only: Whether cities elsewhere have no names on it.
        across: Pixels across of the whole picture, where the window is but a part of it.
    """

    window: Window
    whole: bool
    box: bool
    places: frozenset[str]
    across: int | None = None
    only: bool = False
    covered: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def scale(self) -> float:
        """Pixels to a unit."""
        return self.window.scale

    @property
    def close(self) -> bool:
        """Whether the picture is zoomed in."""
        return self.window.scale >= CLOSE


@cached_per_data()
def map_bounds(board: Board) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the whole map, in units."""
    corners = [corner for one in board.hexes for corner in board.grid.corners(one)]
    return (
        min(x for x, _ in corners) - MARGIN,
        max(0.05, min(y for _, y in corners) - MARGIN),
        max(x for x, _ in corners) + MARGIN,
        max(y for _, y in corners) + MARGIN,
    )


def land_zones() -> tuple[Zone, ...]:
    """Return the zones of the file."""
    return zones_of(ZONES)


def zone_names(board: Board) -> tuple[tuple[str, Text], ...]:
    """Return every zone's key and name: on land from north to south, then the naval areas."""
    land = tuple(
        (zone.key, Text("zone.land", {"zone": Term("zone", zone.key)})) for zone in land_zones()
    )
    sea = tuple((key, Text("zone.area", {"area": Term("area", key)})) for key in board.areas)
    return land + sea


def lay_out(board: Board, section: Section) -> Layout:
    """Return how *section* is drawn.

    Raises:
        UnknownSectionError: When it names a zone or a place that the map does not have.
    """
    if section.kind == "whole":
        bounds = map_bounds(board)
        across, down = bounds[2] - bounds[0], bounds[3] - bounds[1]
        width = _width(section, round(sqrt(WHOLE_PIXELS * across / down)))
        return Layout(Window(*bounds, width / across), True, False, frozenset(board.hexes))
    if section.kind == "around":
        return _around(board, section)
    wanted = section.where.strip().casefold()
    zone = zone_named(ZONES, wanted)
    if zone is not None:
        return _close_up(board, _rectangle(board, zone), section, zone.box)
    for area in board.areas.values():
        if area.id.casefold() == wanted:
            return _close_up(board, area.hexes, section, area.id == board.box_area)
    raise UnknownSectionError(f"no zone {section.where[:40]!r}")


def _find_place(board: Board, text: str) -> str:
    """Return the place that *text* names: a hex number, a city's name or key, or the box.

    Raises:
        UnknownSectionError: When it names none.
    """
    wanted = text.strip().casefold()
    if wanted == BOX or wanted in board.hexes:
        return wanted
    for city in board.cities.values():
        if wanted in {city.key, city.name.casefold(), city.name_es.casefold()}:
            return city.hex
    raise UnknownSectionError(f"no place {text[:40]!r}")


def _width(section: Section, usual: int) -> int:
    return width_of(section, usual, WIDTHS)


def _around(board: Board, section: Section) -> Layout:
    place = _find_place(board, section.where)
    if place == BOX:
        exits = frozenset(
            near
            for one in board.box_exits
            for near in board.grid.within(one, 2)
            if near in board.hexes
        )
        return _close_up(board, exits, section, True)
    radius = min(12, max(1, section.radius))
    places = frozenset(one for one in board.grid.within(place, radius) if one in board.hexes)
    x, y = board.grid.centre(place)
    across, down = 1.5 * radius + 1.1, sqrt(3) * (radius + 0.5) + 0.2
    box = board.box_area == board.area_of(place)
    return _fitted(board, (x - across, y - down, x + across, y + down), places, section, box)


def _rectangle(board: Board, zone: Zone) -> frozenset[str]:
    return frozenset(
        f"{column:02d}{row:02d}"
        for column in range(zone.columns[0], zone.columns[1] + 1)
        for row in range(zone.rows[0], zone.rows[1] + 1)
        if f"{column:02d}{row:02d}" in board.hexes
    )


def _close_up(board: Board, places: frozenset[str], section: Section, box: bool) -> Layout:
    middles = [board.grid.centre(one) for one in sorted(places)]
    left, right = min(p[0] for p in middles) - 1.15, max(p[0] for p in middles) + 1.15
    top, bottom = min(p[1] for p in middles) - 1.0, max(p[1] for p in middles) + 1.0
    return _fitted(board, (left, top, right, bottom), places, section, box)


def _fitted(
    board: Board,
    wanted: tuple[float, float, float, float],
    places: frozenset[str],
    section: Section,
    box: bool,
) -> Layout:
    bounds = map_bounds(board)
    left, top = max(bounds[0], wanted[0]), max(bounds[1], wanted[1])
    right, bottom = min(bounds[2], wanted[2]), min(bounds[3], wanted[3])
    scale = _width(section, ZONE_WIDTH) / (right - left)
    return Layout(Window(left, top, right, bottom, scale), False, box, places)
