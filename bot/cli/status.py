"""`python -m bot status`: how the bot is doing, by its database and the operating system alone.

The running bot is not asked, so this answers also where it hangs. What only it can know is said to
be so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import __version__
from bot.cli.processes import memory_of
from bot.cli.seeing import ago, counted, megabytes, said_of, seen, since
from bot.clock import from_ms, system_clock, to_ms
from bot.moderator.table.incidents import Incident
from bot.shares import Share
from bot.store import host_orders, leases, migrate, overview, remembered
from bot.store.lock import beside, holder, sqlite_file
from bot.store.overview import Played, Queue

DAY_MS: Final = 24 * 3600 * 1000
_STATES: Final = (("open", "open"), ("playing", "under way"), ("over", "over"))


async def status(url: URL, *, copies: Path | None = None, now: datetime | None = None) -> list[str]:
    """Return how the bot is doing, a line for each subject.

    Args:
        url: The database.
        copies: The folder of backups.
        now: The present instant.

    Raises:
        StoreError: The database cannot be read; one line says why.
    """
    now = now or system_clock()
    # Before the file is opened: to close it again gives up this process's locks on it.
    process = _process(url)
    async with seen(url, copies) as door:
        where = door.desk.database.where
        async with door.desk.database.read() as connection:
            lines = [
                f"Adjutant {__version__}, database {where} ({_database(url)})",
                _shares(await leases.living(connection)) or process,
                await _beat(connection, now),
                *await _queues(connection, now),
                *_campaigns(await overview.played(connection)),
            ]
        lines += [
            _faults(await door.incidents.waiting()),
            "Slow answers: the database knows of none; the log of the running bot does.",
        ]
        async with door.desk.database.read() as connection:
            orders = await host_orders.rows(connection)
        return [*lines, *(said_of(one) for one in orders)]


def _database(url: URL) -> str:
    file = sqlite_file(url)
    if file is None:
        return f"revision {migrate.HEAD}"
    tails = ("", "-wal")
    size = sum(one.stat().st_size for tail in tails if (one := beside(file, tail)).exists())
    return f"revision {migrate.HEAD}, {megabytes(size)}"


def _process(url: URL) -> str:
    file = sqlite_file(url)
    if file is None:
        return "Process: which one uses a server's database, and its memory, can't be told here."
    found = holder(file) if file.is_file() else None
    if found is None:
        return "Process: none has the database: the bot isn't running."
    memory = memory_of(found.pid) if found.is_here else None
    if memory is None:
        return f"Process: {found.line}; its memory can't be told here."
    said = f"Process: {found.line}; {megabytes(memory.own)}"
    if memory.count:
        others = counted(memory.count, "process", "processes")
        said += f", and {megabytes(memory.others)} in {others} beside it"
    return f"{said}."


def _shares(found: Sequence[Share]) -> str:
    return f"Processes, by their shards: {', '.join(map(str, found))}." if found else ""


async def _beat(connection: AsyncConnection, now: datetime) -> str:
    beat = await remembered.newest_beat(connection)
    if beat is None:
        return "Clocks: never looked after yet."
    return f"Clocks: last looked after {ago(from_ms(beat), now)}."


async def _queues(connection: AsyncConnection, now: datetime) -> tuple[str, ...]:
    channels, people = await overview.queues(connection)
    behind, stuck = await overview.panels_behind(connection)
    lost = await overview.given_up(connection, to_ms(now) - DAY_MS)
    return (
        f"Queue: {_waiting(channels, 'post', now)}; {_waiting(people, 'direct message', now)}.",
        f"Panels: {behind} behind{_tried(stuck)}.",
        f"Given up in the last 24 hours: {counted(lost, 'message')}.",
    )


def _waiting(queue: Queue, name: str, now: datetime) -> str:
    said = counted(queue.count, name)
    if queue.oldest is None:
        return said
    return f"{said}, the oldest ordered {ago(from_ms(queue.oldest), now)}{_tried(queue.stuck)}"


def _tried(stuck: int) -> str:
    return f", {stuck} tried in vain so far" if stuck else ""


def _campaigns(found: Sequence[Played]) -> Iterator[str]:
    yield f"Campaigns: {_states(one for one in found if not one.lesson)}."
    games = sorted({one.game for one in found if not one.lesson})
    for game in games:
        yield f"  {game}: {_states(x for x in found if x.game == game and not x.lesson)}"
    lessons = sum(one.count for one in found if one.lesson and one.status != "over")
    if lessons:
        yield f"  and {counted(lessons, 'lesson')} under way"


def _states(found: Iterator[Played]) -> str:
    counts = dict.fromkeys((key for key, _ in _STATES), 0)
    for one in found:
        counts[one.status] = counts.get(one.status, 0) + one.count
    return ", ".join(f"{counts[key]} {name}" for key, name in _STATES)


def _faults(found: Sequence[Incident]) -> str:
    if not found:
        return "Faults: none that the host has not been told."
    times, last = sum(one.count for one in found), max(one.at for one in found)
    kinds = counted(len(found), "kind")
    return f"Faults to be told yet: {times} of {kinds}, the last {since(last)}; the log says which."
