"""The whole bot: how soon it answers, how soon it starts, what it holds, whether it stalls."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import discord

from bot.courier import Gallery
from bot.games import painter
from bot.moderator import Look
from bot.store import Database
from bot.text import words_for
from render.api import WHOLE
from tests.bench import drawn
from tests.bench.figures import Figure, judged, spread
from tests.bench.subjects import long_games, subjects
from tests.games.knowing import Subject
from tests.load.filling import copy, play
from tests.support.offline import FIRST_PERSON, GUILD, offline
from tests.support.table import Table

ACK_P50_MS = 10
START_S, PEAK_MB, DRAWING_MB = 2, 250, 250
GAMES, LIVE = 500, 300
"""Games on file, and how many of them are still played."""
ON_FILE = 400
"""Actions of each game on file."""
FIRST_CHANNEL = 1000
STALL_MS = 50
STARTS = 4
"""Of which the best counts: the others measure what else the machine does."""
ROUNDS = 2
"""At most: pictures that stall nothing are not drawn again."""
PICTURES = 15
"""Moments of half a game that are drawn, whole and in part."""
SETTLING = 120.0
"""Seconds that the simulated Discord waits: maps are drawn meanwhile."""
ASKED = ("game status", "orders show", "log show", "map text")
ASKED_TIMES = 4
"""By both sides: a median of more than 50 answers, each within a tenth of what it may take."""


def figures() -> Iterator[Figure]:
    """Yield every figure of the bot: of every game, and of a start with games of all kinds."""
    for subject in subjects():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            yield asyncio.run(_stalling(folder / "stalling.sqlite3", subject))
            drawn.found(subject.game.key)
            yield asyncio.run(_acknowledging(folder, subject))
            drawn.none()
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "many.sqlite3"
        asyncio.run(_many_games(Path(name), file))
        yield _starting(file)


# -- answering -------------------------------------------------------------------------------


async def _acknowledging(folder: Path, subject: Subject) -> Figure:
    """Time slash commands from entering their callback to the first call to Discord."""
    game = subject.game
    asked: list[tuple[str, Mapping[str, Any]]] = [(command, {}) for command in ASKED]
    asked += [(f"{game.command} {kind}", filled) for kind, filled in subject.typed.items()]
    async with Table(folder, settle_timeout=SETTLING) as table:
        begun: list[float] = []
        taken: list[float] = []
        with _stopwatch(table, begun, taken):
            alice, bruno = table.people["alice"], table.people["bruno"]
            await alice.slash("game new", game=game.key, name="Campaign")
            for person, side in zip((alice, bruno), game.seats, strict=True):
                await person.slash("game join", side=side)
            await alice.slash("game start")
            taken.clear()
            for _ in range(ASKED_TIMES):
                for command, filled in asked:
                    for person in (alice, bruno):
                        await person.slash(command, **filled)
    return spread("bot.acknowledge", taken, p50=ACK_P50_MS, game=game.key)


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


async def begin_anew(file: Path) -> None:
    """Make a database with nothing in it."""
    await (await Database.open(file)).close()


async def _many_games(folder: Path, file: Path) -> None:
    """Fill a database with a game of each kind, copied; some of the copies are still played."""
    await begin_anew(file)
    people = FIRST_PERSON, FIRST_PERSON + 100
    channels = range(FIRST_CHANNEL, FIRST_CHANNEL + GAMES)
    keys = [subject.game.key for subject in subjects()]
    for number, key in enumerate(keys):
        one = folder / f"{key}.sqlite3"
        await play(one, key, ON_FILE, GUILD, people)
        copy(one, file, channels[:LIVE][number :: len(keys)], "playing", f"l{number}")
        copy(one, file, channels[LIVE:][number :: len(keys)], "over", f"o{number}")


def started(file: Path | str, rounds: int = STARTS) -> dict[str, Any]:
    """Let processes of their own start the bot on *file*, or on a server's database by its URL.

    The first one works too, and tells what memory that took; of all the best start counts.
    """
    first, *others = (_begun(file, "starts" if number else "works") for number in range(rounds))
    return first | {key: min(one[key] for one in (first, *others)) for key in ("start_s", "cpu_s")}


def _begun(file: Path | str, what: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.starting", str(file), str(time.monotonic()), what],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def _starting(file: Path) -> Figure:
    """Let processes of their own start the bot on *file*, and one look at many games and draw."""
    told = started(file)
    return judged(
        "bot.start",
        {
            "best_s": told["start_s"],
            "cpu_s": told["cpu_s"],
            "peak_mb": told["peak_mb"],
            "drawing_mb": told["drawing_mb"],
        },
        {"best_s": START_S, "peak_mb": PEAK_MB, "drawing_mb": DRAWING_MB},
        games=GAMES,
        looked_at=told["looked_at"],
        drawn=told["drawn"],
        file_mb=round(file.stat().st_size / 1e6),
    )


# -- stalling --------------------------------------------------------------------------------


async def _stalling(file: Path, subject: Subject) -> Figure:
    """Watch the event loop while the gallery draws, the very first picture included."""
    ((seed, game),) = long_games(subject.game.key, 1)
    looks: list[Look] = []
    async with offline(file, subject.game, seed, game) as there:
        half = game.log[: len(game.log) // 2]
        for number, played in enumerate(half):
            await there.act(played.seat, played.action, f"r{number}")
            if number % max(1, len(half) // PICTURES) == 0:
                looks.append(await there.door.reader.look(there.id))
    gaps = await _gaps(subject, looks)
    for _ in range(ROUNDS - 1):
        if max(gaps) * 1000 > STALL_MS:
            # Of each picture the best round: the others measure what else the machine does.
            gaps = list(map(min, gaps, await _gaps(subject, looks)))
    return judged(
        "bot.loop_gap_while_drawing",
        {"max_ms": max(gaps) * 1000, "first_ms": gaps[0] * 1000},
        {"max_ms": STALL_MS},
        game=subject.game.key,
        pictures=len(gaps),
    )


async def _gaps(subject: Subject, looks: list[Look]) -> list[float]:
    """Draw every look whole and in part, nothing being drawn beforehand; return the gaps."""
    drawn.none()
    gallery = Gallery(painter, lambda game, language: words_for(language, game).plain.say)
    gaps = []
    for before, look in itertools.pairwise(looks):
        for frame in (WHOLE, subject.part):
            draw = partial(gallery.picture, subject.game, look, frame, language="en", before=before)
            gaps.append(await longest_gap(draw))
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
