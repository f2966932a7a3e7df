"""Marks laid on a map: rings, trails with arrow heads, crosses, bursts, chits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, degrees, hypot, pi, sin

from PIL import Image, ImageDraw, ImageFilter

from render.lettering import font, striking
from render.linework import Point, along, smooth
from render.sprites import Sprite
from render.symbols import burst
from render.themes import Colour, Theme

FINE = 4
TURNS = 72
"""Arrow heads are made for so many directions."""


def _hexagon(scale: float, grow: float, offset: float) -> list[Point]:
    radius = scale * grow
    return [
        (offset + radius * cos(pi * k / 3), offset + radius * sin(pi * k / 3)) for k in range(6)
    ]


@lru_cache(maxsize=64)
def hex_ring(scale: float, colour: Colour, dark: Colour) -> Sprite:
    """Return a glowing rim around a hex."""
    size = round(scale * 2.5)
    glow = Image.new("L", (size, size), 0)
    points = _hexagon(scale, 0.94, size / 2)
    ImageDraw.Draw(glow).line(
        [*points, points[0], points[1]], fill=255, width=max(4, round(scale * 0.26)), joint="curve"
    )
    glow = glow.filter(ImageFilter.GaussianBlur(max(1.0, scale * 0.07)))
    image = Image.new("RGBA", (size, size), (*colour, 0))
    image.putalpha(glow.point([value * 3 // 4 for value in range(256)]))
    fine = Image.new("RGBA", (size * 2, size * 2), (0, 0, 0, 0))
    draw = ImageDraw.Draw(fine)
    big = _hexagon(scale * 2, 0.94, size)
    for width, ink in ((0.13, dark), (0.07, colour)):
        draw.line(
            [*big, big[0], big[1]],
            fill=(*ink, 255),
            width=max(2, round(scale * 2 * width)),
            joint="curve",
        )
    return Sprite.of(Image.alpha_composite(image, fine.reduce(2)))


@lru_cache(maxsize=64)
def hex_fill(scale: float, colour: Colour, opacity: int) -> Sprite:
    """Return a hex filled with a veil of colour."""
    width, height = round(scale * 2) + 2, round(scale * 1.7321) + 2
    fine = Image.new("L", (width * FINE, height * FINE), 0)
    middle = (width * FINE / 2, height * FINE / 2)
    ImageDraw.Draw(fine).polygon(
        [
            (middle[0] + scale * FINE * cos(pi * k / 3), middle[1] + scale * FINE * sin(pi * k / 3))
            for k in range(6)
        ],
        fill=opacity,
    )
    image = Image.new("RGBA", (width, height), (*colour, 0))
    image.putalpha(fine.reduce(FINE))
    return Sprite.of(image)


@lru_cache(maxsize=128)
def dot(size: int, colour: Colour, rim: Colour) -> Sprite:
    """Return a round dot with a rim."""
    fine = Image.new("RGBA", (size * FINE, size * FINE), (*rim, 0))
    draw = ImageDraw.Draw(fine)
    edge = size * FINE - 1
    draw.ellipse((0, 0, edge, edge), fill=(*rim, 255))
    inset = size * FINE * 0.2
    draw.ellipse((inset, inset, edge - inset, edge - inset), fill=(*colour, 255))
    return Sprite.of(fine.reduce(FINE))


@lru_cache(maxsize=512)
def dash(long: int, thick: int, colour: Colour, rim: Colour, turn: int) -> Sprite:
    """Return a stroke with a rim; *turn* counts :data:`TURNS` of a circle."""
    size = long + 4
    fine = Image.new("RGBA", (size * FINE, size * FINE), (*rim, 0))
    draw = ImageDraw.Draw(fine)
    middle, angle = size * FINE / 2, 2 * pi * turn / TURNS
    edge = max(1.0, thick * 0.22) * FINE
    for width, ink in ((thick * FINE, rim), (thick * FINE - 2 * edge, colour)):
        reach = (long - thick) * FINE / 2
        dx, dy = reach * cos(angle), reach * sin(angle)
        ends = [(middle - dx, middle - dy), (middle + dx, middle + dy)]
        draw.line(ends, fill=(*ink, 255), width=round(width))
        for x, y in ends:
            half = width / 2
            draw.ellipse((x - half, y - half, x + half, y + half), fill=(*ink, 255))
    return Sprite.of(fine.reduce(FINE))


@lru_cache(maxsize=512)
def arrow_head(size: int, colour: Colour, rim: Colour, turn: int) -> Sprite:
    """Return an arrow head; *turn* counts :data:`TURNS` of a circle, clockwise from the right."""
    fine = Image.new("RGBA", (size * FINE, size * FINE), (*rim, 0))
    draw = ImageDraw.Draw(fine)
    middle = size * FINE / 2
    angle = 2 * pi * turn / TURNS
    for reach, ink in ((0.98, rim), (0.66, colour)):
        r = middle * reach
        shift = middle * (0.98 - reach) * 0.25
        points = []
        for share, spoke in ((1.0, 0.0), (0.95, 2.45), (0.35, pi), (0.95, -2.45)):
            points.append(
                (
                    middle + r * share * cos(angle + spoke) - shift * cos(angle),
                    middle + r * share * sin(angle + spoke) - shift * sin(angle),
                )
            )
        draw.polygon(points, fill=(*ink, 255))
    return Sprite.of(fine.reduce(FINE))


def trail(
    image: Image.Image,
    points: Sequence[Point],
    scale: float,
    colour: Colour,
    rim: Colour,
    *,
    start: float = 0.2,
    stop: float = 0.62,
    dashed: bool = False,
) -> None:
    """Draw a trail of dots, or of dashes, with an arrow head, along *points* in pixels.

    Args:
        image: The picture.
        points: The way; it is smoothed.
        scale: Pixels to a unit.
        colour: The dots or dashes.
        rim: Their rims.
        start: How far after its first point the dots begin, in units.
        stop: How far before its last point the head ends, in units.
        dashed: Dashes, not dots.
    """
    course = smooth(list(points), 2)
    marks = along(course, (0.42 if dashed else 0.27) * scale, start * scale)
    end = course[-1]
    marks = [
        mark
        for mark in marks
        if hypot(mark[0][0] - end[0], mark[0][1] - end[1]) > (stop + 0.2) * scale
    ]
    if not marks:
        marks = along(course, max(1.0, 0.4 * scale), 0.4 * scale)[:1]
    if not marks:
        return
    size = max(6, round(scale * 0.19))
    for (x, y), angle in marks[:-1]:
        if dashed:
            turn = round(degrees(angle) / 360 * TURNS) % (TURNS // 2)
            stroke = dash(
                max(10, round(scale * 0.34)), max(5, round(scale * 0.15)), colour, rim, turn
            )
            stroke.centre(image, x, y)
        else:
            dot(size, colour, rim).centre(image, x, y)
    (x, y), angle = marks[-1]
    turn = round(degrees(angle) / 360 * TURNS) % TURNS
    arrow_head(max(14, round(scale * 0.62)), colour, rim, turn).centre(image, x, y)


@lru_cache(maxsize=64)
def cross(size: int, colour: Colour, rim: Colour) -> Sprite:
    """Return a cross that strikes a counter out."""
    fine = Image.new("RGBA", (size * FINE, size * FINE), (*rim, 0))
    draw = ImageDraw.Draw(fine)
    a, b = size * FINE * 0.14, size * FINE * 0.86
    for width, ink in ((0.24, rim), (0.14, colour)):
        thick = max(2, round(size * FINE * width))
        for line in (((a, a), (b, b)), ((a, b), (b, a))):
            draw.line(line, fill=(*ink, 255), width=thick)
            for x, y in line:
                r = thick / 2
                draw.ellipse((x - r, y - r, x + r, y + r), fill=(*ink, 255))
    return Sprite.of(fine.reduce(FINE))


@lru_cache(maxsize=128)
def starburst(size: int, text: str, colour: Colour, rim: Colour) -> Sprite:
    """Return a burst with a short text in it: fighting, and what it cost."""
    fine = Image.new("RGBA", (size * FINE, size * FINE), (*rim, 0))
    draw = ImageDraw.Draw(fine)
    middle = size * FINE / 2
    for reach, ink in ((0.99, rim), (0.84, colour)):
        draw.polygon(
            burst(middle, middle, middle * reach, middle * reach * 0.68, 11), fill=(*ink, 255)
        )
    image = fine.reduce(FINE)
    if text:
        ImageDraw.Draw(image).text(
            (size / 2, size / 2),
            text,
            font=font("bold", max(8, round(size * 0.42))),
            fill=rim,
            anchor="mm",
        )
    return Sprite.of(image)


@lru_cache(maxsize=64)
def swords(size: int, colour: Colour, rim: Colour) -> Sprite:
    """Return crossed swords on a burst: a fight that is going on."""
    fine = Image.new("RGBA", (size * FINE, size * FINE), (*rim, 0))
    draw = ImageDraw.Draw(fine)
    n = size * FINE
    for reach, ink in ((0.99, rim), (0.86, colour)):
        draw.polygon(burst(n / 2, n / 2, n / 2 * reach, n / 2 * reach * 0.74, 13), fill=(*ink, 255))
    for side in (1, -1):

        def at(x: float, y: float, side: int = side) -> Point:
            return n / 2 + side * x * n, n / 2 + y * n

        draw.line([at(-0.20, 0.22), at(0.21, -0.24)], fill=(*rim, 255), width=round(n * 0.07))
        draw.line([at(-0.22, 0.06), at(-0.05, 0.22)], fill=(*rim, 255), width=round(n * 0.06))
    return Sprite.of(fine.reduce(FINE))


@lru_cache(maxsize=64)
def chit(size: int, text: str, colour: Colour, rim: Colour) -> Sprite:
    """Return a round-cornered chit with a word on it."""
    letters = font("atlas", round(size * 0.86))
    width = max(size, round(letters.getlength(text) + size * 0.5))
    fine = Image.new("RGBA", (width * FINE, size * FINE), (*rim, 0))
    ImageDraw.Draw(fine).rounded_rectangle(
        (0, 0, width * FINE - 1, size * FINE - 1),
        radius=size * FINE // 4,
        fill=(*colour, 255),
        outline=(*rim, 255),
        width=max(FINE, size * FINE // 12),
    )
    image = fine.reduce(FINE)
    ImageDraw.Draw(image).text((width / 2, size * 0.48), text, font=letters, fill=rim, anchor="mm")
    return Sprite.of(image)


_FLAGS: dict[str, tuple[tuple[float, float, float, float, Colour], ...]] = {
    "peru": (
        (0, 0, 1, 1, (255, 255, 255)),
        (0, 0, 1 / 3, 1, (214, 16, 32)),
        (2 / 3, 0, 1, 1, (214, 16, 32)),
    ),
    "bolivia": (
        (0, 0, 1, 1 / 3, (214, 40, 28)),
        (0, 1 / 3, 1, 2 / 3, (255, 224, 0)),
        (0, 2 / 3, 1, 1, (0, 122, 52)),
    ),
    "chile": (
        (0, 0, 1, 0.5, (255, 255, 255)),
        (0, 0.5, 1, 1, (214, 40, 28)),
        (0, 0, 0.4, 0.5, (0, 56, 166)),
    ),
}


@lru_cache(maxsize=64)
def flag(nation: str, height: int, pole: Colour, ring: Colour | None = None) -> Sprite:
    """Return a nation's flag on a pole; with *ring*, on a disc that draws the eye to it."""
    n = height * FINE
    fine = Image.new("RGBA", (round(n * 1.35), n), (*pole, 0))
    draw = ImageDraw.Draw(fine)
    if ring is not None:
        draw.ellipse(
            (n * 0.05, n * 0.0, n * 1.05, n * 0.999),
            fill=(*ring, 255),
            outline=(*pole, 255),
            width=max(2, n // 24),
        )
    left, top, right, bottom = n * 0.24, n * 0.16, n * 1.0, n * 0.62
    thin = max(2, n // 26)
    draw.rectangle((left - thin, top - thin, right + thin, bottom + thin), fill=(*pole, 255))
    for x0, y0, x1, y1, ink in _FLAGS[nation]:
        draw.rectangle(
            (
                left + (right - left) * x0,
                top + (bottom - top) * y0,
                left + (right - left) * x1,
                top + (bottom - top) * y1,
            ),
            fill=(*ink, 255),
        )
    if nation == "chile":
        x, y = left + (right - left) * 0.2, top + (bottom - top) * 0.25
        r = (bottom - top) * 0.18
        star = [
            (
                x + (r if k % 2 == 0 else r * 0.4) * sin(pi * k / 5),
                y - (r if k % 2 == 0 else r * 0.4) * cos(pi * k / 5),
            )
            for k in range(10)
        ]
        draw.polygon(star, fill=(255, 255, 255, 255))
    draw.rectangle((n * 0.15, n * 0.06, n * 0.15 + max(3, n // 12), n * 0.98), fill=(*pole, 255))
    return Sprite.of(fine.reduce(FINE))


def draw_letters(
    image: Image.Image, theme: Theme, letters: Iterable[tuple[Point, str]], scale: float
) -> None:
    """Write letters beside places, by which lines of the menu name them, as a phone reads them.

    Args:
        image: The picture.
        theme: Its colours.
        letters: Where, in pixels, and what.
        scale: Pixels from the middle of a place to where its letter stands, up and to the left.
    """
    size = striking(image.width)
    for (x, y), text in letters:
        plate = chit(round(size * 1.3), text, theme.label, theme.label_halo)
        plate.centre(image, x - scale, y - scale)
