"""SQLite near at hand: fewer trips to its thread, none to the disk, SQL compiled once a process.

Installed once a process (``tests/conftest.py``). The driver takes every statement to a thread of
its own and back four times, and every new database compiles all its statements anew: together a
third of a test on the simulated Discord. Here a statement is executed where it is asked, after
everybody else has had a turn, as they have while it is on its way to the thread. What may wait for
another program's lock, and the end of a transaction, still goes there; but that end does not wait
until the disk has it, which takes longer than all the rest. What is committed outlives a bot that
is killed all the same: only a power cut would lose it, and none happens here. The tests of the
store itself take the long way (``tests/bot/store/conftest.py``).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any

import aiosqlite
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import Dialect

from bot.store import database
from bot.store.batch import Together

_shared: dict[str, Engine] = {}
"""The first engine of a driver: those after it take what it has compiled."""
_compiled: dict[Any, tuple[str, tuple[str, ...]]] = {}


def _take_at_hand(adapted: Any, _record: object) -> None:
    """Let a connection that SQLAlchemy has opened, for any thread, do what it can at once."""
    driver = getattr(adapted, "driver_connection", None)
    if not isinstance(driver, aiosqlite.Connection):
        return
    by_thread: Any = driver._execute

    async def at_hand(fn: Callable[..., Any], *args: Any, **options: Any) -> Any:
        if not driver._running or not driver._connection or not is_quick(driver, fn, args):
            return await by_thread(fn, *args, **options)
        if args:
            await asyncio.sleep(0)
        return fn(*args, **options)

    # The driver has no place to hand in how it executes.
    driver._execute = at_hand  # type: ignore[method-assign]


def is_quick(driver: aiosqlite.Connection, fn: Callable[..., Any], args: tuple[Any, ...]) -> bool:
    """Say whether it waits for nobody: the first change of a transaction may."""
    match getattr(fn, "__name__", ""):
        case "execute" | "executemany":
            return driver.in_transaction or args[0] == "BEGIN" or args[0].startswith("SELECT")
        case "close":
            return isinstance(getattr(fn, "__self__", None), sqlite3.Cursor)
        case name:
            return name in {"cursor", "fetchall", "fetchone", "rollback"}


def awaits_disk() -> bool:
    """Say whether a transaction ends only when the disk has it."""
    return False


def _share(connection: Connection) -> None:
    """Let an engine take over what the first one has compiled: their dialects are alike."""
    engine = connection.engine
    if engine.driver in {"aiosqlite", "asyncpg"}:
        first = _shared.setdefault(engine.driver, engine)
        engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache


def _install() -> None:
    event.listen(Engine, "connect", _take_at_hand)
    event.listen(Engine, "engine_connect", _share)
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
