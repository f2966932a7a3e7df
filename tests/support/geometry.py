"""Where words stand on a picture: whatever is laid on it is noted while it is drawn.

What never changes of a map is drawn anew for it, so that this is noted too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations

from PIL import Image

from render import map_cache
from render.sprites import Sprite
from render.tiles import OVERLAP, SIDE
from tests.support.maps import none_kept

TILE = SIDE + 2 * OVERLAP
"""Pixels of a tile as it is drawn."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of words as it stands somewhere.

    Attributes:
        words: What it says.
        height: Of the line, from the top of its ascenders to the foot of its descenders.
        box: Where its ink is, on *sheet*.
        sheet: What it was laid on: the picture, or a part that was laid on it afterwards.
    """

    words: str
    height: int
    box: Box
    sheet: tuple[int, int]

    @property
    def is_off(self) -> bool:
        """Whether a part of it is beyond the edges of its sheet; a pixel of its rim may be."""
        left, top, right, bottom = self.box
        return left < -1 or top < -1 or right > self.sheet[0] + 1 or bottom > self.sheet[1] + 1

    def lies_on(self, other: Line) -> bool:
        """Say whether their inks share more than a pixel's breadth."""
        one, two = self.box, other.box
        across = min(one[2], two[2]) - max(one[0], two[0])
        return across > 1 and min(one[3], two[3]) - max(one[1], two[1]) > 1


@dataclass(slots=True)
class Words:
    """The words of a picture, by what they were laid on."""

    sheets: dict[int, tuple[Image.Image, list[Line]]] = field(default_factory=dict)

    def note(self, sprite: Sprite, onto: Image.Image, x: float, y: float) -> None:
        """Note a sprite that is laid somewhere."""
        ink = sprite.mask.getbbox()
        if not sprite.words.strip() or ink is None:
            return
        left, top = round(x), round(y)
        box = left + ink[0], top + ink[1], left + ink[2], top + ink[3]
        # Kept with its lines: else another image might come to have its number.
        _, lines = self.sheets.setdefault(id(onto), (onto, []))
        lines.append(Line(sprite.words, sprite.line, box, onto.size))

    def lines(self) -> Iterator[Line]:
        """Yield every line that can be seen; a tile is given far more than lies upon it."""
        for _, found in self.sheets.values():
            for line in found:
                if _is_seen(line):
                    yield line

    def whole(self) -> Iterator[Line]:
        """Yield those on sheets that nothing is cut from: not on the tiles of a map."""
        return (line for line in self.lines() if line.sheet != (TILE, TILE))

    def clashes(self) -> Iterator[tuple[Line, Line]]:
        """Yield lines that lie on others; the same once more, as on what is chosen, is none."""
        for _, found in self.sheets.values():
            for one, two in combinations(filter(_is_seen, found), 2):
                if one.words != two.words and one.lies_on(two):
                    yield one, two


def _is_seen(line: Line) -> bool:
    left, top, right, bottom = line.box
    return right > 0 and bottom > 0 and left < line.sheet[0] and top < line.sheet[1]


@contextmanager
def noted() -> Iterator[Words]:
    """Note the words of whatever is drawn meanwhile."""
    words, paste = Words(), Sprite.paste

    def noting(sprite: Sprite, onto: Image.Image, x: float, y: float) -> None:
        words.note(sprite, onto, x, y)
        paste(sprite, onto, x, y)

    map_cache.forget()
    setattr(Sprite, "paste", noting)  # noqa: B010 - mypy allows no other way to a method
    try:
        with none_kept():
            yield words
    finally:
        setattr(Sprite, "paste", paste)  # noqa: B010
        map_cache.forget()
