"""Pictures of Batalla de Calama."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from PIL import Image

from engine.api import Cost, Term, Text
from engine.calama.board import load_board
from engine.calama.state import Table, View
from render.api import WHOLE, Choosing, Names, PhaseReport, Section
from render.calama import sheet
from render.calama.alt import describe_picture
from render.calama.changes import Changes, changes
from render.calama.choosing import Selection, aim_at, read_about, read_selection
from render.calama.fights import draw_fights, draw_lines
from render.calama.layout import Layout, lay_out, zone_names
from render.calama.legend import legend
from render.calama.overlay import draw_command, draw_ground, draw_table
from render.calama.panels import HEAD, ROSTER_SCALE, draw_heading, draw_tables, tables_height
from render.calama.phase_picture import lay_out_changes
from render.calama.spotlight import draw_key, draw_light, draw_selection
from render.calama.stage import Stage
from render.choosing import describe_costs, describe_selection
from render.keys import MARK, WIDTH, Mark
from render.painting import Drawn, MapPainter, framed, key_height
from render.phase_picture import said_awaited, with_awaited
from render.themes import STANDARD, Theme


class CalamaPainter(MapPainter[View, Selection]):
    """Draws views of Batalla de Calama; see :class:`render.api.Painter`."""

    tables = Table

    def __init__(self, theme: Theme = STANDARD) -> None:
        super().__init__(theme)
        self._board = load_board()

    def draw_table(self, view: View, section: Section, before: View | None, names: Names) -> Drawn:
        """Return a view drawn within a section, with what has changed since *before*."""
        changed = changes(before.table if before is not None else None, view.table)
        return self._drawn(view, lay_out(self._board, section), changed, names)

    def legend(self, view: View, names: Names) -> Iterable[Mark]:
        """Return what the land and the marks of the board mean."""
        return legend(self._beside(view, MARK, Image.new("RGB", (WIDTH, 1)), names))

    def draw_roster(self, view: View, names: Names) -> Drawn:
        """Return both sides' markers, what they have left of each type, and their objectives."""
        height = round(2 * tables_height() * ROSTER_SCALE)
        image = Image.new("RGB", (WIDTH, height), self._theme.paper)
        stage = self._beside(view, ROSTER_SCALE, image, names)
        draw_tables(stage)
        return Drawn(image, describe_picture(self._board, view, stage.layout, Changes()))

    def _beside(self, view: View, scale: float, image: Image.Image, names: Names) -> Stage:
        """Return a stage for what stands beside the whole board."""
        layout = replace(lay_out(self._board, WHOLE), scale=float(scale))
        return Stage(image, self._theme, layout, view, Changes(), names, self._board)

    def draw_changes(
        self, view: View, before: View | None, report: PhaseReport, names: Names
    ) -> Drawn | None:
        """Return the part of the board where something happened, or ``None`` where nothing did."""
        changed = changes(before.table if before is not None else None, view.table)
        layout = lay_out_changes(self._board, changed, report)
        if layout is None:
            return None
        passed = report.passed.table if report.passed is not None else None
        drawn = self._drawn(view, layout, changed, names, passed)
        image, (heading, *said) = with_awaited(drawn.image, self._theme, report, names), drawn.alt
        return Drawn(image, (heading, *said_awaited(report), *said))

    def _drawn(
        self,
        view: View,
        layout: Layout,
        changed: Changes,
        names: Names,
        passed: Table | None = None,
    ) -> Drawn:
        """Return a view as laid out; *passed* is the table of the phase that its heading names."""
        board, theme = self._board, self._theme
        image = sheet.printed_board(board, theme, layout).copy()
        stage = Stage(image, theme, layout, view, changed, names, board)
        draw_ground(stage)
        draw_command(stage)
        draw_lines(stage)
        draw_table(stage)
        draw_fights(stage)
        alt = describe_picture(board, view, layout, changed, passed)
        return Drawn(self._framed(stage, passed), alt)

    def _framed(self, stage: Stage, passed: Table | None) -> Image.Image:
        """Return the board with its heading above it."""
        width = stage.image.width
        whole = stage.layout.whole
        scale = stage.scale if whole else width / 34.6
        head = round((HEAD if whole else 2.3) * scale)
        image = framed(stage.image, self._theme, head)
        draw_heading(replace(stage, image=image), head, passed)
        return image

    def draw_selection(
        self, view: View, section: Section, selection: Selection, names: Names
    ) -> Drawn:
        """Return a small picture of what the viewer is choosing."""
        board, theme = self._board, self._theme
        layout = lay_out(board, section)
        image = sheet.printed_board(board, theme, layout).copy()
        stage = Stage(image, theme, layout, selection.view, Changes(), names, board)
        draw_ground(stage)
        draw_light(stage, selection)
        draw_table(stage)
        draw_selection(stage, selection)
        head = key_height(image)
        keyed = framed(image, theme, head)
        draw_key(keyed, theme, head, selection, names)
        table = describe_picture(board, selection.view, layout, Changes())
        return Drawn(keyed, (*describe_selection(selection), *_costs(selection), *table))

    def read(self, view: View, choosing: Choosing) -> Selection:
        """Return what an action that is being put together means on the board."""
        return read_selection(self._board, view, choosing)

    def mark(self, view: View, about: tuple[Term, ...]) -> Selection:
        """Return what a question is about, on the board."""
        return read_about(view, about)

    def aim_at(self, selection: Selection) -> Section | None:
        """Return the closest section that shows what is chosen and what may be."""
        return aim_at(selection)

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return every zone's key and name."""
        return zone_names()

    def warm(self) -> None:
        """Draw the land, which takes some seconds."""
        sheet.warm(self._board, self._theme)
        sheet.printed_board(self._board, self._theme, lay_out(self._board, WHOLE))


def _costs(selection: Selection) -> Iterator[Text]:
    """Yield how many movement points squares take, as they stand on the picture."""
    pairs = sorted(selection.costs.items())
    return describe_costs((Term("square", place), Cost(points)) for place, points in pairs)
