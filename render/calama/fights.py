"""Shots and melees since the picture before: who fought whom, and what came of it.

A hit is a solid line that ends in a burst at its target. A miss is a broken line that ends there
in a hollow dot. A melee is a pair of crossed swords on the edge between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, hypot

from PIL import Image, ImageDraw

from engine.calama.state import Fight
from engine.data.grid.squares import distance, square
from render import marks
from render.calama import tints
from render.calama.counters import FINE
from render.calama.layout import Layout
from render.calama.stage import Stage
from render.linework import Ink, Point, ahead, along
from render.relief import Window
from render.sprites import Sprite
from render.themes import Colour, Theme

_WIDTH, _HALO = 0.13, 0.07
"""How thick a line of fire is, and its pale rim on either side, in units."""
_DASH, _GAP = 0.3, 0.24
_ASIDE = 0.14
"""How far to the left of its way a line runs, so that fire and fire in return lie apart."""
_BURST, _MISS, _MUZZLE = 0.8, 0.5, 0.34
_SWORDS, _RAISED = 0.62, 0.26
"""The size of the swords, as a share of a counter's side; and how far they are raised."""


def shown_fights(layout: Layout, fights: Iterable[Fight]) -> tuple[Fight, ...]:
    """Return the fights of which a section shows an attacker or whom it attacked."""
    return tuple(
        one for one in fights if any(layout.shows(place) for place in (one.at, *one.origins))
    )


@dataclass(frozen=True, slots=True)
class _Shot:
    """A shot as it is drawn, in pixels.

    Attributes:
        start: Square of the shooter.
        end: Square of the target.
        line: From the muzzle to the mark at the end.
        hit: Whether it eliminated the target.
    """

    start: str
    end: str
    line: tuple[Point, Point]
    hit: bool

    @property
    def near(self) -> bool:
        """Whether the two stand side by side, with no room between their counters."""
        return distance(self.start, self.end) == 1


def _shots(stage: Stage) -> Iterator[_Shot]:
    for fight in shown_fights(stage.layout, stage.changes.fights):
        if fight.kind != "fire":
            continue
        for origin in fight.origins:
            if origin != fight.at:
                yield _shot(stage, origin, fight.at, hit=fight.result == "won")


def _shot(stage: Stage, origin: str, at: str, *, hit: bool) -> _Shot:
    (ax, ay), (bx, by) = stage.seat(origin), stage.seat(at)
    long = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / long, (by - ay) / long
    edge = stage.side / 2 / max(abs(ux), abs(uy))
    last = edge if hit else min(edge + (_MISS / 2 + 0.1) * stage.scale, long / 2)
    first = edge * 0.92
    dx, dy = uy * _ASIDE * stage.scale, -ux * _ASIDE * stage.scale
    ax, ay, bx, by = ax + dx, ay + dy, bx + dx, by + dy
    line = ((ax + ux * first, ay + uy * first), (bx - ux * last, by - uy * last))
    return _Shot(origin, at, line, hit)


def draw_lines(stage: Stage) -> None:
    """Draw the lines of fire that pass over the land; pieces are laid upon them."""
    _lay(stage, [shot for shot in _shots(stage) if not shot.near])


def draw_fights(stage: Stage) -> None:
    """Draw over the pieces where shots begin and end, shots at neighbours, and melees."""
    theme, s = stage.theme, stage.scale
    shots = list(_shots(stage))
    _lay(stage, [shot for shot in shots if shot.near])
    for shot in shots:
        muzzle = marks.dot(max(6, round(_MUZZLE * s)), _ink(theme, hit=shot.hit), theme.label_halo)
        for sprite, point in zip(
            (muzzle, shot_mark(theme, s, hit=shot.hit)), shot.line, strict=True
        ):
            if _inside(stage, point):
                sprite.centre(stage.image, *point)
    swords = melee_mark(max(16, round(_SWORDS * stage.side)), theme)
    for fight in stage.changes.fights:
        if fight.kind == "melee":
            bx, by = stage.seat(fight.at)
            for ax, ay in map(stage.seat, fight.origins):
                # Beside each other they are raised: the figures stand at the counters' feet.
                middle = (ax + bx) / 2, (ay + by) / 2 - (_RAISED * s if ay == by else 0)
                if _inside(stage, middle):
                    swords.centre(stage.image, *middle)


def _inside(stage: Stage, point: Point) -> bool:
    """Say whether a point lies on the squares of the picture."""
    left, top, right, bottom = _squares(stage.layout)
    return left <= point[0] <= right and top <= point[1] <= bottom


def _ink(theme: Theme, *, hit: bool) -> Colour:
    return theme.battle if hit else theme.label


def shot_mark(theme: Theme, scale: float, *, hit: bool) -> Sprite:
    """Return what stands at the end of a line of fire: a burst, or a hollow dot for a miss."""
    ink = _ink(theme, hit=hit)
    if hit:
        return marks.starburst(max(11, round(_BURST * scale)), "", ink, theme.label_halo)
    return marks.dot(max(8, round(_MISS * scale)), theme.label_halo, ink)


@lru_cache(maxsize=16)
def shot_sample(theme: Theme, scale: float, *, hit: bool) -> Sprite:
    """Return a short line of fire with its mark, for the legend."""
    mark = shot_mark(theme, scale * 0.75, hit=hit)
    height, long = mark.size[1], round(1.1 * scale)
    image = Image.new("RGBA", (long, height), (*theme.paper, 0))
    draw = ImageDraw.Draw(image)
    thick = max(2, round(_WIDTH * scale))
    line = ((0.0, height / 2), (long - mark.size[0] / 2, height / 2))
    for (ax, y), (bx, _) in [line] if hit else _dashes(line, scale * 0.7):
        draw.line([(ax, y), (bx, y)], fill=_ink(theme, hit=hit), width=thick)
    mark.paste(image, long - mark.size[0], 0)
    image.putalpha(255)
    return Sprite.of(image)


@lru_cache(maxsize=64)
def melee_mark(size: int, theme: Theme) -> Sprite:
    """Return crossed swords on a pale disc: at a phone's size a burst would hide them."""
    n = size * FINE
    fine = Image.new("RGBA", (n, n), (*theme.battle, 0))
    draw = ImageDraw.Draw(fine)
    for inset, ink in ((0.0, theme.label), (0.035, theme.battle), (0.11, theme.label_halo)):
        draw.ellipse((n * inset, n * inset, n * (1 - inset) - 1, n * (1 - inset) - 1), fill=ink)
    for side in (1, -1):

        def at(x: float, y: float, side: int = side) -> Point:
            return n * (0.5 + side * x), n * (0.5 + y)

        draw.line([at(-0.24, 0.24), at(0.2, -0.2)], fill=theme.label, width=round(n * 0.085))
        draw.polygon([at(0.16, -0.23), at(0.23, -0.16), at(0.29, -0.29)], fill=theme.label)
        draw.line([at(-0.26, 0.06), at(-0.06, 0.26)], fill=theme.label, width=round(n * 0.085))
    return Sprite.of(fine.reduce(FINE))


# -- ink -----------------------------------------------------------------------------------------


def _lay(stage: Stage, shots: list[_Shot]) -> None:
    """Lay lines of fire on the squares of the picture; no ink where there are none."""
    box = _box(stage, shots)
    if box is None:
        return
    left, top, right, bottom = box
    window = Window(left, top, right, bottom, 1.0)
    halo, hits, misses = Ink(window), Ink(window), Ink(window)
    wide, rim = max(2.0, _WIDTH * stage.scale), max(1.0, _HALO * stage.scale)
    for shot in shots:
        for stroke in [shot.line] if shot.hit else _dashes(shot.line, stage.scale):
            halo.line(stroke, wide + 2 * rim)
            (hits if shot.hit else misses).line(stroke, wide)
    part = stage.image.crop(box)
    halo.lay(part, stage.theme.label_halo, 0.85)
    hits.lay(part, _ink(stage.theme, hit=True))
    misses.lay(part, _ink(stage.theme, hit=False))
    stage.image.paste(part, box)


def _dashes(line: tuple[Point, Point], scale: float) -> Iterator[tuple[Point, Point]]:
    """Yield the strokes of a broken line, the last one cut at its end."""
    (ax, ay), (bx, by) = line
    long = hypot(bx - ax, by - ay)
    angle = atan2(by - ay, bx - ax)
    for point, _ in along(line, (_DASH + _GAP) * scale):
        done = hypot(point[0] - ax, point[1] - ay)
        yield point, ahead(point, angle, min(_DASH * scale, long - done))


def _box(stage: Stage, shots: list[_Shot]) -> tuple[int, int, int, int] | None:
    """Return the rectangle that lines touch, within the squares of the picture."""
    if not shots:
        return None
    left, top, right, bottom = _squares(stage.layout)
    xs = [x for shot in shots for x, _ in shot.line]
    ys = [y for shot in shots for _, y in shot.line]
    pad = 0.2 * stage.scale + 3
    box = (
        max(left, round(min(xs) - pad)),
        max(top, round(min(ys) - pad)),
        min(right, round(max(xs) + pad)),
        min(bottom, round(max(ys) + pad)),
    )
    return box if box[0] < box[2] and box[1] < box[3] else None


def _squares(layout: Layout) -> tuple[int, int, int, int]:
    """Return the rectangle of all squares of a picture, in pixels."""
    left, top, _, _ = tints.box_of(layout, square(layout.rows[0], layout.columns[0]))
    _, _, right, bottom = tints.box_of(layout, square(layout.rows[1], layout.columns[1]))
    return left, top, right + 1, bottom + 1
