"""The games with their enemies, by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.api import Game
from engine.data.files import load_toml
from engine.registry import load_games

ITSELF = "hard"
"""The strongest computer, which is tried."""
BEFORE = "before"
"""The same as it was: with weights of an earlier build."""


def _module(key: str) -> str:
    return f"tests.support.{key}_sparring"


def has_enemies(key: str) -> bool:
    """Say whether a game has enemies of its own; a new one is tried against random play alone."""
    return find_spec(_module(key)) is not None


@cache
def arena(key: str) -> Game[Any, Any]:
    """Return a game with its enemies among its computers."""
    if not has_enemies(key):
        return load_games()[key]
    found: Game[Any, Any] = import_module(_module(key)).ARENA
    return found


@cache
def arena_with(key: str, weights: str) -> Game[Any, Any]:
    """Return the game with the strongest computer as other weights make it among its computers.

    Args:
        key: Which game.
        weights: The path of an ``opponent.toml`` of this game, of an earlier build for example.

    Raises:
        DataError: If the file cannot be read.
    """
    game = arena(key)
    player = import_module(f"engine.{key}.opponent.player").Computer
    model = import_module(f"engine.{key}.opponent.weights").Weights
    read = load_toml(Path(weights), model)
    more = {**game.opponents, BEFORE: player(ITSELF, weights=read)}
    found: Game[Any, Any] = type("Arena", (type(game),), {"opponents": more})()
    return found


def simple(key: str) -> tuple[str, ...]:
    """Return the enemies of one idea, which the strongest computer is to beat."""
    if not has_enemies(key):
        return ("random",)
    makers: Mapping[str, Callable[[], object]] = import_module(_module(key)).OPPONENTS
    return (*makers, "random")


def enemies(key: str) -> tuple[str, ...]:
    """Return all that the strongest computer is tried against: itself last."""
    own = [name for name in load_games()[key].opponents if name != ITSELF]
    return (*simple(key), *own, ITSELF)
