"""All that one database holds, put into another of whatever kind, and compared there.

Both are of this version. Rows go table by table, each before those that refer to it, and with them
the numbers that tables have given last: one that was given once must not come to mean another.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import sqlalchemy
from sqlalchemy import (
    Column,
    Row,
    Table,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
)
from sqlalchemy.dialects.postgresql import REGCLASS
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import postgres
from bot.store.errors import StoreError
from bot.store.schema import metadata

_AT_ONCE: Final = 500
"""Rows that are put in, or compared, at a time."""
_COUNTERS: Final = sqlalchemy.table(
    "sqlite_sequence", sqlalchemy.column("name"), sqlalchemy.column("seq")
)
"""What SQLite's tables number by; it may be written, as its documents say."""


async def holds_anything(connection: AsyncConnection) -> bool:
    """Say whether a database has any row beside what says who has opened it."""
    for one in metadata.sorted_tables:
        if one.name != "builds":
            found = await connection.execute(select(literal(1)).select_from(one).limit(1))
            if found.first() is not None:
                return True
    return False


async def copy(
    source: AsyncConnection, goal: AsyncConnection, told: Callable[[str, int], None]
) -> int:
    """Put every row of *source* into *goal*, where none is; return how many there were.

    Args:
        source: Sees one instant; nothing is changed by it.
        goal: In a transaction, which the caller commits once all is compared.
        told: Is called after each table that holds anything, with its name and its rows.
    """
    every = 0
    for table in metadata.sorted_tables:
        rows = 0
        async for some in _rows(source, table):
            await goal.execute(insert(table), [dict(row._mapping) for row in some])  # noqa: SLF001
            rows += len(some)
        if rows:
            told(table.name, rows)
        every += rows
    for table, column in _numbered():
        await _set_last(goal, table, column, await _last(source, table, column))
    return every


async def compare(source: AsyncConnection, goal: AsyncConnection) -> None:
    """Compare each value of each row.

    Raises:
        StoreError: One is another; which row it is, and nothing of what it says.
    """
    to_server = goal.dialect.name == "postgresql"
    for table in metadata.sorted_tables:
        others = _rows(goal, table)
        async for some in _rows(source, table):
            there: list[Row[Any]] = await anext(others, [])
            for row, other in zip(some, there, strict=False):
                if (postgres.kept(row) if to_server else tuple(row)) != tuple(other):
                    raise _differs(table, row)
            if len(some) != len(there):
                raise StoreError(f"{table.name} has another number of rows in the other database.")
        if await anext(others, []):
            raise StoreError(f"{table.name} has another number of rows in the other database.")
    for table, column in _numbered():
        if await _last(source, table, column) != await _last(goal, table, column):
            raise StoreError(f"{table.name} would give numbers anew in the other database.")


def _differs(table: Table, row: Row[Any]) -> StoreError:
    key = ", ".join(str(row._mapping[column.name]) for column in table.primary_key)  # noqa: SLF001
    return StoreError(f"A row of {table.name} ({key}) is not the same in the other database.")


async def _rows(connection: AsyncConnection, table: Table) -> AsyncIterator[list[Row[Any]]]:
    """Yield all rows, in the order of their keys, so many at a time."""
    query = select(table).order_by(*table.primary_key)
    async with connection.stream(query) as found:
        async for some in found.partitions(_AT_ONCE):
            yield list(some)


def _numbered() -> list[tuple[Table, Column[Any]]]:
    """Return the tables that number their rows, and by which column."""
    every = ((table, table.autoincrement_column) for table in metadata.sorted_tables)
    return [(table, column) for table, column in every if column is not None]


async def _last(connection: AsyncConnection, table: Table, column: Column[Any]) -> int:
    """Return the last number that a table has given, to a row that may be gone; 0 is none."""
    most = (await connection.execute(select(func.max(column)))).scalar() or 0
    if connection.dialect.name == "postgresql":
        query = select(func.pg_sequence_last_value(_sequence(table, column)))
    elif table.dialect_options["sqlite"]["autoincrement"]:
        query = select(_COUNTERS.c.seq).where(_COUNTERS.c.name == table.name)
    else:
        return most
    return max(most, (await connection.execute(query)).scalar() or 0)


async def _set_last(
    connection: AsyncConnection, table: Table, column: Column[Any], number: int
) -> None:
    """Let a table go on after *number*."""
    if number == 0:
        return
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.setval(_sequence(table, column), number)))
    elif table.dialect_options["sqlite"]["autoincrement"]:
        await connection.execute(delete(_COUNTERS).where(_COUNTERS.c.name == table.name))
        await connection.execute(insert(_COUNTERS).values(name=table.name, seq=number))


def _sequence(table: Table, column: Column[Any]) -> Any:
    return cast(func.pg_get_serial_sequence(table.name, column.name), REGCLASS)
