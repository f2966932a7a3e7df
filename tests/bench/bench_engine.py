"""The rules alone: an action, a whole game."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.trials.random_play import Played, RandomGame, random_game
from engine.api import Game, Step
from engine.art_of_war.game import GAME as ART_OF_WAR
from engine.art_of_war.state import SOUTH
from engine.barricadas.scenario import load_scenarios
from engine.barricadas.sight import joins
from engine.dice import StoredDice
from tests.bench.figures import Figure, judged, timed, within
from tests.bench.lines import can_do, lines_apart
from tests.bench.subjects import long_games, subjects
from tests.games.knowing import Subject

SEEDS, WHOLE = 24, 3
"""Random games whose actions are measured, and those measured as a whole, at most."""
SECONDS, WHOLE_SECONDS = 5, 2
"""That they may take of a game; of a slow one they are fewer. A whole game must be looked for."""
WHOLE_ROUNDS = 2
"""The better of so many: a whole game is long enough to be told by."""
SIGHT_US = 50
SIGHTS = 19
"""Every so manieth is as far and as near as all of them: the mean is the same."""
GROUP_MS = 100
ROUNDS = 3
"""The best of so many counts: the others measure what else the machine does."""


def figures() -> Iterator[Figure]:
    """Yield every figure of the rules, of every game."""
    for subject in subjects():
        game = subject.game
        # Board, roster and caches of distances are made once a process.
        random_game(game, "0", settings=subject.settings)
        play = partial(random_game, game, settings=subject.settings)
        played = list(within(SECONDS, map(play, map(str, range(SEEDS)))))
        yield _actions(subject, played)
        yield _whole_games(subject)
    yield _sight()
    yield from _one_group()


def _actions(subject: Subject, played: list[RandomGame]) -> Figure:
    """Time check and apply of every action of random games, nothing else; best of some rounds."""
    game = subject.game
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
        {"mean_us": subject.action_us},
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


def _whole_games(subject: Subject) -> Figure:
    """Time whole random games, the random player's thinking included."""
    game = subject.game
    times, actions = [], 0
    for seed, whole in within(WHOLE_SECONDS, long_games(game.key, WHOLE), least=1):
        times.append(
            min(
                timed(partial(random_game, game, seed, settings=subject.settings))
                for _ in range(WHOLE_ROUNDS)
            )
        )
        actions = max(actions, len(whole.log))
    return judged(
        "engine.whole_game",
        {"max_s": max(times)},
        {"max_s": subject.game_s},
        game=game.key,
        games=len(times),
        most_actions=actions,
    )


def _one_group() -> Iterator[Figure]:
    """Time what one group can do with 25 units a side: its moves, and each charge in reach."""
    state, groups = lines_apart()
    view = ART_OF_WAR.view(state, SOUTH)
    ART_OF_WAR.kinds(view)  # figures and profiles are made once a process
    for name, who in groups.items():
        times = []
        for _ in range(ROUNDS):
            fresh = ART_OF_WAR.view(ART_OF_WAR.load(ART_OF_WAR.dump(state)), SOUTH)
            times.append(timed(partial(can_do, fresh, who)))
        yield judged(
            "engine.one_group",
            {"best_ms": min(times) * 1000},
            {"best_ms": GROUP_MS},
            game="art_of_war",
            what=name,
        )


def _sight() -> Figure:
    """Time lines of sight between hexes all over the largest ground, none of them kept."""
    battlefield = max(
        (one.battlefield for one in load_scenarios().values()), key=lambda one: len(one.hexes)
    )
    pairs = [(one, two) for one in battlefield.hexes for two in battlefield.hexes if one < two][
        ::SIGHTS
    ]

    def look() -> None:
        for one, two in pairs:
            joins(battlefield, one, two)

    seconds = min(timed(look) for _ in range(ROUNDS))
    mean = {"mean_us": seconds / len(pairs) * 1e6}
    return judged("engine.sight", mean, {"mean_us": SIGHT_US}, game="barricadas", count=len(pairs))
