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
from render.calama.overlay import Stage
from render.calama.rim import figures, signed
from render.calama.sheet import cut_land
from render.lettering import write
from render.relief import Window
from render.sprites import Sprite
from render.themes import Theme

HEIGHT = 6.95
"""Height of the legend, in units."""

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

_COLUMNS = 4


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


def _entries(stage: Stage) -> Iterator[tuple[Sprite, str, str]]:
    """Yield every entry: its picture, its name, and its figures if it has any."""
    theme, s, names = stage.theme, stage.scale, stage.names
    size = max(12, round(1.02 * s))
    for terrain in Terrain:
        yield (
            _swatch(stage.board, theme, terrain, size),
            names(Term("terrain", terrain.value)),
            figures_of(stage.board, terrain),
        )
    plate = figures("1/+2", stage.letters(0.56), theme.paper_ink)
    yield plate, word(names, "figures"), ""
    badge = max(10, round(0.8 * s))
    yield Sprite.of(fought_badge(badge, theme)), word(names, "fought"), ""
    yield Sprite.of(pinned_badge(badge, theme)), word(names, "pinned"), ""
    idle = PieceFace("bolivia", "infantry", idle=True)
    yield counter(idle, badge, theme), word(names, "idle"), ""
    arrow = marks.arrow_head(badge, theme.battle, theme.label_halo, 0)
    yield arrow, word(names, "charge"), ""
    order = marks.dot(max(8, round(0.5 * s)), theme.liveries["chile"].fill, theme.label)
    yield order, word(names, "orders"), ""
    for key, hit in (("hit", True), ("miss", False)):
        yield shot_sample(theme, s, hit=hit), word(names, key), ""
    yield melee_mark(max(16, round(0.95 * s)), theme), word(names, "melee"), ""
    yield marks.flag(CHILE, max(14, round(0.9 * s)), theme.label), word(names, "held"), ""
    yield _door(theme, badge), word(names, "door"), ""


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


def draw_legend(stage: Stage, top: float) -> None:
    """Draw the legend across the picture, from the row *top* down."""
    s, theme = stage.scale, stage.theme
    width = stage.image.size[0]
    step = (width - 1.0 * s) / _COLUMNS
    for number, (sprite, name, told) in enumerate(_entries(stage)):
        x = 0.5 * s + (number % _COLUMNS) * step
        y = top + (0.62 + 1.3 * (number // _COLUMNS) + 0.1) * s
        sprite.centre(stage.image, x + 0.55 * s, y)
        text = x + max(1.22 * s, 0.72 * s + sprite.size[0] / 2)
        room = x + step - 0.18 * s - text
        write(
            stage.image,
            text,
            y - 0.3 * s if told else y,
            name,
            "semi",
            stage.letters(0.56),
            theme.paper_ink,
            width=room,
            least=stage.letters(),
        )
        if told:
            line = figures(told, stage.letters(0.58), theme.paper_ink)
            line.paste(stage.image, text, y + 0.31 * s - line.size[1] / 2)
