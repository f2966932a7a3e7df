"""From a finished picture to a file: few colours, chosen beforehand, and the quickest encoder.

Measured on a map of three megapixels (see ``tests/bench``): an RGB PNG takes four times as long
as one with a palette and is half as large again; WebP takes twice as long. A palette found for
every picture would cost more than all the rest, so each theme has one, made once.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from render.themes import Colour

PNG_LEVEL = 1
"""zlib's level: higher ones make a file a few per cent smaller and take twice as long."""

SMALL_QUALITY, SMALL_EFFORT = 78, 1
"""Of WebP: a phone's map in a third of the bytes that a PNG takes, and two hundredths of a second;
more effort takes twice as long and saves a few per cent."""


def make_palette(sample: Image.Image, exact: Iterable[Colour]) -> Image.Image:
    """Return a palette image: every colour of *exact*, and the best others for *sample*."""
    kept = list(dict.fromkeys(exact))[:128]
    # Every third pixel tells as much, and this one step would hold up all other threads.
    sample = sample.resize((sample.size[0] // 3, sample.size[1] // 3), Image.Resampling.NEAREST)
    found = sample.quantize(256 - len(kept), Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    colours = found.getpalette() or []
    flat = [channel for colour in kept for channel in colour] + colours
    flat = (flat + [0] * 768)[:768]
    holder = Image.new("P", (1, 1))
    holder.putpalette(flat)
    return holder


def blends(pairs: Iterable[tuple[Colour, Colour]], steps: int = 4) -> list[Colour]:
    """Return the colours between those of each pair, for the soft edges of letters."""
    found = []
    for a, b in pairs:
        for step in range(steps + 1):
            share = step / steps
            found.append(
                (
                    round(a[0] + (b[0] - a[0]) * share),
                    round(a[1] + (b[1] - a[1]) * share),
                    round(a[2] + (b[2] - a[2]) * share),
                )
            )
    return found


def reduce_colours(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Return an RGB picture in the colours of *palette*."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def encode(image: Image.Image, palette: Image.Image) -> bytes:
    """Return an RGB picture as the bytes of a PNG file in the colours of *palette*."""
    out = BytesIO()
    reduce_colours(image, palette).save(out, "PNG", compress_level=PNG_LEVEL)
    return out.getvalue()


def encode_small(image: Image.Image) -> bytes:
    """Return an RGB picture for phones as the bytes of a WebP file, in all its colours."""
    out = BytesIO()
    image.save(out, "WEBP", quality=SMALL_QUALITY, method=SMALL_EFFORT)
    return out.getvalue()
