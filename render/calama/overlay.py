"""What a view adds to the printed board: pieces, moves, losses, charges, command."""

from __future__ import annotations

from math import atan2, degrees

from engine.calama.board import Board
from engine.calama.rules.pieces.attributes import resistance, strength, value
from engine.calama.rules.pieces.charges import is_pinned
from engine.calama.rules.pieces.command import commander, in_command, leading_officers
from engine.calama.rules.victory.objectives import held_exits
from engine.calama.state import CHILE, SEATS, Phase, Piece, Placing, Table
from engine.calama.survey import army, printed
from engine.data.grid.squares import distance, row_col
from render import marks
from render.api import word
from render.calama import tints
from render.calama.counters import PieceFace, counter
from render.calama.land import SIDE, centre, leaving
from render.calama.rim import name_exits, name_winds
from render.calama.stage import Stage
from render.lettering import Face, legible, lettered
from render.linework import Point
from render.sprites import Sprite
from render.themes import Colour, Theme

_LABELS: tuple[tuple[str, float, float, Face], ...] = (
    ("calama", 12.0, 13.6, "bold"),
    ("topater", 10.0, 1.6, "bold"),
    ("loa", 3.45, 0.85, "water"),
)
"""Names on the land: key, and where in units from the first corner of the board."""


_BOLD = 1.5
"""Trails are drawn so much larger than on maps of hexes: phones show the whole board."""


def draw_ground(stage: Stage) -> None:
    """Draw what lies under the pieces."""
    image, theme, layout = stage.image, stage.theme, stage.layout
    if stage.table.phase is Phase.SETUP:
        for seat in SEATS:
            colour = theme.liveries[seat].fill
            tints.dashes(image, layout, stage.board.zones[seat], colour, theme.label_halo, 0.13)
            _zone_flag(stage, seat)
    name_winds(image, theme, layout, stage.names)
    taken = {piece.at for piece in stage.table.pieces.values() if piece.on_board}
    if stage.view.own is not None:
        taken |= {one.at for one in stage.view.own.plan}
    name_exits(image, stage.board, theme, layout, stage.names, frozenset(taken))
    _labels(stage)


def _zone_flag(stage: Stage, seat: str) -> None:
    """Fly a flag at the foot of a deployment zone: whose it is, its colour alone would tell."""
    lowest = max(stage.board.zones[seat], key=row_col)
    if stage.shows(lowest):
        x, y = stage.spot(lowest)
        sprite = marks.flag(seat, max(18, round(stage.scale * 1.5)), stage.theme.label)
        sprite.centre(stage.image, x + 0.2 * stage.scale, y)


def _labels(stage: Stage) -> None:
    size = stage.letters(0.5 if stage.layout.close else 0.72)
    left, top = centre("1-1")
    for key, x, y, face in _LABELS:
        water = face == "water"
        ink = stage.theme.sea_ink if water else stage.theme.label
        sprite = lettered(
            word(stage.names, key),
            face,
            round(size * 1.2) if water else size,
            ink,
            stage.theme.label_halo,
            max(1, size // 9),
        )
        px, py = stage.layout.window.at(left - SIDE / 2 + x, top - SIDE / 2 + y)
        width, height = stage.image.size
        edge = 1.4 * stage.scale
        if edge < px < width - edge and edge < py < height - edge:
            if water:
                px += sprite.size[0] / 2
            sprite.centre(stage.image, px, py)


def draw_table(stage: Stage) -> None:
    """Draw what happened and every piece."""
    _flags(stage)
    _trails(stage)
    _losses(stage)
    draw_pieces(stage)
    _charges(stage)


# -- pieces ----------------------------------------------------------------------------------


def face_of(table: Table, piece: Piece) -> PieceFace:
    """Return the face of a piece as it stands now."""
    active = table.phase in {Phase.ORDERS, Phase.MOVEMENT, Phase.COMBAT}
    return PieceFace(
        piece.side,
        piece.type,
        strength(table, piece),
        resistance(table, piece),
        value(table, piece, "movement"),
        fought=piece.fought and active,
        pinned=is_pinned(table, piece),
        idle=active and not in_command(table, piece),
    )


def planned_face(table: Table, seat: str, one: Placing) -> PieceFace:
    """Return the face of a piece of a deployment plan."""
    now = table.attributes[seat][one.type]
    return PieceFace(seat, one.type, now.strength, now.resistance, now.movement)


def draw_pieces(stage: Stage) -> None:
    """Draw every piece on the board, and the viewer's own plan while set-up lasts."""
    table = stage.table
    for piece in sorted(table.pieces.values(), key=lambda one: one.id):
        if piece.on_board and stage.shows(piece.at):
            lay(stage, face_of(table, piece), piece.at)
    own, viewer = stage.view.own, stage.view.viewer
    if own is not None and viewer is not None and table.phase is Phase.SETUP:
        draw_plan(stage, viewer, own.plan)


def draw_plan(stage: Stage, seat: str, layout: tuple[Placing, ...]) -> None:
    """Draw the pieces of a deployment plan."""
    for one in layout:
        if stage.shows(one.at):
            lay(stage, planned_face(stage.table, seat, one), one.at)


def lay(stage: Stage, face: PieceFace, place: str) -> None:
    """Lay a counter on a square."""
    least = legible(stage.layout.window.size[0])
    counter(face, stage.side, stage.theme, least).centre(stage.image, *stage.seat(place))


# -- what has changed ------------------------------------------------------------------------


def strong(theme: Theme, side: str) -> Colour:
    """Return the colour of a side's arrows."""
    return theme.liveries[side].fill


def _flags(stage: Stage) -> None:
    """Fly Chile's flag by the exits that it holds or covers (4.1.8)."""
    if not stage.table.round or stage.table.phase is Phase.OVER:
        return
    for place in held_exits(stage.table):
        if not stage.shows(place):
            continue
        sprite = marks.flag(CHILE, max(14, round(stage.scale * 0.8)), stage.theme.label)
        dx, dy = leaving(place)
        x, y = stage.spot(place)
        reach = 1.02 * stage.scale
        sprite.centre(
            stage.image,
            x + dx * reach - (0 if dx else 0.9 * stage.scale),
            y + dy * reach + (0.75 * stage.scale if dx else 0),
        )


def _trails(stage: Stage) -> None:
    theme = stage.theme
    for move in stage.changes.moves:
        if not stage.shows(move.end) and not (move.start and stage.shows(move.start)):
            continue
        end = stage.spot(move.end)
        if move.start:
            start, begin = stage.spot(move.start), 0.25
        else:
            dx, dy = leaving(move.end)
            start = (end[0] + dx * 1.6 * stage.scale, end[1] + dy * 1.6 * stage.scale)
            begin = 0.0
        colour = strong(theme, move.piece.side)
        trail(stage, start, end, colour, begin, 0.98)
    for piece in stage.changes.left:
        if stage.shows(piece.at):
            dx, dy = leaving(piece.at)
            x, y = stage.spot(piece.at)
            end = (x + dx * 1.9 * stage.scale, y + dy * 1.9 * stage.scale)
            colour = strong(theme, piece.side)
            trail(stage, (x, y), end, colour, 0.2, 0.1)


def trail(
    stage: Stage, start: Point, end: Point, colour: Colour, begin: float, stop: float
) -> None:
    """Draw a bold trail between two points in pixels; *begin* and *stop* are in units."""
    marks.trail(
        stage.image,
        [start, end],
        stage.scale * _BOLD,
        colour,
        stage.theme.label_halo,
        start=begin / _BOLD,
        stop=stop / _BOLD,
    )


def _losses(stage: Stage) -> None:
    """Show the fallen struck out where they stood, small if another stands there now."""
    theme = stage.theme
    taken = {piece.at for piece in stage.table.pieces.values() if piece.on_board}
    for piece in stage.changes.lost:
        if not stage.shows(piece.at):
            continue
        crowded = piece.at in taken
        side = max(12, round(stage.side * (0.5 if crowded else 0.86)))
        x, y = stage.seat(piece.at)
        if crowded:
            x, y = x - 0.66 * stage.scale, y + 0.6 * stage.scale
        face = PieceFace(piece.side, piece.type)
        counter(face, side, theme).centre(stage.image, x, y)
        strike = marks.cross(round(side * 1.1), theme.battle, theme.label_halo)
        strike.centre(stage.image, x, y)


def draw_shot(stage: Stage, start: str, end: str, colour: Colour) -> None:
    """Draw the line of a shot that may be fired, with an arrow at its end."""
    trail(stage, stage.seat(start), stage.seat(end), colour, 0.9, 0.7)


def _charges(stage: Stage) -> None:
    """Draw an arrow from every charger to whom it charges, across the line between them."""
    for piece in sorted(stage.table.pieces.values(), key=lambda one: one.id):
        target = stage.table.pieces.get(piece.charging)
        if target is not None and (stage.shows(piece.at) or stage.shows(target.at)):
            draw_charge(stage, piece.at, target.at, stage.theme.battle)


def draw_charge(stage: Stage, start: str, end: str, colour: Colour) -> None:
    """Draw a broad arrow across the line between two squares."""
    (ax, ay), (bx, by) = stage.seat(start), stage.seat(end)
    sprite = _charge_arrow(stage, (bx - ax, by - ay), colour)
    sprite.centre(stage.image, ax * 0.45 + bx * 0.55, ay * 0.45 + by * 0.55)


def _charge_arrow(stage: Stage, way: Point, colour: Colour) -> Sprite:
    turn = round(degrees(atan2(way[1], way[0])) / 360 * marks.TURNS) % marks.TURNS
    return marks.arrow_head(max(16, round(stage.scale * 1.0)), colour, stage.theme.label_halo, turn)


# -- command ---------------------------------------------------------------------------------


def commanded(board: Board, table: Table, side: str) -> frozenset[str]:
    """Return the squares on which a side's pieces would be in command (CAL-R8)."""
    chief = commander(table, side)
    if chief is None:
        return frozenset()
    leaders = [(chief.at, printed(chief).command)]
    leaders += [(one.at, printed(one).command) for one in leading_officers(table, side)]
    return frozenset(
        place for place in board.squares if any(distance(place, at) <= far for at, far in leaders)
    )


def draw_command(stage: Stage) -> None:
    """Outline the range of the viewer's own command while it matters."""
    viewer = stage.view.viewer
    if viewer is None or stage.table.phase is not Phase.COMBAT or not army(stage.table, viewer):
        return
    livery = stage.theme.liveries[viewer]
    squares = commanded(stage.board, stage.table, viewer)
    tints.dashes(
        stage.image, stage.layout, squares, livery.fill, stage.theme.label_halo, 0.07, inner=True
    )
