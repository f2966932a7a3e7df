"""The computer player of any game, asked and played in tests: every choice must be legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from bot.trials.lab import wilson
from bot.trials.random_play import Played, RandomGame
from engine.api import Action, Game
from engine.dice import RecordedDice, SeededDice
from engine.strengths import opponent_of

AnyGame = Game[Any, Any]

ENDLESS = 3000
"""Actions after which a game counts as endless."""


def chosen(game: AnyGame, state: Any, seat: str, seed: str = "thoughts") -> Action:
    """Return what the computer does for a seat, which the rules must allow."""
    decision = next(one for one in game.awaiting(state) if one.seat == seat)
    opponent = opponent_of(game)
    assert opponent is not None
    action = opponent.choose(game.view(state, seat), decision, SeededDice(seed.encode()))
    assert game.check(state, seat, action) == ()
    return action


def whole_game(
    game: AnyGame, settings: BaseModel, seed: str
) -> tuple[RandomGame, list[tuple[Any, str]]]:
    """Return a game of the computer against itself, and who was asked in which state."""
    dice = RecordedDice(SeededDice(seed.encode()))
    state = game.setup(settings, dice).state
    opening = tuple(dice.rolls)
    log: list[Played] = []
    states: list[tuple[Any, str]] = []
    while owed := game.awaiting(state):
        seat = owed[0].seat
        states.append((state, seat))
        action = chosen(game, state, seat, f"{seed} {seat} {len(log)}")
        dice.rolls.clear()
        step = game.apply(state, seat, action, dice)
        log.append(Played(seat, action, tuple(dice.rolls), step.events))
        state = step.state
        assert len(log) < ENDLESS
    return RandomGame(settings, opening, tuple(log), state), states


def wins_more(share: float, won: Callable[[int], bool], looks: tuple[int, int]) -> bool:
    """Say whether the true share of games won is above *share*, with 95 % confidence.

    Each bound is one of 97.5 %, so that one look at the first games is allowed: where they were
    enough, no more are played.

    Args:
        share: Of all games, from 0 to 1.
        won: Plays the game of a number, and says whether it was won.
        looks: After how many games it may be sure, and after how many it must.
    """
    first, every = looks
    wins = sum(won(number) for number in range(first))
    if wilson(wins, first)[0] >= share:
        return True
    wins += sum(won(number) for number in range(first, every))
    return wilson(wins, every)[0] >= share
