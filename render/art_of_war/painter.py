"""Pictures of El Arte de la Guerra."""

from __future__ import annotations

from collections.abc import Iterable

from engine.api import Term, Text
from engine.art_of_war.state import Table, View
from render.api import WHOLE, Choosing, Names, PhaseReport, Section
from render.art_of_war import tiles
from render.art_of_war.alt import describe_picture
from render.art_of_war.changes import changes
from render.art_of_war.choosing import aim_at, read_about, read_selection
from render.art_of_war.heading import draw_heading, head_height
from render.art_of_war.layout import WHOLE_WIDTH, Layout, lay_out, whole_of, zone_names
from render.art_of_war.legend import legend
from render.art_of_war.muster import leading, standing
from render.art_of_war.overlay import draw_overlay
from render.art_of_war.phase_picture import draw_phase
from render.art_of_war.places import point_at
from render.art_of_war.roll import draw_roll
from render.art_of_war.selection import Selection
from render.art_of_war.spotlight import draw_choice
from render.art_of_war.stage import Stage
from render.keys import Mark
from render.painting import Drawn, MapPainter, framed


def layout_of(view: View, section: Section) -> Layout:
    """Return how a section of a view is drawn.

    Raises:
        UnknownSectionError: When it names a zone or a place that there is not.
    """
    return lay_out(section, point_at(view, section.where) if section.kind == "around" else None)


class ArtOfWarPainter(MapPainter[View, Selection]):
    """Draws views of El Arte de la Guerra; see :class:`render.api.Painter`."""

    tables = Table

    def draw_table(self, view: View, section: Section, before: View | None, names: Names) -> Drawn:
        """Return a view drawn within a section, with what has changed since *before*."""
        theme, layout = self._theme, layout_of(view, section)
        changed = changes(before.table if before is not None else None, view.table)
        features = tuple(view.table.features.values())
        if layout.whole:
            ground = tiles.whole_ground(features, theme, layout).copy()
        else:
            ground = tiles.ground_in(features, theme, layout.window)
        stage = Stage.of(ground, theme, layout, view, changed, names, layout.width)
        draw_overlay(stage)
        part = tiles.plain_rim(ground, theme, layout)
        width = part.width
        image = framed(part, theme, head_height(width))
        draw_heading(image, theme, view.table, names)
        shown = {key: one for key, one in stage.troops.items() if stage.shows(one.middle)}
        leaders = tuple(one for one in stage.leaders if stage.shows(one.spot))
        return Drawn(image, describe_picture(view, shown, leaders, changed))

    def legend(self, view: View, names: Names) -> Iterable[Mark]:
        """Return what the ground, the blocks and the marks mean."""
        return legend(view.table, self._theme, names)

    def draw_roster(self, view: View, names: Names) -> Drawn | None:
        """Return both armies corps by corps; ``None`` before there are any."""
        if not view.table.units:
            return None
        changed = changes(None, view.table)
        troops = {one.unit.id: one for one in standing(view)}
        told = describe_picture(view, troops, leading(view), changed)
        return Drawn(draw_roll(self._theme, view, names), told)

    def draw_changes(
        self, view: View, before: View | None, report: PhaseReport, names: Names
    ) -> Drawn | None:
        """Return the places where something happened, or ``None`` where no place is to be shown."""
        return draw_phase(self._theme, view, before, report, names)

    def draw_selection(
        self, view: View, section: Section, selection: Selection, names: Names
    ) -> Drawn:
        """Return a small picture of what the viewer is choosing."""
        return draw_choice(self._theme, layout_of(view, section), selection, names)

    def read(self, view: View, choosing: Choosing) -> Selection:
        """Return what an action that is being put together means on the table."""
        return read_selection(view, choosing)

    def mark(self, view: View, about: tuple[Term, ...]) -> Selection:
        """Return what a question is about, on the table."""
        return read_about(view, about)

    def aim_at(self, selection: Selection) -> Section | None:
        """Return the closest section that shows what is chosen and what may be."""
        return aim_at(selection)

    def sections(self, view: View) -> tuple[Section, ...]:
        """Return the whole table and every zone."""
        return (WHOLE, *(Section("zone", key) for key, _ in zone_names()))

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return every zone's key and name."""
        return zone_names()

    def warm(self) -> None:
        """Draw the ground of the battles that stand ready, which takes a second.

        Where maps are kept on disk bare ground is drawn once too, which takes two more.
        """
        for features in tiles.ready_grounds():
            tiles.whole_ground(features, self._theme, whole_of(WHOLE_WIDTH))
            tiles.warm(features, self._theme)
        tiles.put_by_bare(self._theme)
