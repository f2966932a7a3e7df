"""What changed in a phase, for a phone: close-ups of where it did, and the heading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from PIL import Image

from engine.art_of_war.state import View
from render.api import Names, PhaseReport
from render.art_of_war import tiles
from render.art_of_war.alt import describe_picture
from render.art_of_war.changes import Changes, changes, spots
from render.art_of_war.heading import draw_heading, head_height
from render.art_of_war.layout import Layout, rim_of
from render.art_of_war.news import declared
from render.art_of_war.overlay import draw_overlay
from render.art_of_war.places import point_at
from render.art_of_war.sheet import BOUNDS
from render.art_of_war.stage import Stage
from render.crops import Crop, Size, crops
from render.lettering import legible
from render.linework import Point
from render.painting import Drawn
from render.phase_picture import WIDTH, said_awaited, with_awaited
from render.relief import Window
from render.themes import Theme
from render.tiles import snapped

RIM: Final = rim_of(WIDTH)

_GAP: Final = 10


def size_of(across: float) -> Size:
    """Return how large close-ups are that show so many units of distance across."""
    return Size(across, 0.45 * across, 0.95 * across, 1.45 * across, 1.2)


def draw_phase(
    theme: Theme, view: View, before: View | None, report: PhaseReport, names: Names
) -> Drawn | None:
    """Return the picture of a phase; ``None`` where nothing happened that a map shows."""
    passed = report.passed.table if report.passed is not None else None
    earlier = before.table if before is not None else None
    changed = changes(earlier, view.table, report.events)
    wanted = dict(_spots(view, changed))
    beside = {key: one for key, one in _beside(view, changed, report) if key not in wanted}
    if not wanted and not beside:
        return None
    cut, scale = cut_out(wanted, beside)
    rows = [
        [_part(theme, view, changed, names, one, scale, len(row)) for one in row] for row in cut
    ]
    head = head_height(WIDTH)
    height = head + sum(row[0][0].height + _GAP for row in rows)
    image = Image.new("RGB", (WIDTH, height), theme.paper)
    y = head
    for row in rows:
        for number, (part, _) in enumerate(row):
            image.paste(part, (number * (WIDTH - part.width), y))
        y += row[0][0].height + _GAP
    draw_heading(image, theme, view.table, names, passed)
    image = with_awaited(image, theme, report, names)
    stages = [stage for row in rows for _, stage in row]
    shown = {
        key: one for stage in stages for key, one in stage.troops.items() if stage.shows(one.middle)
    }
    leaders = {
        one.general.id: one for stage in stages for one in stage.leaders if stage.shows(one.spot)
    }
    heading, *said = describe_picture(view, shown, tuple(leaders.values()), changed, passed)
    return Drawn(image, (heading, *said_awaited(report), *said))


def _spots(view: View, changed: Changes) -> Iterator[tuple[str, Point]]:
    """Yield where something happened or is about to, the most important first."""
    yield from spots(view.table, changed)
    for charge in declared(view.table):
        for key in (*charge.who, charge.target):
            point = point_at(view, key)
            if point is not None:
                yield key, point


def _beside(view: View, changed: Changes, report: PhaseReport) -> Iterator[tuple[str, Point]]:
    """Yield where generals have ridden, and what events name besides.

    Generals who are only named, with the points that they threw, are nothing to be seen.
    """
    for ride in changed.rides:
        yield ride.who, ride.end
    for key in report.places:
        point = None if key in view.table.generals else point_at(view, key)
        if point is not None:
            yield key, point


def cut_out(
    wanted: Mapping[str, Point], beside: Mapping[str, Point] | None = None
) -> tuple[tuple[tuple[Crop, ...], ...], float]:
    """Return the close-ups of some places, and their scale: as close as shows all of them.

    What is *beside* is shown where there is room for it, and never makes the others smaller.
    """
    needed = wanted or beside or {}
    everything = {**wanted, **(beside or {})}
    for across in tiles.ACROSS:
        cut = crops(everything, BOUNDS, size_of(across))
        shown = {key for row in cut for one in row for key in one.places}
        if shown.issuperset(needed):
            break
    return cut, (WIDTH - RIM) / across


def _part(
    theme: Theme,
    view: View,
    changed: Changes,
    names: Names,
    crop: Crop,
    scale: float,
    beside: int,
) -> tuple[Image.Image, Stage]:
    """Return one crop drawn, one of so many *beside* each other, and what stands on it."""
    near = snapped(crop.box, scale)
    width = (WIDTH if beside == 1 else (WIDTH - _GAP) // 2) - RIM
    window = Window(near.left, near.top, near.left + width / scale, near.bottom, scale)
    image = tiles.ground_in(tuple(view.table.features.values()), theme, window)
    layout = Layout(window, False, WIDTH)
    stage = Stage.of(image, theme, layout, view, changed, names, WIDTH)
    draw_overlay(stage)
    return tiles.rimmed(image, theme, window, RIM, legible(WIDTH)), stage
