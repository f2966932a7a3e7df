"""Pictures as they come out of their files again."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Protocol

from PIL import Image


class File(Protocol):
    """A picture that was drawn, or one that came with a message."""

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        ...


def pixels(picture: File) -> Image.Image:
    """Return what a picture's file holds, not to be drawn on: whoever asks next gets the same."""
    return _decoded(picture.data)


@lru_cache(maxsize=4)
def _decoded(data: bytes) -> Image.Image:
    """Return a file's pixels; a test looks at many places of one or two pictures."""
    return Image.open(BytesIO(data)).convert("RGB")
