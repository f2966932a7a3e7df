"""Several changes in one transaction, with as few trips to the database thread as can be.

Every statement by way of SQLAlchemy's asynchronous layer costs three or four trips to the driver's
thread; a step of a game needs four statements, and they add up to more than its commit to the
disk. So the statements of a step are named beforehand (:class:`Write`), compiled by SQLAlchemy
once, and on SQLite handed to the driver together. Other databases get them one by one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import aiosqlite
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import Delete, Insert, Update

from bot.store.anchor import Mark
from bot.store.errors import Conflict


@dataclass(frozen=True, slots=True)
class Write:
    """One changing statement.

    Attributes:
        statement: All its values are named parameters; made once, at import.
        values: The parameters, or several sets of them.
        rows: How many rows it must change; ``None`` does not care.
        mark: What the anchor says once it is committed, where it is an action.
    """

    statement: Insert | Update | Delete
    values: Mapping[str, Any] | Sequence[Mapping[str, Any]]
    rows: int | None = None
    mark: Mark | None = None


async def one_by_one(connection: AsyncConnection, writes: Sequence[Write]) -> None:
    """Run *writes* within the transaction of *connection*.

    Raises:
        Conflict: One changed another number of rows than it must.
    """
    for write in writes:
        values = write.values
        if not values and not isinstance(values, Mapping):
            continue  # several sets of values, of which there are none
        done = await connection.execute(
            write.statement, dict(values) if isinstance(values, Mapping) else list(values)
        )
        if write.rows is not None:
            _count(write, done.rowcount)


class Together:
    """Runs writes on SQLite's own driver."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._compiled: dict[Insert | Update | Delete, tuple[str, tuple[str, ...]]] = {}

    async def run(self, driver: aiosqlite.Connection, writes: Sequence[Write]) -> None:
        """Run *writes* and commit. Whatever is raised, the caller must roll back.

        Raises:
            Conflict: One changed another number of rows than it must.
            sqlite3.Error: as the driver says.
        """
        first, rest = writes[0], writes[1:]
        # Alone: it takes the write lock, and most often is the one that finds a conflict.
        await self._one(driver, first)
        # The driver's thread takes them in this order; the loop does not wait between.
        done = await asyncio.gather(
            *(self._one(driver, write) for write in rest), return_exceptions=True
        )
        for result in done:
            if isinstance(result, BaseException):
                raise result
        await driver.commit()

    async def _one(self, driver: aiosqlite.Connection, write: Write) -> None:
        sql, names = self._sql(write.statement)
        values = write.values
        if isinstance(values, Mapping):
            cursor = await driver.execute(sql, [values[name] for name in names])
            changed = cursor.rowcount
        else:
            # Closed on the driver's thread. One that is dropped here resets its statement from
            # this thread, while the driver may be running the same one for the next write; what
            # follows then is refused as misuse. After a single row it holds its statement no more.
            async with driver.executemany(
                sql, [[each[name] for name in names] for each in values]
            ) as cursor:
                changed = cursor.rowcount
        if write.rows is not None:
            _count(write, changed)

    def _sql(self, statement: Insert | Update | Delete) -> tuple[str, tuple[str, ...]]:
        known = self._compiled.get(statement)
        if known is None:
            compiled = statement.compile(dialect=self._dialect)
            names = tuple(compiled.positiontup or ())
            known = self._compiled[statement] = (str(compiled), names)
        return known


def _count(write: Write, changed: int) -> None:
    if changed != write.rows:
        table = write.statement.table.description
        raise Conflict(f"{changed} rows of {table} were as expected, not {write.rows}")
