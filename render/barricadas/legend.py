"""What the ground and the marks mean: a small picture and a few words each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engine.api import Term
from engine.barricadas.board import Ground, WayKind
from engine.barricadas.tables.obstacles import OBSTACLES
from render import marks
from render.api import Names, word
from render.barricadas.chart import draw_land
from render.barricadas.counters import CounterFace, Figure, counter, shade
from render.barricadas.land import Chart
from render.barricadas.marks import badge
from render.barricadas.works import flag_sprite, obstacle, sandbags
from render.keys import MARK, Mark
from render.map_cache import drawn_once
from render.relief import Window
from render.sprites import Sprite
from render.themes import Theme

_BADGES = ("finished", "reaction", "kept", "out", "routed", "moved", "unseen", "aboard", "afoot")
_GROUNDS = tuple(one for one in Ground if one is not Ground.MAJOR_RIVER)


def legend(chart: Chart, theme: Theme, names: Names) -> Iterator[Mark]:
    """Yield every line of the key: grounds as they look on this chart, and all marks."""
    return (Mark(sprite, text) for sprite, text in _entries(chart, theme, MARK, names))


def _entries(chart: Chart, theme: Theme, size: int, names: Names) -> Iterator[tuple[Sprite, str]]:
    """Yield every entry: its picture and its name."""
    for ground in _GROUNDS:
        yield _swatch(chart, theme, ground, size), names(Term("terrain", ground.value))
    for way in WayKind:
        yield _way_swatch(chart, theme, way, size), names(Term("way", way.value))
    yield _levels(theme, size), word(names, "level")
    yield flag_sprite("republican", size, theme.paper_ink), names(Term("seat", "republican"))
    yield flag_sprite("nationalist", size, theme.paper_ink), names(Term("seat", "nationalist"))
    town = marks.hex_ring(size * 0.46, theme.victory, theme.victory_ink)
    yield town, word(names, "town")
    yield sandbags(size * 0.6, theme), word(names, "position")
    for kind in OBSTACLES:
        yield (
            obstacle(kind, size * (0.6 if kind == "wire" else 1.4), theme),
            names(Term("obstacle", kind)),
        )
    figures = CounterFace("republican", "popular_army", "infantry", "", (Figure("AP", 5, 2),))
    yield counter(figures, size, theme), word(names, "figures")
    hurt = CounterFace("nationalist", "national_army", "infantry", "", (), 2)
    yield counter(hurt, size, theme), word(names, "reduced")
    yield Sprite.of(badge("hit", round(size * 0.7), theme)), word(names, "hits")
    hidden = shade(size, round(size * 0.6), theme, "both")
    yield hidden, word(names, "shade")
    for key in _BADGES:
        yield Sprite.of(badge(key, round(size * 0.7), theme)), word(names, key)


@lru_cache(maxsize=256)
def _swatch(chart: Chart, theme: Theme, ground: Ground, size: int) -> Sprite:
    """Return a hex of a ground as it looks; where there is none on the ground, of the plain."""
    places = [one for one, each in chart.battlefield.hexes.items() if each.terrain is ground]
    return _cut(chart, theme, places[0] if places else next(iter(chart.battlefield.hexes)), size)


@lru_cache(maxsize=64)
def _way_swatch(chart: Chart, theme: Theme, kind: WayKind, size: int) -> Sprite:
    """Return a hex with a road of a kind, away from all houses and woods."""
    along = [one for (one, _), found in chart.battlefield.boards.roads.items() if found is kind]
    here = [one for one in along if one in chart.battlefield.hexes]
    plain = [one for one in here if chart.battlefield.hexes[one].terrain is Ground.OPEN]
    return _cut(chart, theme, (plain or here or list(chart.battlefield.hexes))[0], size)


def _cut(chart: Chart, theme: Theme, place: str, size: int) -> Sprite:
    framed = Image.new("RGBA", (size + 2, size + 2), (*theme.paper_line, 255))
    framed.paste(_piece(chart, theme, place, size), (1, 1))
    return Sprite.of(framed)


@drawn_once(maxsize=64)
def _piece(chart: Chart, theme: Theme, place: str, size: int) -> Image.Image:
    x, y = chart.centre(place)
    window = Window(x - 0.8, y - 0.8, x + 0.8, y + 0.8, size / 1.6)
    return draw_land(chart, theme, window)


@lru_cache(maxsize=16)
def _levels(theme: Theme, size: int) -> Sprite:
    """Return the tints of the levels of hill, from the plain up."""
    image = Image.new("RGBA", (size, size), (*theme.paper_line, 255))
    for level in range(5):
        top = size - (level + 1) * size // 5
        tone = Image.new("RGB", (size - 2, size // 5), theme.squares[f"level_{level}"].colour)
        image.paste(tone, (1, top))
    return Sprite.of(image)
