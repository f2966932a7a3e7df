"""`python -m bot move-database`: a host's games from one database into another."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from bot.cli.keeping import copied
from bot.games import GAMES
from bot.moderator.table.replay import ReplayDiverged, verify
from bot.moderator.table.versions import build_of
from bot.settings import DRIVERS
from bot.store import Database, StoreError, as_url, live_campaigns, moving
from bot.store.lock import beside, held, sqlite_file

_TAILS: Final = ("", "-wal", "-shm", "-journal", ".lock", ".anchor")


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved, in lines for the operator.

    Attributes:
        sound: Whether every running campaign came out the same when it was played again.
    """

    lines: tuple[str, ...]
    sound: bool


async def move_database(source: str, goal: str, told: Callable[[str, int], None]) -> Moved:
    """Put all that *source* holds into *goal*, which must be empty; *source* stays as it is.

    All is there in the end, compared value for value, or nothing: whoever is cut short begins anew.

    Args:
        source: A SQLite file's path, or a database URL.
        goal: Another.
        told: Is called for each table, with its name and the number of its rows.

    Raises:
        StoreError: It cannot be done; one line says why.
    """
    start, end = named(source), named(goal)
    if start == end:
        raise StoreError("Both are the same database: name another to move to.")
    async with _taken(start) as old, _made(end) as new:
        async with old.read() as reading, new.write() as writing:
            if await moving.holds_anything(writing):
                raise StoreError(
                    f"The database {new.where} holds something already: name an empty one."
                )
            rows = await moving.copy(reading, writing, told)
            await moving.compare(reading, writing)
        async with new.read() as reading:
            running = await live_campaigns.live_ids(reading)
        faults = [line for one in running if (line := await _fault(new, one))]
    sound = len(running) - len(faults)
    lines = [
        f"{rows} rows were moved and compared; {_shown(start)} is as it was.",
        f"{sound} of {len(running)} running campaigns came out the same when played again there.",
        *faults,
        f"Now set ADJUTANT_DATABASE={_shown(end)} and start the bot."
        if not faults
        else "What is at fault was so before: `python -m bot replay` says the same of the old one.",
    ]
    return Moved(tuple(lines), not faults)


def named(text: str) -> URL:
    """Return the database that a command names, by what the setting ADJUTANT_DATABASE takes too.

    Raises:
        StoreError: It is neither a path nor a URL.
    """
    try:
        url = as_url(text)
    except (ArgumentError, ValueError) as error:
        # It may hold a password, wherever that stands.
        raise StoreError("Name a file path or a database URL: one is neither.") from error
    return url.set(drivername=DRIVERS.get(url.drivername, url.drivername))


def _shown(url: URL) -> str:
    """Return a database as the setting names it, but for its password."""
    file = sqlite_file(url)
    return str(file) if file is not None else url.render_as_string()


@contextlib.asynccontextmanager
async def _open(opening: Awaitable[Database]) -> AsyncIterator[Database]:
    database = await opening
    try:
        yield database
    finally:
        await database.close()


@contextlib.asynccontextmanager
async def _taken(url: URL) -> AsyncIterator[Database]:
    """Lend a database that nobody else uses meanwhile, as this version reads it."""
    file = sqlite_file(url)
    if file is None:
        async with _open(Database.look_at(url, build=build_of(GAMES), alone=True)) as database:
            yield database
        return
    if not file.is_file():
        raise StoreError(f"There is no database {file}.")
    with held(file.resolve()), copied(file, build_of(GAMES)) as copy:
        async with _open(Database.open(copy, keep_copy=False)) as database:
            yield database


@contextlib.asynccontextmanager
async def _made(url: URL) -> AsyncIterator[Database]:
    """Lend a new database; where it is a file, it gets its name once all is done."""
    file = sqlite_file(url)
    if file is None:
        async with _open(Database.open(url, alone=True)) as database:
            yield database
        return
    if file.exists():
        raise StoreError(f"{file} exists already: name a file that does not.")
    part = beside(file, ".moving")
    _remove(part)
    try:
        async with _open(Database.open(part)) as database:
            yield database
        part.rename(file)
    except OSError as error:
        raise StoreError(f"The database {file} cannot be made: {error.strerror}.") from error
    finally:
        _remove(part)


def _remove(file: Path) -> None:
    for tail in _TAILS:
        beside(file, tail).unlink(missing_ok=True)


async def _fault(database: Database, campaign: str) -> str:
    """Return what is wrong with a campaign that is played again; "" is nothing."""
    try:
        report = await verify(database, GAMES, campaign)
    except (StoreError, ReplayDiverged) as error:
        return f"{campaign}: {error}"
    return f"{campaign}: {'; '.join(report.damage)}" if report.damage else ""
