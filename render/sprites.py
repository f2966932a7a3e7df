"""Small pictures made once and pasted often."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True, eq=False)
class Sprite:
    """A picture with soft edges, split so that pasting it costs two copies and no conversion.

    Attributes:
        colour: What it shows.
        mask: How solid each of its pixels is.
        words: What is written on it; "" where it is no line of words.
        line: How high such a line is, from the top of its ascenders to the foot of its descenders.
    """

    colour: Image.Image
    mask: Image.Image
    words: str = ""
    line: int = 0

    @classmethod
    def of(cls, image: Image.Image, words: str = "", line: int = 0) -> Sprite:
        """Return an RGBA image as a sprite."""
        return cls(image.convert("RGB"), image.getchannel("A"), words, line)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.colour.size

    def paste(self, onto: Image.Image, x: float, y: float) -> None:
        """Lay the sprite on an RGB image with its top left corner at (*x*, *y*)."""
        onto.paste(self.colour, (round(x), round(y)), self.mask)

    def centre(self, onto: Image.Image, x: float, y: float) -> None:
        """Lay the sprite on an RGB image with its middle at (*x*, *y*)."""
        width, height = self.colour.size
        self.paste(onto, x - width / 2, y - height / 2)
