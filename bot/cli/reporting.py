"""`python -m bot reports`: what members of campaigns wrote to the host."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.engine import URL

from bot.store import Database, StoreError
from bot.store.errors import translate
from bot.store.lock import sqlite_file
from bot.store.restore import read_only

_REPORTS = """
SELECT reports.at, reports.campaign, campaigns.name, reports.step, reports.clause,
       people.discord_id, reports.words
FROM reports JOIN campaigns ON campaigns.id = reports.campaign
JOIN people ON people.id = reports.person
ORDER BY reports.at
"""


def list_reports(url: URL) -> list[str]:
    """Return the reports on file, oldest first, each in its lines; the bot may be running.

    Raises:
        StoreError: The database cannot be read.
    """
    file = sqlite_file(url)
    if file is None:
        return [_said(*row) for row in asyncio.run(_on_server(url))]
    if not file.is_file():
        raise StoreError(f"There is no database {file}.")
    try:
        with contextlib.closing(sqlite3.connect(read_only(file), uri=True)) as raw:
            if not raw.execute("PRAGMA table_info(reports)").fetchall():
                raise StoreError(f"{file} is of an older version: start the bot once.")
            rows = raw.execute(_REPORTS).fetchall()
    except sqlite3.Error as error:
        raise translate(error, str(file)) from error
    return [_said(*row) for row in rows]


async def _on_server(url: URL) -> Sequence[Any]:
    database = await Database.look_at(url)
    try:
        async with database.read() as connection:
            return (await connection.exec_driver_sql(_REPORTS)).all()
    finally:
        await database.close()


def _said(
    at: int, campaign: str, name: str, step: int, clause: str | None, person: int, words: str
) -> str:
    when = datetime.fromtimestamp(at / 1000, UTC)
    about = f", clause {clause}" if clause else ""
    body = "\n".join(f"    {line}" for line in _printable(words).split("\n"))
    return f"{when:%Y-%m-%d %H:%M} {campaign} ({name}) step {step}{about}, by {person}:\n{body}"


def _printable(words: str) -> str:
    """Return what was typed without what could drive a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in words)
