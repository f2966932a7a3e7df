"""What changed in a phase, for a phone: crops round the places, the stacks there, the heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from PIL import Image, ImageDraw

from engine.api import Term
from engine.war_of_the_pacific.board import Board
from engine.war_of_the_pacific.describing import describe_stacks
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.rules.victory.points import city_points, victory_points
from engine.war_of_the_pacific.state import Table, View
from render import marks
from render.api import Names, PhaseReport, word
from render.crops import Crop, Size, crops
from render.lettering import write
from render.painting import Drawn
from render.phase_picture import WIDTH, said_awaited, with_awaited
from render.relief import Window
from render.themes import Theme
from render.tiles import snapped
from render.war_of_the_pacific.alt import describe_picture
from render.war_of_the_pacific.changes import Changes, changes
from render.war_of_the_pacific.chart import draw_other_points
from render.war_of_the_pacific.furniture import side_flag
from render.war_of_the_pacific.layout import Layout, map_bounds
from render.war_of_the_pacific.muster import draw_roll, muster
from render.war_of_the_pacific.overlay import draw_overlay
from render.war_of_the_pacific.piles import Pile, piles
from render.war_of_the_pacific.stage import Stage
from render.war_of_the_pacific.tiles import FINE as SCALE
from render.war_of_the_pacific.tiles import map_in

SIZE = Size(width=WIDTH / SCALE, least=4.4, most=10.5, together=13.0, margin=1.5)

_HEAD, _GAP = 118, 10


def draw_phase(
    board: Board, theme: Theme, view: View, before: View | None, report: PhaseReport, names: Names
) -> Drawn | None:
    """Return the picture of a phase; ``None`` where nothing happened that a map shows."""
    changed = changes(before.table if before is not None else None, view.table)
    wanted = [one for one in dict.fromkeys(_places(board, changed, report)) if one != BOX]
    spots = {place: board.grid.centre(place) for place in wanted}
    cut = crops(spots, map_bounds(board), SIZE)
    in_box = BOX in _places_of(changed) or BOX in report.places
    if not cut and not in_box:
        return None
    heaps = dict(piles(view.table))
    shown = frozenset(place for row in cut for one in row for place in one.places)
    rows = [
        [_part(board, theme, view, changed, heaps, one, len(row)) for one in row] for row in cut
    ]
    window = Window(0.0, 0.0, WIDTH / SCALE, 0.0, SCALE)
    layout = Layout(window, False, in_box, shown)
    roll = muster(view.table, layout, heaps)
    height = _HEAD + sum(row[0].height + _GAP for row in rows) + roll.height
    image = Image.new("RGB", (WIDTH, height), theme.paper)
    _heading(image, theme, view, report, names)
    y = _HEAD
    for row in rows:
        for number, part in enumerate(row):
            image.paste(part, (number * (WIDTH - part.width), y))
        y += row[0].height + _GAP
    draw_roll(image, board, theme, roll, y, names)
    image = with_awaited(image, theme, report, names)
    passed = report.passed.table if report.passed is not None else None
    heading, *said = describe_picture(board, view, layout, changed, heaps, passed)
    near = {place for place in heaps if place != BOX and _is_within(board, place, cut)} - shown
    beside = describe_stacks(view.table, near.__contains__)
    return Drawn(image, (heading, *said_awaited(report), *said, *beside))


def _is_within(board: Board, place: str, cut: Iterable[Iterable[Crop]]) -> bool:
    """Say whether a hex lies on a crop, though nothing happened there."""
    x, y = board.grid.centre(place)
    boxes = (one.box for row in cut for one in row)
    return any(left <= x <= right and top <= y <= low for left, top, right, low in boxes)


def _places(board: Board, changed: Changes, report: PhaseReport) -> Iterator[str]:
    """Yield the places to show, the most important first."""
    yield from changed.lost or {}
    yield from changed.captured or {}
    yield from changed.steps or {}
    yield from (place for place in report.places if place in board.hexes)
    yield from (move.end for move in changed.moves)
    yield from changed.raised or {}


def _places_of(changed: Changes) -> frozenset[str]:
    ends = (place for move in changed.moves for place in (move.start, move.end))
    return frozenset([*ends, *(changed.raised or {})])


def _part(
    board: Board,
    theme: Theme,
    view: View,
    changed: Changes,
    heaps: Mapping[str, tuple[Pile, ...]],
    crop: Crop,
    beside: int,
) -> Image.Image:
    """Return one crop drawn, one of so many *beside* each other."""
    window = snapped(crop.box, SCALE)
    image = map_in(board, theme, window)
    width = WIDTH if beside == 1 else (WIDTH - _GAP) // 2
    image = image.crop((0, 0, width, image.height))
    layout = Layout(window, False, False, frozenset(crop.places), WIDTH)
    draw_other_points(image, board, theme, window, city_points(view.table))
    stage = Stage(image, theme, layout, view, changed, board, heaps)
    draw_overlay(stage)
    return image


def _heading(
    image: Image.Image, theme: Theme, view: View, report: PhaseReport, names: Names
) -> None:
    """Write turn, phase and points above the crops."""
    passed: Table = view.table if report.passed is None else report.passed.table
    points = str(victory_points(view.table))
    radius = 44
    spot = (WIDTH - radius - 16, _HEAD / 2 - 4)
    marks.dot(radius * 2, theme.victory, theme.victory_ink).centre(image, *spot)
    marks.dot(round(radius * 1.86), theme.victory, theme.victory).centre(image, *spot)
    write(image, *spot, points, "bold", 54, theme.victory_ink, "m")
    x = 16.0
    if passed.player:
        flag = marks.flag(side_flag(passed.player), 74, theme.paper_ink)
        flag.paste(image, x, 18)
        x += flag.size[0] + 10
    room = spot[0] - radius - x - 16
    turn = f"{word(names, 'turn')} {passed.turn} · {names(Term('turn', str(passed.turn)))}"
    phase = names(Term("phase", passed.phase.value))
    if passed.player:
        phase = f"{names(Term('seat', passed.player))} · {phase}"
    write(image, x, 34, phase, "bold", 44, theme.paper_ink, width=room)
    write(image, x, 82, turn, "medium", 34, theme.paper_ink, width=room)
    draw = ImageDraw.Draw(image)
    draw.line((0, _HEAD - 3, WIDTH, _HEAD - 3), fill=theme.paper_line, width=3)
