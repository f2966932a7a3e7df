"""Colours, as data: a theme is one value, and drawing code names no colour of its own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from render.themes.dark import DARK
from render.themes.model import Colour, Ground, Livery, Theme
from render.themes.printed import PRINT
from render.themes.standard import STANDARD
from render.themes.vision import DEUTERANOPIA, PROTANOPIA, TRITANOPIA

THEMES: Mapping[str, Theme] = MappingProxyType(
    {one.name: one for one in (STANDARD, DARK, PRINT, PROTANOPIA, DEUTERANOPIA, TRITANOPIA)}
)
"""All themes by name."""


def known(name: str) -> Theme:
    """Return the theme of that name; the standard one where there is none."""
    return THEMES.get(name, STANDARD)


__all__ = ["STANDARD", "THEMES", "Colour", "Ground", "Livery", "Theme", "known"]
