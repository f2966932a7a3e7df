"""How colours look to eyes that lack a kind of cone, and how far apart two then are.

The matrices are those for a whole lack of the cone by Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009; they
work on linear light. Distances are CIE 1976: about 2 can just be seen side by side.
"""

from __future__ import annotations

from math import dist
from types import MappingProxyType

Colour = tuple[int, int, int]
Three = tuple[float, float, float]

MATRICES = MappingProxyType(
    {
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)


def linear(colour: Colour) -> Three:
    """Return a colour of a screen as light, from 0 to 1."""
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in colour
    )
    return red, green, blue


def seen(colour: Colour, lacking: str | None) -> Three:
    """Return a colour as light, as eyes see it that lack a cone; ``None`` lack none."""
    light = linear(colour)
    if lacking is None:
        return light
    red, green, blue = (
        min(1.0, max(0.0, sum(part * one for part, one in zip(row, light, strict=True))))
        for row in MATRICES[lacking]
    )
    return red, green, blue


def lab(light: Three) -> Three:
    """Return light as CIE Lab, under daylight D65."""
    red, green, blue = light
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Colour, other: Colour, lacking: str | None) -> float:
    """Return how far apart two colours look to eyes that lack a cone."""
    return dist(lab(seen(one, lacking)), lab(seen(other, lacking)))


def contrast(one: Colour, other: Colour) -> float:
    """Return the ratio of two colours' light as WCAG 2 counts it, from 1 to 21."""
    high, low = sorted(
        (0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))),
        reverse=True,
    )
    return (high + 0.05) / (low + 0.05)
