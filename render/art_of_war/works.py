"""What stands on the table besides troops: camps, works, markers of ambush."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.lettering import font
from render.sprites import Sprite
from render.themes import Colour, Theme

FINE: Final = 3

_CAPITAL: Final = 0.7


def _turned(fine: Image.Image, facing: int) -> Image.Image:
    """Return a picture turned clockwise by a facing, and reduced."""
    if facing:
        fine = fine.rotate(-facing / 10, Image.Resampling.BICUBIC, expand=True)
    return fine.reduce(FINE)


@lru_cache(maxsize=64)
def camp(
    side: str, scale: float, facing: int, theme: Theme, size: tuple[int, int], state: str
) -> Sprite:
    """Return a camp, *size* hundredths of a UD wide and deep: "open", "fortified" or "taken"."""
    wide, deep = (round(one * scale / 100) * FINE for one in size)
    fine = Image.new("RGBA", (wide, deep), (*theme.label, 0))
    draw = ImageDraw.Draw(fine)
    livery = theme.liveries[side]
    unit = scale * FINE
    draw.rounded_rectangle(
        (0, 0, wide - 1, deep - 1),
        radius=round(0.08 * unit),
        fill=(*theme.inks["soil"], 235),
        outline=(*livery.edge, 255),
        width=max(2, round(0.045 * unit)),
    )
    if state == "fortified":
        _palisade(draw, wide, deep, unit, theme)
    ink = theme.inks["shade"] if state == "taken" else livery.fill
    for row in range(3):
        for column in range(2):
            x = wide * (0.3 + 0.4 * column)
            y = deep * (0.22 + 0.28 * row)
            _tent(draw, x, y, unit, ink, theme)
    if state == "taken":
        thick = max(3, round(0.09 * unit))
        draw.line([(0, 0), (wide, deep)], fill=(*theme.battle, 255), width=thick)
        draw.line([(wide, 0), (0, deep)], fill=(*theme.battle, 255), width=thick)
    return Sprite.of(_turned(fine, facing))


def _tent(
    draw: ImageDraw.ImageDraw, x: float, y: float, unit: float, ink: Colour, theme: Theme
) -> None:
    half = 0.17 * unit
    outer = [
        (x, y - half * 1.05),
        (x + half * 1.15, y + half * 0.8),
        (x - half * 1.15, y + half * 0.8),
    ]
    draw.polygon(outer, fill=(*theme.label_halo, 255))
    draw.polygon(
        [
            (x, y - half * 0.75),
            (x + half * 0.9, y + half * 0.62),
            (x - half * 0.9, y + half * 0.62),
        ],
        fill=(*ink, 255),
    )
    draw.polygon(
        [
            (x, y - half * 0.1),
            (x + half * 0.25, y + half * 0.62),
            (x - half * 0.25, y + half * 0.62),
        ],
        fill=(*theme.label, 255),
    )


def _palisade(draw: ImageDraw.ImageDraw, wide: int, deep: int, unit: float, theme: Theme) -> None:
    """Set stakes along all four sides."""
    step, half = 0.125 * unit, 0.05 * unit
    ink, light = theme.inks["hachure"], theme.inks["roof_light"]
    spots = [(x * step, y) for x in range(int(wide / step) + 1) for y in (half, deep - half)]
    spots += [(x, y * step) for y in range(int(deep / step) + 1) for x in (half, wide - half)]
    for x, y in spots:
        draw.ellipse((x - half, y - half, x + half, y + half), fill=(*ink, 255))
        small = half * 0.55
        draw.ellipse((x - small, y - small, x + small, y + small), fill=(*light, 255))


@lru_cache(maxsize=64)
def work(side: str, scale: float, facing: int, theme: Theme, size: tuple[int, int]) -> Sprite:
    """Return a piece of fortification: a bank with a row of pointed stakes."""
    wide, deep = (max(FINE * 4, round(one * scale / 100) * FINE) for one in size)
    fine = Image.new("RGBA", (wide, deep), (*theme.label, 0))
    draw = ImageDraw.Draw(fine)
    unit = scale * FINE
    edge = theme.liveries[side].edge
    draw.rectangle((0, deep * 0.3, wide - 1, deep - 1), fill=(*theme.inks["soil"], 255))
    draw.line(
        [(0, deep - 2), (wide, deep - 2)], fill=(*edge, 255), width=max(3, round(0.05 * unit))
    )
    count = 7
    step = wide / count
    for number in range(count):
        left, right = step * (number + 0.1), step * (number + 0.9)
        stake = [(left, deep * 0.86), (left, deep * 0.26), ((left + right) / 2, 0)]
        stake += [(right, deep * 0.26), (right, deep * 0.86)]
        draw.polygon(stake, fill=(*theme.inks["hachure"], 255))
        inner = [(left + 0.18 * step, deep * 0.8), (left + 0.18 * step, deep * 0.34)]
        inner += [((left + right) / 2, deep * 0.14), (right - 0.18 * step, deep * 0.34)]
        inner += [(right - 0.18 * step, deep * 0.8)]
        draw.polygon(inner, fill=(*theme.inks["roof_light"], 255))
    return Sprite.of(_turned(fine, facing))


@lru_cache(maxsize=64)
def ambush(side: str, size: int, theme: Theme, name: str, least: int) -> Sprite:
    """Return a marker of ambush: nobody else knows who is beneath it, if anybody is."""
    size = max(size, round(1.6 * least))
    n = size * FINE
    fine = Image.new("RGBA", (n, n), (*theme.label, 0))
    draw = ImageDraw.Draw(fine)
    livery = theme.liveries[side]
    half = n / 2
    for share, ink in ((1.0, livery.edge), (0.88, livery.ink), (0.8, livery.fill)):
        r = half * share
        draw.polygon(
            [(half, half - r), (half + r, half), (half, half + r), (half - r, half)],
            fill=(*ink, 255),
        )
    image = fine.reduce(FINE)
    letters = max(least, round(size * 0.3))
    text = name if name and size >= 2.6 * least else "?"
    ImageDraw.Draw(image).text(
        (size / 2, size / 2 + 0.5 * _CAPITAL * letters),
        text,
        font=font("bold", letters),
        fill=(*livery.ink, 255),
        anchor="ms",
    )
    return Sprite.of(image)
