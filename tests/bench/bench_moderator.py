"""An action through the one door, onto the disk; and a whole log played again from there."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.moderator.table.replay import verify
from bot.trials.random_play import RandomGame
from engine.api import Game
from tests.bench.figures import Figure, judged, spread
from tests.bench.subjects import long_games, subjects
from tests.support.offline import Offline, offline

ACTION_P50_MS, ACTION_P99_MS = 5, 25
REPLAY_S = 0.5
ROUNDS = 5


def figures() -> Iterator[Figure]:
    """Yield every figure of the command layer, of every game."""
    for subject in subjects():
        ((seed, played),) = long_games(subject.game.key, 1)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bench.sqlite3"
            yield from asyncio.run(_measure(file, subject.game, seed, played))


async def _measure(file: Path, game: Game[Any, Any], seed: str, played: RandomGame) -> list[Figure]:
    async with offline(file, game, seed, played) as there:
        times = await _play(there, played)
        found = [
            spread("moderator.action", times, p50=ACTION_P50_MS, p99=ACTION_P99_MS, game=game.key)
        ]
        replays = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            report = await verify(there.database, {game.key: game}, there.id)
            replays.append(time.perf_counter() - start)
        assert report.actions == len(played.log) + 1
        found.append(
            judged(
                "moderator.replay",
                {"best_s": min(replays)},
                {"best_s": REPLAY_S},
                game=game.key,
                actions=report.actions,
            )
        )
    return found


async def _play(there: Offline, game: RandomGame) -> list[float]:
    """Play a whole game; what each action took, from the asking to the durable answer."""
    times = []
    for number, played in enumerate(game.log):
        start = time.perf_counter()
        receipt = await there.act(played.seat, played.action, f"r{number}")
        times.append(time.perf_counter() - start)
        read = (event.reading(played.seat) for event in played.events)
        own = tuple(event for event in read if event is not None)
        assert receipt.events == own, "another game than the wanderer's"
    return times
