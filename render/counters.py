"""Counters: what is printed on a unit, as a sprite of any size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render import symbols
from render.lettering import fitting, font, text_width
from render.sprites import Sprite
from render.themes import Livery, Theme

FINE = 4
"""Shapes are drawn this many times larger and reduced, for smooth edges."""

NAMES_FROM = 38
"""Side in pixels from which a counter also shows its name."""

_NAME_ROOM, _SHIP_ROOM, _LAND_ROOM = 0.9, 0.92, 0.5
"""How wide a name, a ship's figures and those of a land unit may be, as shares of the side."""


@dataclass(frozen=True, slots=True)
class CounterFace:
    """What a counter shows.

    Attributes:
        nation: Whose colours it wears.
        symbol: Key of :data:`render.symbols.SYMBOLS`.
        name: A few letters.
        values: The printed factors, as one short line.
        steps: Steps left.
        full: Steps when fresh.
        afloat: A ship: reduced means damaged, shown by fire instead of a band.
        cargo: Things aboard, 0 for none.
    """

    nation: str
    symbol: str
    name: str
    values: str
    steps: int
    full: int
    afloat: bool = False
    cargo: int = 0


def margin(side: int) -> int:
    """Return the room around a counter of *side* pixels that its sprite has for the shadow."""
    return max(2, side // 14)


@lru_cache(maxsize=256)
def counter(face: CounterFace, side: int, theme: Theme, least: int = 0) -> Sprite:
    """Return a counter of *side* pixels, with its shadow around it.

    Letters that would be smaller than *least* are left out, and the symbol has their room.
    """
    face = _readable(face, side, least)
    pad = margin(side)
    whole = side + 2 * pad
    big = Image.new("RGBA", (whole * FINE, whole * FINE), (0, 0, 0, 0))
    livery = theme.liveries[face.nation]
    _body(big, face, side, pad, livery)
    image = Image.alpha_composite(_shadow(whole, side, pad, theme), big.reduce(FINE))
    _figures(image, face, side, pad, theme, least)
    return Sprite.of(image)


def _readable(face: CounterFace, side: int, least: int) -> CounterFace:
    """Return a face with only what can be read on a counter of *side* pixels."""
    if not least:
        return face
    name = face.name if text_width(face.name, "bold", least) <= side * _NAME_ROOM else ""
    room = side * (_SHIP_ROOM if face.afloat else _LAND_ROOM)
    values = face.values if text_width(face.values, "bold", least) <= room else ""
    # Both together need three lines: name, symbol, figures.
    return replace(face, name=name if side >= 3.4 * least else "", values=values)


def _shadow(whole: int, side: int, pad: int, theme: Theme) -> Image.Image:
    mask = Image.new("L", (whole, whole), 0)
    drop = max(1, pad // 2)
    ImageDraw.Draw(mask).rounded_rectangle(
        (pad + drop - 1, pad + drop, pad + side - 1 + drop, pad + side - 1 + drop),
        radius=side // 7,
        fill=150,
    )
    shadow = Image.new("RGBA", (whole, whole), (*theme.shadow, 0))
    shadow.putalpha(mask.filter(ImageFilter.GaussianBlur(drop * 0.7)))
    return shadow


def _body(big: Image.Image, face: CounterFace, side: int, pad: int, livery: Livery) -> None:
    draw = ImageDraw.Draw(big)
    n, left = side * FINE, pad * FINE
    box = (left, left, left + n - 1, left + n - 1)
    rim = max(FINE, n // 22)
    draw.rounded_rectangle(box, radius=n // 8, fill=livery.fill, outline=livery.edge, width=rim)
    if face.steps < face.full and not face.afloat:
        _band(big, box, rim, livery)
        draw = ImageDraw.Draw(big)
    named = side >= NAMES_FROM and bool(face.name)
    if face.afloat:
        field = (0.09, 0.25 if named else 0.08, 0.91, 0.65 if named else 0.60)
        if not face.values:
            field = (0.07, 0.27 if named else 0.12, 0.93, 0.86)
    elif face.symbol in {"fort", "supply"}:
        field = (0.20, 0.24 if named else 0.11, 0.80, 0.64 if named else 0.58)
        if face.symbol == "supply":
            field = (0.12, 0.22, 0.88, 0.76)
    else:
        field = (0.20, 0.29 if named else 0.13, 0.80, 0.66 if named else 0.56)
    where = tuple(left + n * share for share in field)
    pen = symbols.Pen(draw, (where[0], where[1], where[2], where[3]), livery.ink, livery.fill)
    symbols.SYMBOLS[face.symbol](pen)
    if not face.afloat and face.symbol != "supply":
        _pips(draw, face, left, n, livery)


def _band(big: Image.Image, box: tuple[int, int, int, int], rim: int, livery: Livery) -> None:
    """Lay the broad stripe of a reduced unit across the counter, inside its rim."""
    left, top, right, bottom = box
    n = right - left
    stripe = Image.new("L", big.size, 0)
    ImageDraw.Draw(stripe).polygon(
        [
            (left, top + n * 0.62),
            (left, bottom),
            (left + n * 0.38, bottom),
            (right, top + n * 0.38),
            (right, top),
            (left + n * 0.62, top),
        ],
        fill=255,
    )
    inside = Image.new("L", big.size, 0)
    ImageDraw.Draw(inside).rounded_rectangle(
        (left + rim, top + rim, right - rim, bottom - rim), radius=n // 10, fill=255
    )
    big.paste(livery.band, (0, 0), Image.composite(stripe, Image.new("L", big.size, 0), inside))


def _pips(draw: ImageDraw.ImageDraw, face: CounterFace, left: int, n: int, livery: Livery) -> None:
    """Draw a pip a step: filled while the unit has it, hollow once lost."""
    radius = n * 0.072
    for step in range(face.full):
        x, y = left + n * (0.165 + 0.18 * step), left + n * 0.81
        box = (x - radius, y - radius, x + radius, y + radius)
        if step < face.steps:
            draw.ellipse(box, fill=livery.ink)
        else:
            draw.ellipse(box, fill=livery.fill, outline=livery.ink, width=max(FINE, n // 40))


def _figures(
    image: Image.Image, face: CounterFace, side: int, pad: int, theme: Theme, least: int
) -> None:
    """Write name and values at final size, where the font's hinting still works."""
    draw = ImageDraw.Draw(image)
    livery = theme.liveries[face.nation]
    middle = pad + side / 2
    if side >= NAMES_FROM and face.name:
        size = fitting(face.name, "bold", max(8, least, round(side * 0.215)), side * _NAME_ROOM)
        draw.text(
            (middle, pad + side * 0.145),
            face.name,
            font=font("bold", size),
            fill=livery.ink,
            anchor="mm",
        )
    if face.values:
        size = max(8, least, round(side * (0.30 if face.afloat else 0.33)))
        size = fitting(
            face.values, "bold", size, side * (_SHIP_ROOM if face.afloat else _LAND_ROOM)
        )
        at, anchor = (
            ((middle, pad + side * 0.80), "mm")
            if face.afloat
            else ((pad + side * 0.92, pad + side * 0.81), "rm")
        )
        draw.text(at, face.values, font=font("bold", size), fill=livery.ink, anchor=anchor)
    if face.afloat and face.steps < face.full:
        _fire(image, side, pad, theme)
    if face.cargo:
        _crate(image, face, side, pad, theme)


def _fire(image: Image.Image, side: int, pad: int, theme: Theme) -> None:
    """Set a damaged ship alight: a flame amidships, and a cut corner one sees from afar."""
    n = round(side * 0.46)
    patch = Image.new("RGBA", (n * FINE, n * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(patch)
    edge = n * FINE
    for share, ink, paper in (
        (0.0, theme.flame_edge, theme.flame_edge),
        (0.09, theme.battle, theme.flame),
    ):
        inset = edge * share
        symbols.flame(symbols.Pen(draw, (inset, inset, edge - inset, edge - inset), ink, paper))
    small = patch.reduce(FINE)
    image.alpha_composite(small, (pad + round(side * 0.56), pad + round(side * 0.20)))


def _crate(image: Image.Image, face: CounterFace, side: int, pad: int, theme: Theme) -> None:
    """Show how much a transport carries, on a tab at its lower left corner."""
    n = max(10, round(side * 0.34))
    draw = ImageDraw.Draw(image)
    livery = theme.liveries[face.nation]
    top = pad + side - n
    box = (pad + 1, top, pad + n, top + n - 1)
    draw.rounded_rectangle(box, radius=max(2, n // 5), fill=livery.ink, outline=livery.edge)
    draw.text(
        (pad + 0.5 + n / 2, top + n / 2),
        str(face.cargo),
        font=font("bold", max(8, round(n * 0.8))),
        fill=livery.fill,
        anchor="mm",
    )
