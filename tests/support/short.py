"""What a table chooses so that a game at random shows much and is soon over."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from engine.api import Game
from tests.games import known


def short(game: Game[Any, Any], number: int = 0) -> BaseModel:
    """Return the settings of the game of a number, of as many as are :func:`known` of it."""
    chosen = known(game.key).tables
    return game.settings_model.model_validate(chosen[number % len(chosen)])
