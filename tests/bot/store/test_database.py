"""Opening a database, and everything that can be wrong with one."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import AsyncAdaptedQueuePool, event, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.moderator import CODES, Campaign
from bot.store import (
    Conflict,
    Database,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreNewer,
    StoreReadOnly,
    migrate,
)
from tests.support.river import RED, River, river
from tests.support.toy_game import Hide
from tests.support.toy_game.state import lantern_of

pytestmark = pytest.mark.sqlite  # What a file can be, and its disk.


async def test_a_new_file_is_durable_and_holds_all_tables(tmp_path: Path) -> None:
    """WAL and synchronous FULL are on, and a second opening finds nothing to do."""
    path = tmp_path / "new.sqlite3"
    for _ in range(2):
        database = await Database.open(path)
        async with database.read() as connection:
            mode = (await connection.execute(text("PRAGMA journal_mode"))).scalar()
            full = (await connection.execute(text("PRAGMA synchronous"))).scalar()
            revision = (await connection.execute(text("SELECT * FROM alembic_version"))).scalar()
        await database.close()

        assert (mode, full, revision) == ("wal", 2, migrate.HEAD)


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """The line says what cannot be opened and what to check."""
    with pytest.raises(StoreReadOnly, match=r"nowhere/games\.sqlite3 cannot be opened.*folder"):
        await Database.open(tmp_path / "nowhere" / "games.sqlite3")


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """The operator is led to the backup; the file is left as it is."""
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"Dear diary, " * 500)

    with pytest.raises(StoreDamaged, match="backup"):
        await Database.open(path)

    assert path.read_bytes() == b"Dear diary, " * 500


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    """One clear line, and nothing is changed."""
    path = tmp_path / "games.sqlite3"
    await (await Database.open(path)).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()

    with pytest.raises(StoreNewer, match=r"newer version of Adjutant.*9999"):
        await Database.open(path)

    raw = sqlite3.connect(path)
    assert raw.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)
    raw.close()


async def test_a_read_only_file(tmp_path: Path) -> None:
    """Found out at the start, not at the first action."""
    path = tmp_path / "games.sqlite3"
    await (await Database.open(path)).close()
    read_only = f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true"

    with pytest.raises(StoreReadOnly, match="cannot be written"):
        await Database.open(read_only)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
async def test_a_file_without_write_permission(tmp_path: Path) -> None:
    """The same by the file's mode."""
    path = tmp_path / "games.sqlite3"
    await (await Database.open(path)).close()
    path.chmod(0o400)

    with pytest.raises(StoreReadOnly, match="permission"):
        await Database.open(path)


async def test_a_locked_database_says_so_and_nothing_is_lost(tmp_path: Path) -> None:
    """Another program's lock refuses the action; when it is gone the same request passes."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await _reconnect(there, busy_seconds=0.05)
        other = sqlite3.connect(there.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        before = await there.door.reader.look(campaign.id, RED)

        with pytest.raises(StoreBusy, match="locked by another program"):
            await there.door.play.act(campaign.id, RED, Hide(bank="north"), request="once")

        assert await there.door.reader.look(campaign.id, RED) == before
        other.execute("ROLLBACK")
        other.close()
        receipt = await there.door.play.act(campaign.id, RED, Hide(bank="north"), request="once")
        assert receipt.accepted


async def test_a_locked_database_at_the_start(tmp_path: Path) -> None:
    """A backup tool that holds the lock stops the start with one line."""
    path = tmp_path / "games.sqlite3"
    await (await Database.open(path)).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    with pytest.raises(StoreBusy, match="locked by another program"):
        await Database.open(path, busy_seconds=0.05)

    other.close()


async def test_a_full_disk_keeps_what_was_and_goes_on_later(tmp_path: Path) -> None:
    """No room: the action is refused as a whole; with room again it passes."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        await there.do(campaign, RED, Hide(bank="north"))
        before = await there.door.reader.look(campaign.id, RED)
        await _pragma(there, "PRAGMA max_page_count = 1")  # SQLite takes it for the present size

        with pytest.raises(StoreFull, match="No space is left"):
            await _fill(there, campaign)

        assert await there.door.reader.look(campaign.id, RED) == before
        await _pragma(there, "PRAGMA max_page_count = 1073741823")
        await there.do(campaign, RED, Hide(bank="south"))
        await there.reopen()
        assert lantern_of((await there.door.reader.look(campaign.id, RED)).view) == "south"


async def test_a_database_that_turns_read_only_under_way(tmp_path: Path) -> None:
    """A disk remounted read-only: the action is refused, the game as it was."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        before = await there.door.reader.look(campaign.id, RED)
        await _pragma(there, "PRAGMA query_only = ON")

        with pytest.raises(StoreReadOnly, match="cannot be written"):
            await there.do(campaign, RED, Hide(bank="north"))

        assert await there.door.reader.look(campaign.id, RED) == before


async def test_a_damaged_page_is_told_from_other_failures(tmp_path: Path) -> None:
    """The rest of the file stays readable; the operator is led to the backup."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        await there.play_out(campaign)
        await there.database.close()
        with sqlite3.connect(there.path) as raw:
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (page,) = raw.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = 'actions'"
            ).fetchone()
            (size,) = raw.execute("PRAGMA page_size").fetchone()
        raw.close()
        with there.path.open("r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)
        there.database = await Database.open(there.path)
        there.door.desk.database = there.database
        there.door.desk.shelf.clear()

        with pytest.raises(StoreDamaged, match="damaged"):
            await there.door.reader.look(campaign.id, RED)


async def test_history_cannot_be_changed(tmp_path: Path) -> None:
    """The tables of the log refuse to be updated or deleted from, whoever tries."""
    async with river(tmp_path) as there:
        await there.started()
        for statement in (
            "UPDATE actions SET kind = 'other'",
            "DELETE FROM actions",
            "UPDATE snapshots SET seq = 9",
            "DELETE FROM snapshots",
        ):
            with pytest.raises(StoreError, match="append-only"):
                async with there.database.write() as connection:
                    await connection.execute(text(statement))


async def test_a_write_that_fails_changes_nothing(tmp_path: Path) -> None:
    """Whatever is raised within a write, it is rolled back, and the next one works."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        with pytest.raises(ZeroDivisionError):
            await _rename_and_fail(there)

        await there.reopen()
        assert (await there.door.reader.campaign(campaign.id)).name == "Crossing"


async def test_what_exists_already_is_a_conflict(tmp_path: Path) -> None:
    """A row twice is told from all other failures: it may be tried again with fresh eyes."""
    async with river(tmp_path) as there:
        await there.started()
        with pytest.raises(Conflict):
            async with there.database.write() as connection:
                await connection.execute(text("INSERT INTO people (discord_id) VALUES (100)"))
        with pytest.raises(StoreError) as caught:
            async with there.database.write() as connection:
                await connection.execute(text("INSERT INTO panels (campaign) VALUES ('none')"))
        assert not isinstance(caught.value, Conflict)


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8])
@pytest.mark.parametrize("how", ["read", "write"])
async def test_a_bot_that_dies_gives_its_connections_back(
    tmp_path: Path, how: str, turns: int
) -> None:
    """Everything under way is called off, also whatever was about to give them back."""
    database = await Database.open(tmp_path / "new.sqlite3")
    lent = asyncio.Event()

    async def use() -> None:
        async with database.read() if how == "read" else database.write() as connection:
            await connection.execute(text("SELECT 1"))
            lent.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(use())
    await lent.wait()
    task.cancel()
    for _ in range(turns):
        await asyncio.sleep(0)
    for one in asyncio.all_tasks() - {asyncio.current_task()}:
        one.cancel()
    await asyncio.wait([task])

    pool = database.engine.pool
    assert isinstance(pool, AsyncAdaptedQueuePool)
    assert pool.checkedout() == 0
    await database.close()


async def test_a_writer_that_was_cancelled_leaves_a_working_database(tmp_path: Path) -> None:
    """Two writers after a failed one: the connection is a new one, nothing is left open."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        for _ in range(3):
            with pytest.raises(StoreError):
                async with there.database.write() as connection:
                    await connection.execute(text("INSERT INTO nonsense VALUES (1)"))
            await there.do(campaign, RED, Hide(bank="north"))

        pool = there.database.engine.pool
        assert isinstance(pool, AsyncAdaptedQueuePool)
        assert pool.checkedout() <= 1


async def _fill(there: River, campaign: Campaign) -> None:
    for _ in range(500):
        await there.do(campaign, RED, Hide(bank="north"))


async def _rename_and_fail(there: River) -> None:
    async with there.database.write() as connection:
        await connection.execute(text("UPDATE campaigns SET name = 'Broken'"))
        raise ZeroDivisionError


async def _reconnect(there: River, *, busy_seconds: float) -> None:
    await there.database.close()
    there.database = await Database.open(there.path, busy_seconds=busy_seconds)
    there.door.desk.database = there.database


async def _pragma(there: River, pragma: str) -> None:
    """Say something to the connection that writes."""
    async with there.database.write() as connection:
        await connection.exec_driver_sql(pragma)


def test_every_error_has_a_line_for_players() -> None:
    """Codes are among those that the texts know."""
    kinds = (StoreError, StoreBusy, StoreReadOnly, StoreFull, StoreDamaged, StoreNewer)
    assert {kind.code for kind in kinds} <= set(CODES)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://me:hush@host/games", "package MySQLdb"),
        ("nonsense://me:hush@host/games", r"kind of database that cannot be used \(nonsense\)"),
        ("postgresql+psycopg2://me:hush@host/games", "psycopg2"),
        ("postgresql+none://me:hush@host/games", "postgresql\\+none"),
    ],
)
async def test_a_database_that_cannot_be_used_is_one_line(url: str, words: str) -> None:
    """A kind that there is not, or whose driver is missing; never with the password."""
    with pytest.raises(StoreError, match=words) as caught:
        await Database.open(url)

    assert "ADJUTANT_DATABASE" in str(caught.value)
    assert "hush" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "error",
    [ConnectionRefusedError(111, "Connect call failed"), RuntimeError("password wrong\nand more")],
)
async def test_a_server_that_refuses_is_one_line(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Whatever its driver raises, as drivers do: the address is told, the password is not."""

    def refuse(*_: object) -> None:
        raise error

    engine = create_async_engine("sqlite+aiosqlite://")
    event.listen(engine.sync_engine, "do_connect", refuse)
    monkeypatch.setattr("bot.store.database._engine", lambda *_: engine)
    monkeypatch.setattr(Database, "is_sqlite", property(lambda _: False))

    with pytest.raises(StoreError, match=r"postgresql://me:\*\*\*@host/games cannot") as caught:
        await Database.open("postgresql://me:hush@host/games")

    assert "address, user and password" in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_a_new_database_is_announced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A wrong path shows at once: the bot has no campaigns. The second start says nothing."""
    for told in (True, False):
        caplog.clear()
        await (await Database.open(tmp_path / "games.sqlite3", alone=True)).close()
        assert ("is new: there are no campaigns" in caplog.text) is told
