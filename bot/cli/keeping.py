"""`python -m bot backup` and `python -m bot replay`: looking after the database."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import URL

from bot.cli.runs import in_runs
from bot.games import GAMES
from bot.moderator.table.replay import ReplayDiverged, verify
from bot.moderator.table.versions import build_of
from bot.store import (
    Build,
    Database,
    StoreError,
    campaigns,
    copies,
    log,
    migrate,
    restore,
    server_copies,
)
from bot.store.copies import Copies
from bot.store.errors import translate
from bot.store.lock import in_use, sqlite_file


def back_up(
    url: URL, folder: Path, *, keep: int | None = None, now: datetime | None = None
) -> Path:
    """Copy the database into *folder* while the bot may be running; return the copy.

    The copy is of one instant, checked, and complete or not there at all. With *keep*, only so
    many of the newest copies of this database stay in the folder.

    Raises:
        StoreError: It cannot be copied; one line says why.
    """
    source, ours = sqlite_file(url), copies.copies_of(url)
    target = folder / ours.name(now or datetime.now(UTC))
    if source is None:
        return _dumped(url, target, ours, keep)
    if restore.is_cut_short(source.resolve()):
        raise StoreError(
            f"A restoration of {source} was cut short: start the bot, or restore again."
        )
    if not source.is_file():
        raise StoreError(f"There is no database {source} to back up.")
    with _put(target, ours, keep) as partial:
        try:
            _copy(source, partial)
        except sqlite3.Error as error:
            raise translate(error, str(source)) from error
    return target


def _dumped(url: URL, target: Path, ours: Copies, keep: int | None) -> Path:
    """Write a dump of a server's database, which PostgreSQL's own programs make."""
    if url.get_backend_name() != "postgresql":
        raise StoreError("Only SQLite files and PostgreSQL's databases are copied by this command.")
    with _put(target, ours, keep) as partial:
        server_copies.dump(url, partial)
    return target


@contextlib.contextmanager
def _put(target: Path, ours: Copies, keep: int | None) -> Iterator[Path]:
    """Lend a file to be written, which gets its name when all of it is there."""
    partial = target.with_suffix(".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield partial
        partial.replace(target)
        if keep is not None:
            for old in ours.within(target.parent)[:-keep]:
                old.unlink()
    except OSError as error:
        raise StoreError(
            f"The backup cannot be written to {target.parent}: {error.strerror}."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink()


def _copy(source: Path, partial: Path) -> None:
    with (
        contextlib.closing(
            sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
        ) as old,
        contextlib.closing(sqlite3.connect(partial)) as new,
    ):
        old.backup(new)
        (verdict,) = new.execute("PRAGMA quick_check").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged: {verdict}")
        # One file that needs no companions, wherever it is carried.
        new.execute("PRAGMA journal_mode = DELETE")
    descriptor = os.open(partial, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def copied(file: Path, build: Build) -> Iterator[Path]:
    """Lend a copy of a database, which may be brought up to date: the bot may be running.

    Raises:
        StoreError: It cannot be read, or a newer build than *build* has opened it.
    """
    if not file.is_file():
        raise StoreError(f"There is no database {file}.")
    with tempfile.TemporaryDirectory(prefix="adjutant-copy-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        try:
            if not in_use(file):
                restore.require_whole(file)
            _copy(file, copy)
        except sqlite3.Error as error:
            raise translate(error, str(file)) from error
        except OSError as error:
            raise StoreError(f"{file} cannot be copied to {folder}: {error.strerror}.") from error
        migrate.require_known(copy, build, str(file))
        yield copy


async def replay_all(url: URL, campaign: str | None, *, copies: Path | None = None) -> Replayed:
    """Play logs again and return a line for each campaign; the database is not changed.

    Raises:
        StoreError: The database cannot be read, or has no such campaign.
    """
    file, build = sqlite_file(url), build_of(GAMES, copies)
    if file is None:
        return await _replay(await Database.look_at(url, build=build), campaign)
    with copied(file, build) as copy:
        return await _replay(await Database.open(copy, keep_copy=False), campaign)


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of playing logs again: a line for each campaign, and whether all hold."""

    lines: tuple[str, ...]
    sound: bool


async def _replay(database: Database, campaign: str | None) -> Replayed:
    try:
        async with database.read() as connection:
            names = await campaigns.all_ids(connection)
        if campaign is not None:
            if campaign not in names:
                raise StoreError(f"There is no campaign {campaign}.")
            names = (campaign,)
        found = [await _one(database, name) for name in names]
        return Replayed(tuple(line for line, _ in found), all(sound for _, sound in found))
    finally:
        await database.close()


async def _one(database: Database, name: str) -> tuple[str, bool]:
    """Return the line of one campaign, whatever is wrong with it, and whether nothing is."""
    try:
        async with database.read() as connection:
            await log.whole_chain(connection, name)
        report = await verify(database, GAMES, name)
    except (StoreError, ReplayDiverged) as error:
        return f"{name}: {error}", False
    except Exception as error:  # noqa: BLE001 - rows that cannot even be read are to be reported
        what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        return f"{name}: its rows cannot be read ({what}); put a backup in their place.", False
    if report.damage:
        return f"{name}: {'; '.join(report.damage)}", False
    skipped = f", {report.skipped} of earlier rulesets left out" if report.skipped else ""
    line = (
        f"{name}: {report.actions} actions played again, "
        f"{report.snapshots} stored states came out the same{skipped}"
    )
    if report.hidden:
        line += f"; what it was after {in_runs('action', report.hidden)} cannot be shown any more"
    return line, True
