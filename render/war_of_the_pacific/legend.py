"""What the marks of the map mean: a small picture and a word each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.api import Term
from render import marks
from render.api import Names
from render.counters import CounterFace, counter
from render.keys import LETTERS, Mark
from render.lettering import lettered, write
from render.linework import Ink, along, beside
from render.relief import Window
from render.sprites import Sprite
from render.themes import Colour, Theme
from render.war_of_the_pacific.piles import MINUS
from render.war_of_the_pacific.stacks import anchor_badge, count_badge, wake
from render.war_of_the_pacific.words import LEGEND_TERRAINS

SCALE, SIDE = 62.0, 42
"""Pixels to a unit of what is shown of the land, and the side of counters."""


def legend(theme: Theme, names: Names) -> Iterator[Mark]:
    """Yield every line of the key: every mark of the whole map, with the word for it."""
    return (Mark(sprite, names(term)) for sprite, term in entries(theme))


@lru_cache(maxsize=16)
def entries(theme: Theme) -> tuple[tuple[Sprite, Term], ...]:
    """Return every mark of the whole map, with the word for it."""
    chile = theme.sides["chile"]
    lines = [
        (
            marks.hex_fill(SCALE * 0.34, theme.grounds[terrain.value].colour, 255),
            Term("terrain", terrain.value),
        )
        for terrain in LEGEND_TERRAINS
    ]
    lines += [
        (_stroke(theme, SCALE, _rail), Term("map", "railway")),
        (_stroke(theme, SCALE, _river), Term("map", "river")),
        (_stroke(theme, SCALE, _barrier), Term("map", "impassable")),
        (_stroke(theme, SCALE, _border), Term("map", "area_border")),
        (_coin(theme), Term("map", "victory_points")),
        (marks.flag("chile", SIDE, theme.label), Term("map", "captured")),
        (_counter(theme, "chile", "infantry"), Term("map", "steps")),
        (_counter(theme, "chile", "infantry", steps=1), Term("map", "reduced")),
        (_counter(theme, "peru", "ironclad", steps=1), Term("map", "damaged")),
        (count_badge(3, round(SIDE * 0.8), theme), Term("map", "count")),
        (_counter(theme, "peru", "supply"), Term("map", "columns")),
        (_counter(theme, "peru", "fort"), Term("map", "fort")),
        (_values(theme), Term("map", "ship_figures")),
        (anchor_badge(round(SIDE * 0.8), theme), Term("map", "in_port")),
        (wake(SIDE, theme), Term("map", "at_sea")),
        (lettered("[…]", "bold", LETTERS, theme.paper_ink), Term("map", "aboard")),
        (marks.dash(48, 10, chile.fill, theme.label_halo, 0), Term("map", "track")),
        (marks.cross(SIDE, theme.battle, theme.label_halo), Term("map", "lost")),
        (marks.starburst(48, f"{MINUS}1", theme.battle, theme.label_halo), Term("map", "hurt")),
        (marks.swords(SIDE, theme.battle, theme.label_halo), Term("map", "fight")),
        (marks.hex_ring(20, theme.highlight, theme.label), Term("map", "under_way")),
        (goal("6", theme, SIDE, LETTERS), Term("map", "goal")),
        (_coming(theme), Term("map", "coming")),
    ]
    return tuple(lines)


def _counter(theme: Theme, nation: str, symbol: str, steps: int = 2) -> Sprite:
    face = CounterFace(nation, symbol, "", "", steps, 2, afloat=symbol == "ironclad")
    return counter(face, SIDE, theme)


def _coin(theme: Theme) -> Sprite:
    image = Image.new("RGBA", (SIDE, SIDE), (*theme.paper, 0))
    marks.dot(SIDE, theme.victory, theme.victory_ink).paste(image, 0, 0)
    write(image, SIDE / 2, SIDE / 2, "2", "bold", LETTERS, theme.victory_ink, "m")
    return Sprite.of(image)


@lru_cache(maxsize=64)
def goal(points: str, theme: Theme, side: int, letters: int) -> Sprite:
    """Return the coin of a turn at whose end points decide, *side* pixels across."""
    image = Image.new("RGBA", (side, side), (*theme.victory_ink, 0))
    marks.dot(side, theme.victory_ink, theme.victory_ink).paste(image, 0, 0)
    marks.dot(side - 4, theme.victory, theme.victory).centre(image, side / 2, side / 2)
    write(image, side / 2, side / 2, points, "bold", letters, theme.victory_ink, "m")
    return Sprite.of(image)


def _coming(theme: Theme) -> Sprite:
    """Return the figure of what comes in a turn."""
    livery = theme.liveries["chile"]
    side = SIDE - 8
    image = Image.new("RGBA", (side, side), (*theme.paper, 0))
    ImageDraw.Draw(image).rounded_rectangle(
        (0, 0, side - 1, side - 1), 7, fill=livery.fill, outline=livery.edge
    )
    write(image, side / 2, side / 2, "4", "bold", LETTERS, livery.ink, "m")
    return Sprite.of(image)


def _values(theme: Theme) -> Sprite:
    """Return the figures of a ship: gunfire, armour and speed."""
    return lettered("5 2 0", "bold", LETTERS - 4, theme.paper_ink)


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
