"""The fast way of saving does what the plain way does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import bindparam, func, insert, select, update

from bot.store import Conflict, Database, StoreError
from bot.store.batch import Write
from bot.store.schema import people

pytestmark = pytest.mark.sqlite  # The quick way to write is of SQLite alone.

NEW = insert(people).values(discord_id=bindparam("discord_id"))
SPEAK = (
    update(people)
    .where(people.c.discord_id == bindparam("who"))
    .values(language=bindparam("spoken"))
)


@pytest.fixture(params=["together", "one by one"])
def way(request: pytest.FixtureRequest) -> str:
    """Both ways of saving."""
    return str(request.param)


async def _open(tmp_path: Path, way: str) -> Database:
    database = await Database.open(tmp_path / "games.sqlite3")
    if way == "one by one":
        database._together = None
    return database


async def _people(database: Database) -> Sequence[tuple[int, str | None]]:
    async with database.read() as connection:
        found = await connection.execute(
            select(people.c.discord_id, people.c.language).order_by(people.c.id)
        )
        return [(row[0], row[1]) for row in found]


async def test_all_of_it_is_saved(tmp_path: Path, way: str) -> None:
    """Several statements, one of them with many rows."""
    database = await _open(tmp_path, way)
    await database.save(
        [
            Write(NEW, {"discord_id": 1}),
            Write(NEW, [{"discord_id": 2}, {"discord_id": 3}]),
            Write(SPEAK, {"who": 2, "spoken": "es"}, rows=1),
        ]
    )

    assert await _people(database) == [(1, None), (2, "es"), (3, None)]
    await database.close()


@pytest.mark.parametrize("place", [0, 1])
async def test_a_row_that_is_not_there_undoes_all(tmp_path: Path, way: str, place: int) -> None:
    """A conflict, found first or later, leaves nothing behind, and the next save works."""
    database = await _open(tmp_path, way)
    writes = [Write(NEW, {"discord_id": 1}), Write(NEW, {"discord_id": 2})]
    writes.insert(place, Write(SPEAK, {"who": 99, "spoken": "es"}, rows=1))

    with pytest.raises(Conflict):
        await database.save(writes)
    assert await _people(database) == []

    await database.save([Write(NEW, {"discord_id": 3})])
    assert await _people(database) == [(3, None)]
    await database.close()


async def test_a_row_that_is_there_already_undoes_all(tmp_path: Path, way: str) -> None:
    """The statements after the one that fails do not count either."""
    database = await _open(tmp_path, way)
    with pytest.raises(Conflict):
        await database.save(
            [
                Write(NEW, {"discord_id": 1}),
                Write(NEW, {"discord_id": 1}),
                Write(NEW, {"discord_id": 2}),
            ]
        )

    assert await _people(database) == []
    await database.close()


async def test_a_broken_statement_undoes_all(tmp_path: Path, way: str) -> None:
    """The driver's own errors are told in the store's words."""
    database = await _open(tmp_path, way)
    with pytest.raises(StoreError):
        await database.save([Write(NEW, {"discord_id": 1}), Write(NEW, {"discord_id": None})])

    assert await _people(database) == []
    async with database.read() as connection:
        found = await connection.execute(select(func.count()).select_from(people))
    assert found.scalar_one() == 0
    await database.close()


async def test_rows_of_one_statement_again_and_again(tmp_path: Path) -> None:
    """The loop's thread lets nothing go that the driver's thread is at work with.

    A cursor that was dropped on the loop's thread reset the statement which the next write was
    running, and one save of some two hundred was refused.
    """
    database = await _open(tmp_path, "together")
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for turn in range(50):
            rows = [[1000 * turn + 10 * part + row for row in range(1, 9)] for part in range(60)]
            await database.save(
                [Write(NEW, [{"discord_id": row} for row in part]) for part in rows]
            )
    finally:
        sys.setswitchinterval(usual)

    assert len(await _people(database)) == 50 * 60 * 8
    await database.close()
