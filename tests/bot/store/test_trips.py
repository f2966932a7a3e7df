"""A statement is one trip to the driver's thread, and so is the end of a transaction."""

from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import insert, select

from bot.store.database import Database
from bot.store.schema import remembered

_NAMES = select(remembered.c.name).order_by(remembered.c.name)
_ADD = insert(remembered)


async def test_a_statement_is_one_trip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it finds or changes, also where it is executed with several sets of values."""
    database = await Database.open(tmp_path / "trips.sqlite3")
    trips: list[str] = []
    going = aiosqlite.Connection._execute

    async def count(self: aiosqlite.Connection, what: Any, *values: Any, **more: Any) -> Any:
        trips.append(what.__name__)
        return await going(self, what, *values, **more)  # type: ignore[no-untyped-call]

    async with database.write() as connection, database.read() as reader:
        await reader.execute(_NAMES)
        monkeypatch.setattr(aiosqlite.Connection, "_execute", count)
        done = await connection.execute(_ADD, {"name": "a", "value": "1"})
        assert (done.rowcount, trips) == (1, ["run_one"])
        await connection.execute(_ADD, [{"name": "b", "value": "2"}, {"name": "c", "value": "3"}])
        assert trips == ["run_one", "run_many"]
    trips.clear()
    async with database.read() as connection:
        assert (await connection.execute(_NAMES)).scalars().all() == ["a", "b", "c"]
        await connection.execute(_NAMES)
    assert trips == ["begin_with", "run_one", "rollback"]
    monkeypatch.undo()
    await database.close()


async def test_all_that_is_read_is_of_one_instant(tmp_path: Path) -> None:
    """Whatever is written after what was read first, whether at once or row by row."""
    database = await Database.open(tmp_path / "trips.sqlite3")

    async def write(name: str) -> None:
        async with database.write() as connection:
            await connection.execute(_ADD, {"name": name, "value": "1"})

    await write("a")
    async with database.read() as connection:
        assert (await connection.execute(_NAMES)).scalars().all() == ["a"]
        await write("b")
        assert (await connection.execute(_NAMES)).scalars().all() == ["a"]
    async with database.read() as connection:
        async with connection.stream(_NAMES) as found:
            assert [row.name async for row in found] == ["a", "b"]
        await write("c")
        assert (await connection.execute(_NAMES)).scalars().all() == ["a", "b"]
    async with database.read():
        pass  # nothing is asked: whoever has the connection next is in no transaction
    await write("d")
    async with database.read() as connection:
        assert (await connection.execute(_NAMES)).scalars().all() == ["a", "b", "c", "d"]
    await database.close()
