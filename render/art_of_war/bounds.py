"""What is marked on the table while it is set up: sectors, zones of deployment; how rivers are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.api import Term
from engine.art_of_war.rules.setting_up.layout import RIM, ZONE
from engine.art_of_war.rules.setting_up.terrain import SECTORS
from engine.art_of_war.state import NORTH, SEATS, Phase
from engine.art_of_war.troops import UD
from render.art_of_war.country import corners_of
from render.art_of_war.layout import zone_box
from render.art_of_war.sheet import DEEP, WIDE, laid
from render.art_of_war.strokes import broken
from render.art_of_war.waters import course_of
from render.lettering import lettered
from render.linework import Ink, Point, along

if TYPE_CHECKING:
    from render.art_of_war.stage import Stage

ZONES_OF_SECTORS: Final = (
    "south_west",
    "south",
    "south_east",
    "north_west",
    "north",
    "north_east",
)
"""The zones that are the sectors in which terrain is placed, from the first on."""

_DEPLOYING: Final = frozenset((Phase.PLAN, Phase.DEPLOYMENT))


def draw_bounds(stage: Stage) -> None:
    """Draw sectors while terrain is placed, zones of deployment until all stand in them."""
    if stage.table.phase is Phase.TERRAIN:
        _sectors(stage)
    elif stage.table.phase in _DEPLOYING:
        for seat in SEATS:
            dashed(stage, [*zone_of(seat), zone_of(seat)[0]])
    _rivers(stage)


def zone_of(seat: str) -> tuple[Point, ...]:
    """Return the corners of a side's zone of deployment."""
    low, high = (DEEP * UD - ZONE, DEEP * UD) if seat == NORTH else (0, ZONE)
    left, right = RIM, WIDE * UD - RIM
    return tuple(laid(*one) for one in ((left, low), (right, low), (right, high), (left, high)))


def sector_of(number: int) -> tuple[Point, ...]:
    """Return the corners of a sector."""
    box = zone_box(ZONES_OF_SECTORS[number - 1])
    assert box is not None
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def dashed(stage: Stage, line: Sequence[Point]) -> None:
    """Draw a broken line on the ground."""
    ink, halo = Ink(stage.layout.window, 2.0), Ink(stage.layout.window, 4.0)
    for stroke in broken(line, 0.3, 0.22):
        halo.line(stroke, 0.11)
        ink.line(stroke, 0.055)
    halo.lay(stage.image, stage.theme.label_halo, 0.6)
    ink.lay(stage.image, stage.theme.label, 0.85)


def _sectors(stage: Stage) -> None:
    """Draw where sectors meet, and their numbers."""
    for sector in SECTORS:
        corners = sector_of(sector)
        dashed(stage, [*corners, corners[0]])
    size = max(stage.least, round(1.1 * stage.scale))
    for sector in SECTORS:
        (left, top), _, (right, bottom), _ = sector_of(sector)
        middle = (left + right) / 2, (top + bottom) / 2
        if stage.shows(middle):
            ink, halo = stage.theme.label, stage.theme.label_halo
            sprite = lettered(str(sector), "bold", size, ink, halo, max(1, size // 12), opacity=170)
            sprite.centre(stage.image, *stage.at(middle))


def _rivers(stage: Stage) -> None:
    """Write on a river how hard it has turned out to be to cross."""
    for feature in stage.table.features.values():
        if not feature.going:
            continue
        course = along(course_of(corners_of(feature)), 0.25)
        spots = [point for point, _ in course if stage.shows(point, -0.3)]
        if spots:
            text = stage.names(Term("going", feature.going))
            ink, halo = stage.theme.label, stage.theme.label_halo
            sprite = lettered(text, "semi", stage.least, ink, halo, 2)
            x, y = stage.at(spots[len(spots) // 2])
            half = sprite.size[0] / 2
            sprite.centre(stage.image, min(max(x, half), stage.image.width - half), y)
