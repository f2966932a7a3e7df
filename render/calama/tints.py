"""Colour laid on squares: tints, rims round several of them, rings round one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.data.grid.squares import row_col, square
from render.calama.land import SIDE, SIZE, centre
from render.calama.layout import Layout
from render.linework import Ink, Point, ahead, along
from render.shade import darken
from render.sprites import Sprite
from render.themes import Colour, Theme

SHADE = 104
"""How dark the rest of the map is while something is chosen, of 255."""


def box_of(layout: Layout, place: str) -> tuple[int, int, int, int]:
    """Return a square as a rectangle in pixels, right and bottom edges included."""
    x, y = centre(place)
    left, top = layout.window.at(x - SIDE / 2, y - SIDE / 2)
    right, bottom = layout.window.at(x + SIDE / 2, y + SIDE / 2)
    return round(left), round(top), round(right) - 1, round(bottom) - 1


def tint(image: Image.Image, layout: Layout, squares: Mapping[str, Colour], opacity: int) -> None:
    """Lay a veil of colour on squares."""
    for place, colour in sorted(squares.items()):
        if layout.shows(place):
            left, top, right, bottom = box_of(layout, place)
            veil = Image.new("L", (right - left + 1, bottom - top + 1), opacity)
            image.paste(colour, (left, top), veil)


def shade(image: Image.Image, theme: Theme, layout: Layout, lit: Iterable[str]) -> None:
    """Darken all squares but those in the light."""
    mask = Image.new("1", image.size, 0)
    draw = ImageDraw.Draw(mask)
    for place in layout.places:
        draw.rectangle(box_of(layout, place), fill=1)
    for place in lit:
        if layout.shows(place):
            draw.rectangle(box_of(layout, place), fill=0)
    darken(image, theme.veil, SHADE, mask)


def sides(
    layout: Layout, squares: Iterable[str], inset: float = 0.0, *, inner: bool = False
) -> list[tuple[Point, Point]]:
    """Return the sides of squares beyond which none of them lies, in units.

    Args:
        layout: Only sides of squares that it shows are returned.
        squares: All of them, also those that are not shown.
        inset: How far within the square its side is drawn.
        inner: Leave out sides along the edge of the board.
    """
    inside = frozenset(squares)
    found = []
    half = SIDE / 2
    for place in sorted(inside):
        if not layout.shows(place):
            continue
        x, y = centre(place)
        row, column = row_col(place)
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            beyond = _at(row + dr, column + dc)
            if beyond in inside or (inner and not beyond):
                continue
            far = half - inset
            if dr:
                found.append(((x - half, y + dr * far), (x + half, y + dr * far)))
            else:
                found.append(((x + dc * far, y - half), (x + dc * far, y + half)))
    return found


def _at(row: int, column: int) -> str:
    return square(row, column) if 1 <= row <= SIZE and 1 <= column <= SIZE else ""


def rim(
    image: Image.Image,
    layout: Layout,
    squares: Iterable[str],
    colours: tuple[Colour, Colour],
    width: float = 0.11,
) -> None:
    """Draw the outline of squares, those beside each other as one: dark, then bright within."""
    dark, bright = Ink(layout.window, 3.0), Ink(layout.window, 1.8)
    for ends in sides(layout, squares):
        for ink, wide in ((dark, width * 1.9), (bright, width)):
            ink.line(ends, wide)
            for end in ends:
                ink.disc(end, wide / 2)
    dark.lay(image, colours[0])
    bright.lay(image, colours[1])


def dashes(
    image: Image.Image,
    layout: Layout,
    squares: Iterable[str],
    colour: Colour,
    halo: Colour,
    width: float = 0.09,
    *,
    inner: bool = False,
) -> None:
    """Draw the outline of squares as dashes; *inner* leaves out the edge of the board."""
    pale, ink = Ink(layout.window, 2.0), Ink(layout.window, 1.4)
    for ends in sides(layout, squares, 0.03, inner=inner):
        for point, angle in along(ends, 0.4, 0.06):
            stroke = (point, ahead(point, angle, 0.24))
            pale.line(stroke, width * 2)
            ink.line(stroke, width)
    pale.lay(image, halo, 0.6)
    ink.lay(image, colour)


@lru_cache(maxsize=64)
def ring(side: int, colour: Colour, dark: Colour) -> Sprite:
    """Return a rim within a square of *side* pixels."""
    fine = Image.new("RGBA", (side * 2, side * 2), (*dark, 0))
    draw = ImageDraw.Draw(fine)
    thin = max(2, round(side * 0.035))
    for inset, width, ink in ((0, thin * 4, dark), (thin, thin * 3, colour)):
        draw.rounded_rectangle(
            (inset, inset, side * 2 - 1 - inset, side * 2 - 1 - inset),
            radius=side // 4,
            outline=(*ink, 255),
            width=width,
        )
    return Sprite.of(fine.reduce(2))
