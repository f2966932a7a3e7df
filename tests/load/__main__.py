"""``python -m tests.load``: one JSON line a figure; 1 when one misses its target.

The bot as hosts run it, in as many processes as are asked for, its database as after years, and
orders that come whether or not those before have been answered. The simulated Discord and its
people are this process, on the same two cores (``tests.served``). Measure on a quiet machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import quantiles
from typing import Any

from bot.cli.exits import EXITS, Exit
from bot.ui.dialogue.fields import fields_of
from engine.registry import load_games
from tests.bench.bench_bot import begin_anew, started
from tests.bench.figures import Figure, judged, spread
from tests.bench.subjects import long_games, subject_of, subjects
from tests.load.counting import Taken, begun_by
from tests.load.filling import Moment, busiest, copy, play
from tests.load.listening import Stopwatch
from tests.load.servers import Place, place
from tests.served.serving import Process, Served
from tests.served.world import Room
from tests.support.matches import typed
from tests.support.people import Person
from tests.support.typed import ended

ACK_P99_MS, OFFERED_P99_MS, POSTED_P99_MS = 250, 250, 3000
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
CALM, IDLE = 300.0, 0.1
"""Seconds that maps may take at the first start, and of a processor that are none."""
AFTER = 60.0
"""Seconds that the courier gets to post the rest."""

FIELDS = (("game move", "campaign"), ("log show", "phase"), ("log show", "kind"))
"""Fields beside those of orders in which people type: what they offer is read from the database."""
TYPING = 20.0
"""Seconds in which people type, and are offered what fits."""

Order = tuple[Room, Person, str, dict[str, Any], tuple[str, ...]]
"""Where, who, command and options; and which of these are typed, so that something is offered."""


async def load(folder: Path, place: Place, asked: argparse.Namespace) -> list[Figure]:
    """Fill a database, start the bot on it, and let people play."""
    file = folder / "filled.sqlite3"
    served = Served(asked.processes)
    sides = _people(served)
    rooms = [
        Room(served.world, sides[n % len(sides)][0].actor.guild, f"table-{n}")
        for n in range(asked.live)
    ]
    moments: dict[str, Moment] = {}
    begun = time.perf_counter()
    await begin_anew(file)
    chosen = [one for one in subjects() if asked.game in ("", one.game.key)]
    for number, subject in enumerate(chosen):
        key = subject.game.key
        ((_, played),) = long_games(key, 1)
        moments[key] = busiest(subject.game, played, LIVE_AFTER)
        for status, actions, places in (
            (
                "playing",
                moments[key].before,
                dealt([one.channel.id for one in rooms], number, len(chosen)),
            ),
            ("over", FINISHED_LONG, dealt(range(asked.finished), number, len(chosen))),
        ):
            one = folder / f"{key}-{status}.sqlite3"
            await play(one, key, actions, rooms[0].guild.id, [each.id for each in sides[0]])
            there = [FIRST_FINISHED + n for n in places] if status == "over" else list(places)
            copy(one, file, there, status, f"{status[0]}{number}")
    _spread(file, rooms)
    await place.take(file)
    about = {
        "database": place.kind,
        "processes": asked.processes,
        "live": asked.live,
        "finished": asked.finished,
    }
    about |= {"game": asked.game} if asked.game else {}
    filled = time.perf_counter() - begun
    figures = [await _starting(place, file, filled, asked.starts, about)] if asked.starts else []
    orders = _orders(rooms, sides, moments)
    async with served.open(), _running(served, folder, place.named(file)) as processes:
        run = Run(orders, Stopwatch(served.world))
        # Each process has drawn a map of each game, as one has that was not started just now.
        await run.play(1.0, asked.processes * len(moments))
        await _calm(processes)
        run.watch.forget()
        before = _taken(processes, place.process)
        if asked.rate == MOST:
            figures.append(await _most(run, asked.seconds, about))
        else:
            await run.play(asked.rate, round(asked.rate * asked.seconds))
        spent = _taken(processes, place.process).since(before, run.watch.begun)
        if asked.rate != MOST:
            figures += _judged(run.watch, {"rate": asked.rate, **about})
            figures.append(await _typed(run, asked.rate, about))
    return [*figures, judged("load.cpu", spent, {}, orders=run.watch.begun, **about)]


def _people(served: Served) -> list[tuple[Person, Person]]:
    """Make a server a process, and let the same two people be in each of them."""
    found: list[tuple[Person, Person]] = []
    for shard in range(served.world.shards):
        guild = served.world.make_guild(f"Server {shard}", shard)
        hall = Room(served.world, guild, "hall")
        known = [one.actor.user for one in found[0]] if found else [None, None]
        first, second = (
            hall.add_person(name, user)
            for name, user in zip(("alice", "bruno"), known, strict=True)
        )
        found.append((first, second))
    return found


def _spread(file: Path, rooms: Sequence[Room]) -> None:
    """Let each campaign be of the server in which its channel is."""
    guilds = list(dict.fromkeys(one.guild.id for one in rooms))
    with contextlib.closing(sqlite3.connect(file)) as base:
        base.executemany(
            "UPDATE campaigns SET guild_id = ? WHERE channel_id = ?",
            [(one.guild.id, one.channel.id) for one in rooms],
        )
        base.executemany(
            "UPDATE campaigns SET guild_id = ? WHERE status = 'over' AND channel_id % ? = ?",
            [(guild, len(guilds), number) for number, guild in enumerate(guilds)],
        )
        base.commit()


@contextlib.asynccontextmanager
async def _running(served: Served, folder: Path, where: str) -> AsyncIterator[list[Process]]:
    """Lend the processes of the bot, each with its share of the servers."""
    count = served.world.shards
    processes = [
        Process(
            served,
            folder / f"{number}.log",
            {
                "ADJUTANT_DATABASE": where,
                "ADJUTANT_SHARDS": f"{number}/{count}" if count > 1 else "1",
                "ADJUTANT_GATHER_MINUTES": "0",
                "ADJUTANT_LOG_LEVEL": "WARNING",
            },
        )
        for number in range(count)
    ]
    try:
        for number, one in enumerate(processes):
            await one.start()
            await served.until_connected(number, one)
        yield processes
    finally:
        for one in processes:
            if one.pid is not None:
                await one.end()


async def _calm(processes: Sequence[Process]) -> None:
    """Wait until what draws and thinks has nothing left to do: the first start draws maps."""
    async with asyncio.timeout(CALM):
        before = _taken(processes, None)
        while True:
            await asyncio.sleep(2.0)
            now = _taken(processes, None)
            if now.of["beside"] - before.of["beside"] < IDLE:
                return
            before = now


def _taken(processes: Sequence[Process], server: int | None) -> Taken:
    """Count what the bot has taken, what draws and thinks beside it, and the database's server."""
    bots = [one.pid for one in processes if one.pid is not None]
    return Taken.now({"bot": bots, "beside": begun_by(bots)}, server)


def dealt(places: Sequence[int], number: int, games: int) -> Sequence[int]:
    """Return the places of one of so many games: each place is of one game."""
    return places[number::games]


def _orders(
    rooms: Sequence[Room], sides: Sequence[tuple[Person, Person]], moments: dict[str, Moment]
) -> Iterator[Order]:
    """Yield orders, table after table, as long as there are any."""
    keys = list(moments)
    for number in range(len(rooms) * len(moments[keys[0]].after)):
        round_, place = divmod(number, len(rooms))
        game = subject_of(keys[place % len(keys)]).game
        one = moments[game.key].after[round_]
        command, options = typed(game, one.action)
        person = sides[place % len(sides)][game.seats.index(one.seat)]
        fields = fields_of(type(one.action))
        typed_ones = [field.name for field in fields if field.type in {"text", "number"}]
        offered = tuple(name for name in typed_ones if name in options)
        yield rooms[place], person, command, options, offered


@dataclass(frozen=True, slots=True)
class Run:
    """A bot that is up, and people with the orders that they still have to give."""

    orders: Iterator[Order]
    watch: Stopwatch
    _asking: set[asyncio.Task[Any]] = field(default_factory=set)

    async def play(self, rate: float, wanted: int) -> float:
        """Give so many orders at their times, answered or not, and wait until all is done.

        Returns:
            How many a second were given: fewer than *rate* where all this could not keep up.
        """
        start = time.perf_counter()
        given = 0
        for number, order in enumerate(islice(self.orders, wanted)):
            room, person, command, options, _ = order
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
            self.watch.begin(room.channel.id)
            asking = asyncio.create_task(person.slash(command, room=room.channel, **options))
            self._asking.add(asking)
            asking.add_done_callback(self._asking.discard)
            given += 1
        taken = time.perf_counter() - start
        await self.watch.quiet(AFTER)
        return given / max(taken, given / rate) if given == wanted else 0.0


async def _typed(run: Run, rate: float, about: dict[str, Any]) -> Figure:
    """Let people type in the fields of their next orders and elsewhere; measure what is offered."""
    times, offered = list[float](), 0
    orders = list(islice(run.orders, round(rate * TYPING)))
    typing = set[asyncio.Task[None]]()

    async def one(room: Room, person: Person, command: str, option: str) -> None:
        nonlocal offered
        begun = time.perf_counter()
        found = await person.offered(command, option, room=room.channel)
        times.append(time.perf_counter() - begun)
        offered += bool(found)

    start = time.perf_counter()
    for number, (room, person, command, _, typed_ones) in enumerate(orders):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        fields = [*((command, name) for name in typed_ones), *FIELDS]
        typing.add(asyncio.create_task(one(room, person, *fields[number % len(fields)])))
    await asyncio.gather(*typing)
    return spread("load.offered", times, p99=OFFERED_P99_MS, offered=offered, rate=rate, **about)


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
    parser.add_argument("--processes", type=int, default=1, help="more than one want a server")
    parser.add_argument("--game", default="", choices=["", *load_games()], help="of one game only")
    parser.add_argument(
        "--database", default="sqlite", help="postgresql, or the URL of a server's superuser"
    )
    asked = parser.parse_args(arguments)
    if asked.processes > 1 and asked.database == "sqlite":
        parser.error("several processes share a server's database: add --database postgresql")
    missed = False
    with tempfile.TemporaryDirectory() as folder, place(asked.database) as there:
        for figure in asyncio.run(load(Path(folder), there, asked)):
            print(json.dumps(figure, ensure_ascii=False), flush=True)
            missed = missed or not figure["ok"]
    return Exit.SHORT if missed else Exit.FINE


if __name__ == "__main__":
    ended(lambda: main(sys.argv[1:]))
