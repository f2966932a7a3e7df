"""The game systems there are. A new game adds one line here and nothing in the bot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from engine.api import Game

_HOMES = ("engine.war_of_the_pacific.game",)


@cache
def load_games() -> Mapping[str, Game[Any, Any]]:
    """Return every game system by its key."""
    games = (import_module(home).GAME for home in _HOMES)
    return {game.key: game for game in games}
