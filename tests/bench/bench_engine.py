"""The rules alone: an action, a whole game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.trials.random_play import Played, RandomGame, random_game
from engine.api import Game, Step
from engine.barricadas.scenario import load_scenarios
from engine.barricadas.sight import joins
from engine.dice import StoredDice
from tests.bench.figures import Figure, judged, timed
from tests.bench.subjects import long_games, subjects

SEEDS = 24
ACTION_US = 200
GAME_S = 2
SIGHT_US = 50
ROUNDS = 3
"""The best of so many counts: the others measure what else the machine does."""


def figures() -> Iterator[Figure]:
    """Yield every figure of the rules, of every game."""
    for subject in subjects():
        game = subject.game
        random_game(game, "0")  # board, roster and caches of distances are made once a process
        yield _actions(game, [random_game(game, str(number)) for number in range(SEEDS)])
        yield _whole_games(game)
    yield _sight()


def _actions(game: Game[Any, Any], played: list[RandomGame]) -> Figure:
    """Time check and apply of every action of random games, nothing else; best of some rounds."""
    spent: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for whole in played:
        state = game.setup(whole.settings, StoredDice(whole.opening)).state
        for one in whole.log:
            best, step = _best(game, state, one)
            spent[one.action.kind] += best
            count[one.action.kind] += 1
            state = step.state
    slowest = max(spent, key=lambda kind: spent[kind] / count[kind])
    return judged(
        "engine.action",
        {"mean_us": spent.total() / count.total() / 1000},
        {"mean_us": ACTION_US},
        game=game.key,
        count=count.total(),
        slowest=slowest,
        slowest_us=round(spent[slowest] / count[slowest] / 1000),
    )


def _best(game: Game[Any, Any], state: Any, played: Played) -> tuple[int, Step]:
    best = 1 << 62
    for _ in range(ROUNDS):
        dice = StoredDice(played.rolls)
        start = time.perf_counter_ns()
        refusals = game.check(state, played.seat, played.action)
        step = game.apply(state, played.seat, played.action, dice)
        best = min(best, time.perf_counter_ns() - start)
        assert not refusals
    return best, step


def _whole_games(game: Game[Any, Any]) -> Figure:
    """Time whole random games, the random player's thinking included."""
    times, actions = [], 0
    for seed, whole in long_games(game.key, 5):
        times.append(min(timed(partial(random_game, game, seed)) for _ in range(ROUNDS)))
        actions = max(actions, len(whole.log))
    return judged(
        "engine.whole_game",
        {"max_s": max(times)},
        {"max_s": GAME_S},
        game=game.key,
        games=len(times),
        most_actions=actions,
    )


def _sight() -> Figure:
    """Time lines of sight between all hexes of the largest ground, none of them kept."""
    field = max((one.field for one in load_scenarios().values()), key=lambda one: len(one.hexes))
    pairs = [(one, two) for one in field.hexes for two in field.hexes if one < two]

    def look() -> None:
        for one, two in pairs:
            joins(field, one, two)

    seconds = min(timed(look) for _ in range(ROUNDS))
    mean = {"mean_us": seconds / len(pairs) * 1e6}
    return judged("engine.sight", mean, {"mean_us": SIGHT_US}, game="barricadas", count=len(pairs))
