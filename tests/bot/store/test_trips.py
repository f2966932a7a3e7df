"""A statement is one trip to the driver's thread, and a transaction that reads one more."""

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
    assert trips == ["run_one", "run_one", "run_one", "rollback"], "BEGIN, two statements, the end"
    monkeypatch.undo()
    await database.close()
