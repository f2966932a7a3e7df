"""What lies on the ground in a game: towns and their holders, positions, wire, blocks, mines."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from engine.barricadas.scenario import obstacles_laid
from engine.barricadas.survey import scenario_of
from engine.barricadas.weather import DARK, weather_of
from render import marks
from render.barricadas.marks import FINE, flag
from render.linework import Point
from render.sprites import Sprite
from render.themes import Colour, Theme

if TYPE_CHECKING:
    from render.barricadas.stage import Stage

_NIGHT, _HAZE = 84, 52
"""How strongly darkness and mist lie over the ground, of 255."""

_AT: Final[Mapping[str, Point]] = {
    "wire": (0.0, 0.1),
    "mines": (-0.7, 0.06),
    "road_block": (0.7, 0.06),
}
"""Where in its hex an obstacle is drawn, in units from the middle."""


def draw_weather(stage: Stage) -> None:
    """Lay night or mist over the ground."""
    found = weather_of(stage.table)
    if found is None:
        return
    night = found.kind == "night"
    ink = stage.theme.veil if night else stage.theme.label_halo
    strength = _NIGHT if found.kind in DARK else _HAZE
    flat = Image.new("RGB", stage.image.size, ink)
    stage.image.paste(Image.blend(stage.image, flat, strength / 255), (0, 0))


# -- towns ---------------------------------------------------------------------------------------


def draw_towns(stage: Stage) -> None:
    """Ring the scenario's towns in the colour of what counts."""
    for place in scenario_of(stage.table).towns:
        if stage.shows(place):
            ring = town_ring(stage.scale, stage.theme.victory, stage.theme.victory_ink)
            ring.centre(stage.image, *stage.spot(place))
            if place in stage.changes.taken:
                glow = marks.hex_ring(stage.scale, stage.theme.highlight, stage.theme.label)
                glow.centre(stage.image, *stage.spot(place))


@lru_cache(maxsize=32)
def town_ring(scale: float, colour: Colour, dark: Colour) -> Sprite:
    """Return the broken rim of a town's hex."""
    size = round(scale * 2.2)
    fine = Image.new("RGBA", (size * 2, size * 2), (*dark, 0))
    draw = ImageDraw.Draw(fine)
    reach = 2 * scale * 0.9
    corners = [(size + reach * cos(pi * k / 3), size + reach * sin(pi * k / 3)) for k in range(6)]
    for width, ink in ((0.15, dark), (0.09, colour)):
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            for first, last in ((0.0, 0.3), (0.7, 1.0)):
                line = [
                    (ax + (bx - ax) * first, ay + (by - ay) * first),
                    (ax + (bx - ax) * last, ay + (by - ay) * last),
                ]
                draw.line(line, fill=(*ink, 255), width=max(2, round(scale * 2 * width)))
    return Sprite.of(fine.reduce(2))


def draw_flags(stage: Stage) -> None:
    """Fly its holder's flag in every town."""
    height = max(20, round(stage.scale * (0.44 if stage.layout.close else 1.1)))
    for place, side in stage.table.held.items():
        if stage.shows(place):
            x, y = stage.spot(place)
            sprite = flag_sprite(side, height, stage.theme.label)
            dx, dy = (0.52, -0.62) if stage.layout.close else (0.7, -0.52)
            sprite.centre(stage.image, x + dx * stage.scale, y + dy * stage.scale)


@lru_cache(maxsize=32)
def flag_sprite(side: str, height: int, pole: Colour) -> Sprite:
    """Return a side's flag."""
    return Sprite.of(flag(side, height, pole))


# -- works ---------------------------------------------------------------------------------------


def draw_works(stage: Stage) -> None:
    """Draw sandbags before every improvised position, and the obstacles of the scenario."""
    own = stage.view.own
    planned = () if own is None else own.works
    for place in (*stage.table.positions, *planned):
        if stage.shows(place):
            x, y = stage.spot(place)
            bags = sandbags(stage.scale, stage.theme)
            bags.centre(stage.image, x, y + 0.1 * stage.scale)
    for place, kinds in obstacles_laid(stage.table.settings.scenario).items():
        for kind in kinds if stage.shows(place) else ():
            x, y = stage.spot(place)
            dx, dy = _AT[kind]
            sprite = obstacle(kind, stage.scale, stage.theme)
            sprite.centre(stage.image, x + dx * stage.scale, y + dy * stage.scale)


@lru_cache(maxsize=16)
def sandbags(scale: float, theme: Theme) -> Sprite:
    """Return sandbags in a half ring."""
    size = round(scale * 2)
    fine = Image.new("RGBA", (size * FINE, size * FINE), (*theme.label, 0))
    draw = ImageDraw.Draw(fine)
    middle, unit = size * FINE / 2, scale * FINE
    for row, far in ((0, 0.74), (1, 0.66)):
        for k in range(9 - row):
            angle = pi * (0.06 + (0.88 * k + 0.44 * row) / 8)
            x, y = middle + far * unit * cos(angle), middle + far * unit * sin(angle)
            r = unit * 0.12
            draw.ellipse((x - r, y - r * 0.86, x + r, y + r * 0.86), fill=(*theme.label, 255))
            r *= 0.78
            ink = theme.inks["roof_light"] if (k + row) % 2 else theme.inks["wall"]
            draw.ellipse((x - r, y - r * 0.82, x + r, y + r * 0.82), fill=(*ink, 255))
    return Sprite.of(fine.reduce(FINE))


@lru_cache(maxsize=48)
def obstacle(kind: str, scale: float, theme: Theme) -> Sprite:
    """Return wire, a road block, or a sign of mines."""
    size = round(scale * (2 if kind == "wire" else 0.62))
    fine = Image.new("RGBA", (size * FINE, size * FINE), (*theme.label, 0))
    draw = ImageDraw.Draw(fine)
    n = size * FINE
    {"wire": _wire, "road_block": _block, "mines": _mines}[kind](draw, n, theme)
    return Sprite.of(fine.reduce(FINE))


def _wire(draw: ImageDraw.ImageDraw, n: int, theme: Theme) -> None:
    """Draw coils of wire along the foot of a hex."""
    for width, ink in ((0.045, theme.label_halo), (0.02, theme.label)):
        for k in range(15):
            angle = pi * (0.04 + 0.92 * k / 14)
            x, y = n * (0.5 + 0.4 * cos(angle)), n * (0.5 + 0.36 * sin(angle))
            r = n * 0.045
            box = (x - r, y - r, x + r, y + r)
            draw.ellipse(box, outline=(*ink, 255), width=max(1, round(n * width)))


def _block(draw: ImageDraw.ImageDraw, n: int, theme: Theme) -> None:
    """Draw a barrier: a striped beam on two legs."""
    for x in (0.22, 0.78):
        draw.line([(n * x, n * 0.3), (n * x, n * 0.86)], fill=theme.label, width=round(n * 0.1))
    draw.rectangle((n * 0.04, n * 0.24, n * 0.96, n * 0.58), fill=theme.label)
    draw.rectangle((n * 0.09, n * 0.29, n * 0.91, n * 0.53), fill=theme.label_halo)
    for k in range(3):
        x = n * (0.16 + 0.27 * k)
        stripe = [(x, n * 0.53), (x + n * 0.1, n * 0.29), (x + n * 0.22, n * 0.29)]
        draw.polygon([*stripe, (x + n * 0.12, n * 0.53)], fill=theme.battle)


def _mines(draw: ImageDraw.ImageDraw, n: int, theme: Theme) -> None:
    """Draw a warning sign with a mine on it."""
    draw.polygon([(n * 0.5, 0), (n, n * 0.9), (0, n * 0.9)], fill=theme.label)
    draw.polygon(
        [(n * 0.5, n * 0.12), (n * 0.9, n * 0.84), (n * 0.1, n * 0.84)], fill=theme.highlight
    )
    x, y = n * 0.5, n * 0.62
    for k in range(8):
        dx, dy = n * 0.21 * cos(pi * k / 4), n * 0.21 * sin(pi * k / 4)
        draw.line([(x, y), (x + dx, y + dy)], fill=theme.victory_ink, width=round(n * 0.06))
    r = n * 0.14
    draw.ellipse((x - r, y - r, x + r, y + r), fill=theme.victory_ink)
