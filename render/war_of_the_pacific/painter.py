"""Pictures of War of the Pacific."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from PIL import Image, ImageDraw

from engine.api import Term, Text
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.rules.victory.points import city_points, victory_points
from engine.war_of_the_pacific.state import Table, View
from render import marks
from render.api import WHOLE, Choosing, Names, PhaseReport, Section, word
from render.choosing import describe_costs, describe_selection
from render.keys import Mark
from render.lettering import write
from render.painting import Drawn, MapPainter, framed, key_height, scaled
from render.themes import STANDARD, Theme
from render.war_of_the_pacific.alt import describe_picture, in_sight
from render.war_of_the_pacific.boxes import GAP, draw_boxes, draw_leads, leads_height
from render.war_of_the_pacific.changes import Changes, changes
from render.war_of_the_pacific.chart import draw_other_points
from render.war_of_the_pacific.choosing import (
    MOST_STACKS,
    Selection,
    aim_at,
    read_about,
    read_selection,
)
from render.war_of_the_pacific.costs import Plate
from render.war_of_the_pacific.furniture import side_flag
from render.war_of_the_pacific.layout import lay_out, zone_names
from render.war_of_the_pacific.legend import legend
from render.war_of_the_pacific.muster import draw_roll, muster
from render.war_of_the_pacific.overlay import draw_overlay, draw_plans, draw_table
from render.war_of_the_pacific.phase_picture import draw_phase
from render.war_of_the_pacific.piles import picked, piles
from render.war_of_the_pacific.sheet import sheet_of
from render.war_of_the_pacific.spotlight import draw_key, draw_selection, draw_shade
from render.war_of_the_pacific.stage import Stage
from render.war_of_the_pacific.tiles import map_in
from render.war_of_the_pacific.whole import draw_roster, draw_whole


class WarOfThePacificPainter(MapPainter[View, Selection]):
    """Draws views of War of the Pacific; see :class:`render.api.Painter`."""

    tables = Table

    def __init__(self, theme: Theme = STANDARD) -> None:
        super().__init__(theme)
        self._board = load_board()

    def draw_table(self, view: View, section: Section, before: View | None, names: Names) -> Drawn:
        """Return a view drawn within a section, with what has changed since *before*."""
        board, theme = self._board, self._theme
        layout = lay_out(board, section)
        heaps = dict(piles(view.table))
        changed = changes(before.table if before is not None else None, view.table)
        alt = describe_picture(board, view, in_sight(board, layout, heaps), changed, heaps)
        if layout.whole:
            image = draw_whole(board, theme, view, changed, heaps, names)
            return Drawn(scaled(image, section.width), alt)
        image = map_in(board, theme, layout.window)
        draw_other_points(image, board, theme, layout.window, city_points(view.table))
        stage = Stage(image, theme, layout, view, changed, board, heaps)
        draw_overlay(stage)
        return Drawn(self._framed(stage, names), alt)

    def legend(self, view: View, names: Names) -> Iterable[Mark]:
        """Return what the marks of the map mean: the same whatever the view."""
        del view
        return legend(self._theme, names)

    def draw_roster(self, view: View, names: Names) -> Drawn:
        """Return every stack by name, with the reserves and the dead."""
        board, heaps = self._board, dict(piles(view.table))
        image = draw_roster(board, self._theme, view, heaps, names)
        layout = lay_out(board, WHOLE)
        sight = in_sight(board, layout, heaps)
        return Drawn(image, describe_picture(board, view, sight, Changes(), heaps))

    def draw_changes(
        self, view: View, before: View | None, report: PhaseReport, names: Names
    ) -> Drawn | None:
        """Return the places where something happened, or ``None`` where no place is to be shown."""
        return draw_phase(self._board, self._theme, view, before, report, names)

    def draw_selection(
        self, view: View, section: Section, selection: Selection, names: Names
    ) -> Drawn:
        """Return a small picture of what the viewer is choosing, cut out of the whole map."""
        board, theme = self._board, self._theme
        layout = replace(lay_out(board, section), whole=False)
        heaps = dict(piles(view.table))
        window = layout.window
        if selection.boxed:
            # What stands beside the map is shown as it stands there: a coast would tell nothing.
            said = describe_picture(board, view, layout, Changes(), heaps)
            image = draw_boxes(board, theme, view, selection, window.size[0], names)
            if selection.chosen or selection.possible:
                head = key_height(image)
                image = framed(image, theme, head)
                draw_key(image, theme, head, selection, names)
            return Drawn(image, (*_said(selection, ()), *said))
        image = map_in(board, theme, window)
        stage = Stage(image, theme, layout, view, Changes(), board, heaps)
        draw_other_points(image, board, theme, window, city_points(view.table))
        draw_plans(stage)
        draw_shade(stage, selection)
        draw_table(stage, named=False)
        plates = draw_selection(stage, selection)
        sight = in_sight(board, layout, heaps)
        sight = replace(sight, box=sight.box or BOX in _rolled(selection))
        table = describe_picture(board, view, sight, Changes(), heaps)
        return Drawn(self._keyed(stage, selection, names), (*_said(selection, plates), *table))

    def _keyed(self, stage: Stage, selection: Selection, names: Names) -> Image.Image:
        """Return a map with the key of its marks; beneath, ways off it and counters in question."""
        stacks = _rolled(selection)
        layout = replace(stage.layout, places=frozenset(stacks), box=BOX in stacks)
        heaps = {place: picked(stage.heaps.get(place, ()), selection.units) for place in stacks}
        roll = muster(stage.table, layout, heaps, least=1)
        head, leads = key_height(stage.image), leads_height(selection, stage.image.width)
        foot = head + stage.image.height
        image = framed(stage.image, self._theme, head, leads + roll.height)
        draw_key(image, self._theme, head, selection, names)
        draw_leads(image, self._theme, selection, foot + GAP, names)
        draw_roll(image, self._board, self._theme, roll, foot + leads, names)
        return image

    def _framed(self, stage: Stage, names: Names) -> Image.Image:
        """Return a close-up with its heading above and the roll of its stacks beneath."""
        width, height = stage.image.size
        roll = muster(stage.table, stage.layout, stage.heaps)
        head = max(30, round(width * 0.05))
        image = framed(stage.image, self._theme, head, roll.height)
        _heading(replace(stage, image=image), head, names)
        draw_roll(image, self._board, self._theme, roll, head + height, names)
        return image

    def read(self, view: View, choosing: Choosing) -> Selection:
        """Return what an action that is being put together means on the map."""
        return read_selection(self._board, view, choosing)

    def mark(self, view: View, about: tuple[Term, ...]) -> Selection:
        """Return what a question is about, on the map."""
        return read_about(self._board, view, about)

    def aim_at(self, selection: Selection) -> Section | None:
        """Return the closest section that shows what is chosen and what may be."""
        return aim_at(self._board, selection)

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return every zone's key and name: on land from north to south, then naval areas."""
        return zone_names(self._board)

    def warm(self) -> None:
        """Draw the printed map, which takes some seconds."""
        for leaf in sheet_of(self._board).leaves:
            map_in(self._board, self._theme, leaf.window)


def _rolled(selection: Selection) -> tuple[str, ...]:
    """Return the stacks whose counters in question are listed beneath the map."""
    return selection.stacks if len(selection.stacks) <= MOST_STACKS else ()


def _said(selection: Selection, plates: Sequence[Plate]) -> Iterator[Text]:
    """Yield in words what is chosen, what may be, what that takes, and where it leads."""
    yield from describe_selection(selection)
    costs = [(Term("place", plate.place), plate.cost) for plate in plates]
    costs += [(term, cost) for term, cost in selection.leads if cost is not None]
    yield from describe_costs(costs, hexes=selection.hand.afloat)
    if selection.leads:
        yield Text("picture.leads", {"what": tuple(term for term, _ in selection.leads)})


def _heading(stage: Stage, head: int, names: Names) -> None:
    """Write turn, phase and points on the bar above a close-up."""
    image, theme, table = stage.image, stage.theme, stage.table
    width = image.size[0]
    ImageDraw.Draw(image).line((0, head - 2, width, head - 2), fill=theme.paper_line, width=2)
    size = round(head * 0.56)
    points = str(victory_points(table))
    radius = head * 0.42
    spot = (width - radius - 8, head / 2 - 1)
    marks.dot(round(radius * 2), theme.victory, theme.victory_ink).centre(image, *spot)
    marks.dot(round(radius * 1.8), theme.victory, theme.victory).centre(image, *spot)
    write(image, *spot, points, "bold", size, theme.victory_ink, "m")
    x = 8.0
    player = table.ending.winner if table.ending is not None else table.player
    if player:
        flag = marks.flag(side_flag(player), round(head * 0.9), theme.paper_ink)
        flag.paste(image, x, head * 0.06)
        x += flag.size[0]
    turn = f"{word(names, 'turn')} {table.turn} · {names(Term('turn', str(table.turn)))}"
    phase = names(Term("phase", table.phase.value))
    line = f"{turn} · {names(Term('seat', player))} · {phase}" if player else f"{turn} · {phase}"
    write(
        image, x, head / 2 - 1, line, "bold", size, theme.paper_ink, width=spot[0] - radius - x - 12
    )
