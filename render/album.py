"""An album: pictures one after the other, each kept as what is new in it, as WebP files.

What stays as it was is kept once, so that a page with a hundred and fifty maps is as large as one
with ten. Pictures are taken in one at a time.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageChops

from render.film import Piece

_SAME: Final = 14
"""By how much (of 255) a pixel may differ and count as the same: traces of packing do."""
_SHARES: Final = 6
"""How many times its even share of the room that is left one picture may take."""
_GRADES: Final = (82, 60, 40, 20)
"""Qualities that are tried until a picture fits."""


class Album:
    """Pictures that are being put together; they never take more than they may."""

    def __init__(self, pictures: int, most: int) -> None:
        """Begin.

        Args:
            pictures: How many there will be.
            most: Bytes that they may take together.
        """
        self._left = pictures
        self._room = most
        self._shown: Image.Image | None = None

    def add(self, data: bytes) -> Piece:
        """Take a picture's file in; return what is new in it."""
        with Image.open(BytesIO(data)) as opened:
            image = opened.convert("RGB")
        mask = self._new_in(image)
        box = mask.getbbox()
        width, height = image.size
        fair = min(self._room, _SHARES * self._room // max(1, self._left))
        self._left -= 1
        if box is None:
            return Piece(width, height, 0, 0, late=False, data=b"")
        part, fresh = image.crop(box), mask.crop(box)
        for quality in _GRADES:
            packed = _packed(part, fresh, quality)
            if len(packed) <= fair:
                self._room -= len(packed)
                self._take(image, mask)
                return Piece(width, height, box[0], box[1], late=False, data=packed)
        if self._shown is not None:
            width, height = self._shown.size
        return Piece(width, height, 0, 0, late=True, data=b"")

    def _new_in(self, image: Image.Image) -> Image.Image:
        """Return a mask of what is different from what is shown."""
        if self._shown is None or self._shown.size != image.size:
            return Image.new("L", image.size, 255)
        red, green, blue = ImageChops.difference(image, self._shown).split()
        strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        return strongest.point([0 if value <= _SAME else 255 for value in range(256)])

    def _take(self, image: Image.Image, mask: Image.Image) -> None:
        if self._shown is None or self._shown.size != image.size:
            self._shown = image
        else:
            self._shown.paste(image, (0, 0), mask)


def _packed(part: Image.Image, fresh: Image.Image, quality: int) -> bytes:
    """Return a part of a picture as a WebP file, clear where nothing is fresh."""
    if fresh.getextrema() != (255, 255):
        part = part.convert("RGBA")
        part.putalpha(fresh)
    out = BytesIO()
    part.save(out, "WEBP", quality=quality, method=2)
    return out.getvalue()
