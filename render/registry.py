"""Which painter draws which game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import MappingProxyType

from render.api import Painter

_PAINTERS = MappingProxyType(
    {
        "war_of_the_pacific": "WarOfThePacificPainter",
        "calama": "CalamaPainter",
    }
)
"""The class that draws each game, in ``render/<game>/painter.py``; loaded when first asked for."""


@cache
def painter(game_key: str) -> Painter:
    """Return the painter of a game; each is made once.

    Raises:
        KeyError: When no painter draws *game_key*.
    """
    made: Painter = getattr(import_module(f"render.{game_key}.painter"), _PAINTERS[game_key])()
    return made
