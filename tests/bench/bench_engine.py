"""The rules alone: an action, a whole game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.api import Step
from engine.dice import StoredDice
from engine.wander import Played, Wandered, wander
from engine.war_of_the_pacific.game import GAME
from tests.bench.figures import Figure, judged, timed
from tests.support.pacific import twelve_turns

SEEDS = 24
ACTION_US = 200
GAME_S = 2
ROUNDS = 3
"""The best of so many counts: the others measure what else the machine does."""


def figures() -> Iterator[Figure]:
    """Yield every figure of the rules."""
    wander(GAME, "0")  # board, roster and caches of distances are made once a process
    yield _actions([wander(GAME, str(number)) for number in range(SEEDS)])
    yield _whole_games()


def _actions(games: list[Wandered]) -> Figure:
    """Time check and apply of every action of random games, nothing else; best of some rounds."""
    spent: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for game in games:
        state = GAME.setup(game.settings, StoredDice(game.opening)).state
        for played in game.log:
            best, step = _best(state, played)
            spent[played.action.kind] += best
            count[played.action.kind] += 1
            state = step.state
    slowest = max(spent, key=lambda kind: spent[kind] / count[kind])
    return judged(
        "engine.action",
        {"mean_us": spent.total() / count.total() / 1000},
        {"mean_us": ACTION_US},
        count=count.total(),
        slowest=slowest,
        slowest_us=round(spent[slowest] / count[slowest] / 1000),
    )


def _best(state: Any, played: Played) -> tuple[int, Step]:
    best = 1 << 62
    for _ in range(ROUNDS):
        dice = StoredDice(played.rolls)
        start = time.perf_counter_ns()
        refusals = GAME.check(state, played.seat, played.action)
        step = GAME.apply(state, played.seat, played.action, dice)
        best = min(best, time.perf_counter_ns() - start)
        assert not refusals
    return best, step


def _whole_games() -> Figure:
    """Time random games of twelve turns, the random player's thinking included."""
    times, actions = [], 0
    for seed, game in twelve_turns(5):
        times.append(min(timed(partial(wander, GAME, seed)) for _ in range(ROUNDS)))
        actions = max(actions, len(game.log))
    return judged(
        "engine.twelve_turn_game",
        {"max_s": max(times)},
        {"max_s": GAME_S},
        games=len(times),
        most_actions=actions,
    )
