"""SQLite's driver for SQLAlchemy, with one trip to its thread a statement.

By itself SQLAlchemy asks the driver for a cursor, has it execute, fetch and close, and each is a
trip to the thread of the connection and back. All of it is one matter here, done there at once;
so is the beginning of a transaction that reads, with its first statement.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.util import await_only

Told = tuple[Any, deque[Any], int, int]
"""Of what was executed: its columns, its rows, the row that was added last, how many changed."""
Run = Callable[[sqlite3.Connection, str, Any], Told]


async def _let_be(cursor: Cursor) -> None:
    """Do nothing: whatever a cursor has found is there, and it holds nothing open."""
    del cursor


class Cursor:
    """What SQLAlchemy takes for a cursor: what a statement has found or done.

    Attributes:
        description: Columns of what was found, as the driver says; ``None`` where nothing can be.
        rowcount: How many rows were changed.
        lastrowid: The row that was added last.
        arraysize: How many rows :meth:`fetchmany` returns, where it is not told.
    """

    server_side = False
    _async_soft_close = _let_be  # awaited by SQLAlchemy after every statement

    def __init__(self, connection: _Connection) -> None:
        self._adapted: Any = connection
        self.driver: Any = connection.driver_connection
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid = -1
        self.arraysize = 1
        self._rows: deque[Any] = deque()

    def execute(self, operation: Any, parameters: Any = None) -> None:
        """Execute a statement and take over all that it finds."""
        first, self._adapted.begins = self._adapted.begins, False
        self._do(begin_with if first else run_one, operation, parameters or ())

    def executemany(self, operation: Any, seq_of_parameters: Any) -> None:
        """Execute a statement with several sets of values."""
        self._do(run_many, operation, seq_of_parameters)

    def run(self, one: Run, sql: str, values: Any) -> Told:
        """Have something done in the connection's thread."""
        driver = self.driver
        told: Told = await_only(driver._execute(one, driver._conn, sql, values))  # noqa: SLF001 - no other way, and SQLAlchemy's own
        return told

    def fetchone(self) -> Any:
        """Return the next row, ``None`` after the last."""
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """Return the next rows, at most so many."""
        rows = self._rows
        return [rows.popleft() for _ in range(min(size or self.arraysize, len(rows)))]

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        rows, self._rows = list(self._rows), deque()
        return rows

    def close(self) -> None:
        """Let the rows go that nobody asked for."""
        self._rows.clear()

    def _do(self, one: Run, sql: str, values: Any) -> None:
        try:
            told = self.run(one, sql, values)
        except Exception as error:  # noqa: BLE001 - SQLAlchemy tells them apart
            self._adapted._handle_exception(error)  # noqa: SLF001 - raises
        self.description, self._rows, self.lastrowid, self.rowcount = told


class _Connection(AsyncAdapt_aiosqlite_connection):
    """What SQLAlchemy takes for a connection.

    Attributes:
        begins: Whether the next statement is the first of a transaction that reads.
    """

    __slots__ = ("begins",)

    def __init__(self, dbapi: Any, connection: Any) -> None:
        super().__init__(dbapi, connection)
        self.begins = False

    def cursor(self, server_side: bool = False) -> Any:
        """Return a cursor, and SQLAlchemy's own for what is read row by row."""
        cursor = Cursor(self)
        if not server_side:
            return cursor
        if self.begins:
            self.begins = False
            cursor.execute("BEGIN")
        return super().cursor(server_side)


def run_one(connection: sqlite3.Connection, sql: str, values: Any) -> Told:
    """Execute a statement."""
    return _told(connection.execute(sql, values))


def begin_with(connection: sqlite3.Connection, sql: str, values: Any) -> Told:
    """Begin a transaction, and execute a statement in it."""
    if not connection.in_transaction:  # tried once more, where another program was in the way
        connection.execute("BEGIN")
    return run_one(connection, sql, values)


def run_many(connection: sqlite3.Connection, sql: str, values: Any) -> Told:
    """Execute a statement once for each of several sets of values."""
    return _told(connection.executemany(sql, values))


def _told(cursor: sqlite3.Cursor) -> Told:
    try:
        if cursor.description:
            return cursor.description, deque(cursor.fetchall()), -1, -1
        return None, deque(), cursor.lastrowid or 0, cursor.rowcount
    finally:
        cursor.close()


def shorten(engine: AsyncEngine) -> None:
    """Let an engine of SQLite's asynchronous driver connect so."""

    @event.listens_for(engine.sync_engine, "do_connect")
    def connect(dialect: Dialect, _record: Any, given: Any, named: Any) -> Any:
        plain: Any = dialect.connect(*given, **named)
        return _Connection(plain.dbapi, plain.driver_connection)


@contextmanager
def one_instant(connection: AsyncConnection) -> Iterator[None]:
    """Let all that is read meanwhile by way of a connection see the instant of what is first."""
    lent: Any = connection.sync_connection
    own: Any = lent.connection.dbapi_connection
    own.begins = True
    try:
        yield
    finally:
        own.begins = False
