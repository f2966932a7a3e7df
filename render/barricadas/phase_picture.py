"""What changed in a phase, for a phone: crops round the places, the stacks there, the heading."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Final

from PIL import Image

from engine.barricadas.state import Table, View, hex_of
from render.api import Names, PhaseReport
from render.barricadas.alt import describe_picture
from render.barricadas.changes import Changes, changes
from render.barricadas.heading import draw_heading, head_height
from render.barricadas.land import Chart
from render.barricadas.layout import Layout, places_in
from render.barricadas.overlay import draw_overlay, fallen_in
from render.barricadas.piles import Pile, piles
from render.barricadas.roll import draw_roll, muster
from render.barricadas.stage import Stage
from render.barricadas.tiles import FINE, ground_in
from render.crops import Crop, Size, crops
from render.painting import Drawn
from render.phase_picture import WIDTH, said_awaited, with_awaited
from render.relief import Window
from render.themes import Theme
from render.tiles import snapped

SIZE: Final = Size(width=WIDTH / FINE, least=6.2, most=15.6, together=17.6, margin=1.9)
_GAP: Final = 10

ROLLED: Final = 5
"""So many counters in a hex have no room for their figures: they are listed beneath."""


LISTED: Final = 3
"""The same where something happened: there every figure matters."""


def draw_phase(
    chart: Chart, theme: Theme, view: View, before: View | None, report: PhaseReport, names: Names
) -> Drawn | None:
    """Return the picture of a phase; ``None`` where nothing happened that a map shows."""
    passed = report.passed.table if report.passed is not None else None
    earlier = before.table if before is not None else None
    changed = changes(earlier, view.table, passed, report.events)
    wanted = tuple(dict.fromkeys(_places(chart, view.table, changed, report)))
    cut = crops({place: chart.centre(place) for place in wanted}, chart.bounds, SIZE)
    if not cut:
        return None
    heaps = piles(view)
    rows = [
        [_part(chart, theme, view, changed, heaps, names, one, len(row)) for one in row]
        for row in cut
    ]
    shown = frozenset(place for row in rows for _, layout in row for place in layout.places)
    fallen = fallen_in(view.table, changed)
    there = frozenset(changed.places) & shown
    listed = {
        place: pile
        for place, pile in heaps.items()
        if place in fallen or _is_listed(place, pile, there)
    }
    roll = muster(listed, shown, WIDTH, fallen=fallen)
    head = head_height(WIDTH)
    height = head + sum(row[0][0].height + _GAP for row in rows) + roll.height
    image = Image.new("RGB", (WIDTH, height), theme.paper)
    y = head
    for row in rows:
        for number, (part, _) in enumerate(row):
            image.paste(part, (number * (WIDTH - part.width), y))
        y += row[0][0].height + _GAP
    draw_roll(image, theme, roll, y, names)
    draw_heading(image, theme, view.table, names, passed)
    image = with_awaited(image, theme, report, names)
    heading, *said = describe_picture(view, shown, heaps, changed, passed)
    return Drawn(image, (heading, *said_awaited(report), *said))


def _is_listed(place: str, pile: Pile, there: Container[str]) -> bool:
    """Say whether a stack is listed: a large one, and a smaller one where something happened."""
    return len(pile.items) >= (LISTED if place in there else ROLLED)


def _places(chart: Chart, table: Table, changed: Changes, report: PhaseReport) -> Iterator[str]:
    """Yield the hexes to show, the most important first; of counters named those they are in."""
    named = [
        hex_of(table, table.counters[key]) if key in table.counters else key
        for key in report.places
    ]
    for place in (*changed.places, *named):
        if place in chart.battlefield.hexes:
            yield place


def _part(
    chart: Chart,
    theme: Theme,
    view: View,
    changed: Changes,
    heaps: Mapping[str, Pile],
    names: Names,
    crop: Crop,
    beside: int,
) -> tuple[Image.Image, Layout]:
    """Return one crop drawn, one of so many *beside* each other, and how it is laid out."""
    window = snapped(crop.box, FINE)
    width = WIDTH if beside == 1 else (WIDTH - _GAP) // 2
    image = ground_in(chart, theme, window)
    image = image.crop((0, 0, width, image.height))
    window = Window(window.left, window.top, window.left + width / FINE, window.bottom, FINE)
    layout = Layout(window, False, places_in(chart, window))
    draw_overlay(Stage(image, theme, layout, view, changed, chart, heaps, names, WIDTH))
    return image, layout
