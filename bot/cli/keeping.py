"""`python -m bot backup` and `python -m bot replay`: looking after the database."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.engine import URL

from bot.games import GAMES
from bot.moderator.replay import verify
from bot.store import Database, StoreError, restore
from bot.store.errors import translate
from bot.store.lock import sqlite_file
from bot.store.schema import campaigns


def back_up(
    url: URL, folder: Path, *, keep: int | None = None, now: datetime | None = None
) -> Path:
    """Copy the database into *folder* while the bot may be running; return the copy.

    The copy is of one instant, checked, and complete or not there at all. With *keep*, only so
    many of the newest copies of this database stay in the folder.

    Raises:
        StoreError: It cannot be copied; one line says why.
    """
    source = sqlite_file(url)
    if source is None:
        raise StoreError(
            "Only SQLite files are copied by this command: use your database's own backup tool."
        )
    if restore.is_cut_short(source.resolve()):
        raise StoreError(
            f"A restoration of {source} was cut short: start the bot, or restore again."
        )
    if not source.is_file():
        raise StoreError(f"There is no database {source} to back up.")
    stamp = (now or datetime.now(UTC)).strftime("%Y%m%d-%H%M%S")
    target = folder / f"{source.stem}-{stamp}.sqlite3"
    partial = target.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _copy(source, partial)
        partial.replace(target)
        if keep is not None:
            _thin_out(folder, source.stem, keep)
    except sqlite3.Error as error:
        raise translate(error, str(source)) from error
    except OSError as error:
        raise StoreError(f"The backup cannot be written to {folder}: {error.strerror}.") from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink()
    return target


def _thin_out(folder: Path, stem: str, keep: int) -> None:
    """Delete all but the newest *keep* copies that this command made of that database."""
    name = re.compile(rf"{re.escape(stem)}-\d{{8}}-\d{{6}}\.sqlite3")
    # Their names sort by time.
    copies = sorted(path for path in folder.iterdir() if name.fullmatch(path.name))
    for old in copies[:-keep]:
        old.unlink()


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


async def replay_all(url: URL, campaign: str | None) -> list[str]:
    """Play logs again and return a line for each campaign.

    Raises:
        StoreError: A log diverges, or the database cannot be read.
    """
    database = await Database.open(url)
    try:
        names = [campaign] if campaign else await _campaigns(database)
        lines = []
        for name in names:
            report = await verify(database, GAMES, name)
            skipped = f", {report.skipped} of earlier rulesets left out" if report.skipped else ""
            lines.append(
                f"{name}: {report.actions} actions played again, "
                f"{report.snapshots} stored states came out the same{skipped}"
            )
        return lines
    finally:
        await database.close()


async def _campaigns(database: Database) -> list[str]:
    async with database.read() as connection:
        found = await connection.execute(select(campaigns.c.id).order_by(campaigns.c.created_at))
        return [str(row[0]) for row in found]
