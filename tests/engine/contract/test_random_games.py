"""Random games of every system and setting, each measured by its invariants and replayed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import pytest

from bot.trials.fuzz import attempt
from engine.api import Game
from engine.kit.settings import leader_of
from engine.registry import load_games
from tests.games import known

MANY = 24
FEW = 3


def variants(game: Game[Any, Any]) -> Iterator[dict[str, str]]:
    """Yield the defaults, every other value of every choice of a table, and mixes of switches.

    Switches that follow another choice are many: half of them are set to its other value in one
    mix, the other half in the next. A long game is shorter here.
    """
    length = known(game.key).shorter
    yield from ({**length, **chosen} for chosen in _chosen(game))


def _chosen(game: Game[Any, Any]) -> Iterator[dict[str, str]]:
    yield {}
    for name, info in game.settings_model.model_fields.items():
        if get_origin(info.annotation) is Literal and not leader_of(info):
            values = [value for value in get_args(info.annotation) if value != info.default]
            yield from ({name: str(value)} for value in values)
    alone = list(switched(game))
    for half in (alone[::2], alone[1::2]):
        if half:
            yield {name: value for one in half for name, value in one.items()}


def switched(game: Game[Any, Any]) -> Iterator[dict[str, str]]:
    """Yield each switch that follows another choice, set to what that choice is not."""
    fields = game.settings_model.model_fields
    for name, info in fields.items():
        leader = leader_of(info)
        if leader is not None:
            usual = fields[leader].default
            values = [value for value in get_args(info.annotation) if value not in (leader, usual)]
            yield from ({name: str(value)} for value in values)


EVERY = [(key, chosen) for key, game in load_games().items() for chosen in variants(game)]
USUAL = [(key, chosen) for key, game in load_games().items() for chosen in [*variants(game)][1::5]]
"""One in five of them, never the defaults: those games are held to the contract. The long tests
play all of them, many times."""
every_variant = pytest.mark.parametrize(
    ("key", "chosen"), EVERY, ids=[f"{key} {chosen}" for key, chosen in EVERY]
)


@pytest.mark.parametrize(("key", "chosen"), USUAL, ids=str)
def test_random_games_are_sound(key: str, chosen: dict[str, str]) -> None:
    """Played to the end without a fault, a leak or a refused offer; replayed to the same state."""
    trial = attempt(key, f"suite {chosen}", chosen)
    assert trial.problems == ()
    assert trial.ending


@pytest.mark.long
@every_variant
def test_many_random_games_are_sound(key: str, chosen: dict[str, str]) -> None:
    """The same, many times."""
    trials = [attempt(key, f"many {number}", chosen) for number in range(MANY)]
    assert [(trial.seed, trial.problems) for trial in trials if trial.problems] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "chosen"),
    [(key, chosen) for key, game in load_games().items() for chosen in switched(game)],
    ids=str,
)
def test_single_switches_are_sound(key: str, chosen: dict[str, str]) -> None:
    """A switch taken alone from another text fits all the rest."""
    trials = [attempt(key, f"alone {number}", chosen) for number in range(FEW)]
    assert [(trial.seed, trial.problems) for trial in trials if trial.problems] == []
