"""SQLite near at hand: no trips to its thread, none to the disk, SQL compiled once a process.

Installed once a process (``tests/conftest.py``). The driver begins a thread for each connection
and takes every statement there and back, and every new database compiles all its statements anew:
together a third of a test on the simulated Discord. Here a statement is executed where it is asked,
after everybody else has had a turn, as they have while it is on its way to the thread (the turn
before the first of a transaction comes before its connection is lent: so few are opened). What
finds another program's lock goes to a thread after all, and waits there. The end of a
transaction does not wait until the disk has it, which takes longer than all the rest. What is
committed outlives a bot that is killed all the same: only a power cut would lose it, and none
happens here. The tests of the store itself take the long way (``tests/bot/store/conftest.py``).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Generator
from typing import Any

import aiosqlite
from sqlalchemy import Engine
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.util import await_only

from bot.store import database, trips
from bot.store.batch import Together

_shared: dict[str, Engine] = {}
"""The first engine of a driver: those after it take what it has compiled."""
_compiled: dict[Any, tuple[str, tuple[str, ...]]] = {}
_AT_ONCE = {"close", "create_function", "cursor", "fetchall", "fetchmany", "fetchone", "rollback"}
"""What waits for nobody, and is too small for others to have a turn before it."""
_IN_TURN = {
    "commit",
    "execute",
    "executemany",
    "executescript",
    "_execute_fetchall",
    "_execute_insert",
    "run_one",
    "run_many",
    "begin_with",
}


class AtHand(aiosqlite.Connection):
    """The driver's connection, whose thread begins only when something must wait there.

    What it does at once waits for no lock. In its thread it waits as long as was asked for.
    """

    _patience: int | None = None
    """Milliseconds for which it waits for a lock; none yet where it waits by itself."""

    def __await__(self) -> Generator[Any, None, aiosqlite.Connection]:
        """Connect."""
        return self._connect().__await__()

    async def _connect(self) -> aiosqlite.Connection:
        if not is_quick("connect"):
            self._begin()
            return await super()._connect()
        try:
            self._connection = self._connector()
        except BaseException:
            self._running = False
            raise
        ((self._patience,),) = self._connection.execute("PRAGMA busy_timeout").fetchall()
        self._connection.execute("PRAGMA busy_timeout = 0")
        return self

    async def _execute(self, fn: Callable[..., Any], *args: Any, **options: Any) -> Any:
        name = fn.__name__
        if not self._running or not self._connection or not is_quick(name):
            return await self._by_thread(fn, *args, **options)
        if name in _IN_TURN:
            await asyncio.sleep(0)
        try:
            return fn(*args, **options)
        except sqlite3.OperationalError as error:
            if not _is_busy(error):
                raise
        return await self._by_thread(fn, *args, **options)

    def run(self, one: trips.Run, sql: str, values: Any) -> trips.Told:
        """Execute a statement for SQLAlchemy, which is in a greenlet."""
        if not self._running or not self._connection or not is_quick(one.__name__):
            return self._in_thread(one, sql, values)
        # Everybody had a turn before the connection was lent: so few are lent at a time.
        # SQLAlchemy insists that something is awaited.
        await_only(_DONE if one is trips.begin_with else asyncio.sleep(0))
        try:
            return one(self._connection, sql, values)
        except sqlite3.OperationalError as error:
            if not _is_busy(error):
                raise
        return self._in_thread(one, sql, values)

    def _in_thread(self, one: trips.Run, sql: str, values: Any) -> trips.Told:
        told: trips.Told = await_only(self._by_thread(one, self._conn, sql, values))
        return told

    async def _by_thread(self, fn: Callable[..., Any], *args: Any, **options: Any) -> Any:
        self._begin()
        if self._patience is None or self._connection is None:
            return await super()._execute(fn, *args, **options)  # type: ignore[no-untyped-call]
        return await super()._execute(  # type: ignore[no-untyped-call]
            self._patiently, fn, *args, **options
        )

    def _patiently(self, fn: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Do something in the thread that may wait for a lock there."""
        self._conn.execute(f"PRAGMA busy_timeout = {self._patience}")
        try:
            return fn(*args, **options)
        finally:
            self._conn.execute("PRAGMA busy_timeout = 0")

    def stop(self) -> asyncio.Future[Any] | None:
        """Let go of the file and end the thread, if one was begun."""
        if self._thread.ident is not None:
            return super().stop()
        self._running = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        return None

    def _begin(self) -> None:
        if self._thread.ident is None:
            self._thread.start()


class _Done:
    def __await__(self) -> Generator[Any, None, None]:
        return
        yield


_DONE: Awaitable[None] = _Done()
"""Awaited without anybody having a turn."""


def _is_busy(error: sqlite3.OperationalError) -> bool:
    # The module raises some of its own, which have no code.
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def is_quick(name: str) -> bool:
    """Say whether the driver's connections and cursors do something of that name at once."""
    return name == "connect" or name in _AT_ONCE or name in _IN_TURN


def awaits_disk() -> bool:
    """Say whether a transaction ends only when the disk has it."""
    return False


def _share(engine: Engine) -> None:
    """Let an engine take over what the first one has compiled: their dialects are alike."""
    if engine.driver in {"aiosqlite", "asyncpg"}:
        first = _shared.setdefault(engine.driver, engine)
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache


def _install() -> None:
    aiosqlite.core.Connection = AtHand  # type: ignore[misc]
    starting = AsyncConnection.start

    async def start(self: AsyncConnection, is_ctxmanager: bool = False) -> AsyncConnection:
        engine = self.sync_engine
        if engine.dialect.name == "sqlite" and is_quick("connect"):
            await asyncio.sleep(0)
        started = await starting(self, is_ctxmanager)
        _share(engine)
        return started

    AsyncConnection.start = start  # type: ignore[method-assign]
    running = trips.Cursor.run

    def run(self: trips.Cursor, one: trips.Run, sql: str, values: Any) -> trips.Told:
        driver = self.driver
        if isinstance(driver, AtHand):
            return driver.run(one, sql, values)
        return running(self, one, sql, values)

    trips.Cursor.run = run  # type: ignore[method-assign]
    setting_up = database._set_up

    def set_up(connection: Any) -> None:
        setting_up(connection)
        if not awaits_disk():
            cursor = connection.cursor()
            cursor.execute("PRAGMA synchronous = OFF")
            cursor.close()

    database._set_up = set_up
    batching = Together.__init__

    def batch(self: Together, dialect: Dialect) -> None:
        batching(self, dialect)
        self._compiled = _compiled

    # The store need not know that tests share what is compiled.
    Together.__init__ = batch  # type: ignore[method-assign]


_install()
