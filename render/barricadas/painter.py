"""Pictures of ¡A las barricadas!"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PIL import Image

from engine.api import Term, Text
from engine.barricadas.ground import Sheet
from engine.barricadas.scenario import load_scenarios
from engine.barricadas.state import Table, View
from engine.barricadas.survey import scenario_of
from render.api import WHOLE, Choosing, Names, PhaseReport, Section
from render.barricadas import tiles
from render.barricadas.alt import describe_picture
from render.barricadas.changes import Changes, changes
from render.barricadas.choosing import aim_at, read_about, read_selection
from render.barricadas.heading import draw_heading, head_height
from render.barricadas.land import Chart, chart_of
from render.barricadas.layout import WHOLE_WIDTH, Layout, lay_out, whole_of, zone_names, zones_on
from render.barricadas.legend import legend
from render.barricadas.overlay import draw_overlay
from render.barricadas.phase_picture import ROLLED, draw_phase
from render.barricadas.piles import piles
from render.barricadas.roll import Roll, draw_roll, muster
from render.barricadas.selection import Selection
from render.barricadas.spotlight import draw_choice
from render.barricadas.stage import Stage
from render.keys import LETTERS, WIDTH, Mark
from render.painting import Drawn, MapPainter, framed

_SIDE: Final = 84
"""Side of a counter of the roster, in pixels."""


def chart_for(table: Table) -> Chart:
    """Return the ground that a table plays on, laid out."""
    return chart_of(
        tuple(
            Sheet(one.board, one.across, one.down, one.turned) for one in scenario_of(table).boards
        )
    )


class BarricadasPainter(MapPainter[View, Selection]):
    """Draws views of ¡A las barricadas!; see :class:`render.api.Painter`."""

    tables = Table

    def draw_table(self, view: View, section: Section, before: View | None, names: Names) -> Drawn:
        """Return a view drawn within a section, with what has changed since *before*."""
        chart = chart_for(view.table)
        layout = lay_out(chart, section)
        changed = changes(before.table if before is not None else None, view.table)
        return self._drawn(chart, view, layout, changed, names)

    def legend(self, view: View, names: Names) -> Iterable[Mark]:
        """Return what the ground and the marks mean."""
        return legend(chart_for(view.table), self._theme, names)

    def draw_roster(self, view: View, names: Names) -> Drawn | None:
        """Return every counter of every stack; ``None`` where none lies there."""
        heaps, places = piles(view), lay_out(chart_for(view.table), WHOLE).places
        roll = muster(heaps, places, WIDTH, side=_SIDE, letters=LETTERS)
        if not roll.blocks:
            return None
        image = Image.new("RGB", (WIDTH, roll.height), self._theme.paper)
        draw_roll(image, self._theme, roll, 0, names)
        return Drawn(image, describe_picture(view, places, heaps, Changes()))

    def draw_changes(
        self, view: View, before: View | None, report: PhaseReport, names: Names
    ) -> Drawn | None:
        """Return the places where something happened, or ``None`` where no place is to be shown."""
        return draw_phase(chart_for(view.table), self._theme, view, before, report, names)

    def _drawn(
        self, chart: Chart, view: View, layout: Layout, changed: Changes, names: Names
    ) -> Drawn:
        """Return a view as laid out, with its heading; a close-up with the roll of its stacks."""
        theme, width = self._theme, layout.window.size[0]
        heaps = piles(view)
        if layout.whole:
            ground = tiles.whole_ground(chart, theme, layout)
        else:
            ground = tiles.ground_in(chart, theme, layout.window)
        roll = Roll() if layout.whole else muster(heaps, layout.places, width, ROLLED)
        head = head_height(width)
        image = framed(ground, theme, head, roll.height)
        part = image.crop((0, head, width, head + ground.height))
        stage = Stage(part, theme, layout, view, changed, chart, heaps, names, width)
        draw_overlay(stage)
        image.paste(part, (0, head))
        draw_heading(image, theme, view.table, names)
        draw_roll(image, theme, roll, head + ground.height, names)
        return Drawn(image, describe_picture(view, layout.places, heaps, changed))

    def draw_selection(
        self, view: View, section: Section, selection: Selection, names: Names
    ) -> Drawn:
        """Return a small picture of what the viewer is choosing."""
        return draw_choice(chart_for(view.table), self._theme, view, section, selection, names)

    def read(self, view: View, choosing: Choosing) -> Selection:
        """Return what an action that is being put together means on the ground."""
        return read_selection(chart_for(view.table), view, choosing)

    def mark(self, view: View, about: tuple[Term, ...]) -> Selection:
        """Return what a question is about, on the ground."""
        return read_about(chart_for(view.table), view, about)

    def aim_at(self, selection: Selection) -> Section | None:
        """Return the closest section that shows what is chosen and what may be."""
        return aim_at(selection)

    def sections(self, view: View) -> tuple[Section, ...]:
        """Return the whole ground, and every zone of the boards that are on it."""
        return (WHOLE, *(Section("zone", key) for key in zones_on(chart_for(view.table))))

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return every zone's key and name, of all boards that there are."""
        return zone_names()

    def warm(self) -> None:
        """Draw every scenario's ground, which takes some seconds."""
        for scenario in load_scenarios().values():
            sheets = (Sheet(one.board, one.across, one.down, one.turned) for one in scenario.boards)
            chart = chart_of(tuple(sheets))
            tiles.whole_ground(chart, self._theme, whole_of(chart, WHOLE_WIDTH))
            tiles.warm(chart, self._theme)
