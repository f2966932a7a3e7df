"""What is PostgreSQL's own. What both databases do alike is tried on both where it is tested."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from bot.cli import keeping, restoring
from bot.cli.keeping import replay_all
from bot.cli.reporting import list_reports
from bot.cli.restoring import after_restoring
from bot.store import Database, StoreError, notes, outbox
from bot.store.builds import Build
from bot.store.errors import Conflict, StoreHeld, StoreNewer, StoreReadOnly
from bot.store.outbox import NewRow
from engine.api import Action
from tests.bot.store.test_migrations import lacking
from tests.support import postgres
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, River, river
from tests.support.toy_game import TOY, Hide

HISTORY = ("actions", "snapshots", "steps")
PASSWORD = "a1b2c3d4"
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")


@pytest.fixture
def where(tmp_path: Path) -> Iterator[URL]:
    """A database with the present tables, and nothing in them."""
    with postgres.on_server() as there:
        yield there.of(str(tmp_path / "games.sqlite3"))


@pytest.fixture
def blank() -> Iterator[URL]:
    """A database without any table."""
    made = postgres.empty(f"blank_{WORKER}")
    yield made
    postgres.drop(made)


async def tell(database: Database, *statements: str) -> Any:
    """Give the database statements of a test's own, and return the first value of the last."""
    async with database.write() as connection:
        for one in statements:
            found = await connection.exec_driver_sql(one)
        return found.scalar() if found.returns_rows else None


async def test_migrations_make_the_tables_that_the_code_uses(blank: URL) -> None:
    """Running every script in a database of nothing gives exactly what the schema says."""
    assert await lacking(blank) == []


async def test_two_processes_may_make_the_tables_at_once(blank: URL) -> None:
    """One waits for the other."""
    opened = await asyncio.gather(*(Database.open(blank) for _ in range(3)))
    for database in opened:
        await database.close()


@pytest.mark.usefixtures("where")
async def test_history_is_never_changed(tmp_path: Path) -> None:
    """By no statement; it goes with its whole campaign alone, once that is named."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.do(campaign, RED, Hide(bank="north"))
        for table in HISTORY:
            for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET seq = 7"):
                with pytest.raises(StoreError):
                    await tell(there.database, statement)
            with pytest.raises(StoreError):
                await tell(there.database, f"TRUNCATE {table}")
        named = f"INSERT INTO purges (campaign, guild_id, at) VALUES ('{campaign.id}', {GUILD}, 0)"
        await tell(there.database, named, "DELETE FROM steps", "DELETE FROM snapshots")


@pytest.mark.usefixtures("where")
async def test_reads_see_one_instant_and_change_nothing(tmp_path: Path) -> None:
    """What is written meanwhile is not seen; and nothing can be written by a reader."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        async with there.database.read() as connection:
            count = "SELECT count(*) FROM actions"
            before = (await connection.exec_driver_sql(count)).scalar()
            await there.do(campaign, RED, Hide(bank="north"))
            assert (await connection.exec_driver_sql(count)).scalar() == before

        async def change() -> None:
            async with there.database.read() as connection:
                await connection.exec_driver_sql("DELETE FROM panels")

        with pytest.raises(StoreReadOnly):
            await change()


async def put(there: River, campaign: str, words: str, nonce: str) -> None:
    """Put something into the outbox."""
    body = {"words": words}
    await there.database.save(
        [outbox.add([NewRow(campaign, "notice", None, 1, 1, body, nonce)], 0)]
    )


@pytest.mark.usefixtures("where")
async def test_every_text_comes_back_as_it_went(tmp_path: Path) -> None:
    """Backslashes, quotes and all that a name may hold; U+0000, which it can't keep, is seen."""
    words = "C:\\new\\101 'quoted' \\x41 \\\\ ñ 🎲"
    async with river(tmp_path) as there:
        campaign = await there.started()
        await put(there, campaign.id, words, "a")
        await tell(there.database, "UPDATE outbox SET status = 'sent' WHERE nonce <> 'a'")
        async with there.database.read() as connection:
            row = await outbox.next_for_channel(connection, CHANNEL)
        assert row is not None
        assert row.stored_body == {"words": words}
        async with there.database.write() as connection:
            await notes.put(connection, campaign.id, 1, "before\0after")
        async with there.database.read() as connection:
            assert await notes.get(connection, campaign.id, 1) == "before\ufffdafter"


@pytest.mark.usefixtures("where")
async def test_numbers_as_long_as_discords_are_kept(tmp_path: Path) -> None:
    """A snowflake takes 63 bits."""
    snowflake = (1 << 63) - 1
    async with river(tmp_path) as there:
        await there.open_campaign(channel=snowflake)
        found = await there.door.reader.campaign_in(GUILD, snowflake)
        assert found is not None
        assert found.channel_id == snowflake


# ---------------------------------------------------------------------- one process


async def test_one_process_has_it(where: URL) -> None:
    """Whoever comes second is told in a line; afterwards it is free again."""
    first = await Database.open(where, alone=True)
    with pytest.raises(StoreHeld, match="Another process of the bot"):
        await Database.open(where, alone=True)
    await (await Database.look_at(where)).close()
    await first.close()
    await (await Database.open(where, alone=True)).close()


async def test_a_server_that_comes_back_is_used_again(where: URL) -> None:
    """Every connection is gone: the next reader and the next writer have new ones, held anew."""
    database = await Database.open(where, alone=True)
    async with database.read() as connection:
        await connection.exec_driver_sql("SELECT 1")
    other = await Database.open(where)
    await tell(other, postgres.OTHERS)

    async with database.read() as connection:
        await connection.exec_driver_sql("SELECT 1")
    await tell(database, "UPDATE guilds SET lobby = NULL")
    with pytest.raises(StoreHeld):
        await Database.open(where, alone=True)
    await other.close()
    await database.close()


async def test_what_was_refused_keeps_the_database(where: URL) -> None:
    """The next writer has it again, whichever connection that is, and nobody else meanwhile."""
    database = await Database.open(where, alone=True)
    async with database.read() as one, database.read() as two:
        await one.exec_driver_sql("SELECT 1")
        await two.exec_driver_sql("SELECT 1")
    add = "INSERT INTO guilds (guild_id) VALUES (1)"
    await tell(database, add)
    for _ in range(3):
        with pytest.raises(Conflict):
            await tell(database, add)
        await tell(database, "UPDATE guilds SET lobby = NULL")
    with pytest.raises(StoreHeld):
        await Database.open(where, alone=True)
    await database.close()


async def test_a_connection_lost_in_a_transaction_changes_nothing(where: URL) -> None:
    """It is one line for the operator, and the next one goes well."""
    database, other = await Database.open(where), await Database.open(where)

    async def lose() -> None:
        async with database.write() as connection:
            await connection.exec_driver_sql("INSERT INTO guilds (guild_id) VALUES (1)")
            await tell(other, postgres.OTHERS)
            await connection.exec_driver_sql("INSERT INTO guilds (guild_id) VALUES (2)")

    with pytest.raises(StoreError, match="check the address"):
        await lose()
    assert await tell(database, "SELECT count(*) FROM guilds") == 0
    await other.close()
    await database.close()


# ---------------------------------------------------------------------- what is wrong


async def test_a_row_that_is_there_is_a_conflict_that_quotes_nothing(where: URL) -> None:
    """A server's words tell what was to be written, which may be a secret."""
    database = await Database.open(where)
    add = "INSERT INTO guilds (guild_id) VALUES (4711)"
    await tell(database, add)
    with pytest.raises(Conflict) as caught:
        await tell(database, add)
    assert "4711" not in str(caught.value)
    with pytest.raises(StoreError) as failed:
        await tell(database, "SELECT 'lantern'::integer")
    assert "lantern" not in str(failed.value)
    await database.close()


@pytest.mark.parametrize(
    "change",
    [
        {"database": "no_such_database"},
        {"username": "nobody_knows_them"},
        {"query": {"host": "/nowhere/at/all"}},
    ],
)
async def test_a_server_that_cannot_be_used_is_one_line(where: URL, change: Any) -> None:
    """With what to look after, and without the password."""
    with pytest.raises(StoreError, match="check the address, user and password") as caught:
        await Database.open(where.set(password=PASSWORD, **change))
    assert "\n" not in str(caught.value)
    assert PASSWORD not in str(caught.value)


async def test_a_standby_is_one_line(where: URL) -> None:
    """What only reads takes no orders."""
    database = await Database.open(where)
    await tell(database, "SET default_transaction_read_only = on")
    with pytest.raises(StoreReadOnly, match="standby"):
        await tell(database, "UPDATE guilds SET lobby = NULL")
    await database.close()


async def test_a_database_that_sorts_otherwise_is_refused() -> None:
    """What players see in an order must not hang on the host's language."""
    name = f"other_{WORKER}"
    other = await asyncio.to_thread(postgres.empty, name, "LATIN1")
    try:
        with pytest.raises(StoreError, match="createdb --template=template0 --encoding=UTF8"):
            await Database.open(other)
    finally:
        await asyncio.to_thread(postgres.drop, other)


async def test_only_what_is_of_this_version_is_read_as_it_is(blank: URL) -> None:
    """Commands that look on change nothing, not even the tables."""
    with pytest.raises(StoreError, match="start the bot of this version once"):
        await Database.look_at(blank)
    database = await Database.open(blank)
    await tell(database, "UPDATE alembic_version SET version_num = '9999'")
    await database.close()
    with pytest.raises(StoreNewer, match="newer version"):
        await Database.open(blank)
    with pytest.raises(StoreNewer, match="newer version"):
        await Database.look_at(blank)


async def test_what_newer_rules_wrote_is_not_read_by_older_ones(where: URL) -> None:
    """Its tables are the same, but its logs would seem to be wrong."""
    await (await Database.open(where, build=Build("2.0", {"rules of toy": 2}))).close()
    with pytest.raises(StoreNewer, match="newer version"):
        await Database.look_at(where, build=Build("1.0", {"rules of toy": 1}))


# ---------------------------------------------------------------------- commands


async def test_logs_and_reports_are_read_while_the_bot_runs(
    where: URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a file."""
    monkeypatch.setattr(keeping, "GAMES", {"toy": TOY})
    action: Action = Hide(bank="north")
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.do(campaign, RED, action)
        await there.door.reports.file(campaign.id, RED, "the ferry is stuck", "", host_id=GREEN)

        replayed = await replay_all(where, None)
        told = await asyncio.to_thread(list_reports, where)

    assert replayed.sound
    assert campaign.id in replayed.lines[0]
    assert "the ferry is stuck" in "".join(told)


async def test_a_backup_of_the_servers_own_is_played_on(
    where: URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As docs/hosting/postgresql.md has it: new dice, and the table is told."""
    monkeypatch.setattr(restoring, "GAMES", {"toy": TOY})
    dump = tmp_path / "adjutant.dump"
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.do(campaign, RED, Hide(bank="north"))
        await _run("pg_dump", "--format=custom", f"--file={dump}", _plain(where))
        await there.do(campaign, BLUE, Hide(bank="south"))
    back = await asyncio.to_thread(postgres.empty, f"back_{WORKER}")
    try:
        await _run("pg_restore", "--no-owner", f"--dbname={_plain(back)}", str(dump))
        done = await after_restoring(back)
        assert "now holds 1 campaigns" in done.line
        database = await Database.open(back)
        assert await tell(database, "SELECT count(*) FROM epochs") == 2
        assert await tell(database, "SELECT count(*) FROM actions WHERE kind = 'hide'") == 1
        assert await tell(database, "SELECT count(*) FROM actions WHERE kind = '!setback'") == 1
        with pytest.raises(StoreError):
            await tell(database, "DELETE FROM actions")
        await database.close()
    finally:
        await asyncio.to_thread(postgres.drop, back)


def _plain(where: URL) -> str:
    return where.set(drivername="postgresql").render_as_string(hide_password=False)


async def _run(program: str, *words: str) -> None:
    home, own = postgres.installed()
    running = await asyncio.create_subprocess_exec(home / own / "bin" / program, *words)
    assert await running.wait() == 0
