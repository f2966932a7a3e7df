"""What the land and the marks of the board mean: a small picture and a few words each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.api import Term
from engine.calama.board import Board, Terrain
from engine.calama.state import CHILE
from render import marks
from render.api import word
from render.calama.counters import FINE, PieceFace, counter, fought_badge, pinned_badge
from render.calama.fights import melee_mark, shot_sample
from render.calama.land import centre
from render.calama.rim import figures, signed
from render.calama.sheet import cut_land
from render.calama.stage import Stage
from render.keys import LETTERS, Mark
from render.relief import Window
from render.sprites import Sprite
from render.themes import Theme

_SAMPLES = {
    Terrain.DESERT: "4-12",
    Terrain.ROAD: "4-8",
    Terrain.TOWN: "9-7",
    Terrain.RIVER: "7-9",
    Terrain.STEEP: "12-6",
    Terrain.HILL: "3-6",
    Terrain.SCRUB: "12-11",
    Terrain.FIELD: "11-10",
    Terrain.WOOD: "13-13",
}
"""A square of each terrain that looks like it."""


def figures_of(board: Board, terrain: Terrain) -> str:
    """Return the extra costs and the modifiers that squares of a terrain have."""
    own = [one for one in board.squares.values() if one.terrain is terrain]
    costs = sorted({one.cost for one in own})
    modifiers = sorted({one.resistance for one in own}, key=abs)
    return f"{_span([str(c) for c in costs])} / {_span([signed(m) for m in modifiers])}"


def _span(values: list[str]) -> str:
    if len(values) < 3:
        return ", ".join(values)
    return f"{values[0]}…{values[-1]}"


@lru_cache(maxsize=64)
def _swatch(board: Board, theme: Theme, terrain: Terrain, size: int) -> Sprite:
    """Return a picture of a terrain, cut out of the land."""
    x, y = centre(_SAMPLES[terrain])
    scale = size / 2
    tile = cut_land(board, theme, Window(x - 1, y - 1, x + 1, y + 1, scale)).convert("RGBA")
    framed = Image.new("RGBA", (tile.size[0] + 2, tile.size[1] + 2), (*theme.paper_line, 255))
    framed.paste(tile, (1, 1))
    return Sprite.of(framed)


def legend(stage: Stage) -> Iterator[Mark]:
    """Yield every line of the key; terrain with the figures that its squares have."""
    theme, s, names = stage.theme, stage.scale, stage.names
    size = max(12, round(1.02 * s))
    for terrain in Terrain:
        told = figures_of(stage.board, terrain)
        yield Mark(
            _swatch(stage.board, theme, terrain, size),
            names(Term("terrain", terrain.value)),
            figures(told, LETTERS - 2, theme.paper_ink),
        )
    plate = figures("1/+2", LETTERS, theme.paper_ink)
    yield Mark(plate, word(names, "figures"))
    badge = max(10, round(0.8 * s))
    yield Mark(Sprite.of(fought_badge(badge, theme)), word(names, "fought"))
    yield Mark(Sprite.of(pinned_badge(badge, theme)), word(names, "pinned"))
    idle = PieceFace("bolivia", "infantry", idle=True)
    yield Mark(counter(idle, badge, theme), word(names, "idle"))
    arrow = marks.arrow_head(badge, theme.battle, theme.label_halo, 0)
    yield Mark(arrow, word(names, "charge"))
    order = marks.dot(max(8, round(0.5 * s)), theme.liveries["chile"].fill, theme.label)
    yield Mark(order, word(names, "orders"))
    for key, hit in (("hit", True), ("miss", False)):
        yield Mark(shot_sample(theme, s, hit=hit), word(names, key))
    yield Mark(melee_mark(max(16, round(0.95 * s)), theme), word(names, "melee"))
    yield Mark(marks.flag(CHILE, max(14, round(0.9 * s)), theme.label), word(names, "held"))
    yield Mark(_door(theme, badge), word(names, "door"))


@lru_cache(maxsize=16)
def _door(theme: Theme, size: int) -> Sprite:
    """Return the mark of a square by which reserves enter: a bar and a chevron inwards."""
    n = size * FINE
    fine = Image.new("RGBA", (n, n), (*theme.paper, 0))
    draw = ImageDraw.Draw(fine)
    fill = theme.liveries[CHILE].fill
    draw.rectangle((0, n * 0.16, n, n * 0.34), fill=fill)
    draw.polygon([(n * 0.22, n * 0.3), (n * 0.78, n * 0.3), (n * 0.5, n * 0.86)], fill=fill)
    return Sprite.of(fine.reduce(FINE))
