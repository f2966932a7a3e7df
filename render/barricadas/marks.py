"""What factions and sides fly, in their own colours, and the badges that are laid on counters."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import pi, sin

from PIL import Image, ImageDraw

from render.symbols import burst
from render.themes import Colour, Theme

FINE = 4

_RED, _YELLOW, _PURPLE = (206, 22, 32), (250, 200, 20), (98, 36, 116)
_BLACK, _WHITE, _GREEN = (20, 20, 20), (250, 250, 246), (14, 110, 62)
_NAVY = (22, 36, 84)

Bands = tuple[tuple[float, float, float, float, Colour], ...]
"""Rectangles of a stripe: left, top, right and bottom as shares of it, and a colour."""


def _down(*colours: Colour) -> Bands:
    n = len(colours)
    return tuple((0.0, k / n, 1.0, (k + 1) / n, one) for k, one in enumerate(colours))


def _across(*colours: Colour) -> Bands:
    n = len(colours)
    return tuple((k / n, 0.0, (k + 1) / n, 1.0, one) for k, one in enumerate(colours))


STRIPES: dict[str, Bands] = {
    "popular_army": _across(_RED, _YELLOW, _PURPLE),
    "international_brigades": (*_across(_RED, _YELLOW, _PURPLE), (0.4, 0.0, 0.6, 1.0, _WHITE)),
    "assault_guard": _across(_NAVY, _WHITE, _NAVY),
    "communist_militia": _across(_RED),
    "anarchist_militia": _across(_RED, _BLACK),
    "basque_army": _across(_RED, _GREEN, _WHITE, _GREEN, _RED),
    "carabineros": _across(_GREEN, _RED, _YELLOW, _PURPLE),
    "catalan_army": _down(_YELLOW, _RED, _YELLOW, _RED, _YELLOW),
    "republican_civil_guard": _across(_GREEN, _YELLOW, _GREEN, _PURPLE),
    "national_army": _across(_RED, _YELLOW, _YELLOW, _RED),
    "national_assault_guard": _across(_NAVY, _WHITE, _NAVY, _RED),
    "national_carabineros": _across(_GREEN, _RED, _YELLOW, _RED),
    "ctv": _across(_GREEN, _WHITE, _RED),
    "civil_guard": _across(_GREEN, _YELLOW, _GREEN),
    "requete": _across(_WHITE, _RED, _WHITE, _RED, _WHITE),
    "falange": _across(_RED, _BLACK, _RED),
    "republican": _across(_RED, _YELLOW, _PURPLE),
    "nationalist": _across(_RED, _YELLOW, _YELLOW, _RED),
}
"""The stripe at the head of a counter, by its faction; a side's for who belongs to none."""

FLAGS: dict[str, Bands] = {
    "republican": _down(_RED, _YELLOW, _PURPLE),
    "nationalist": _down(_RED, _YELLOW, _YELLOW, _RED),
}


def draw_bands(
    draw: ImageDraw.ImageDraw, bands: Bands, box: tuple[float, float, float, float]
) -> None:
    """Fill a rectangle with bands."""
    left, top, right, bottom = box
    for x0, y0, x1, y1, ink in bands:
        draw.rectangle(
            (
                left + (right - left) * x0,
                top + (bottom - top) * y0,
                left + (right - left) * x1,
                top + (bottom - top) * y1,
            ),
            fill=(*ink, 255),
        )


@lru_cache(maxsize=64)
def flag(side: str, height: int, pole: Colour) -> Image.Image:
    """Return a side's flag on a pole, its cloth in the wind."""
    n = height * FINE
    cloth = Image.new("RGBA", (round(n * 0.86), round(n * 0.5)), (*pole, 255))
    width, deep = cloth.size
    thin = max(2, n // 30)
    draw_bands(ImageDraw.Draw(cloth), FLAGS[side], (thin, thin, width - 1 - thin, deep - 1 - thin))
    fine = Image.new("RGBA", (round(n * 1.1), n), (*pole, 0))
    for column in range(width):
        wave = round(n * 0.035 * sin(2 * pi * column / width))
        fine.paste(
            cloth.crop((column, 0, column + 1, deep)), (round(n * 0.16) + column, wave + n // 14)
        )
    draw = ImageDraw.Draw(fine)
    draw.rectangle((n * 0.1, n * 0.02, n * 0.1 + max(3, n // 12), n * 0.99), fill=(*pole, 255))
    return fine.reduce(FINE)


# -- badges --------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def badge(key: str, size: int, theme: Theme) -> Image.Image:
    """Return a round badge of what is marked on a counter."""
    n = size * FINE
    fine = Image.new("RGBA", (n, n), (*theme.label, 0))
    draw = ImageDraw.Draw(fine)
    fill, ink = _BADGES[key][0](theme)
    draw.ellipse((0, 0, n - 1, n - 1), fill=(*ink, 255))
    rim = n * 0.08
    draw.ellipse((rim, rim, n - 1 - rim, n - 1 - rim), fill=(*fill, 255))
    _BADGES[key][1](draw, n, ink, fill)
    return fine.reduce(FINE)


def _tick(draw: ImageDraw.ImageDraw, n: float, ink: Colour, _: Colour) -> None:
    points = [(n * 0.26, n * 0.52), (n * 0.44, n * 0.7), (n * 0.76, n * 0.3)]
    draw.line(points, fill=ink, width=round(n * 0.14), joint="curve")


def _eye(draw: ImageDraw.ImageDraw, n: float, ink: Colour, fill: Colour) -> None:
    """Draw an eye: prepared to react."""
    arc = [(n * (0.14 + 0.72 * k / 12), n * (0.5 - 0.2 * sin(pi * k / 12))) for k in range(13)]
    low = [(x, n - y) for x, y in reversed(arc)]
    draw.polygon([*arc, *low], fill=ink)
    draw.ellipse((n * 0.38, n * 0.38, n * 0.62, n * 0.62), fill=fill)


def _eye_kept(draw: ImageDraw.ImageDraw, n: float, ink: Colour, fill: Colour) -> None:
    _eye(draw, n, ink, fill)
    draw.line([(n * 0.28, n * 0.8), (n * 0.72, n * 0.8)], fill=ink, width=round(n * 0.09))


def _crossed(draw: ImageDraw.ImageDraw, n: float, ink: Colour, _: Colour) -> None:
    """Draw a broken chain: out of command."""
    for line in (
        ((0.24, 0.62), (0.40, 0.46)),
        ((0.60, 0.54), (0.76, 0.38)),
        ((0.36, 0.28), (0.64, 0.74)),
    ):
        draw.line([(n * x, n * y) for x, y in line], fill=ink, width=round(n * 0.13))


def _back(draw: ImageDraw.ImageDraw, n: float, ink: Colour, _: Colour) -> None:
    """Draw an arrow that turns back: in retreat."""
    draw.arc((n * 0.28, n * 0.26, n * 0.74, n * 0.7), 180, 90, fill=ink, width=round(n * 0.13))
    draw.polygon([(n * 0.12, n * 0.46), (n * 0.44, n * 0.46), (n * 0.28, n * 0.74)], fill=ink)


def _going(draw: ImageDraw.ImageDraw, n: float, ink: Colour, _: Colour) -> None:
    """Draw a chevron: has moved."""
    draw.line(
        [(n * 0.36, n * 0.26), (n * 0.66, n * 0.5), (n * 0.36, n * 0.74)],
        fill=ink,
        width=round(n * 0.15),
    )


def _rushing(draw: ImageDraw.ImageDraw, n: float, ink: Colour, _: Colour) -> None:
    for x in (0.24, 0.48):
        draw.line(
            [(n * x, n * 0.28), (n * (x + 0.24), n * 0.5), (n * x, n * 0.72)],
            fill=ink,
            width=round(n * 0.12),
        )


def _asked(draw: ImageDraw.ImageDraw, n: float, ink: Colour, _: Colour) -> None:
    """Draw a question mark: not recognised by the enemy."""
    draw.arc((n * 0.32, n * 0.18, n * 0.68, n * 0.52), 170, 90, fill=ink, width=round(n * 0.13))
    draw.line([(n * 0.5, n * 0.46), (n * 0.5, n * 0.62)], fill=ink, width=round(n * 0.13))
    draw.ellipse((n * 0.42, n * 0.69, n * 0.58, n * 0.85), fill=ink)


def _wheel(draw: ImageDraw.ImageDraw, n: float, ink: Colour, _: Colour) -> None:
    """Draw a wheel: aboard a lorry, or towed by one."""
    draw.ellipse((n * 0.22, n * 0.22, n * 0.78, n * 0.78), outline=ink, width=round(n * 0.11))
    for k in range(3):
        dx, dy = n * 0.24 * sin(pi * k / 3), n * 0.24 * sin(pi * k / 3 + pi / 2)
        ends = [(n / 2 - dx, n / 2 - dy), (n / 2 + dx, n / 2 + dy)]
        draw.line(ends, fill=ink, width=round(n * 0.07))


def _boot(draw: ImageDraw.ImageDraw, n: float, ink: Colour, _: Colour) -> None:
    """Draw a boot: cavalry that has dismounted."""
    shares = ((0.36, 0.22), (0.56, 0.22), (0.56, 0.52), (0.8, 0.62), (0.8, 0.76), (0.34, 0.76))
    draw.polygon([(n * x, n * y) for x, y in shares], fill=ink)


def _star(draw: ImageDraw.ImageDraw, n: float, ink: Colour, _: Colour) -> None:
    draw.polygon(burst(n / 2, n / 2, n * 0.36, n * 0.16, 8), fill=ink)


Paint = Callable[[Theme], tuple[Colour, Colour]]


def _quiet(theme: Theme) -> tuple[Colour, Colour]:
    return theme.paper, theme.paper_ink


def _bright(theme: Theme) -> tuple[Colour, Colour]:
    return theme.highlight, theme.victory_ink


def _alarm(theme: Theme) -> tuple[Colour, Colour]:
    return theme.battle, theme.label_halo


def _own(theme: Theme) -> tuple[Colour, Colour]:
    return theme.order, theme.label_halo


_BADGES: dict[str, tuple[Paint, Callable[[ImageDraw.ImageDraw, float, Colour, Colour], None]]] = {
    "finished": (_quiet, _tick),
    "reaction": (_bright, _eye),
    "kept": (_bright, _eye_kept),
    "out": (_alarm, _crossed),
    "routed": (_alarm, _back),
    "moved": (_quiet, _going),
    "rushed": (_quiet, _rushing),
    "aboard": (_quiet, _wheel),
    "afoot": (_quiet, _boot),
    "unseen": (_own, _asked),
    "hit": (_alarm, _star),
}
"""Colours and drawing of each badge."""
