"""Which painter draws which game."""

from __future__ import annotations

from functools import cache

from render.api import Painter


@cache
def painter(game_key: str) -> Painter:
    """Return the painter of a game; each is made once.

    Raises:
        KeyError: When no painter draws *game_key*.
    """
    if game_key == "war_of_the_pacific":
        from render.war_of_the_pacific.painter import WarOfThePacificPainter

        return WarOfThePacificPainter()
    raise KeyError(game_key)
