"""What looks after a database on a server, by PostgreSQL's own programs: backup and try-update."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy.engine import URL
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli import keeping
from bot.cli.keeping import back_up, replay_all
from bot.cli.restoring import after_restoring
from bot.cli.trying import try_on_copy
from bot.store import Database, StoreError, StoreNewer, migrate, server_copies
from tests.bot.moderator.table.test_rulesets import NewToy
from tests.support import postgres
from tests.support.river import river
from tests.support.toy_game import TOY

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
GAMES: Any = {"toy": TOY}


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the tests' server are found first: a machine's own may be older than it."""
    home, own = postgres.installed()
    monkeypatch.setenv("PATH", f"{home / own / 'bin'}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[URL]:
    """An empty database on a server, which a river in the test's folder plays on."""
    with postgres.on_server() as there:
        yield there.of(str(tmp_path / "games.sqlite3"))


@pytest.fixture
def nowhere() -> Iterator[URL]:
    """An empty database on a server, without tables."""
    found = postgres.empty(f"back_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}")
    yield found
    postgres.drop(found)


async def _databases(beside: URL) -> list[str]:
    """Return that database and those named after it: other tests have theirs on the server."""
    found: list[str] = await postgres._ask(
        postgres.server(), "SELECT array_agg(datname::text) FROM pg_database"
    )
    return sorted(one for one in found if one.startswith(str(beside.database)))


async def test_a_dump_taken_in_mid_game_can_be_put_back(
    server: URL, nowhere: URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is one file of the server's own kind; old ones go; what is put back replays the same."""
    monkeypatch.setattr(keeping, "GAMES", GAMES)
    monkeypatch.setattr("bot.cli.restoring.GAMES", GAMES)
    async with river(tmp_path) as there:
        campaign = await there.started()
        await there.step(campaign)
        folder = tmp_path / "backups"
        for hour in range(3):
            copy = await asyncio.to_thread(
                back_up, server, folder, keep=2, now=NOON + timedelta(hours=hour)
            )
        before = await replay_all(server, None)

    assert [one.name for one in sorted(folder.iterdir())] == [
        f"{server.database}-20260501-130000.dump",
        f"{server.database}-20260501-140000.dump",
    ]
    await asyncio.to_thread(server_copies.fill, nowhere, copy)
    assert await replay_all(nowhere, None) == before
    assert (await after_restoring(nowhere)).campaigns == 1


async def test_an_update_is_tried_on_a_copy_beside_it(server: URL, tmp_path: Path) -> None:
    """While the bot plays, whose tables are told, and that nothing is left of the trial."""
    databases = await _databases(server)
    async with river(tmp_path) as there:
        running = await there.started(turns=50)
        await there.step(running)
        before = await _last(there.database)

        raised = await try_on_copy(server, games={"toy": NewToy()})

        assert await _last(there.database) == before
    said = "\n".join(raised.lines)
    assert raised.sound
    assert raised.lines[0].startswith("Tried on a copy of the database postgresql://")
    assert f"{running.id} (Crossing): " in said
    assert "its table is told of ruleset 2" in said
    assert raised.lines[-1] == "The update would go well."
    assert await _databases(server) == databases


async def test_what_keeps_a_trial_from_beginning(server: URL) -> None:
    """A newer build's database, a copy left over, a user without the right: one line each."""
    tried = f"{server.database}_tried"
    left = postgres.empty(tried)
    with pytest.raises(StoreError, match=rf"{tried} is there already, .*dropdb"):
        await try_on_copy(server, games=GAMES)
    assert tried in await _databases(server)  # it may be a host's own
    postgres.drop(left)

    await postgres._ask(
        server,
        "DROP ROLE IF EXISTS humble",
        "CREATE ROLE humble LOGIN",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO humble",
        "SELECT 1",
    )
    try:
        with pytest.raises(StoreError, match='ALTER ROLE "humble" CREATEDB'):
            await try_on_copy(server.set(username="humble"), games=GAMES)
    finally:
        await postgres._ask(server, "DROP OWNED BY humble", "DROP ROLE humble", "SELECT 1")

    await postgres._ask(server, "UPDATE alembic_version SET version_num = '9999'", "SELECT 1")
    try:
        with pytest.raises(StoreNewer, match="9999"):
            await try_on_copy(server, games=GAMES)
    finally:
        await postgres._ask(
            server, f"UPDATE alembic_version SET version_num = '{migrate.HEAD}'", "SELECT 1"
        )


def test_a_server_that_is_away_is_one_line_without_the_password(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So are programs that are not there."""
    away = "postgresql://adjutant:hush@127.0.0.1:9/adjutant"
    for path, said in ((os.environ["PATH"], "refused"), (str(tmp_path), "postgresql-client")):
        monkeypatch.setenv("PATH", path)
        answer = CliRunner().invoke(
            app, ["backup", "--folder", str(tmp_path / "backups")], env={"ADJUTANT_DATABASE": away}
        )
        assert answer.exit_code == 1
        assert answer.output.count("\n") == 1
        assert said in answer.output
        assert "hush" not in answer.output
    answer = CliRunner().invoke(app, ["try-update", away])
    assert answer.exit_code == 1
    assert answer.output.count("\n") == 1
    assert "hush" not in answer.output
    assert list((tmp_path / "backups").iterdir()) == []


async def _last(database: Database) -> list[Any]:
    async with database.read() as connection:
        return [
            (await connection.exec_driver_sql(f"SELECT count(*), max({name}) FROM {table}")).one()
            for table, name in (("actions", "seq"), ("builds", "number"), ("outbox", "id"))
        ]
