"""``python -m tests.load``: one JSON line a figure; 1 when one misses its target.

The real bot on the simulated Discord, its database as after years, and orders that come whether or
not those before have been answered. The simulated Discord lives in the same process, on the same
two cores, and is measured too. Measure on a quiet machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bot import drawing, thinking
from bot.app import JOBS, Adjutant, create_bot
from bot.cli.exits import EXITS, Exit
from bot.games import GAMES
from bot.settings import HostSettings
from engine.registry import load_games
from tests.bench.bench_bot import begin_anew, started
from tests.bench.figures import Figure, judged, spread
from tests.bench.subjects import long_games, subject_of, subjects
from tests.load.filling import Moment, busiest, copy, play
from tests.load.listening import Stopwatch
from tests.support.matches import typed
from tests.support.table import Table
from tests.support.typed import ended

ACK_P99_MS, POSTED_P99_MS = 250, 3000
START_S, PEAK_MB, DRAWING_MB = 3, 250, 250
FINISHED_LONG = 26
"""Actions in the log of each finished campaign."""
LIVE_AFTER = 20
"""Actions that each live campaign has behind it, at least."""
FIRST_FINISHED = 10_000_000
"""Channels of the finished campaigns: no longer there."""
AFTER = 30.0
"""Seconds that the courier gets to post the rest."""
PATIENCE = 300.0
"""Seconds that the simulated Discord waits for one answer: measured is what it takes."""


async def load(folder: Path, asked: argparse.Namespace) -> list[Figure]:
    """Fill a database, start the bot on it, and let people play."""
    table = Table(folder, _as_it_runs, settle_timeout=PATIENCE)
    channels = [table.guild.create_text_channel(f"table-{n}") for n in range(asked.live)]
    people = [table.people["alice"], table.people["bruno"]]
    ids = [person.id for person in people]
    moments: dict[str, Moment] = {}
    begun = time.perf_counter()
    await begin_anew(table.database)
    for number, subject in enumerate(subjects()):
        key = subject.game.key
        ((_, played),) = long_games(key, 1)
        moments[key] = busiest(subject.game, played, LIVE_AFTER)
        for status, actions, places in (
            ("playing", moments[key].before, dealt([c.id for c in channels], number)),
            ("over", FINISHED_LONG, dealt(range(asked.finished), number)),
        ):
            file = folder / f"{key}-{status}.sqlite3"
            await play(file, key, actions, table.guild.id, ids)
            there = [FIRST_FINISHED + n for n in places] if status == "over" else list(places)
            copy(file, table.database, there, status, f"{status[0]}{number}")
    filled = time.perf_counter() - begun
    figures = [_starting(table.database, filled, asked.starts)] if asked.starts else []
    async with table:
        await _warm(table.bot, table.guild.id, channels)
        watch = Stopwatch(table)
        orders = _orders(channels, moments, asked)
        async with table.in_real_time():
            await _play(people, orders, asked.rate, watch)
            await watch.quiet(AFTER)
        figures += _judged(watch, asked)
    return figures


def dealt(places: Sequence[int], number: int) -> Sequence[int]:
    """Return the places of one game of all that are measured: each place is of one game."""
    return places[number :: len(load_games())]


async def _warm(bot: Any, guild: int, channels: list[Any]) -> None:
    """Let it draw a picture of each game, as a bot has that was not started a moment ago."""
    for channel, game in zip(channels, load_games(), strict=False):
        campaign = await bot.moderator.reader.campaign_in(guild, channel.id)
        look = await bot.moderator.reader.look(campaign.id)
        assert await bot.gallery.picture(GAMES[game], look, language="en") is not None


def _as_it_runs(settings: HostSettings) -> Adjutant:
    """Return the bot as `python -m bot run` makes it: pictures are drawn apart."""
    return create_bot(settings, studio=drawing.Apart(), thinkers=thinking.Apart(loads=JOBS))


def _orders(
    channels: list[Any], moments: dict[str, Moment], asked: argparse.Namespace
) -> Iterator[tuple[Any, int, str, dict[str, Any]]]:
    """Yield channel, side, command and options, table after table, as long as is asked for."""
    keys = list(load_games())
    wanted = round(asked.rate * asked.seconds)
    for number in range(min(wanted, len(channels) * len(moments[keys[0]].after))):
        round_, place = divmod(number, len(channels))
        game = subject_of(keys[place % len(keys)]).game
        one = moments[game.key].after[round_]
        command, options = typed(game, one.action)
        yield channels[place], game.seats.index(one.seat), command, options


async def _play(people: list[Any], orders: Any, rate: float, watch: Stopwatch) -> None:
    """Give the orders at their times, answered or not."""
    loop, start = asyncio.get_running_loop(), time.perf_counter()
    for number, (channel, side, command, options) in enumerate(orders):
        pause = start + number / rate - time.perf_counter()
        if pause > 0:  # the simulated Discord has a clock of its own: this is the real one
            await loop.run_in_executor(None, time.sleep, pause)
        watch.begin(channel.id)
        await people[side].slash(command, room=channel, **options)


def _judged(watch: Stopwatch, asked: argparse.Namespace) -> list[Figure]:
    more = {"rate": asked.rate, "live": asked.live, "finished": asked.finished}
    return [
        spread("load.acknowledge", watch.acknowledged, p99=ACK_P99_MS, **more),
        spread(
            "load.post",
            watch.posted,
            p99=POSTED_P99_MS,
            ordered=watch.begun,
            left=len(watch.open),
            **more,
        ),
    ]


def _starting(file: Path, filled: float, rounds: int) -> Figure:
    told = started(file, rounds)
    return judged(
        "load.start",
        {
            "best_s": told["start_s"],
            "peak_mb": told["peak_mb"],
            "drawing_mb": told["drawing_mb"],
            "filled_s": filled,
        },
        {"best_s": START_S, "peak_mb": PEAK_MB, "drawing_mb": DRAWING_MB},
        file_mb=round(file.stat().st_size / 1e6),
    )


def main(arguments: list[str]) -> int:
    """Print the figures; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", epilog=EXITS)
    parser.add_argument("--live", type=int, default=200)
    parser.add_argument("--finished", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=8.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--starts", type=int, default=3, help="0 leaves the figure out")
    asked = parser.parse_args(arguments)
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        for figure in asyncio.run(load(Path(folder), asked)):
            print(json.dumps(figure, ensure_ascii=False), flush=True)
            missed = missed or not figure["ok"]
    return Exit.SHORT if missed else Exit.FINE


if __name__ == "__main__":
    ended(lambda: main(sys.argv[1:]))
