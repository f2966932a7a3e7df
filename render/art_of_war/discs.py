"""Generals as discs: whose they are, their rank in stars, the command points that are left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from engine.art_of_war.state import SOUTH, Rank
from render.art_of_war.tones import dark
from render.lettering import fitting, font, text_width
from render.sprites import Sprite
from render.symbols import burst
from render.themes import Theme

FINE: Final = 4

STARS: Final[dict[Rank, int]] = {"ordinary": 0, "competent": 1, "brilliant": 2, "strategist": 3}
"""How many stars stand for a rank."""

_CAPITAL: Final = 0.7
_STARRED: Final = 46
"""Pixels of a disc from which it shows stars."""
_PAD: Final = 0.22
"""How much wider its picture is to each side, as a share of it."""
_OVER: Final = 0.06
"""How far a plate beside a small disc lies over it, as a share of it."""


@dataclass(frozen=True, slots=True)
class DiscFace:
    """What a general's disc shows.

    Attributes:
        side: Whose they are.
        name: "G1" of corps 1.
        rank: Their quality.
        points: Command points left; ``None`` where they have none to spend.
        chief: The commander in chief: a double rim.
        hesitating: Takes no part: a bar across.
        fights: Fights in the front of their unit.
        included: They are in that unit and cannot leave it.
    """

    side: str
    name: str
    rank: Rank
    points: int | None = None
    chief: bool = False
    hesitating: bool = False
    fights: bool = False
    included: bool = False


@lru_cache(maxsize=256)
def disc(face: DiscFace, size: int, theme: Theme, least: int = 0) -> Sprite:
    """Return a disc *size* pixels across; its middle is that of the sprite.

    Its points stand on a plate at its right: over its edge, beside it where it is small.
    """
    pad = max(3, round(size * _PAD), plate_width(face, size, least))
    whole = size + 2 * pad
    livery = theme.liveries[face.side]
    fine = Image.new("RGBA", (whole * FINE, whole * FINE), (*livery.edge, 0))
    draw = ImageDraw.Draw(fine)
    middle, radius = whole * FINE / 2, size * FINE / 2
    rims = [(1.0, livery.edge), (0.94, livery.fill)]
    if face.chief:
        # Small, both rims lie at its edge, so that none runs through the name.
        inner = (0.8, 0.74, 0.68) if size >= _STARRED else (0.88, 0.82, 0.77)
        rims += zip(inner, (livery.ink, livery.fill, livery.ink), strict=True)
    rims += [] if face.chief else [(0.78, livery.ink)]
    for share, ink in rims:
        r = radius * share
        draw.ellipse((middle - r, middle - r, middle + r, middle + r), fill=(*ink, 255))
    if face.hesitating:
        thick, far = radius * (0.2 if size >= _STARRED else 0.14), radius * 0.6
        draw.line(
            [(middle - far, middle + far), (middle + far, middle - far)],
            fill=(*theme.battle, 255),
            width=round(thick),
        )
    _stars(draw, face, middle, radius, theme)
    image = fine.reduce(FINE)
    letters = _name(image, face, size, theme, least)
    if face.points is not None:
        _points(image, face, size, theme, least)
    line = sum(font("bold", letters).getmetrics())
    return Sprite.of(Image.alpha_composite(_shadow(image, size, theme), image), face.name, line)


def _shadow(image: Image.Image, size: int, theme: Theme) -> Image.Image:
    drop = max(1, size // 24)
    mask = Image.new("L", image.size, 0)
    mask.paste(image.getchannel("A").point([value * 3 // 5 for value in range(256)]), (drop, drop))
    shadow = Image.new("RGBA", image.size, (*theme.shadow, 0))
    shadow.putalpha(mask.filter(ImageFilter.GaussianBlur(drop * 0.8)))
    return shadow


def _stars(
    draw: ImageDraw.ImageDraw, face: DiscFace, middle: float, radius: float, theme: Theme
) -> None:
    """Set a star for each grade of rank along the foot of the disc."""
    count = STARS[face.rank]
    if 2 * radius < _STARRED * FINE:
        return
    livery = theme.liveries[face.side]
    for number in range(count):
        x = middle + (number - (count - 1) / 2) * 0.4 * radius
        y = middle + radius * (0.46 if count < 3 or number == 1 else 0.4)
        draw.polygon(burst(x, y, radius * 0.2, radius * 0.085, 5), fill=(*dark(livery), 255))


def _name(image: Image.Image, face: DiscFace, size: int, theme: Theme, least: int) -> int:
    """Write who it is; return the size of the letters."""
    livery = theme.liveries[face.side]
    wide = size * (0.98 if size < _STARRED else 0.66)
    letters = fitting(face.name, "bold", max(least, round(size * 0.42)), wide, least or 6)
    x, y = image.size[0] / 2, image.size[1] / 2
    lift = 0.12 * size if STARS[face.rank] and size >= _STARRED else 0.0
    ImageDraw.Draw(image).text(
        (x, y - lift + 0.5 * _CAPITAL * letters),
        face.name,
        font=font("bold", letters),
        fill=(*dark(livery), 255),
        anchor="ms",
    )
    return letters


def margin(face: DiscFace, size: int) -> int:
    """Return how far a disc's shadow, and the plate on its edge, reach out beyond it all round."""
    over = face.points is not None and size >= _STARRED
    return round(_PAD * size) if over else max(3, size // 8)


def plate_width(face: DiscFace, size: int, least: int = 0) -> int:
    """Return how far the plate of a disc that is *size* pixels across reaches out at its right."""
    if face.points is None or size >= _STARRED:
        return 0
    high, letters = _plate_size(size, least)
    return _plate_across(str(face.points), high, letters) - round(_OVER * size)


def _plate_size(size: int, least: int) -> tuple[int, int]:
    """Return how high a plate is, and its letters."""
    high = max(round(least * 0.95), round(size * 0.42))
    return high, max(least, round(high * 0.86))


def _points(image: Image.Image, face: DiscFace, size: int, theme: Theme, least: int) -> None:
    """Lay a plate with the command points that are left at the right, away from the enemy."""
    tag = _plate(str(face.points), *_plate_size(size, least), theme)
    width, height = image.size
    if size >= _STARRED:
        left, top = width - tag.size[0], height - tag.size[1] if face.side == SOUTH else 0
    else:
        left, top = (width + size) // 2 - round(_OVER * size), (height - tag.size[1]) // 2
    image.alpha_composite(tag, (min(left, width - tag.size[0]), top))


@lru_cache(maxsize=64)
def plate(points: int, size: int, theme: Theme) -> Sprite:
    """Return a plate with command points, by the size of its letters."""
    return Sprite.of(_plate(str(points), round(1.15 * size), size, theme))


def _plate_across(text: str, high: int, letters: int) -> int:
    return max(high, round(text_width(text, "bold", letters) + 0.4 * letters))


def _plate(text: str, high: int, letters: int, theme: Theme) -> Image.Image:
    wide = _plate_across(text, high, letters)
    image = Image.new("RGBA", (wide, high), (*theme.victory_ink, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(
        (0, 0, wide - 1, high - 1),
        radius=max(2, high // 4),
        fill=(*theme.victory, 255),
        outline=(*theme.victory_ink, 255),
        width=max(1, high // 14),
    )
    draw.text(
        (wide / 2, high / 2 + 0.5 * _CAPITAL * letters),
        text,
        font=font("bold", letters),
        fill=(*theme.victory_ink, 255),
        anchor="ms",
    )
    return image
