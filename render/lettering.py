"""Type on the maps: the fonts of ``data/fonts``, and words set as sprites."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from render.sprites import Sprite

FONTS = Path(__file__).resolve().parent.parent / "data" / "fonts"

Face = Literal["bold", "semi", "medium", "atlas", "water"]

_FILES: dict[Face, str] = {
    "bold": "Cabin-Bold.otf",
    "semi": "Cabin-SemiBold.otf",
    "medium": "Cabin-Medium.otf",
    "atlas": "EBGaramond12-Regular.otf",
    "water": "EBGaramond12-Italic.otf",
}

Colour = tuple[int, int, int]

PHONE, LINE_ON_PHONE = 390, 9


@lru_cache(maxsize=256)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """Return a font at *size* pixels.

    The basic layout engine is asked for, so that a picture is the same wherever it is drawn.
    """
    return ImageFont.truetype(
        FONTS / _FILES[face], max(4, size), layout_engine=ImageFont.Layout.BASIC
    )


def legible(width: int) -> int:
    """Return the least size of letters on a picture *width* pixels across.

    A line of them, from the top of its ascenders to the foot of its descenders, is 9 pixels high
    where a phone shows the picture 390 pixels wide; a line is five quarters as high as its size.
    """
    return -(-LINE_ON_PHONE * 4 * width // (PHONE * 5))


def striking(width: int) -> int:
    """Return the size of letters that say what is chosen by: a quarter larger than the least."""
    return -(-5 * legible(width) // 4)


@lru_cache(maxsize=4096)
def text_width(text: str, face: Face, size: int) -> float:
    """Return the width of one line in pixels."""
    return font(face, size).getlength(text)


def fitting(text: str, face: Face, size: int, width: float, least: int = 6) -> int:
    """Return the largest size up to *size* at which *text* is at most *width* wide."""
    while size > least and text_width(text, face, size) > width:
        size -= 1
    return size


def shortened(text: str, face: Face, size: int, width: float) -> str:
    """Return *text*, cut with an ellipsis if it is wider than *width*."""
    if text_width(text, face, size) <= width:
        return text
    while text and text_width(text + "…", face, size) > width:
        text = text[:-1].rstrip()
    return text + "…"


@lru_cache(maxsize=1024)
def lettered(
    text: str,
    face: Face,
    size: int,
    fill: Colour,
    halo: Colour | None = None,
    spread: int = 0,
    track: int = 0,
    opacity: int = 255,
) -> Sprite:
    """Return one line of text as a sprite.

    Args:
        text: The line.
        face: Which font.
        size: Its size in pixels.
        fill: Its colour.
        halo: Colour of an outline that lifts it off the map.
        spread: Width of that outline in pixels.
        track: Extra pixels between letters.
        opacity: 255 for solid.
    """
    used = font(face, size)
    ascent, descent = used.getmetrics()
    width = int(used.getlength(text) + 0.999) + track * max(0, len(text) - 1)
    pad = spread + 1
    size_px = (width + 2 * pad, ascent + descent + 2 * pad)
    image = Image.new("RGBA", size_px, (*(halo or fill), 0))
    draw = ImageDraw.Draw(image)
    x = float(pad)
    for part in text if track else (text,):
        at = (x, pad)
        if halo is not None and spread:
            draw.text(at, part, font=used, fill=halo, stroke_width=spread, stroke_fill=halo)
        x += used.getlength(part) + track
    x = float(pad)
    for part in text if track else (text,):
        draw.text((x, pad), part, font=used, fill=fill)
        x += used.getlength(part) + track
    if opacity < 255:
        image.putalpha(image.getchannel("A").point(lambda a: a * opacity // 255))
    return Sprite.of(image, text, ascent + descent)


def write(
    image: Image.Image,
    x: float,
    y: float,
    text: str,
    face: Face,
    size: int,
    colour: Colour,
    anchor: Literal["l", "m", "r"] = "l",
    width: float | None = None,
    least: int = 7,
) -> float:
    """Write a line with its middle at height *y*, no wider than *width*; return its width.

    Its letters become smaller for that, down to *least*; then the line is cut.
    """
    if width is not None:
        size = fitting(text, face, size, width, least)
        text = shortened(text, face, size, width)
    sprite = lettered(text, face, size, colour)
    taken = sprite.size[0]
    left = x if anchor == "l" else x - taken / 2 if anchor == "m" else x - taken
    sprite.paste(image, left, y - sprite.size[1] / 2)
    return text_width(text, face, size)
