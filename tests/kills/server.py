"""A PostgreSQL of the trials' own, which is killed and must lose nothing that it has committed."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

import asyncpg  # type: ignore[import-untyped]  # it says no types of its own

from tests.support import postgres

OPTIONS: Final = ("listen_addresses=''", "max_connections=200", "fsync=off")
"""As it is delivered, but for fsync: the machine does not lose its power here."""


class Server:
    """The server, and what is asked of it beside the bot.

    Attributes:
        address: What the bot is told.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="adjutant-kills-"))
        self._cluster = postgres.Cluster(self._folder, OPTIONS)
        self.address = f"postgresql+asyncpg://{postgres.USER}@/trials?host={self._folder}"

    def begin(self) -> None:
        """Make the database, empty."""
        self._cluster.make()
        self._cluster.start()
        made = "CREATE DATABASE trials TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"
        asyncio.run(self._tell(made, database=postgres.FIRST))

    def start(self) -> None:
        """Start it again."""
        self._cluster.start()

    def die(self) -> None:
        """Let it stop as it does when its machine fails: nothing is finished or written."""
        self._cluster.stop("immediate")

    def end(self) -> None:
        """Leave nothing behind."""
        self._cluster.stop("immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    async def leases_of(self, number: int) -> list[str]:
        """Return by what a process says that it lives."""
        return await self._names(f"process/{number}/%") or []

    async def still_there(self, names: list[str]) -> bool:
        """Say whether any of them has not been taken over."""
        known = await self._names("process/%")
        return known is None or bool({*names} & {*known})

    async def cut(self, part: float) -> None:
        """Close some of all connections, one in so many by chance."""
        await self._tell(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE datname = 'trials' AND pid <> pg_backend_pid() AND random() < {part}"
        )

    async def _names(self, like: str) -> list[str] | None:
        """Return the names of leases; ``None`` where nobody answers."""
        try:
            connection = await asyncpg.connect(
                host=str(self._folder), user=postgres.USER, database="trials"
            )
        except (OSError, asyncpg.PostgresError):
            return None
        try:
            found = await connection.fetch("SELECT name FROM leases WHERE name LIKE $1", like)
            return [row["name"] for row in found]
        except Exception:  # noqa: BLE001 - killed under way; the driver has many words for that
            return None
        finally:
            connection.terminate()  # the server may have died just now: nobody answers a farewell

    async def _tell(self, words: str, database: str = "trials") -> None:
        connection = await asyncpg.connect(
            host=str(self._folder), user=postgres.USER, database=database
        )
        try:
            await connection.execute(words)
        finally:
            await connection.close()


def is_there() -> bool:
    """Say whether servers can be made here: by PostgreSQL's own rules not for every user."""
    return os.name == "posix"
