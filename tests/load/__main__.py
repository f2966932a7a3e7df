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
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import quantiles
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
from tests.load.counting import Taken
from tests.load.filling import Moment, busiest, copy, play
from tests.load.listening import Stopwatch
from tests.load.servers import Place, place
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
MOST, FIRST, FASTER = "most", 8.0, 1.25
"""How the search for the most orders a second is asked for, begins, and goes on."""
MOST_P99_MS = 1000
"""What an answer may take while the bot is said to carry so many."""
CARRIED = 12.0
"""Orders a second that two cores carried when this was written, beside other programs."""
KEPT = 0.95
"""How much of a rate must have been given for it to count: the simulated Discord has its limits."""
AFTER = 30.0
"""Seconds that the courier gets to post the rest."""
PATIENCE = {"sqlite": 300.0, "postgresql": 50.0}
"""Seconds that the simulated Discord waits for one answer: measured is what it takes.

On a server less than the minute that its driver gives a connection: it would pass in a moment."""

Order = tuple[Any, int, str, dict[str, Any]]
"""Channel, side, command and options."""


async def load(folder: Path, place: Place, asked: argparse.Namespace) -> list[Figure]:
    """Fill a database, start the bot on it, and let people play."""
    file = folder / "filled.sqlite3"
    beside = Beside()
    table = Table(
        folder, beside.bot, settle_timeout=PATIENCE[place.kind], database=place.named(file)
    )
    channels = [table.guild.create_text_channel(f"table-{n}") for n in range(asked.live)]
    people = [table.people["alice"], table.people["bruno"]]
    ids = [person.id for person in people]
    moments: dict[str, Moment] = {}
    begun = time.perf_counter()
    await begin_anew(file)
    chosen = [one for one in subjects() if asked.game in ("", one.game.key)]
    for number, subject in enumerate(chosen):
        key = subject.game.key
        ((_, played),) = long_games(key, 1)
        moments[key] = busiest(subject.game, played, LIVE_AFTER)
        for status, actions, places in (
            ("playing", moments[key].before, dealt([c.id for c in channels], number, len(chosen))),
            ("over", FINISHED_LONG, dealt(range(asked.finished), number, len(chosen))),
        ):
            one = folder / f"{key}-{status}.sqlite3"
            await play(one, key, actions, table.guild.id, ids)
            there = [FIRST_FINISHED + n for n in places] if status == "over" else list(places)
            copy(one, file, there, status, f"{status[0]}{number}")
    await place.take(file)
    about = {"database": place.kind, "live": asked.live, "finished": asked.finished}
    about |= {"game": asked.game} if asked.game else {}
    filled = time.perf_counter() - begun
    figures = [await _starting(place, file, filled, asked.starts, about)] if asked.starts else []
    async with table:
        await _warm(table.bot, table.guild.id, channels, list(moments))
        await beside.warm()
        run = Run(table, people, _orders(channels, moments), Stopwatch(table))
        async with table.in_real_time():
            before = beside.taken(place.process)
            if asked.rate == MOST:
                figures.append(await _most(run, asked.seconds, about))
            else:
                await run.play(asked.rate, round(asked.rate * asked.seconds))
            spent = beside.taken(place.process).since(before, run.watch.begun)
        figures += [] if asked.rate == MOST else _judged(run.watch, {"rate": asked.rate, **about})
        figures.append(judged("load.cpu", spent, {}, orders=run.watch.begun, **about))
    return figures


def dealt(places: Sequence[int], number: int, games: int) -> Sequence[int]:
    """Return the places of one of so many games: each place is of one game."""
    return places[number::games]


async def _warm(bot: Any, guild: int, channels: list[Any], games: Sequence[str]) -> None:
    """Let it draw a picture of each game, as a bot has that was not started a moment ago."""
    for channel, game in zip(channels, games, strict=False):
        campaign = await bot.moderator.reader.campaign_in(guild, channel.id)
        look = await bot.moderator.reader.look(campaign.id)
        assert await bot.gallery.picture(GAMES[game], look, language="en") is not None


class Beside:
    """What the bot has beside it, as `python -m bot run` makes it: what draws, and what thinks."""

    def __init__(self) -> None:
        self._studio = drawing.Apart()
        self._thinkers = thinking.Apart(loads=JOBS)

    def bot(self, settings: HostSettings) -> Adjutant:
        """Make the bot."""
        return create_bot(settings, studio=self._studio, thinkers=self._thinkers)

    async def warm(self) -> None:
        """Let what thinks be there: that takes seconds, and the bot's own timer stands still."""
        game = next(iter(GAMES.values()))
        asked = range(thinking.PROCESSES)
        await asyncio.gather(*(self._thinkers.ask(str(n), getattr, game, "key") for n in asked))

    def taken(self, server: int | None) -> Taken:
        """Count what all of them have taken, and the database's server."""
        drawing_ = self._studio._opened()._processes or {}
        thinking_ = [one.pool._processes or {} for one in self._thinkers._processes]
        return Taken.now(
            {"drawing": list(drawing_), "thinking": [one for some in thinking_ for one in some]},
            server,
        )


def _orders(channels: list[Any], moments: dict[str, Moment]) -> Iterator[Order]:
    """Yield channel, side, command and options, table after table, as long as there are any."""
    keys = list(moments)
    for number in range(len(channels) * len(moments[keys[0]].after)):
        round_, place = divmod(number, len(channels))
        game = subject_of(keys[place % len(keys)]).game
        one = moments[game.key].after[round_]
        command, options = typed(game, one.action)
        yield channels[place], game.seats.index(one.seat), command, options


@dataclass(frozen=True, slots=True)
class Run:
    """A bot that is up, people, and the orders that they still have to give."""

    table: Table
    people: Sequence[Any]
    orders: Iterator[Order]
    watch: Stopwatch

    async def play(self, rate: float, wanted: int) -> float:
        """Give so many orders at their times, answered or not, and wait until all is done.

        Returns:
            How many a second were given: fewer than *rate* where all this could not keep up.
        """
        loop, start = asyncio.get_running_loop(), time.perf_counter()
        given = 0
        for number, (channel, side, command, options) in enumerate(islice(self.orders, wanted)):
            pause = start + number / rate - time.perf_counter()
            if pause > 0:  # the simulated Discord has a clock of its own: this is the real one
                await loop.run_in_executor(None, time.sleep, pause)
            self.watch.begin(channel.id)
            await self.people[side].slash(command, room=channel, **options)
            given += 1
        taken = time.perf_counter() - start
        await self.watch.quiet(AFTER)
        return given / max(taken, given / rate) if given == wanted else 0.0


async def _most(run: Run, seconds: float, about: dict[str, Any]) -> Figure:
    """Give orders ever faster, until too many wait too long; return what still went."""
    rate, carried, rungs = FIRST, 0.0, list[dict[str, float]]()
    ended = "the tables ran out of orders"
    while True:
        before = [len(some) for some in (run.watch.answered, run.watch.posted)]
        given = await run.play(rate, round(rate * seconds))
        if not given:
            break
        rungs.append(
            {
                "rate": round(given, 1),
                "answered_p99_ms": _p99(run.watch.answered[before[0] :]),
                "posted_p99_ms": _p99(run.watch.posted[before[1] :]),
            }
        )
        if given < KEPT * rate or rungs[-1]["answered_p99_ms"] > MOST_P99_MS or run.watch.open:
            ended = f"at {rate:.1f} a second too many waited too long"
            break
        carried, rate = given, rate * FASTER
    soon = [one["rate"] for one in rungs if one["posted_p99_ms"] <= POSTED_P99_MS]
    rates = {"rate": carried, "rate_posted_soon": max(soon, default=0.0)}
    told = judged("load.most", rates, {}, ended=ended, rungs=rungs, **about)
    return {**told, "target": {"rate_at_least": CARRIED}, "ok": carried >= CARRIED}


def _p99(times: Sequence[float]) -> float:
    return round(1000 * quantiles(times, n=100, method="inclusive")[98]) if len(times) > 1 else 0


def _judged(watch: Stopwatch, about: dict[str, Any]) -> list[Figure]:
    return [
        spread("load.acknowledge", watch.acknowledged, p99=ACK_P99_MS, **about),
        spread("load.answer", watch.answered, p99=MOST_P99_MS, **about),
        spread(
            "load.post",
            watch.posted,
            p99=POSTED_P99_MS,
            ordered=watch.begun,
            left=len(watch.open),
            **about,
        ),
    ]


async def _starting(
    place: Place, file: Path, filled: float, rounds: int, about: dict[str, Any]
) -> Figure:
    told = await asyncio.to_thread(started, place.named(file), rounds)
    return judged(
        "load.start",
        {
            "best_s": told["start_s"],
            "peak_mb": told["peak_mb"],
            "drawing_mb": told["drawing_mb"],
            "filled_s": filled,
        },
        {"best_s": START_S, "peak_mb": PEAK_MB, "drawing_mb": DRAWING_MB},
        **about,
        database_mb=await place.megabytes(file),
    )


def _rate(text: str) -> float | str:
    return MOST if text == MOST else float(text)


def main(arguments: list[str]) -> int:
    """Print the figures; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", epilog=EXITS)
    parser.add_argument("--live", type=int, default=200)
    parser.add_argument("--finished", type=int, default=10_000)
    parser.add_argument("--rate", type=_rate, default=8.0, help="most: find how many it carries")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--starts", type=int, default=3, help="0 leaves the figure out")
    parser.add_argument("--game", default="", choices=["", *load_games()], help="of one game only")
    parser.add_argument(
        "--database", default="sqlite", help="postgresql, or the URL of a server's superuser"
    )
    asked = parser.parse_args(arguments)
    missed = False
    with tempfile.TemporaryDirectory() as folder, place(asked.database) as there:
        for figure in asyncio.run(load(Path(folder), there, asked)):
            print(json.dumps(figure, ensure_ascii=False), flush=True)
            missed = missed or not figure["ok"]
    return Exit.SHORT if missed else Exit.FINE


if __name__ == "__main__":
    ended(lambda: main(sys.argv[1:]))
