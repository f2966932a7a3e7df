"""What a table chooses so that a game at random shows much and is soon over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from engine.api import Game

CHOSEN: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "art_of_war": (
        {"turns": 6},
        {"turns": 5, "armies": "own", "terrain": "random"},
        {"turns": 5, "terrain": "placed"},
    ),
    "war_of_the_pacific": ({"edition": "en"}, {"edition": "es"}),
}
"""Of each game that knows more than one table, in turn; of all others the usual one."""

LENGTHS: Mapping[str, Mapping[str, str]] = {"art_of_war": {"turns": "4"}}
"""The same where any table will do, as typed: what makes a long game shorter."""


def short(game: Game[Any, Any], number: int = 0) -> BaseModel:
    """Return the settings of the game of a number."""
    chosen = CHOSEN.get(game.key, ({},))
    return game.settings_model.model_validate(chosen[number % len(chosen)])
