"""Lines over the table: who shot at whom, who is in melee with whom, and what it cost.

Shooting that cost cohesion is
a solid line, and a burst tells what was lost; shooting that did not is a broken line that ends in a
hollow dot. Melee is a red line where bases meet, with swords on it while it is fresh.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING, Final

from engine.art_of_war.state import Contact
from render import marks
from render.art_of_war.labels import is_far
from render.art_of_war.sheet import from_pose, front, middle, outline
from render.art_of_war.strokes import Line, broken, window_about
from render.linework import Ink, Point
from render.themes import Colour

if TYPE_CHECKING:
    from render.art_of_war.stage import Stage

_WIDTH, _HALO = 0.07, 0.04
"""How thick a line of shooting is, and its pale rim on either side, in units of distance."""
_DASH, _GAP = 0.2, 0.14
_SHORT: Final = 0.3
_EDGES: Final = {"front": (0, 1), "right": (1, 2), "rear": (2, 3), "left": (3, 0)}
"""Corners of a base at the ends of each edge."""


# -- shooting ----------------------------------------------------------------------------------


def draw_shots(stage: Stage) -> None:
    """Draw the lines of shooting; blocks are laid upon them."""
    hits: list[Line] = []
    misses: list[Line] = []
    for line, lost in shot_lines(stage):
        (hits if lost else misses).append(line)
    lay_lines(stage, misses, stage.theme.label, dashed=True)
    lay_lines(stage, hits, stage.theme.battle)


def shot_lines(stage: Stage) -> Iterator[tuple[Line, int]]:
    """Yield the line from each shooter that can be seen to whom they shot at, in pixels."""
    for shot in stage.changes.shots:
        target = stage.base(shot.at)
        for key in shot.who:
            shooter = stage.base(key)
            if target is None or shooter is None:
                continue
            if stage.shows(middle(target)) or stage.shows(middle(shooter)):
                yield line_between(stage, front(shooter), middle(target)), shot.lost


def line_between(stage: Stage, start: Point, end: Point, short: float = _SHORT) -> Line:
    """Return a line between two points of the sheet, in pixels; it ends a little short."""
    (ax, ay), (bx, by) = stage.at(start), stage.at(end)
    long = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / long, (by - ay) / long
    cut = min(short * stage.scale, long * 0.34)
    return (ax, ay), (bx - ux * cut, by - uy * cut)


def lay_lines(
    stage: Stage,
    lines: Sequence[Line],
    colour: Colour,
    *,
    dashed: bool = False,
    thin: bool = False,
) -> None:
    """Lay lines on the picture, all of one colour."""
    if not lines:
        return
    window, box = window_about(stage.image.size, [point for line in lines for point in line])
    if box is None:
        return
    halo, ink = Ink(window), Ink(window)
    wide = max(2.5, _WIDTH * stage.scale) * (0.6 if thin else 1.0)
    rim = max(1.0, _HALO * stage.scale) * (0.6 if thin else 1.0)
    for line in lines:
        strokes = broken(line, _DASH * stage.scale, _GAP * stage.scale) if dashed else [line]
        for stroke in strokes:
            halo.line(stroke, wide + 2 * rim)
            ink.line(stroke, wide)
    part = stage.image.crop(box)
    halo.lay(part, stage.theme.label_halo, 0.85)
    ink.lay(part, colour)
    stage.image.paste(part, box)


# -- melee -------------------------------------------------------------------------------------


def meeting(stage: Stage, contact: Contact) -> Line | None:
    """Return along what line of the sheet two are in contact."""
    one, two = stage.base(contact.one), stage.base(contact.two)
    if one is None or two is None:
        return None
    corners = outline(two)
    first, last = (corners[place] for place in _EDGES[contact.edge])
    ends = outline(one)[:2]
    (fx, fy), (lx, ly) = first, last
    long = hypot(lx - fx, ly - fy) or 1.0
    ux, uy = (lx - fx) / long, (ly - fy) / long
    shares = sorted((x - fx) * ux + (y - fy) * uy for x, y in ends)
    start, end = max(0.0, shares[0]), min(long, shares[1])
    if end - start < 0.12:
        # A corner meets it: a short line about that point.
        point = min(max((start + end) / 2, 0.0), long)
        start, end = max(0.0, point - 0.15), min(long, point + 0.15)
    return (fx + ux * start, fy + uy * start), (fx + ux * end, fy + uy * end)


def draw_contacts(stage: Stage) -> None:
    """Draw a line wherever two are in melee, and swords where it has not been fought yet."""
    lines: list[Line] = []
    fresh: list[Point] = []
    for contact in stage.table.contacts:
        found = meeting(stage, contact)
        if found is None:
            continue
        start, end = found
        spot = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if not stage.shows(spot, 0.5):
            continue
        lines.append((stage.at(start), stage.at(end)))
        if contact.fresh:
            fresh.append(stage.at(spot))
    _lay_melee(stage, lines)
    size = max(20, round(stage.scale * 0.34))
    swords = marks.swords(size, stage.theme.battle, stage.theme.label_halo)
    for spot in fresh:
        swords.centre(stage.image, *spot)


def _lay_melee(stage: Stage, lines: Sequence[Line]) -> None:
    if not lines:
        return
    window, box = window_about(stage.image.size, [point for line in lines for point in line])
    if box is None:
        return
    halo, ink = Ink(window), Ink(window)
    wide = max(4.0, 0.075 * stage.scale)
    for (ax, ay), (bx, by) in lines:
        # A zigzag: its shape tells it where its colour does not.
        long, angle = hypot(bx - ax, by - ay), atan2(by - ay, bx - ax)
        teeth = max(2, round(long / (wide * 2.2)))
        points = []
        for number in range(teeth + 1):
            share = number / teeth * long
            off = wide * (0.55 if number % 2 else -0.55)
            points.append(
                (
                    ax + share * cos(angle) - off * sin(angle),
                    ay + share * sin(angle) + off * cos(angle),
                )
            )
        halo.line(points, wide * 1.9)
        ink.line(points, wide)
    part = stage.image.crop(box)
    halo.lay(part, stage.theme.label_halo, 0.95)
    ink.lay(part, stage.theme.battle)
    stage.image.paste(part, box)


# -- what it cost ------------------------------------------------------------------------------


def draw_ends(stage: Stage) -> None:
    """Draw over the blocks what was lost and regained, and where shooting came to nothing."""
    theme, s = stage.theme, stage.scale
    dot = marks.dot(max(8, round(0.16 * s)), theme.label_halo, theme.label)
    for line, lost in shot_lines(stage):
        if not lost:
            dot.centre(stage.image, *line[1])
    size = max(round(stage.least * 1.9), round(0.4 * s))
    for key, number in stage.changes.lost.items():
        spot = _corner(stage, key)
        if spot is not None:
            burst = marks.starburst(size, str(number), theme.battle, theme.label_halo)
            burst.centre(stage.image, *_clear(stage, spot, size))
    for key, number in stage.changes.rallied.items():
        spot = _corner(stage, key)
        if spot is not None:
            chit = marks.chit(
                round(stage.least * 1.25), f"+{number}", theme.highlight, theme.victory_ink
            )
            chit.centre(stage.image, *_clear(stage, spot, chit.size[0]))


def _clear(stage: Stage, spot: Point, size: int) -> Point:
    """Return where a mark on a unit lies: beside its name, where that takes all of its block."""
    return stage.labels.beside(*spot, size) if is_far(stage.scale) else spot


def _corner(stage: Stage, key: str) -> Point | None:
    """Return where on a unit its losses are written: on its rear, right of its pips."""
    base = stage.base(key)
    if base is None or not stage.shows(middle(base)):
        return None
    return stage.at(from_pose(base.pose, 0.2 * base.width, -base.depth - 6))


def draw_losses(stage: Stage) -> None:
    """Show who was routed or left the table, struck out where they stood."""
    theme = stage.theme
    for loss in (*stage.changes.routed, *stage.changes.left):
        one = stage.lost(loss)
        if stage.shows(one.middle):
            stage.lay(one)
            size = max(22, round(0.52 * stage.scale))
            strike = marks.cross(size, theme.battle, theme.label_halo)
            x, y = stage.at(one.middle)
            # Beside its name where there is room, which tells who fell.
            beside = 0.22 * stage.scale if stage.layout.close else 0.0
            strike.centre(stage.image, x + beside, y)
    for _, spot in stage.changes.fallen:
        if stage.shows(spot):
            strike = marks.cross(max(22, round(0.4 * stage.scale)), theme.battle, theme.label_halo)
            strike.centre(stage.image, *stage.at(spot))
