"""Shade: all of a picture darkened but for what lies in the light."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.themes import Colour


def darken(image: Image.Image, ink: Colour, strength: int, where: Image.Image) -> None:
    """Lay a colour on an image, *strength* of 255, wherever the mask (of mode "1") is set.

    Half the time of laying it with a mask of greys.
    """
    image.paste(image.point(_towards(ink, strength)), (0, 0), where)


@lru_cache(maxsize=16)
def _towards(ink: Colour, strength: int) -> list[int]:
    return [round(value + (one - value) * strength / 255) for one in ink for value in range(256)]
