"""An action through the one door, onto the disk; and a whole log played again from there."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bot.moderator.replay import verify
from engine.wander import Wandered
from engine.war_of_the_pacific.game import GAME
from tests.bench.figures import Figure, judged, spread
from tests.support.pacific import Pacific, pacific, twelve_turns

ACTION_P50_MS, ACTION_P99_MS = 5, 25
REPLAY_S = 0.5
ROUNDS = 5


def figures() -> Iterator[Figure]:
    """Yield every figure of the command layer."""
    seed, game = twelve_turns()[0]
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder) / "bench.sqlite3", seed, game))


async def _measure(file: Path, seed: str, game: Wandered) -> list[Figure]:
    async with pacific(file, seed) as there:
        times = await _play(there, game)
        found = [spread("moderator.action", times, p50=ACTION_P50_MS, p99=ACTION_P99_MS)]
        replays = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            report = await verify(there.database, {GAME.key: GAME}, there.id)
            replays.append(time.perf_counter() - start)
        assert report.actions == len(game.log) + 1
        found.append(
            judged(
                "moderator.replay",
                {"best_s": min(replays)},
                {"best_s": REPLAY_S},
                actions=report.actions,
            )
        )
    return found


async def _play(there: Pacific, game: Wandered) -> list[float]:
    """Play a whole game; what each action took, from the asking to the durable answer."""
    times = []
    for number, played in enumerate(game.log):
        start = time.perf_counter()
        receipt = await there.act(played.seat, played.action, f"r{number}")
        times.append(time.perf_counter() - start)
        own = tuple(event for event in played.events if event.reaches(played.seat))
        assert receipt.events == own, "another game than the wanderer's"
    return times
