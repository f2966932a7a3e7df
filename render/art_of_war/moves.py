"""Who moved, and where they stood: trails with arrow heads, and ghosts of bases.

A ghost is the broken outline of where a base stood, or would stand; its front is unbroken.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from engine.art_of_war.plane.poses import Base
from render import marks
from render.art_of_war.sheet import holds, middle, outline
from render.art_of_war.strokes import Line, broken, window_about
from render.art_of_war.tones import strong
from render.linework import Ink, Point
from render.themes import Colour, Theme

if TYPE_CHECKING:
    from render.art_of_war.stage import Stage


def ink_of(theme: Theme, side: str) -> Colour:
    """Return the colour of a side's trails."""
    return strong(theme.liveries[side])


def draw_moves(stage: Stage) -> None:
    """Draw where everybody stood who moved, and their ways."""
    for move in stage.changes.moves:
        if stage.shows(middle(move.end)) or stage.shows(middle(move.start)):
            ghost(stage, move.start, ink_of(stage.theme, move.side))
    for move in stage.changes.moves:
        trail(stage, _way(move.start, move.end), ink_of(stage.theme, move.side))
    for ride in stage.changes.rides:
        trail(stage, (ride.start, ride.end), ink_of(stage.theme, ride.side), dashed=True)


def _way(start: Base, end: Base) -> Line:
    """Return the line from the middle of a base to the edge of where it went."""
    (ax, ay), (bx, by) = middle(start), middle(end)
    corners = outline(end)
    for step in range(1, 25):
        share = 1 - step / 24
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        if not holds(corners, x, y):
            return (ax, ay), (x, y)
    return (ax, ay), (bx, by)


def leaving(base: Base, way: Sequence[Point]) -> Sequence[Point]:
    """Return a way from the middle of a base as one that begins at its edge: its face stays clear.

    A way that never leaves it stays as it is.
    """
    corners = outline(base)
    for place, ((ax, ay), (bx, by)) in enumerate(pairwise(way), 1):
        for step in range(1, 24):
            x, y = ax + (bx - ax) * step / 24, ay + (by - ay) * step / 24
            if not holds(corners, x, y):
                return ((x, y), *way[place:])
    return way


def trail(
    stage: Stage, way: Sequence[Point], colour: Colour, *, dashed: bool = False, stop: float = 0.1
) -> None:
    """Draw a trail along points of the sheet, with an arrow at its end."""
    if not any(stage.shows(point, 0.5) for point in way):
        return
    points = [stage.at(point) for point in way]
    if sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)) < 8:
        return
    size = max(stage.scale * 0.62, 22.0)
    marks.trail(
        stage.image,
        points,
        size,
        colour,
        stage.theme.label_halo,
        dashed=dashed,
        start=0.1,
        stop=stop,
    )


def ghost(stage: Stage, base: Base, colour: Colour, *, filled: bool = False) -> None:
    """Draw a base where nobody stands: a broken outline, and its front unbroken."""
    points = [stage.at(point) for point in outline(base)]
    window, box = window_about(stage.image.size, points)
    if box is None:
        return
    ink, halo, bed = Ink(window), Ink(window), Ink(window)
    wide = max(2.0, stage.scale * 0.035)
    for stroke in broken([*points, points[0]], stage.scale * 0.16, stage.scale * 0.1):
        halo.line(stroke, wide * 2)
        ink.line(stroke, wide)
    ink.line(points[:2], wide * 1.6)
    bed.shape(points)
    part = stage.image.crop(box)
    bed.lay(part, colour, 0.4 if filled else 0.12)
    halo.lay(part, stage.theme.label_halo, 0.7)
    ink.lay(part, colour)
    stage.image.paste(part, box)
