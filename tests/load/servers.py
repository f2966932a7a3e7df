"""Which database the bot has under load: a file, or one on a server."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL

from bot.store import Database, moving
from tests.support import postgres

NAME = "adjutant_load"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the bot is to keep its games.

    Attributes:
        kind: "sqlite" or "postgresql".
        url: On a server; ``None`` is a file.
        process: The server's first process, where it is ours.
    """

    kind: str
    url: URL | None = None
    process: int | None = None

    def named(self, file: Path) -> str:
        """Return it as the bot's setting says it; *file* is what was filled."""
        return str(file) if self.url is None else self.url.render_as_string(hide_password=False)

    async def take(self, file: Path) -> None:
        """Put what a file holds where the bot is to find it."""
        if self.url is None:
            return
        old = await Database.open(file, keep_copy=False)
        new = await Database.open(self.url)
        try:
            async with old.read() as reading, new.write() as writing:
                await moving.copy(reading, writing, lambda _table, _rows: None)
            # What a server does by itself, in a while.
            async with new.engine.connect() as connection:
                alone = await connection.execution_options(isolation_level="AUTOCOMMIT")
                await alone.exec_driver_sql("VACUUM ANALYZE")
        finally:
            await old.close()
            await new.close()

    async def megabytes(self, file: Path) -> int:
        """Return how large it is."""
        if self.url is None:
            return round(file.stat().st_size / 1e6)  # noqa: ASYNC240 - nothing else is going on
        database = await Database.look_at(self.url)
        try:
            async with database.read() as connection:
                asked = "SELECT pg_database_size(current_database())"
                return round(int((await connection.exec_driver_sql(asked)).scalar_one()) / 1e6)
        finally:
            await database.close()


@contextlib.contextmanager
def place(named: str) -> Iterator[Place]:
    """Lend a database: "sqlite"; "postgresql", on a server of our own; or on one that is named.

    Args:
        named: That, or the URL of a superuser of a server, where a database is made and dropped.
    """
    if named == "sqlite":
        yield Place("sqlite")
        return
    if "://" in named:
        os.environ[postgres.OWN] = named
    postgres.begin_run()
    try:
        # A power cut must lose nothing here: that costs what it costs.
        server = postgres.server(safe=True)
        process = _first(Path(str(server.query["host"]))) if "://" not in named else None
        url = postgres.empty(NAME)
        try:
            yield Place("postgresql", url, process)
        finally:
            postgres.drop(url)
    finally:
        postgres.end_run()


def _first(folder: Path) -> int:
    return int((folder / "data" / "postmaster.pid").read_text(encoding="ascii").split("\n")[0])
