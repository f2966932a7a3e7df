"""People of different campaigns who press at once, with the processes that production has.

El Arte de la Guerra, whose pages take longest, each campaign at another moment. Seconds are the
wall's: what the last of them waits. The simulated Discord answers beside on the same cores.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from bot import drawing, thinking
from bot.app import JOBS, Adjutant, create_bot
from bot.settings import HostSettings
from engine.dice import StoredDice
from tests.bench.bench_bot import begin_anew
from tests.bench.figures import Figure, judged, spread
from tests.bench.subjects import SUBJECTS, long_games
from tests.load.filling import copy, play
from tests.load.listening import Stopwatch
from tests.support.people import Person, Reply
from tests.support.reading import Paper
from tests.support.table import Table

GAME: Final = "art_of_war"
PAGE_S: Final = 2.0
SUGGESTIONS_S: Final = 4.0
ACK_P99_MS: Final = 500.0
PROCESS_MB: Final = 250.0
CROWD: Final = 10
FEW: Final = 3
PATIENCE: Final = 120.0


def figures() -> Iterator[Figure]:
    """Yield the figures of a few people and of many."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measure(Path(folder)))


def _as_it_runs(settings: HostSettings) -> Adjutant:
    return create_bot(settings, studio=drawing.Apart(), thinkers=thinking.Apart(loads=JOBS))


async def _measure(folder: Path) -> list[Figure]:
    table = Table(folder, _as_it_runs, names=("alice", "bruno"), settle_timeout=PATIENCE)
    moments = _moments(2 * FEW + CROWD)
    rooms = [table.guild.create_text_channel(f"table-{n}") for n in range(len(moments))]
    people = list(table.people.values())
    await begin_anew(table.database)
    for number, (moment, _) in enumerate(moments):
        file = folder / f"{number}.sqlite3"
        await play(file, GAME, moment, table.guild.id, [one.id for one in people])
        copy(file, table.database, [rooms[number].id], "playing", f"c{number}x")
    with contextlib.closing(sqlite3.connect(table.database)) as base:
        base.execute("UPDATE panels SET channel_id = NULL, message_id = NULL, due_at = 0")
        base.execute("UPDATE campaigns SET behind = 1")  # so that each gets its panel
        base.commit()
    sides = [people[side] for _, side in moments]
    found: list[Figure] = []
    async with table:
        await table.settle()
        watch = Stopwatch(table)
        async with table.in_real_time():
            doors = [
                (who, next(one for one in table.public(room) if one.is_pinned))
                for who, room in zip(sides, rooms, strict=True)
            ]
            # The first ones let everything be loaded that is loaded once.
            await _crowd(doors[:FEW])
            watch.acknowledged.clear()
            for crowd in (doors[FEW : 2 * FEW], doors[2 * FEW :]):
                found += await _crowd(crowd)
    found.append(spread("crowd.acknowledge", watch.acknowledged, p99=ACK_P99_MS))
    return found


async def _crowd(doors: Sequence[tuple[Person, Paper]]) -> list[Figure]:
    n = len(doors)
    pages, page_s = await _at_once([who.press(panel, "Plan my turn") for who, panel in doors])
    asked = [one.press(custom_id=_named(one, "plansuggest")) for one in pages]
    _, suggestions_s = await _at_once(asked)
    mb = max(_megabytes())
    return [
        judged("crowd.page", {"last_s": page_s}, {"last_s": PAGE_S}, people=n),
        judged("crowd.suggestions", {"last_s": suggestions_s}, {"last_s": SUGGESTIONS_S}, people=n),
        judged("crowd.process", {"mb": mb}, {"mb": PROCESS_MB}, people=n),
    ]


async def _at_once(presses: Sequence[Awaitable[Reply]]) -> tuple[list[Reply], float]:
    """Return the answers, and the seconds until the last of them."""
    begun = time.perf_counter()
    return list(await asyncio.gather(*presses)), time.perf_counter() - begun


def _moments(wanted: int) -> list[tuple[int, int]]:
    """Return moments of a game in which a side can act, by the actions before, with the side."""
    ((_, played),) = long_games(GAME, 1)
    game = SUBJECTS[GAME].game
    state: Any = game.setup(played.settings, StoredDice(played.opening)).state
    found = []
    for number, one in enumerate(played.log):
        asked = next((due for due in game.awaiting(state) if not due.interrupt), None)
        if asked is not None and next(iter(game.actors(game.view(state, asked.seat))), None):
            found.append((number, game.seats.index(asked.seat)))
        state = game.apply(state, one.seat, one.action, StoredDice(one.rolls)).state
    assert len(found) >= wanted
    return found[:: len(found) // wanted][:wanted]


def _named(reply: Reply, verb: str) -> str:
    ids = (str(one.get("custom_id")) for one in reply.buttons.values())
    return next(one for one in ids if f":{verb}:" in one)


def _megabytes() -> Iterator[float]:
    """Yield what each process beside this one holds."""
    for children in Path("/proc/self").glob("task/*/children"):
        for child in children.read_text().split():
            status = Path("/proc", child, "status").read_text()
            held = next((line for line in status.splitlines() if line.startswith("VmRSS")), "")
            yield int(held.split()[1]) / 1000 if held else 0.0
