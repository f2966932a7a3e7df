"""Random games that many tests look at, each played once: by whoever asks first, for all workers.

A game is a value, so it is kept as what else follows from the code (``tests/support/kept.py``).
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from pydantic import BaseModel

from bot.trials.random_play import RandomGame, random_game
from engine.registry import load_games
from tests.support.kept import kept

SEEDS = ("contract 1", "contract 2", "contract 3")
"""Of the games that most tests look at, of the tables that `short` gives, in their order."""

Whole = tuple[RandomGame, tuple[Any, ...]]
"""A game, and all states in which somebody was awaited, in their order."""


def played(
    game: Any,
    seed: str,
    settings: BaseModel | None = None,
    *,
    limit: int = 20_000,
    standing: bool = False,
) -> Whole:
    """Return the random game of a seed, and its states; the arguments are `random_game`'s."""
    return _whole(game, seed, settings or game.settings_model(), limit, standing)


@cache
def _whole(game: Any, seed: str, settings: BaseModel | None, limit: int, standing: bool) -> Whole:
    play = partial(_play, game, seed, settings, limit, standing)
    if game.key not in load_games():  # others of a toy's name may be anything
        return play()
    return kept(__file__, f"{game.key} {seed} {settings!r} {limit} {standing}", play)


def _play(game: Any, seed: str, settings: BaseModel | None, limit: int, standing: bool) -> Whole:
    states: list[Any] = []
    ended = random_game(
        game, seed, settings=settings, limit=limit, each=states.append, standing=standing
    )
    return ended, tuple(states)


def states_of(
    game: Any, seed: str, settings: BaseModel | None = None, *, limit: int = 20_000
) -> tuple[Any, ...]:
    """Return the states in which somebody was awaited in the random game of a seed."""
    return played(game, seed, settings, limit=limit)[1]
