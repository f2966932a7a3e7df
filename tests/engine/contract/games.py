"""The games that are held to the contract, toys among them, and random games of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from bot.trials.random_play import Played
from engine.api import Feature, Game
from engine.registry import load_games
from tests.games import known
from tests.support import games_played
from tests.support.games_played import SEEDS, Whole
from tests.support.nim import NIM
from tests.support.seldom import seldom
from tests.support.short import short
from tests.support.toy_game import TOY

__all__ = ["SEEDS"]  # what is held to the contract is what most tests look at
TOYS: tuple[Any, ...] = (TOY, NIM)
GAMES: dict[str, Game[Any, Any]] = {**load_games(), **{toy.key: toy for toy in TOYS}}

every_game = pytest.mark.parametrize("key", sorted(GAMES))
every_registered_game = pytest.mark.parametrize("key", sorted(load_games()))


def usual_seeds(key: str) -> range:
    """Return which seeds are played whenever tests run: of a toy all, of a dear game one."""
    if key not in load_games():
        return range(len(SEEDS))
    return range(1 if known(key).pace.dear > 1 else 2)


def seeds_of(key: str) -> tuple[str, ...]:
    """Return the seeds that are played whenever tests run."""
    return tuple(SEEDS[number] for number in usual_seeds(key))


def every_game_with(feature: Feature) -> pytest.MarkDecorator:
    """Ask every game that declares something, toys among them."""
    return pytest.mark.parametrize("key", those_with(feature))


def those_with(feature: Feature) -> list[str]:
    """Return the games that declare something, toys among them."""
    return sorted(key for key, game in GAMES.items() if feature in game.has)


PLAYED = [(key, seed) for key in sorted(GAMES) for seed in SEEDS]
OFTEN = [(key, seed) for key, seed in PLAYED if SEEDS.index(seed) in usual_seeds(key)]
every_seed_of_every_game = pytest.mark.parametrize(("key", "seed"), seldom(PLAYED, OFTEN))


def every_seed_of_games_with(feature: Feature) -> pytest.MarkDecorator:
    """Ask every seed of every game that declares something."""
    having = those_with(feature)
    return pytest.mark.parametrize(
        ("key", "seed"),
        seldom(
            [one for one in PLAYED if one[0] in having], [one for one in OFTEN if one[0] in having]
        ),
    )


def chosen(key: str, seed: str) -> BaseModel:
    """Settings for a seed: where a game is told in several texts each has its seeds."""
    if key == TOY.key:
        number = SEEDS.index(seed)
        return GAMES[key].settings_model.model_validate(
            {"crates": number > 0, "smuggling": number > 1}
        )
    return short(GAMES[key], SEEDS.index(seed))


def played(key: str, seed: str) -> Whole:
    """A random game and all states in which somebody was awaited."""
    return games_played.played(GAMES[key], seed, chosen(key, seed))


def some(states: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """About *count* of the states, spread over the game, its first and last among them."""
    step = max(1, len(states) // count)
    return (*states[::step], states[-1])


def looked_at(key: str, seed: str, count: int) -> tuple[Any, ...]:
    """About *count* states of a random game, fewer of a dear one, its first and last among them."""
    return some(played(key, seed)[1], max(1, count // known(key).pace.dear))


def steps(key: str, seed: str) -> Iterator[tuple[Any, Played]]:
    """Each state with what was then done."""
    whole, states = played(key, seed)
    return zip(states, whole.log, strict=True)
