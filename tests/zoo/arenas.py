"""The games with their enemies, by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from engine.api import Game
from engine.registry import load_games

ITSELF = "hard"
"""The strongest computer, which is tried."""


def _sparring(key: str) -> Any:
    return import_module(f"tests.support.{key}_sparring")


@cache
def arena(key: str) -> Game[Any, Any]:
    """Return a game with its enemies among its computers."""
    found: Game[Any, Any] = _sparring(key).ARENA
    return found


def simple(key: str) -> tuple[str, ...]:
    """Return the enemies of one idea, which the strongest computer is to beat."""
    makers: Mapping[str, Callable[[], object]] = _sparring(key).OPPONENTS
    return (*makers, "random")


def enemies(key: str) -> tuple[str, ...]:
    """Return all that the strongest computer is tried against: itself last."""
    own = [name for name in load_games()[key].opponents if name != ITSELF]
    return (*simple(key), *own, ITSELF)
