"""A game declares what it has: no more and no less than is found when it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.api import Feature
from engine.kit.table_game import TableGame
from engine.subjects import LooksUp
from tests.engine.contract.games import (
    GAMES,
    every_game,
    every_game_with,
    played,
    seeds_of,
)


def can_be_looked_up(game: Any) -> bool:
    """Whether anything is there to be looked up as a random game begins or ends."""
    whole, states = played(game.key, seeds_of(game.key)[-1])
    views = [game.view(state, None) for state in (states[0], whole.state)]
    return isinstance(game, LooksUp) and any(any(True for _ in game.subjects(v)) for v in views)


EVIDENT: Mapping[Feature, Callable[[Any], bool]] = {
    Feature.DATA: lambda game: bool(game.data_files),
    Feature.COMPUTER: lambda game: bool(game.opponents),
    Feature.LESSON: lambda game: game.lesson is not None,
    Feature.CORRECTIONS: lambda game: bool(game.corrections),
    Feature.STARTS: lambda game: bool(game.starts(game.settings_model())),
    Feature.OWN_CORRECTIONS: lambda game: bool(game.own_corrections),
    Feature.HALTS: lambda game: bool(game.halts),
    Feature.STANDING_ORDERS: lambda game: any(one.standing for one in game.actions.values()),
    Feature.LOOKING_UP: can_be_looked_up,
}
"""What shows in the game itself, or at its tables."""


@every_game
@pytest.mark.parametrize("feature", EVIDENT)
def test_what_shows_is_declared(key: str, feature: Feature) -> None:
    """Data, computers, a lesson, halts, standing orders, what can be looked up."""
    game = GAMES[key]
    assert EVIDENT[feature](game) is (feature in game.has)


@every_game
def test_dice_are_declared(key: str) -> None:
    """Some die falls in a random game, or none ever does."""
    games = [played(key, seed)[0] for seed in seeds_of(key)]
    thrown = any(one.opening or any(done.rolls for done in one.log) for one in games)
    assert thrown is (Feature.DICE in GAMES[key].has)


@every_game
def test_secrets_are_declared(key: str) -> None:
    """Something is told or done that not everybody may know, or nothing ever is."""
    log = [done for seed in seeds_of(key) for done in played(key, seed)[0].log]
    kept = any(
        done.action.secret or any(event.audience is not None for event in done.events)
        for done in log
    )
    assert kept is (Feature.SECRETS in GAMES[key].has)


@every_game_with(Feature.DATA)
def test_with_data_a_game_says_which_is_in_use(key: str) -> None:
    """What is answered with one data holds for it alone (``TableGame.playing_with``)."""
    game: Any = GAMES[key]
    assert type(game).playing_with is not TableGame.playing_with
