"""What the marks of the map mean: a small picture and a word each."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from engine.api import Term
from render import marks
from render.counters import CounterFace, counter
from render.linework import Ink, along, beside
from render.relief import Window
from render.sprites import Sprite
from render.themes import Colour, Theme
from render.war_of_the_pacific.stacks import anchor_badge, wake
from render.war_of_the_pacific.words import LEGEND_TERRAINS


@lru_cache(maxsize=16)
def entries(theme: Theme, scale: float) -> tuple[tuple[Sprite, Term], ...]:
    """Return the legend's lines for pictures of *scale* pixels to a unit."""
    side = max(14, round(scale * 0.72))
    lines = [
        (
            marks.hex_fill(scale * 0.42, theme.grounds[terrain.value].colour, 255),
            Term("terrain", terrain.value),
        )
        for terrain in LEGEND_TERRAINS
    ]
    lines += [
        (_stroke(theme, scale, _rail), Term("map", "railway")),
        (_stroke(theme, scale, _river), Term("map", "river")),
        (_stroke(theme, scale, _barrier), Term("map", "impassable")),
        (_stroke(theme, scale, _border), Term("map", "area_border")),
        (marks.flag("chile", side, theme.label), Term("map", "captured")),
        (
            counter(CounterFace("chile", "infantry", "", "", 2, 2), side, theme),
            Term("map", "steps"),
        ),
        (
            counter(CounterFace("chile", "infantry", "", "", 1, 2), side, theme),
            Term("map", "reduced"),
        ),
        (
            counter(CounterFace("peru", "ironclad", "", "", 1, 2, afloat=True), side, theme),
            Term("map", "damaged"),
        ),
        (anchor_badge(round(side * 0.8), theme), Term("map", "in_port")),
        (wake(side, theme), Term("map", "at_sea")),
    ]
    return tuple(lines)


def _stroke(
    theme: Theme, scale: float, draw: Callable[[Image.Image, Theme, Window], None]
) -> Sprite:
    window = Window(0, 0, 1, 0.5, scale)
    paper = Image.new("RGB", window.size, theme.paper)
    draw(paper, theme, window)
    return Sprite.of(paper.convert("RGBA"))


def _laid(image: Image.Image, window: Window, colour: Colour, ink: Ink) -> None:
    assert image.size == window.size
    ink.lay(image, colour)


def _rail(image: Image.Image, theme: Theme, window: Window) -> None:
    ink = Ink(window)
    line = [(0.0, 0.25), (1.0, 0.25)]
    ink.line(line, 0.07)
    for point, angle in along(line, 0.17, 0.08):
        ink.line([beside(point, angle, -0.12), beside(point, angle, 0.12)], 0.04)
    _laid(image, window, theme.rail, ink)


def _river(image: Image.Image, theme: Theme, window: Window) -> None:
    ink = Ink(window)
    ink.line([(0, 0.32), (0.25, 0.2), (0.5, 0.3), (0.75, 0.18), (1, 0.26)], 0.1)
    _laid(image, window, theme.river, ink)


def _barrier(image: Image.Image, theme: Theme, window: Window) -> None:
    ink, snow = Ink(window), Ink(window)
    for x in (0.2, 0.5, 0.8):
        ink.shape([(x - 0.17, 0.4), (x, 0.06), (x + 0.17, 0.4)])
        snow.shape([(x - 0.07, 0.2), (x, 0.06), (x + 0.07, 0.2)])
    _laid(image, window, theme.barrier, ink)
    _laid(image, window, theme.snow, snow)


def _border(image: Image.Image, theme: Theme, window: Window) -> None:
    ink = Ink(window)
    for k in range(5):
        ink.disc((0.1 + 0.2 * k, 0.25), 0.065)
    _laid(image, window, theme.area_ink, ink)
