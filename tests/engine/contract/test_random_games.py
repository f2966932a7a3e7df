"""Random games of every system and setting, each measured by its invariants and replayed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import pytest

from engine.api import Game
from engine.fuzz import attempt
from engine.registry import load_games

GAMES = 4
MANY = 60


def variants(game: Game[Any, Any]) -> Iterator[dict[str, str]]:
    """Yield the defaults, and every other value of every choice that a table has."""
    yield {}
    for name, info in game.settings_model.model_fields.items():
        if get_origin(info.annotation) is Literal:
            values = [value for value in get_args(info.annotation) if value != info.default]
            yield from ({name: str(value)} for value in values)


EVERY = [(key, chosen) for key, game in load_games().items() for chosen in variants(game)]
every_variant = pytest.mark.parametrize(
    ("key", "chosen"), EVERY, ids=[f"{key} {chosen}" for key, chosen in EVERY]
)


@every_variant
@pytest.mark.parametrize("number", range(GAMES))
def test_random_games_are_sound(key: str, chosen: dict[str, str], number: int) -> None:
    """Played to the end without a fault, a leak or a refused offer; replayed to the same state."""
    trial = attempt(key, f"suite {number}", chosen)
    assert trial.problems == ()
    assert trial.ending


@pytest.mark.long
@every_variant
def test_many_random_games_are_sound(key: str, chosen: dict[str, str]) -> None:
    """The same, many times."""
    trials = [attempt(key, f"many {number}", chosen) for number in range(MANY)]
    assert [(trial.seed, trial.problems) for trial in trials if trial.problems] == []
