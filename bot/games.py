"""The game systems and painters that this installation has. The bot knows none of them by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.api import Game
from engine.registry import load_games
from render.api import Painter
from render.registry import painter as _painter

GAMES: Final[Mapping[str, Game[Any, Any]]] = load_games()
"""Every game system by its key."""


def painter(game_key: str) -> Painter:
    """Return the painter of a game.

    Raises:
        KeyError: No painter draws it.
    """
    return _painter(game_key)


__all__ = ["GAMES", "painter"]
