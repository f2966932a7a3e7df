"""The games with their enemies, by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.api import Game
from engine.registry import load_games

ITSELF = "hard"
"""The strongest computer, which is tried."""


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
