"""Ways and fire: who went where, who fired at whom, and what came of it.

Fire that hit is a solid line that ends in a burst with the number of hits; fire that did not is a
broken line that ends in a hollow dot. A retreat is a trail of strokes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, hypot
from typing import TYPE_CHECKING, Final

from engine.barricadas.frames import ASSAULTING, FIRING, Activation, Assault
from engine.barricadas.state import Table
from render import marks
from render.linework import Ink, Point, ahead, along
from render.relief import Window
from render.themes import Colour, Theme

if TYPE_CHECKING:
    from render.barricadas.stage import Stage

_WIDTH, _HALO = 0.11, 0.06
"""How thick a line of fire is, and its pale rim on either side, in units."""
_DASH, _GAP = 0.3, 0.22
_SHORT: Final = 0.45
"""How far from the middle of its hexes a line of fire begins and ends, in units."""

Line = tuple[Point, Point]


def ink_of(theme: Theme, side: str) -> Colour:
    """Return the colour of a side's trails; where nobody can tell whose, of what is written."""
    return theme.liveries[side].edge if side in theme.liveries else theme.label


def draw_moves(stage: Stage) -> None:
    """Draw who went where, and what is declared and not done yet."""
    for move in stage.changes.moves:
        draw_way(stage, move.way, ink_of(stage.theme, move.side), dashed=move.back)
    for place in dict.fromkeys(one.at for one in stage.changes.left):
        _leave(stage, place)
    for side, way in declared(stage.table):
        draw_way(stage, way, ink_of(stage.theme, side), dashed=True)


def _leave(stage: Stage, place: str) -> None:
    """Draw an arrow over the nearest edge of the ground: somebody has left it there."""
    if not stage.shows(place):
        return
    x, y = stage.chart.centre(place)
    left, top, right, bottom = stage.chart.bounds
    ends = ((left, y), (x, top), (right, y), (x, bottom))
    ex, ey = min(ends, key=lambda end: abs(end[0] - x) + abs(end[1] - y))
    sides = {one.side for one in stage.changes.left if one.at == place}
    window = stage.layout.window
    marks.trail(
        stage.image,
        [stage.spot(place), window.at(ex + (ex - x) * 0.05, ey + (ey - y) * 0.05)],
        stage.scale,
        ink_of(stage.theme, sides.pop()),
        stage.theme.label_halo,
        dashed=True,
        start=0.1,
        stop=0.1,
    )


def declared(table: Table) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the ways that are declared and not gone yet, with whose they are."""
    for frame in table.frames:
        if isinstance(frame, Activation):
            for number, doing in enumerate(frame.doings):
                way = doing.way[frame.gone :] if not number else doing.way
                if doing.deed in ASSAULTING and doing.target:
                    way = (*way, doing.target)
                if len(way) > 1:
                    yield frame.seat, way


def draw_way(stage: Stage, way: Sequence[str], colour: Colour, *, dashed: bool = False) -> None:
    """Draw a trail from hex to hex, with an arrow at its end."""
    if not any(stage.shows(place) for place in way):
        return
    points = [stage.spot(place) for place in way]
    close = stage.layout.close
    marks.trail(
        stage.image,
        points,
        stage.scale * (1.0 if close else 2.0),
        colour,
        stage.theme.label_halo,
        dashed=dashed,
        start=0.3 if close else 0.1,
        # Between neighbours the arrow stands where they meet, or counters would hide it.
        stop=(0.42 if len(way) > 2 else 0.7) if close else 0.15,
    )


# -- fire ----------------------------------------------------------------------------------------


def draw_lines(stage: Stage) -> None:
    """Draw the lines of fire; counters are laid upon them."""
    hits: list[Line] = []
    misses: list[Line] = []
    for one in (*stage.changes.shots, *stage.changes.directed):
        (hits if one.hits else misses).extend(_from(stage, one.origins, one.at))
    aims = [line for start, end in targets(stage.table) for line in _from(stage, (start,), end)]
    theme = stage.theme
    lay_lines(stage, misses, theme.label, broken=True)
    lay_lines(stage, aims, theme.battle, broken=True)
    lay_lines(stage, hits, theme.battle)


def targets(table: Table) -> Iterator[tuple[str, str]]:
    """Yield from where to where fire is declared that is not fired yet."""
    for frame in table.frames:
        if isinstance(frame, Activation):
            for doing in frame.doings:
                if doing.deed in FIRING and doing.target:
                    yield doing.way[-1], doing.target


def _from(stage: Stage, origins: Iterable[str], at: str) -> Iterator[Line]:
    for origin in origins:
        if origin != at and (stage.shows(origin) or stage.shows(at)):
            yield line_between(stage, origin, at)


def line_between(stage: Stage, start: str, end: str, short: float = _SHORT) -> Line:
    """Return the line of fire between two hexes, in pixels."""
    (ax, ay), (bx, by) = stage.spot(start), stage.spot(end)
    long = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / long, (by - ay) / long
    cut = min(short * stage.scale, long * 0.34)
    # To the left of its way, so that fire and fire in return lie apart.
    dx, dy = uy * 0.1 * stage.scale, -ux * 0.1 * stage.scale
    return (
        (ax + ux * cut + dx, ay + uy * cut + dy),
        (bx - ux * cut + dx, by - uy * cut + dy),
    )


def lay_lines(
    stage: Stage, lines: Sequence[Line], colour: Colour, *, broken: bool = False, thin: bool = False
) -> None:
    """Lay lines on the picture, all of one colour."""
    if not lines:
        return
    width, height = stage.image.size
    xs = [x for line in lines for x, _ in line]
    ys = [y for line in lines for _, y in line]
    pad = 0.3 * stage.scale + 3
    box = (
        max(0, round(min(xs) - pad)),
        max(0, round(min(ys) - pad)),
        min(width, round(max(xs) + pad)),
        min(height, round(max(ys) + pad)),
    )
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    window = Window(*box, 1.0)
    halo, ink = Ink(window), Ink(window)
    bold = 1.0 if stage.layout.close else 1.7
    wide = max(2.0, _WIDTH * stage.scale * bold) * (0.5 if thin else 1.0)
    rim = max(1.0, _HALO * stage.scale) * (0.6 if thin else 1.0)
    for line in lines:
        for stroke in _dashes(line, stage.scale) if broken else [line]:
            halo.line(stroke, wide + 2 * rim)
            ink.line(stroke, wide)
    part = stage.image.crop(box)
    halo.lay(part, stage.theme.label_halo, 0.85)
    ink.lay(part, colour)
    stage.image.paste(part, box)


def _dashes(line: Line, scale: float) -> Iterator[Line]:
    """Yield the strokes of a broken line, the last one cut at its end."""
    (ax, ay), (bx, by) = line
    long, angle = hypot(bx - ax, by - ay), atan2(by - ay, bx - ax)
    for point, _ in along(line, (_DASH + _GAP) * scale):
        done = hypot(point[0] - ax, point[1] - ay)
        yield point, ahead(point, angle, min(_DASH * scale, long - done))


def draw_ends(stage: Stage) -> None:
    """Draw over the counters what fire came to, where shells fell, and who assaults."""
    theme, s = stage.theme, stage.scale
    close = stage.layout.close
    struck: dict[str, int] = {}
    for one in stage.changes.shots:
        if one.hits or not one.origins:
            struck[one.at] = struck.get(one.at, 0) + one.hits
        else:
            for origin in one.origins:
                if stage.shows(one.at) and origin != one.at:
                    end = line_between(stage, origin, one.at)[1]
                    dot = marks.dot(max(9, round(0.3 * s)), theme.label_halo, theme.label)
                    dot.centre(stage.image, *end)
    for at, hits in stage.changes.shells:
        struck[at] = struck.get(at, 0) + hits
    size = max(round(stage.least * 1.9), round(0.62 * s))
    for at, hits in struck.items():
        if stage.shows(at):
            x, y = stage.spot(at)
            spot = (x - 0.62 * s, y - 0.42 * s) if close else (x, y - 0.7 * s)
            burst = marks.starburst(size, str(hits), theme.battle, theme.label_halo)
            burst.centre(stage.image, *spot)
    swords = marks.swords(max(26, round(0.8 * s)), theme.battle, theme.label_halo)
    for origin, target in (*stage.changes.assaults, *assaults(stage.table)):
        if stage.shows(origin) or stage.shows(target):
            (ax, ay), (bx, by) = stage.spot(origin), stage.spot(target)
            swords.centre(stage.image, (ax + bx) / 2, (ay + by) / 2)


def assaults(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the assaults that are under way or declared: from where, and on what."""
    for frame in table.frames:
        if isinstance(frame, Assault):
            yield frame.origin, frame.target
        elif isinstance(frame, Activation):
            for doing in frame.doings:
                if doing.deed in ASSAULTING and doing.target and doing.way:
                    yield doing.way[-1], doing.target
