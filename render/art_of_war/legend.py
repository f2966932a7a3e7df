"""What the ground, the blocks and the marks mean: a small picture and a few words each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine.api import Term
from engine.art_of_war.state import SOUTH, Feature, Table
from engine.art_of_war.survey import profile_of
from render import marks
from render.api import Names, word
from render.art_of_war import works
from render.art_of_war.blocks import BlockFace, block
from render.art_of_war.country import corners_of
from render.art_of_war.discs import DiscFace, disc
from render.art_of_war.heading import standard
from render.art_of_war.land import draw_land
from render.art_of_war.muster import symbol_of
from render.art_of_war.sheet import around
from render.art_of_war.signs import SIGNS
from render.art_of_war.symbols import SYMBOLS
from render.art_of_war.waters import course_of
from render.keys import MARK, Mark
from render.map_cache import drawn_once
from render.relief import Window
from render.sprites import Sprite
from render.symbols import Pen
from render.themes import Theme

FINE: Final = 4

_BANDS: Final = frozenset(("river", "stream", "road"))


def _kinds(table: Table) -> dict[str, Feature]:
    """Return a piece of each kind of terrain that lies on the table."""
    return {one.kind: one for one in reversed(tuple(table.features.values()))}


def _troops(table: Table) -> dict[str, str]:
    """Return the troops that can be seen, with the symbol of each."""
    found: dict[str, str] = {}
    for unit in table.units.values():
        found.setdefault(unit.troop, symbol_of(profile_of(unit)))
    return found


def legend(table: Table, theme: Theme, names: Names) -> Iterator[Mark]:
    """Yield every line of the key: terrain and troops that the table has, and all marks."""
    for kind, feature in sorted(_kinds(table).items()):
        yield Mark(_swatch(feature, theme, MARK), names(Term("terrain", kind)))
    for troop, symbol in _troops(table).items():
        yield Mark(_symbol(symbol, MARK, theme), names(Term("troop", troop)))
    yield from (Mark(sprite, word(names, key)) for key, sprite in _marks(theme, MARK))


def _marks(theme: Theme, size: int) -> Iterator[tuple[str, Sprite]]:
    """Yield the key and picture of every mark that is explained."""
    side = float(size)
    plain = BlockFace(SOUTH, "heavy", "", left=3, full=3)
    yield "front", _block(plain, side, theme)
    yield "pips", _sign(None, size, theme)
    yield "disordered", _block(BlockFace(SOUTH, "heavy", "", left=1, full=3), side, theme)
    for key in SIGNS:
        yield key, _sign(key, size, theme)
    yield "impetuous", _block(BlockFace(SOUTH, "heavy", "", impetuous=True), side, theme)
    yield "held", _block(BlockFace(SOUTH, "heavy", "", impetuous=True, held=True), side, theme)
    yield "general", disc(DiscFace(SOUTH, "", "competent", points=2), size - 6, theme, size // 2)
    yield "chief", disc(DiscFace(SOUTH, "", "ordinary", chief=True), size - 6, theme)
    yield "hesitating", disc(DiscFace(SOUTH, "", "ordinary", hesitating=True), size - 6, theme)
    yield "melee", _zigzag(size, theme)
    yield "fresh", marks.swords(size, theme.battle, theme.label_halo)
    yield "camp", works.camp(SOUTH, size * 0.62, 900, theme, (100, 160), "open")
    yield "fortified", works.camp(SOUTH, size * 0.62, 900, theme, (100, 160), "fortified")
    yield "work", works.work(SOUTH, size * 1.1, 0, theme, (100, 50))
    yield "ambush", works.ambush(SOUTH, size, theme, "", size // 3)
    yield "losses", standard(SOUTH, size, theme)


def _block(face: BlockFace, size: float, theme: Theme) -> Sprite:
    """Return a block as large as a close-up's, made small: its marks keep their shapes."""
    large = block(face, 3 * size, 0, theme)
    image = Image.merge("RGBA", (*large.colour.split(), large.mask))
    return Sprite.of(image.reduce(3))


@lru_cache(maxsize=64)
def _sign(key: str | None, size: int, theme: Theme) -> Sprite:
    """Return a sign, or the pips of cohesion, on a scrap of a block."""
    n = size * FINE
    fine = Image.new("RGBA", (n, n), (*theme.liveries[SOUTH].edge, 0))
    draw = ImageDraw.Draw(fine)
    livery = theme.liveries[SOUTH]
    draw.rounded_rectangle((0, n * 0.14, n - 1, n * 0.86), radius=n // 10, fill=livery.fill)
    if key is not None:
        SIGNS[key](draw, n / 2, n / 2, n * 0.56, livery.ink)
    else:
        for number in range(3):
            x, r = n * (0.22 + 0.28 * number), n * 0.1
            draw.ellipse((x - r, n / 2 - r, x + r, n / 2 + r), fill=livery.ink)
    return Sprite.of(fine.reduce(FINE))


@lru_cache(maxsize=128)
def _symbol(key: str, size: int, theme: Theme) -> Sprite:
    n = size * FINE
    livery = theme.liveries[SOUTH]
    fine = Image.new("RGBA", (n, n), (*livery.edge, 0))
    draw = ImageDraw.Draw(fine)
    draw.rounded_rectangle((0, n * 0.1, n - 1, n * 0.9), radius=n // 10, fill=livery.fill)
    SYMBOLS[key](Pen(draw, (n * 0.08, n * 0.24, n * 0.92, n * 0.76), livery.ink, livery.fill))
    return Sprite.of(fine.reduce(FINE))


@lru_cache(maxsize=16)
def _zigzag(size: int, theme: Theme) -> Sprite:
    n = size * FINE
    fine = Image.new("RGBA", (n, n), (*theme.label_halo, 0))
    draw = ImageDraw.Draw(fine)
    points = [(n * (0.06 + 0.176 * k), n * (0.6 if k % 2 else 0.4)) for k in range(6)]
    draw.line(points, fill=(*theme.label_halo, 255), width=round(n * 0.26), joint="curve")
    draw.line(points, fill=(*theme.battle, 255), width=round(n * 0.14), joint="curve")
    return Sprite.of(fine.reduce(FINE))


@lru_cache(maxsize=256)
def _swatch(feature: Feature, theme: Theme, size: int) -> Sprite:
    framed = Image.new("RGBA", (size + 2, size + 2), (*theme.paper_line, 255))
    framed.paste(_piece(feature, theme, size), (1, 1))
    return Sprite.of(framed)


@drawn_once(maxsize=64)
def _piece(feature: Feature, theme: Theme, size: int) -> Image.Image:
    """Return a piece out of a terrain element: of a band, at its middle."""
    corners = corners_of(feature)
    if feature.kind in _BANDS:
        course = course_of(corners)
        x, y = course[len(course) // 2]
        reach = 0.7
    else:
        left, top, right, bottom = around(corners)
        x, y = (left + right) / 2, (top + bottom) / 2
        reach = 0.42 * min(right - left, bottom - top)
    window = Window(x - reach, y - reach, x + reach, y + reach, size / (2 * reach))
    return draw_land((feature,), theme, window)
