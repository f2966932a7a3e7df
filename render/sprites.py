"""Small pictures made once and pasted often."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True, eq=False)
class Sprite:
    """A picture with soft edges, split so that pasting it costs two copies and no conversion."""

    colour: Image.Image
    mask: Image.Image

    @classmethod
    def of(cls, image: Image.Image) -> Sprite:
        """Return an RGBA image as a sprite."""
        return cls(image.convert("RGB"), image.getchannel("A"))

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
