"""Panels of the whole map: turn and points, the ocean in small, the box's sign."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageDraw

from engine.api import Term
from engine.war_of_the_pacific.board import Board, Terrain
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.places import POOL, on_track
from engine.war_of_the_pacific.roster import is_supply
from engine.war_of_the_pacific.rules.victory.points import victory_points
from engine.war_of_the_pacific.state import View
from render import marks
from render.api import Names, word
from render.lettering import legible, text_width, write
from render.map_cache import drawn_once
from render.relief import Window
from render.themes import Theme
from render.war_of_the_pacific.chart import area_heart, draw_chart
from render.war_of_the_pacific.layout import map_bounds
from render.war_of_the_pacific.legend import goal
from render.war_of_the_pacific.piles import Pile, Sort
from render.war_of_the_pacific.sheet import WIDTH, Box, Sheet

TURNS = range(1, 13)
"""Of a whole game: each has a cell of the track."""
CHECKS = {5: "6", 9: "8", 12: "18"}
"""Turns at whose end points decide, and how many win for Chile (5.2 to 5.4)."""

LEAST = legible(WIDTH)

_COIN: Final = 29
"""Of a turn at whose end points decide, in pixels."""


def panel(image: Image.Image, theme: Theme, box: Box) -> None:
    """Draw a sheet of paper with a double rule and a shadow."""
    left, top, right, bottom = box
    shade = Image.new("L", (right - left, bottom - top), 90)
    image.paste(theme.paper_ink, (left + 4, top + 4), shade)
    draw = ImageDraw.Draw(image)
    draw.rectangle((left, top, right, bottom), fill=theme.paper, outline=theme.paper_line, width=2)
    draw.rectangle((left + 4, top + 4, right - 4, bottom - 4), outline=theme.paper_line)


def draw_panels(
    image: Image.Image, board: Board, theme: Theme, sheet: Sheet, words: Mapping[Term, str]
) -> None:
    """Draw what no game changes: empty panels, the ocean in small, the title.

    *words* are those of :data:`PRINTED`.
    """
    ImageDraw.Draw(image).rectangle(sheet.cover, fill=theme.paper)
    left, top, right, bottom = sheet.cover
    title, middle = words[Term("scenario", "title")], (top + bottom) / 2
    write(image, 22, middle, title, "atlas", 40, theme.paper_ink, width=right - 54)
    for box in (sheet.title, sheet.ocean, sheet.box):
        panel(image, theme, box)
    window = ocean_window(board, sheet)
    small = draw_chart(board, theme, window)
    left, top, _, _ = sheet.ocean
    image.paste(small, (left + 6, top + 6))
    for area in board.areas.values():
        x, y = window.at(*board.grid.centre(area_heart(board, area.id)))
        write(image, left + 6 + x, top + 6 + y, area.id, "semi", LEAST, theme.area_ink, "m")
    _sign(image, board, theme, sheet, words)


PRINTED: Final = (Term("scenario", "title"), Term("map", "box"))
"""The terms that stand on the page whatever the game."""


def ocean_window(board: Board, sheet: Sheet) -> Window:
    """Return the window of all the map in its panel."""
    left, top, right, bottom = sheet.ocean
    bounds = map_bounds(board)
    across, down = bounds[2] - bounds[0], bounds[3] - bounds[1]
    return Window(*bounds, min((right - left - 12) / across, (bottom - top - 12) / down))


def draw_furniture(
    image: Image.Image,
    board: Board,
    theme: Theme,
    sheet: Sheet,
    view: View,
    heaps: Mapping[str, tuple[Pile, ...]],
    names: Names,
) -> None:
    """Fill the panels with what the view says."""
    _title(image, theme, sheet, view, names)
    _ocean(image, board, theme, sheet, heaps)


# -- title and turn track --------------------------------------------------------------------


def side_flag(side: str) -> str:
    """Return the nation whose flag stands for a side."""
    return "chile" if side == "chile" else "peru"


def _title(image: Image.Image, theme: Theme, sheet: Sheet, view: View, names: Names) -> None:
    table = view.table
    left, top, right, _ = sheet.title
    ink, radius = theme.paper_ink, 40
    spot = (right - radius - 14, top + radius + 9)
    marks.dot(radius * 2, theme.victory, theme.victory_ink).centre(image, *spot)
    marks.dot(round(radius * 1.86), theme.victory, theme.victory).centre(image, *spot)
    write(image, *spot, str(victory_points(table)), "bold", 47, theme.victory_ink, "m")
    room = spot[0] - radius - left - 25
    turn = f"{word(names, 'turn')} {table.turn} · {names(Term('turn', str(table.turn)))}"
    write(image, left + 14, top + 30, turn, "bold", 29, ink, width=room)
    x = left + 16.0
    player = table.ending.winner if table.ending is not None else table.player
    if player:
        flag = marks.flag(side_flag(player), 45, ink)
        flag.paste(image, x - 7, top + 49)
        x += flag.size[0]
    phase = names(Term("phase", table.phase.value))
    who = f"{names(Term('seat', player))} · {phase}" if player else phase
    write(image, x, top + 72, who, "semi", 25, ink, width=room - (x - left - 14), least=LEAST)
    _track(image, theme, sheet, view, names)


def _track(image: Image.Image, theme: Theme, sheet: Sheet, view: View, names: Names) -> None:
    left, top, right, bottom = sheet.title
    first = top + 100
    found = _coming(view)
    coming = tuple(tuple(sorted(found[turn].items())) for turn in TURNS)
    turns = tuple(names(Term("turn", str(turn))) for turn in TURNS)
    size = (right - left - 14, bottom - first - 7)
    image.paste(_drawn_track(theme, size, view.table.turn, turns, coming), (left + 7, first - 2))


@drawn_once(maxsize=32, on_disk=False)
def _drawn_track(
    theme: Theme,
    size: tuple[int, int],
    current: int,
    names: tuple[str, ...],
    coming: tuple[tuple[tuple[str, int], ...], ...],
) -> Image.Image:
    """Return the track, which is the same for most of a turn. It is not to be drawn on."""
    image = Image.new("RGB", size, theme.paper)
    draw = ImageDraw.Draw(image)
    wide, high = (size[0] - 5) / 6, (size[1] - 5) / 2
    for turn in TURNS:
        x0 = round(3 + (turn - 1) % 6 * wide)
        y0 = round(2 + (turn - 1) // 6 * high)
        x1, y1 = round(x0 + wide - 4), round(y0 + high - 4)
        now, past = turn == current, turn < current
        fill = theme.highlight if now else theme.paper
        draw.rectangle((x0, y0, x1, y1), fill=fill, outline=theme.paper_line, width=3 if now else 1)
        ink = theme.victory_ink if now else theme.paper_faint if past else theme.paper_ink
        write(image, x0 + 7, y0 + 14, str(turn), "bold", 23, ink)
        if turn in CHECKS:
            goal(CHECKS[turn], theme, _COIN, LEAST).centre(image, x1 - 16, y0 + 16)
        months, _, year = names[turn - 1].rpartition(" ")
        middle = (x0 + x1) / 2
        write(image, middle, y0 + 37, months, "semi", LEAST, ink, "m", width=wide - 6)
        write(image, middle, y0 + 53, year, "semi", LEAST, ink, "m")
        _draw_coming(image, theme, dict(coming[turn - 1]), (x0, x1, y1))
    return image


def _coming(view: View) -> dict[int, dict[str, int]]:
    """Return how much comes in which turn, by nation: reinforcements, ships, columns set aside."""
    found: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    waiting = {on_track(turn): turn for turn in TURNS}
    for unit in view.table.units.values():
        if unit.at == POOL and not is_supply(unit.id):
            kind = printed(unit)
            if kind.arrives > view.table.turn:
                found[kind.arrives][unit.nation or kind.nation] += 1
        elif unit.at in waiting:
            found[waiting[unit.at]][unit.nation or printed(unit).nation] += 1
    return found


def _draw_coming(
    image: Image.Image, theme: Theme, counts: Mapping[str, int], box: tuple[int, int, int]
) -> None:
    """Show what comes in a turn in the foot of its cell: left, right and lower edge."""
    draw = ImageDraw.Draw(image)
    x, right, bottom = box[0] + 3, box[1], box[2]
    for nation, count in sorted(counts.items()):
        livery, text = theme.liveries[nation], str(count)
        wide = round(text_width(text, "bold", LEAST)) + 9
        if x + wide > right:
            break
        draw.rounded_rectangle(
            (x, bottom - 22, x + wide, bottom - 3), 5, fill=livery.fill, outline=livery.edge
        )
        write(image, x + wide / 2, bottom - 12, text, "bold", LEAST, livery.ink, "m")
        x += wide + 3


# -- the ocean, the box --------------------------------------------------------------------------


def _ocean(
    image: Image.Image,
    board: Board,
    theme: Theme,
    sheet: Sheet,
    heaps: Mapping[str, tuple[Pile, ...]],
) -> None:
    """Show on the small ocean what sails there: how many ships of whom."""
    window = ocean_window(board, sheet)
    left, top, _, _ = sheet.ocean
    for place, heap in sorted(heaps.items()):
        hex_ = board.hexes.get(place)
        if hex_ is None or hex_.terrain is not Terrain.SEA:
            continue
        afloat = [pile for pile in heap if pile.sort is Sort.SEA]
        for number, pile in enumerate(afloat):
            x, y = window.at(*board.grid.centre(place))
            spot = (left + 6 + x + 21 * number, top + 6 + y)
            disc = marks.dot(29, theme.sides[pile.side].fill, theme.sides[pile.side].edge)
            disc.centre(image, *spot)
            write(
                image, *spot, str(len(pile.units)), "bold", LEAST, theme.sides[pile.side].ink, "m"
            )


def _sign(
    image: Image.Image, board: Board, theme: Theme, sheet: Sheet, words: Mapping[Term, str]
) -> None:
    left, top, right, bottom = sheet.box
    middle = (top + bottom) / 2
    flag = marks.flag("chile", 45, theme.paper_ink)
    flag.paste(image, left + 6, middle - flag.size[1] / 2)
    chit = marks.chit(35, board.box_area, theme.area_ink, theme.label_halo)
    chit.paste(image, right - 10 - chit.size[0], middle - chit.size[1] / 2)
    x = left + 10 + flag.size[0]
    room = right - chit.size[0] - 16 - x
    write(image, x, middle, words[Term("map", "box")], "bold", 21, theme.paper_ink, width=room)
