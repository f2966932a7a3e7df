"""Trees and bushes, as every painter's land has them."""

from __future__ import annotations

from PIL import Image

from render.linework import Ink, Point
from render.relief import Window
from render.themes import Theme


class Plants:
    """Trees and bushes: four inks laid one above the other."""

    def __init__(self, window: Window) -> None:
        self._shade, self._dark = Ink(window, 0.4), Ink(window, 0.4)
        self._leaf, self._light = Ink(window, 0.4), Ink(window, 0.4)

    def tree(self, spot: Point, radius: float) -> None:
        """Plant one, light falling from the upper left."""
        x, y = spot
        self._shade.disc((x + 0.45 * radius, y + 0.5 * radius), radius)
        self._dark.disc((x, y), radius)
        self._leaf.disc((x - 0.1 * radius, y - 0.12 * radius), 0.82 * radius)
        self._light.disc((x - 0.32 * radius, y - 0.36 * radius), 0.42 * radius)

    def lay(self, image: Image.Image, theme: Theme) -> None:
        """Lay them all on the picture."""
        inks = theme.inks
        self._shade.lay(image, inks["shade"], 0.35)
        self._dark.lay(image, inks["leaf_dark"])
        self._leaf.lay(image, inks["leaf"])
        self._light.lay(image, inks["leaf_light"], 0.85)
