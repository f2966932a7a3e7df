"""Positions of random games: of their set-up each, then some spread over the rest."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from bot.trials.random_play import play_at_random
from engine.api import AnyGame
from engine.dice import RecordedDice, SeededDice
from engine.registry import load_games
from tests.games import known
from tests.support.kept import kept
from tests.support.short import short
from tests.support.toy_game import TOY

TOY_GAME: Any = TOY
GAMES: dict[str, AnyGame] = {**load_games(), TOY.key: TOY_GAME}
SETTING_UP = 12
"""Actions at the beginning of a game of which none is passed over."""
LONG = 20_000

TABLES = [(key, number) for key in sorted(GAMES) for number in range(len(known(key).tables))]
"""Every game with the number of each of its short tables."""


@cache
def positions(key: str, table: int, seed: str, *, spread: int, whole: bool) -> tuple[Any, ...]:
    """Return the states of a random game: all of its set-up, then every *spread*-th to its end.

    Where it is not looked at *whole* a long game is broken off early.
    """
    name = f"positions {key} {table} {seed} {spread} {whole}"
    return kept(__file__, name, partial(_positions, key, table, seed, spread=spread, whole=whole))


def _positions(key: str, table: int, seed: str, *, spread: int, whole: bool) -> tuple[Any, ...]:
    game, states = GAMES[key], list[Any]()
    dice = RecordedDice(SeededDice(f"dice {seed}".encode()))
    begun = game.setup(short(game, table), dice).state
    limit = LONG if whole else known(key).pace.first
    play_at_random(game, begun, seed, limit=limit, each=states.append, dice=dice)
    return (*states[:SETTING_UP], *states[SETTING_UP::spread])
