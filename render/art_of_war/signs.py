"""Small signs on blocks and in keys: quality, and whether somebody shoots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import ImageDraw

from render.symbols import burst
from render.themes import Colour

Draw = ImageDraw.ImageDraw


def _elite(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    """Draw a star."""
    draw.polygon(burst(x, y, size * 0.56, size * 0.24, 5), fill=ink)


def _mediocre(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    """Draw a triangle that stands on its point, hollow."""
    half, thick = size * 0.46, max(1, round(size * 0.16))
    spots = [(x - half, y - half * 0.8), (x + half, y - half * 0.8), (x, y + half)]
    draw.line([*spots, spots[0], spots[1]], fill=ink, width=thick, joint="curve")


def _missile(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    """Draw an arrow that flies up to the right."""
    half, thick = size * 0.46, max(1, round(size * 0.17))
    draw.line([(x - half, y + half), (x + half * 0.5, y - half * 0.5)], fill=ink, width=thick)
    draw.polygon(
        [
            (x + half, y - half),
            (x + half * 0.75, y + half * 0.35),
            (x - half * 0.35, y - half * 0.75),
        ],
        fill=ink,
    )


SIGNS: Final[dict[str, Callable[[Draw, float, float, float, Colour], None]]] = {
    "elite": _elite,
    "mediocre": _mediocre,
    "missile": _missile,
}
"""How to draw each sign about a point, so large."""
