"""A picture in the making: what every game's stage has, which what is drawn is drawn on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from PIL import Image

from render.lettering import legible
from render.themes import Theme


class LaidOut(Protocol):
    """How a section is laid out on a picture."""

    @property
    def scale(self) -> float:
        """Pixels to a unit."""
        ...


V = TypeVar("V")
L = TypeVar("L", bound=LaidOut)
C = TypeVar("C")


@dataclass(frozen=True)
class Stage(Generic[V, L, C]):
    """What is drawn on. V is a game's view, L its layout, C what has changed on its table."""

    image: Image.Image
    theme: Theme
    layout: L
    view: V
    changes: C

    @property
    def scale(self) -> float:
        """Pixels to a unit."""
        return self.layout.scale

    @property
    def across(self) -> int:
        """Pixels from side to side of the whole picture: letters are measured by it."""
        return self.image.width

    @property
    def least(self) -> int:
        """The least size of letters that a phone shows, in pixels."""
        return legible(self.across)
