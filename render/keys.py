"""Keys and rosters of whole maps, made for a phone: what marks mean, and everybody who is there.

They are pictures of their own, so that a whole map has all of its room for the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.lettering import write
from render.sprites import Sprite
from render.themes import Theme

WIDTH: Final = 780
"""Pixels across: two to one of a phone's."""

LETTERS: Final = 26
"""Size of the letters: 13 pixels on a phone."""

MARK: Final = 46
"""How large a mark is shown, in pixels."""

_COLUMNS: Final = 2
_ROW: Final = 58
_ICON: Final = 70
_AIR: Final = 10
_LEAST: Final = 20


@dataclass(frozen=True, slots=True)
class Mark:
    """A line of a key.

    Attributes:
        sprite: What stands on the map.
        words: What it means.
        figures: What else is told of it, beneath the words.
    """

    sprite: Sprite
    words: str
    figures: Sprite | None = None


def key_of(theme: Theme, marks: Iterable[Mark]) -> Image.Image:
    """Return what marks mean, in two columns that are read downwards."""
    lines = list(marks)
    rows = -(-len(lines) // _COLUMNS)
    image = Image.new("RGB", (WIDTH, rows * _ROW + 2 * _AIR), theme.paper)
    step = (WIDTH - _AIR) // _COLUMNS
    for number, line in enumerate(lines):
        x, y = _AIR + number // rows * step, _AIR + (number % rows + 0.5) * _ROW
        line.sprite.centre(image, x + _ICON / 2, y)
        left = x + max(_ICON, _ICON / 2 + line.sprite.size[0] / 2 + 6) + 6
        room, up = x + step - left - _AIR, 13 if line.figures else 0
        ink = theme.paper_ink
        write(image, left, y - up, line.words, "semi", LETTERS, ink, width=room, least=_LEAST)
        if line.figures is not None:
            line.figures.paste(image, left, y + 15 - line.figures.size[1] / 2)
    return image


def stacked(theme: Theme, parts: Sequence[Image.Image]) -> Image.Image:
    """Return pictures one beneath the other, each as wide as a key."""
    image = Image.new("RGB", (WIDTH, sum(part.height for part in parts)), theme.paper)
    top = 0
    for part in parts:
        image.paste(part, (0, top))
        top += part.height
    return image
