"""Pieces as counters: a nation's colours, the figure of a type, and its Strength in large."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render.calama.figures import FIGURES, MARKS
from render.lettering import font
from render.sprites import Sprite
from render.symbols import Pen, burst
from render.themes import Colour, Livery, Theme

FINE = 4
"""Shapes are drawn this many times larger and reduced, for smooth edges."""

FIGURES_FROM = 66
"""Side in pixels from which a counter also shows Resistance and Movement."""

_SMALL = 0.215
"""Size of the small figures, as a share of the side."""

_ROUND = {"chile": 0.14, "bolivia": 0.36}
"""How round a side's corners are: its shape tells it too, not its colour alone."""


@dataclass(frozen=True, slots=True)
class PieceFace:
    """What a counter shows.

    Attributes:
        side: Whose colours it wears.
        type: Key of :data:`render.calama.figures.FIGURES`.
        strength: The large figure; ``None`` leaves the figures out.
        resistance: A small figure on large counters.
        movement: Another.
        fought: Has had its combat of the round.
        pinned: Held fast by a charge.
        idle: Out of command.
    """

    side: str
    type: str
    strength: int | None = None
    resistance: int = 0
    movement: int = 0
    fought: bool = False
    pinned: bool = False
    idle: bool = False


def margin(side: int) -> int:
    """Return the room around a counter of *side* pixels that its sprite has for the shadow."""
    return max(2, side // 12)


@lru_cache(maxsize=256)
def counter(face: PieceFace, side: int, theme: Theme, least: int = 0) -> Sprite:
    """Return a counter of *side* pixels, with its shadow around it.

    Its small figures are left out where they would be smaller than *least*.
    """
    pad = margin(side)
    whole = side + 2 * pad
    livery = theme.liveries[face.side]
    big = Image.new("RGBA", (whole * FINE, whole * FINE), (*livery.edge, 0))
    _body(big, face, side, pad, livery)
    image = Image.alpha_composite(_shadow(whole, side, pad, face.side, theme), big.reduce(FINE))
    if face.strength is not None:
        _numbers(image, face, side, pad, livery, least)
    _badges(image, face, side, pad, theme)
    return Sprite.of(image)


def _shadow(whole: int, side: int, pad: int, nation: str, theme: Theme) -> Image.Image:
    mask = Image.new("L", (whole, whole), 0)
    drop = max(1, pad // 2)
    ImageDraw.Draw(mask).rounded_rectangle(
        (pad + drop - 1, pad + drop, pad + side - 1 + drop, pad + side - 1 + drop),
        radius=round(side * _ROUND[nation]),
        fill=170,
    )
    shadow = Image.new("RGBA", (whole, whole), (*theme.shadow, 0))
    shadow.putalpha(mask.filter(ImageFilter.GaussianBlur(drop * 0.7)))
    return shadow


def _body(big: Image.Image, face: PieceFace, side: int, pad: int, livery: Livery) -> None:
    draw = ImageDraw.Draw(big)
    n, left = side * FINE, pad * FINE
    box = (left, left, left + n - 1, left + n - 1)
    rim = max(FINE, n // 20)
    radius = round(n * _ROUND[face.side])
    fill, ink = _paint(face, livery)
    draw.rounded_rectangle(box, radius=radius, fill=fill, outline=livery.edge, width=rim)
    if face.idle:
        _hatch(big, box, rim, radius, livery)
        draw = ImageDraw.Draw(big)
    figure = (0.09, 0.06, 0.91, 0.552) if face.strength is not None else (0.06, 0.22, 0.94, 0.75)
    where = tuple(left + n * share for share in figure)
    pen = Pen(draw, (where[0], where[1], where[2], where[3]), ink, fill)
    FIGURES[face.type](pen)


def _paint(face: PieceFace, livery: Livery) -> tuple[Colour, Colour]:
    """Return ground and ink: out of command a counter is pale, and what is on it dark."""
    return (pale(livery), deep(livery)) if face.idle else (livery.fill, livery.ink)


def deep(livery: Livery) -> Colour:
    """Return a nation's dark tone; where its rim is the lighter one, half of its ground's light."""
    if sum(livery.edge) <= sum(livery.fill):
        return livery.edge
    red, green, blue = (value // 2 for value in livery.fill)
    return red, green, blue


def pale(livery: Livery) -> Colour:
    """Return the ground of a counter that nobody commands: washed out, still its nation's."""
    red, green, blue = ((2 * value + 3 * 255) // 5 for value in livery.band)
    return red, green, blue


def _hatch(
    big: Image.Image, box: tuple[int, int, int, int], rim: int, radius: int, livery: Livery
) -> None:
    """Hatch a counter that nobody commands."""
    left, top, right, bottom = box
    n = right - left
    stripes = Image.new("L", big.size, 0)
    draw = ImageDraw.Draw(stripes)
    for k in range(-6, 7):
        x = left + n * k / 5
        draw.line([(x, bottom), (x + n, top)], fill=255, width=max(FINE, n // 16))
    inside = Image.new("L", big.size, 0)
    ImageDraw.Draw(inside).rounded_rectangle(
        (left + rim, top + rim, right - rim, bottom - rim), radius=max(1, radius - rim), fill=255
    )
    nothing = Image.new("L", big.size, 0)
    stripes = Image.composite(stripes, nothing, inside).point([v * 3 // 5 for v in range(256)])
    big.paste(livery.band, (0, 0), stripes)


def _numbers(
    image: Image.Image, face: PieceFace, side: int, pad: int, livery: Livery, least: int
) -> None:
    """Write the figures at final size, where the font's hinting still works."""
    _, ink = _paint(face, livery)
    draw = ImageDraw.Draw(image)
    roomy = side >= FIGURES_FROM and round(side * _SMALL) >= least
    large = font("bold", max(9, round(side * (0.46 if roomy else 0.58))))
    middle = 0.72 if roomy else 0.64 if face.side == "chile" else 0.5
    spot = (pad + side * middle, pad + side * 0.755)
    text = str(face.strength)
    draw.text(spot, text, font=large, fill=ink, anchor="mm")
    if not roomy:
        return
    small = font("bold", round(side * _SMALL))
    for number, (key, value) in enumerate(
        (("resistance", face.resistance), ("movement", face.movement))
    ):
        x, y = pad + side * (0.13 if face.side == "chile" else 0.18), 0.66 + 0.195 * number
        icon = _mark(key, round(side * 0.17), ink)
        image.alpha_composite(icon, (round(x), round(pad + side * y - icon.size[1] / 2)))
        draw.text((x + side * 0.20, pad + side * y), str(value), font=small, fill=ink, anchor="lm")


@lru_cache(maxsize=64)
def _mark(key: str, size: int, ink: tuple[int, int, int]) -> Image.Image:
    fine = Image.new("RGBA", (size * FINE, size * FINE), (*ink, 0))
    edge = size * FINE
    MARKS[key](Pen(ImageDraw.Draw(fine), (edge * 0.06, 0, edge * 0.94, edge), ink, ink))
    return fine.reduce(FINE)


def attribute_mark(key: str, size: int, ink: tuple[int, int, int]) -> Sprite:
    """Return the mark of an attribute."""
    return Sprite.of(_mark(key, size, ink))


# -- badges --------------------------------------------------------------------------------------


def _badges(image: Image.Image, face: PieceFace, side: int, pad: int, theme: Theme) -> None:
    size = max(9, round(side * 0.34))
    if face.fought:
        badge = fought_badge(size, theme)
        image.alpha_composite(badge, (pad + side - size + pad // 2, pad - pad // 2))
    if face.pinned:
        badge = pinned_badge(size, theme)
        image.alpha_composite(badge, (pad - pad // 2, pad - pad // 2))


@lru_cache(maxsize=64)
def fought_badge(size: int, theme: Theme) -> Image.Image:
    """Return a burst of smoke: the piece has had its combat."""
    n = size * FINE
    fine = Image.new("RGBA", (n, n), (*theme.label, 0))
    draw = ImageDraw.Draw(fine)
    for reach, ink in ((0.5, theme.label), (0.42, theme.highlight)):
        draw.polygon(burst(n / 2, n / 2, n * reach, n * reach * 0.62, 9), fill=(*ink, 255))
    draw.ellipse((n * 0.4, n * 0.4, n * 0.6, n * 0.6), fill=(*theme.battle, 255))
    return fine.reduce(FINE)


@lru_cache(maxsize=64)
def pinned_badge(size: int, theme: Theme) -> Image.Image:
    """Return a padlock: the piece is held by a charge."""
    n = size * FINE
    fine = Image.new("RGBA", (n, n), (*theme.label, 0))
    draw = ImageDraw.Draw(fine)
    draw.ellipse((0, 0, n - 1, n - 1), fill=(*theme.battle, 255))
    thin = max(2, round(n * 0.11))
    draw.arc((n * 0.32, n * 0.16, n * 0.68, n * 0.6), 180, 360, (*theme.label_halo, 255), thin)
    draw.line([(n * 0.37, n * 0.38), (n * 0.37, n * 0.5)], (*theme.label_halo, 255), thin)
    draw.line([(n * 0.63, n * 0.38), (n * 0.63, n * 0.5)], (*theme.label_halo, 255), thin)
    draw.rectangle((n * 0.26, n * 0.44, n * 0.74, n * 0.78), fill=(*theme.label_halo, 255))
    return fine.reduce(FINE)
