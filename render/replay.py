"""A film of a game: pictures one after the other, as an animated GIF, which plays everywhere.

Measured over whole games at 720 pixels: a GIF in which each picture holds only what is different
from the one before takes half the bytes of an animated WebP and a quarter of its time. Pictures are
taken in one at a time and written at once, so that a film of any length needs the memory of three.
"""

from __future__ import annotations

import struct
from io import BytesIO

from PIL import GifImagePlugin, Image, ImageChops

from render.film import WIDTH
from render.lettering import write
from render.themes import STANDARD, Theme

MOST_BYTES = 7_500_000
"""Of a file; Discord takes 8 MB everywhere."""

_SAME = 14
"""By how much (of 255) a pixel may differ and count as the same: traces of packing do."""
_SHARES = 4
"""How many times its even share of the room that is left one picture may take."""
_LEAST = 900
"""Bytes that a picture takes in which nothing is different."""
_CLEAR = 255
"""The colour of whatever stays as it was."""
_SAMPLED = 3
"""Of so many pixels across and down, one mean is looked at when colours are chosen."""
_GRADES = ((128, 1), (48, 1), (32, 2), (16, 4))
"""Colours, and pixels that are drawn as one, tried until a picture fits."""


class Film:
    """An animated GIF that is being written; it never takes more than :data:`MOST_BYTES`."""

    def __init__(self, frames: int, most: int = MOST_BYTES, theme: Theme = STANDARD) -> None:
        """Begin.

        Args:
            frames: How many pictures there will be.
            most: Bytes that the file may have.
            theme: Of the heading.
        """
        self._left = frames
        self._most = most
        self._theme = theme
        self._out = BytesIO()
        self._shown: Image.Image | None = None
        self._head: int | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down, once there is a picture."""
        return (0, 0) if self._shown is None else self._shown.size

    def add(self, data: bytes, heading: str, part: float, seconds: float) -> None:
        """Add a picture.

        Args:
            data: A picture's file.
            heading: What stands above it.
            part: How much of the film is past, from 0 to 1; drawn as a line.
            seconds: How long it is shown.
        """
        image = self._headed(data, heading, part)
        whole = (0, 0, *image.size)
        if self._shown is None:
            self._out.write(_begin(image.size))
            box, mask = whole, Image.new("L", image.size, 255)
        else:
            apart = ImageChops.difference(image, _grown(self._shown, image.size))
            red, green, blue = apart.split()
            strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
            mask = Image.new("L", image.size, 255)  # nothing was drawn yet where it has grown
            same = strongest.crop((0, 0, *self._shown.size))
            mask.paste(same.point([0 if value <= _SAME else 255 for value in range(256)]))
            box = mask.getbbox() or (0, 0, 1, 1)
            self._shown = _grown(self._shown, image.size)
        self._write(image, mask, box, seconds)
        self._left -= 1

    def end(self) -> bytes:
        """Return the whole file."""
        self._out.write(b";")
        self._out.seek(len(b"GIF89a"))
        self._out.write(struct.pack("<HH", *self.size))  # it may have grown
        return self._out.getvalue()

    def _write(
        self, image: Image.Image, mask: Image.Image, box: tuple[int, int, int, int], seconds: float
    ) -> None:
        """Write what is different, as finely as there is room for; else it comes with the next."""
        room = self._most - self._out.tell() - _LEAST * (self._left + 1)
        fair = room if self._left <= 1 else min(room // 2, _SHARES * room // self._left)
        part, changed = image.crop(box), mask.crop(box)
        control = b"!\xf9\x04" + struct.pack("<BHBB", 0b101, round(seconds * 100), _CLEAR, 0)
        for colours, grain in _GRADES:
            packed = _packed(part, changed, box[:2], colours, grain)
            if len(packed) <= fair:
                if self._shown is None:
                    self._shown = image
                else:
                    self._shown.paste(part, box[:2], changed)
                break
        else:
            nothing = Image.new("L", (1, 1), 0)
            packed = _packed(image.crop((0, 0, 1, 1)), nothing, (0, 0), 2, 1)
            if self._shown is None:
                self._shown = Image.new("RGB", image.size, self._theme.paper)
        self._out.write(control + packed)

    def _headed(self, data: bytes, heading: str, part: float) -> Image.Image:
        """Return a picture with its heading, at least as large as those before."""
        with Image.open(BytesIO(data)) as opened:
            picture = opened.convert("RGB")
        if picture.size[0] > WIDTH:
            picture = picture.resize(
                (WIDTH, max(1, round(picture.size[1] * WIDTH / picture.size[0])))
            )
        before = self.size
        width = max(picture.size[0], before[0])
        head = round(picture.size[0] * 0.07) + 6 if self._head is None else self._head
        self._head = head
        image = Image.new("RGB", (width, max(head + picture.size[1], before[1])), self._theme.paper)
        image.paste(picture, (0, head))
        ink = self._theme.paper_ink
        size = max(6, head // 2)
        write(image, width / 2, (head - 6) / 2, heading, "bold", size, ink, "m", width)
        image.paste(ink, (0, head - 5, max(1, round(width * part)), head - 1))
        return image


def _grown(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return a picture as the upper left part of a larger one."""
    if image.size == size:
        return image
    found = Image.new("RGB", size)
    found.paste(image)
    return found


def _begin(size: tuple[int, int]) -> bytes:
    """Return a file's beginning: it is played again and again."""
    return (
        b"GIF89a"
        + struct.pack("<HHBBB", *size, 0x70, 0, 0)
        + b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    )


def _packed(
    part: Image.Image, changed: Image.Image, corner: tuple[int, int], colours: int, grain: int
) -> bytes:
    """Return a part of a picture as a GIF has it, with colours of its own."""
    if grain > 1:
        width, height = part.size
        small = part.resize((-(-width // grain), -(-height // grain)), Image.Resampling.BOX)
        part = small.resize(part.size, Image.Resampling.NEAREST)
    # Choosing colours takes long: a ninth of the pixels tells which ones there are. An octree
    # keeps the rare ones, such as a nation's counters; median cut turned green ones nearly black.
    sample = part.reduce(_SAMPLED) if min(part.size) >= 4 * _SAMPLED else part
    chosen = sample.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    drawn = part.quantize(palette=chosen, dither=Image.Dither.NONE)
    found = Image.new("P", part.size, _CLEAR)
    palette = (chosen.getpalette() or [])[: colours * 3]
    found.putpalette(palette + [0] * (768 - len(palette)))
    found.paste(drawn, (0, 0), changed)
    # The palette as it is: Pillow would drop what it thinks unused, _CLEAR with it.
    pieces = GifImagePlugin.getdata(found, offset=corner, include_color_table=True)
    return b"".join(pieces)
