"""Counters: whose they are, what they are, what they fire with, and what is marked on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from render.barricadas.marks import STRIPES, badge, draw_bands
from render.barricadas.symbols import SYMBOLS
from render.lettering import fitting, font, text_width
from render.linework import Point
from render.sprites import Sprite
from render.symbols import Pen
from render.themes import Colour, Livery, Theme

FINE = 4
"""Shapes are drawn this many times larger and reduced, for smooth edges."""

STRIPE = 0.13
"""How high the stripe of the faction is, as a share of the side."""

_PIPS_FROM = 40
"""Side in pixels from which a counter shows a pip a step."""

_ROUND = {"republican": 0.08, "nationalist": 0.2}
"""How round a side's corners are: its shape tells it too, not its colour alone."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A square of a counter: its munition, its fire factor now, and its range."""

    munition: str
    factor: int
    range: int


@dataclass(frozen=True, slots=True)
class CounterFace:
    """What a counter shows.

    Attributes:
        side: Whose it is.
        faction: Key of its stripe.
        symbol: Key of :data:`render.barricadas.symbols.SYMBOLS`.
        name: Letter of its unit and number.
        figures: What it fires with.
        hits: Steps lost, of three.
        steps: Whether it has steps at all.
        badges: Keys of what is marked on it.
        idle: Has done its action of the turn: pale.
    """

    side: str
    faction: str
    symbol: str
    name: str
    figures: tuple[Figure, ...] = ()
    hits: int = 0
    steps: bool = True
    badges: tuple[str, ...] = ()
    idle: bool = False


def margin(side: int) -> int:
    """Return the room around a counter of *side* pixels that its sprite has."""
    return max(3, side // 8)


@lru_cache(maxsize=512)
def counter(face: CounterFace, side: int, theme: Theme, least: int = 0) -> Sprite:
    """Return a counter of *side* pixels, its shadow and badges around it.

    What would be written smaller than *least* pixels is left out, and the symbol has its room.
    """
    pad = margin(side)
    whole = side + 2 * pad
    livery = theme.liveries[face.side]
    plan = _plan(face, side, least)
    big = Image.new("RGBA", (whole * FINE, whole * FINE), (*livery.edge, 0))
    _body(big, face, side, pad, livery, plan)
    image = Image.alpha_composite(_shadow(whole, side, pad, face.side, theme), big.reduce(FINE))
    _write(image, face, side, pad, theme, plan)
    _badges(image, face, side, pad, theme)
    return Sprite.of(image)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What there is room for on a counter, sizes in pixels; 0 where there is none."""

    name: int
    figure: int
    ranged: bool
    symbol: tuple[float, float, float, float]


def _plan(face: CounterFace, side: int, least: int) -> _Plan:
    """Lay a counter out: name and symbol above, what it fires with beneath."""
    name = max(least, round(side * 0.26))
    room = 0.9 * side
    named = bool(face.name) and text_width(face.name, "bold", name) <= room and name <= 0.8 * side
    name = fitting(face.name, "bold", name, room, least or 6) if named else 0
    figure = max(least, round(side * 0.27))
    # Stripe, name and figures one above the other.
    two = STRIPE * side + 1.0 * name + 1.05 * figure <= 1.02 * side
    figured = bool(face.figures) and two
    wide = sum(_wide(one, figure, ranged=False) for one in face.figures) + 2
    if figured and wide > room:
        figured = False
    ranged = sum(_wide(one, figure, ranged=True) for one in face.figures) + 2 <= room
    top = STRIPE + 0.05
    across = text_width(face.name, "bold", name) / side if name else 0.0
    middle = top + 0.95 * name / side if name else top
    if not figured and name:
        # The whole breadth beneath the name is the symbol's, if that is anything.
        symbol = (0.14, middle + 0.02, 0.86, 0.93) if middle < 0.72 else (0.0, 0.0, 0.0, 0.0)
    elif not figured:
        symbol = (0.1, top + 0.06, 0.9, 0.9)
    elif 0.88 - across > 0.34:
        symbol = (max(0.42, across + 0.11), top + 0.015, 0.92, max(middle, top + 0.24))
    else:
        symbol = (0.0, 0.0, 0.0, 0.0)
    return _Plan(name, figure if figured else 0, figured and ranged, symbol)


def _wide(one: Figure, size: int, *, ranged: bool) -> float:
    """Return how wide a square and the range behind it are, in pixels."""
    square = max(size * 1.02, text_width(str(one.factor), "bold", size) + size * 0.34)
    behind = text_width(str(one.range), "bold", round(size * 0.9)) + size * 0.22 if ranged else 0.0
    return square + behind + size * 0.16


def _shadow(whole: int, side: int, pad: int, nation: str, theme: Theme) -> Image.Image:
    mask = Image.new("L", (whole, whole), 0)
    drop = max(1, side // 24)
    ImageDraw.Draw(mask).rounded_rectangle(
        (pad + drop - 1, pad + drop, pad + side - 1 + drop, pad + side - 1 + drop),
        radius=round(side * _ROUND.get(nation, 0.14)),
        fill=170,
    )
    shadow = Image.new("RGBA", (whole, whole), (*theme.shadow, 0))
    shadow.putalpha(mask.filter(ImageFilter.GaussianBlur(drop * 0.7)))
    return shadow


def paint_of(face: CounterFace, livery: Livery) -> Colour:
    """Return the ground of a counter: pale once it has done its action of the turn."""
    return pale(livery) if face.idle else livery.fill


def pale(livery: Livery) -> Colour:
    """Return the ground of a counter that has done its action: half way to grey."""
    grey = round(sum(livery.fill) / 3)
    red, green, blue = ((value + 2 * grey) // 3 for value in livery.fill)
    return red, green, blue


def _body(
    big: Image.Image, face: CounterFace, side: int, pad: int, livery: Livery, plan: _Plan
) -> None:
    draw = ImageDraw.Draw(big)
    n, left = side * FINE, pad * FINE
    box = (left, left, left + n - 1, left + n - 1)
    rim = max(FINE, n // 22)
    radius = round(n * _ROUND[face.side])
    fill = paint_of(face, livery)
    inside = Image.new("L", big.size, 0)
    ImageDraw.Draw(inside).rounded_rectangle(
        (left + rim, left + rim, left + n - 1 - rim, left + n - 1 - rim),
        radius=max(1, radius - rim),
        fill=255,
    )
    draw.rounded_rectangle(box, radius=radius, fill=livery.edge)
    ground = Image.new("RGBA", big.size, (*fill, 255))
    on = ImageDraw.Draw(ground)
    if face.hits > 1:
        _band(on, left, n, livery.band)
    draw_bands(on, STRIPES[face.faction], (left, left, left + n, left + n * STRIPE))
    on.rectangle(
        (left, left + n * STRIPE, left + n, left + n * STRIPE + rim * 0.5), fill=livery.edge
    )
    if plan.symbol[2]:
        where = tuple(left + n * share for share in plan.symbol)
        pen = Pen(on, _shaped((where[0], where[1], where[2], where[3])), livery.ink, fill)
        SYMBOLS[face.symbol](pen)
    big.paste(ground, (0, 0), inside)
    if face.steps and side >= _PIPS_FROM:
        _pips(ImageDraw.Draw(big), face, left, n, livery, fill)


def _shaped(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return the middle of a box, five to three as symbols are."""
    left, top, right, bottom = box
    wide = min(right - left, (bottom - top) * 5 / 3)
    x, y, high = (left + right) / 2, (top + bottom) / 2, wide * 0.6
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _band(draw: ImageDraw.ImageDraw, left: float, n: float, ink: Colour) -> None:
    """Lay the red band of the reduced side across a counter."""
    draw.polygon(
        [
            (left, left + n * 0.80),
            (left, left + n),
            (left + n * 0.16, left + n),
            (left + n, left + n * 0.30),
            (left + n, left + n * 0.13),
            (left + n * 0.80, left + n * 0.13),
        ],
        fill=ink,
    )


def _pips(
    draw: ImageDraw.ImageDraw, face: CounterFace, left: int, n: int, livery: Livery, fill: Colour
) -> None:
    """Draw a pip a step up the right edge, hollow once lost."""
    radius = n * 0.052
    for step in range(3):
        x, y = left + n * 0.905, left + n * (0.9 - 0.135 * step)
        box = (x - radius, y - radius, x + radius, y + radius)
        whole = step < 3 - face.hits
        draw.ellipse(box, fill=livery.ink if whole else fill, outline=livery.ink, width=FINE)


def _write(
    image: Image.Image, face: CounterFace, side: int, pad: int, theme: Theme, plan: _Plan
) -> None:
    """Write name and figures at final size, where the font's hinting still works."""
    draw = ImageDraw.Draw(image)
    livery = theme.liveries[face.side]
    # The band of the reduced side lies beneath what is written.
    spread, under = (2 if face.hits > 1 else 0), paint_of(face, livery)
    if plan.name:
        top = pad + side * (STRIPE + 0.04) + 0.47 * plan.name
        used = font("bold", plan.name)
        if plan.symbol[0] < 0.3 and not plan.figure:
            at, anchor = (pad + side / 2, top), "mm"
        else:
            at, anchor = (pad + side * 0.085, top), "lm"
        draw.text(
            at,
            face.name,
            font=used,
            fill=livery.ink,
            anchor=anchor,
            stroke_width=spread,
            stroke_fill=under,
        )
    if plan.figure:
        x, size = pad + side * 0.08, plan.figure
        middle = pad + side * 0.93 - size * 0.52
        for one in face.figures:
            x = _square(draw, one, (x, middle), size, theme)
            if plan.ranged:
                used = font("bold", round(size * 0.9))
                text = str(one.range)
                draw.text(
                    (x, middle),
                    text,
                    font=used,
                    fill=livery.ink,
                    anchor="lm",
                    stroke_width=spread,
                    stroke_fill=under,
                )
                x += used.getlength(text)
            x += size * 0.16


def _square(draw: ImageDraw.ImageDraw, one: Figure, at: Point, size: int, theme: Theme) -> float:
    """Draw a square with a fire factor in it; return where the range goes."""
    x, y = at
    text = str(one.factor)
    wide = max(size * 1.02, text_width(text, "bold", size) + size * 0.34)
    box = (round(x), round(y - size * 0.52), round(x + wide), round(y + size * 0.52))
    ink = theme.victory_ink
    draw.rectangle(
        box, fill=theme.inks[one.munition.lower()], outline=ink, width=max(1, size // 14)
    )
    draw.text(
        ((box[0] + box[2]) / 2 + 0.5, y), text, font=font("bold", size), fill=ink, anchor="mm"
    )
    return x + wide + size * 0.12


def _badges(image: Image.Image, face: CounterFace, side: int, pad: int, theme: Theme) -> None:
    """Lay the badges along the head of a counter, from the right."""
    keys = (*(("hit",) if face.hits == 1 else ()), *face.badges)
    size = max(11, round(side * 0.30))
    step = min(size * 0.92, (side + pad) / max(1, len(keys)))
    for number, key in enumerate(keys):
        left = pad + side + pad * 0.7 - size - number * step
        image.alpha_composite(badge(key, size, theme), (max(0, round(left)), 0))


@lru_cache(maxsize=64)
def shade(side: int, size: int, theme: Theme, nation: str) -> Sprite:
    """Return the marker of those who are not recognised: a counter with a question mark.

    Where nobody can tell whose they are it wears no side's colours.
    """
    pad = margin(side)
    whole = side + 2 * pad
    nobody = Livery(theme.paper, theme.paper_ink, theme.paper_ink, theme.paper_faint)
    livery = theme.liveries.get(nation, nobody)
    big = Image.new("RGBA", (whole * FINE, whole * FINE), (*livery.edge, 0))
    n, left = side * FINE, pad * FINE
    draw = ImageDraw.Draw(big)
    radius = round(n * _ROUND.get(nation, 0.14))
    draw.rounded_rectangle(
        (left, left, left + n - 1, left + n - 1),
        radius=radius,
        fill=livery.fill,
        outline=livery.edge,
        width=max(FINE, n // 14),
    )
    for k in range(1, 6):
        inset = left + n * 0.06
        x = left + n * k / 6
        draw.line([(x, inset), (x, left + n - n * 0.06)], fill=livery.band, width=max(1, n // 40))
    draw.ellipse((left + n * 0.2, left + n * 0.2, left + n * 0.8, left + n * 0.8), fill=livery.edge)
    image = Image.alpha_composite(_shadow(whole, side, pad, nation, theme), big.reduce(FINE))
    ImageDraw.Draw(image).text(
        (whole / 2, whole / 2), "?", font=font("bold", size), fill=livery.fill, anchor="mm"
    )
    return Sprite.of(image)
