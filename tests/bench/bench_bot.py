"""The whole bot: how soon it answers, how soon it starts, what it holds, whether it stalls."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import discord

from bot.courier import Gallery
from bot.games import painter
from bot.moderator import Look
from bot.text import words_for
from engine.wander import Wandered
from engine.war_of_the_pacific.game import GAME
from render.api import Frame
from render.war_of_the_pacific import painter as drawing
from tests.bench.figures import Figure, judged, spread
from tests.support.pacific import pacific, twelve_turns
from tests.support.table import Table

ACK_P50_MS = 10
START_S, PEAK_MB = 2, 250
GAMES, LIVE = 500, 300
"""Games on file, and how many of them are still played."""
ON_FILE = 400
"""Actions of each game on file."""
FIRST_CHANNEL = 1000
STALL_MS = 50
ROUNDS = 3
ASKED = (
    "game status",
    "orders show",
    "log show",
    "map text",
    "wp standard",
    "wp done",
    "wp order",
)


def figures() -> Iterator[Figure]:
    """Yield every figure of the bot."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield asyncio.run(_acknowledging(folder))
        seed, game = twelve_turns()[0]
        file = folder / "many.sqlite3"
        asyncio.run(_one_game(file, seed, game, ON_FILE))
        multiply(file, GAMES, LIVE)
        yield _starting(file)
        yield asyncio.run(_stalling(folder / "one.sqlite3", seed, game))


# -- answering -------------------------------------------------------------------------------


async def _acknowledging(folder: Path) -> Figure:
    """Time slash commands from entering their callback to the first call to Discord."""
    async with Table(folder) as table:
        begun: list[float] = []
        taken: list[float] = []
        with _stopwatch(table, begun, taken):
            alice, bruno = table.people["alice"], table.people["bruno"]
            await alice.slash("game new", game=GAME.key, name="Campaign")
            await alice.slash("game join", side="chile")
            await bruno.slash("game join", side="allies")
            await alice.slash("game start")
            taken.clear()
            for _ in range(12):
                for command in ASKED:
                    filled: dict[str, Any] = {}
                    if command == "wp order":
                        filled = {"ships": "huascar", "area": "VI"}
                    for person in (alice, bruno):
                        await person.slash(command, **filled)
    return spread("bot.acknowledge", taken, p50=ACK_P50_MS)


@contextlib.contextmanager
def _stopwatch(table: Table, begun: list[float], taken: list[float]) -> Iterator[None]:
    """Note when a command's callback is entered, and when its first answer is on the wire."""
    command: Any = discord.app_commands.Command
    invoke, dispatch = command._do_call, table.wire.dispatch

    async def enter(self: Any, interaction: Any, params: Any) -> Any:
        begun[:] = [time.perf_counter()]
        return await invoke(self, interaction, params)

    def carry(method: str, path: str, arguments: dict[str, Any]) -> Any:
        if begun and path.endswith("/callback"):
            taken.append(time.perf_counter() - begun.pop())
        return dispatch(method, path, arguments)

    command._do_call = enter
    table.wire.dispatch = carry  # type: ignore[method-assign]
    try:
        yield
    finally:
        command._do_call = invoke


# -- starting --------------------------------------------------------------------------------


async def _one_game(file: Path, seed: str, game: Wandered, actions: int) -> None:
    async with pacific(file, seed) as there:
        for number, played in enumerate(game.log[:actions]):
            await there.act(played.seat, played.action, f"r{number}")


def multiply(file: Path, games: int, live: int) -> None:
    """Copy the one campaign of a database, log and all, till there are *games*.

    Of each of the *live* ones the channel is its own; all that was to be posted has been.
    """
    with contextlib.closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA foreign_keys = OFF")
        (first,) = base.execute("SELECT id FROM campaigns").fetchone()
        base.execute("UPDATE outbox SET status = 'sent', message_id = id")
        base.execute("UPDATE campaigns SET status = 'over', ended_at = 1")
        base.execute(
            "UPDATE panels SET (shown, channel_id, message_id) = "
            "(SELECT version, channel_id, 1 FROM campaigns WHERE id = panels.campaign)"
        )
        for number in range(1, games):
            _copy(base, first, f"c{number:07}", FIRST_CHANNEL + number)
        base.execute(
            "UPDATE campaigns SET status = 'playing', ended_at = NULL "
            "WHERE channel_id BETWEEN ? AND ?",
            (FIRST_CHANNEL, FIRST_CHANNEL + live),
        )
        base.commit()


def _copy(base: sqlite3.Connection, first: str, name: str, number: int) -> None:
    """Copy a campaign's rows; what must be unique gets the copy's name or number."""
    changed = {
        "campaign": f"'{name}'",
        "request": f"request || '{name}'",
        "nonce": f"substr(nonce, 1, 10) || '-{number}-' || id",
        "channel_id": str(number),
    }
    for table in ("campaigns", "members", "actions", "states", "snapshots", "outbox", "panels"):
        columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
        if table == "outbox":
            columns.remove("id")
        key = "id" if table == "campaigns" else "campaign"
        values = [f"'{name}'" if c == key else changed.get(c, c) for c in columns]
        base.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) "
            f"SELECT {', '.join(values)} FROM {table} WHERE {key} = ?",
            (first,),
        )


def _starting(file: Path) -> Figure:
    """Let a process of its own start the bot on *file*, look at many games, and draw."""
    runs: list[dict[str, Any]] = []
    for _ in range(ROUNDS):
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.starting", str(file), str(time.monotonic())],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        runs.append(json.loads(done.stdout.splitlines()[-1]))
    told = runs[0]
    return judged(
        "bot.start",
        {
            "best_s": min(run["start_s"] for run in runs),
            "cpu_s": min(run["cpu_s"] for run in runs),
            "peak_mb": max(run["peak_mb"] for run in runs),
        },
        {"best_s": START_S, "peak_mb": PEAK_MB},
        games=GAMES,
        looked_at=told["looked_at"],
        drawn=told["drawn"],
        file_mb=round(file.stat().st_size / 1e6),
    )


# -- stalling --------------------------------------------------------------------------------


async def _stalling(file: Path, seed: str, game: Wandered) -> Figure:
    """Watch the event loop while the gallery draws, the very first picture included."""
    looks: list[Look] = []
    async with pacific(file, seed) as there:
        for number, played in enumerate(game.log[: len(game.log) // 2]):
            await there.act(played.seat, played.action, f"r{number}")
            if number % 50 == 0:
                looks.append(await there.door.look(there.id))
    rounds = [await _gaps(looks) for _ in range(ROUNDS)]
    # Of each picture the best round: the others measure what else the machine does.
    gaps = [min(found) for found in zip(*rounds, strict=True)]
    return judged(
        "bot.loop_gap_while_drawing",
        {"max_ms": max(gaps) * 1000, "first_ms": gaps[0] * 1000},
        {"max_ms": STALL_MS},
        pictures=len(gaps),
    )


async def _gaps(looks: list[Look]) -> list[float]:
    """Draw every look whole and in part, nothing being drawn beforehand; return the gaps."""
    drawing.forget()
    gallery = Gallery(painter, lambda game, language: words_for(language, game).plain.say)
    gaps = []
    for before, look in itertools.pairwise(looks):
        for frame in (Frame(), Frame("around", "3116")):
            drawn = partial(gallery.picture, GAME, look, frame, language="en", before=before)
            gaps.append(await longest_gap(drawn))
    gallery.close()
    return gaps


async def longest_gap(work: Callable[[], Any]) -> float:
    """Return the longest time, in seconds, in which the event loop did not turn during *work*."""
    longest, watching = 0.0, True

    async def watch() -> None:
        nonlocal longest
        last = time.perf_counter()
        while watching:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            longest = max(longest, now - last - 0.001)
            last = now

    watcher = asyncio.create_task(watch())
    await asyncio.sleep(0)
    await work()
    watching = False
    await watcher
    return longest
