"""The tables and the way to them."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL

from bot.moderator.lobby.servers import Setup
from bot.store import Database, StoreError, migrate
from bot.store.schema import metadata
from tests.support.early import back_to, back_to_the_first, scripted
from tests.support.plans import PLANS
from tests.support.river import GUILD, RED, river

pytestmark = pytest.mark.sqlite  # Files, copies of them, and the scripts that made them ever since.

HEAD = migrate.HEAD
NEXT = '''"""A later revision."""

from alembic import op

revision = "9999"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("CREATE TABLE later (id INTEGER)")
    {more}
'''


async def lacking(where: URL | Path) -> Any:
    """Return what a new database has otherwise than ``schema`` says."""
    database = await Database.open(where)
    async with database.engine.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(
                MigrationContext.configure(sync, opts={"compare_type": True}), metadata
            )
        )
    await database.close()
    return differences


async def test_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    """Running every script gives exactly what ``schema`` says."""
    assert await lacking(tmp_path / "games.sqlite3") == []


async def test_new_files_of_other_tests_are_what_the_scripts_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Statement for statement and row for row; see ``tests/support/newborn.py``."""
    for name in ("first", "repeated"):
        await (await Database.open(tmp_path / name)).close()
    monkeypatch.setattr(PLANS, "is_migrating", True)
    scripted(tmp_path / "scripted", migrate.HEAD)

    made = [_dump(tmp_path / name) for name in ("scripted", "first", "repeated")]
    assert made[0] == made[1] == made[2]


async def test_a_database_of_the_first_form_of_0024_loses_its_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that files of whatever age have the same tables and indexes."""
    for name in ("old", "new"):
        await (await Database.open(tmp_path / name)).close()
    monkeypatch.setattr(PLANS, "is_migrating", True)
    back_to(tmp_path / "old", "0024")
    with contextlib.closing(sqlite3.connect(tmp_path / "old")) as raw:
        raw.execute("CREATE INDEX offers_open ON offers (campaign) WHERE state = 'open'")
        raw.commit()

    await (await Database.open(tmp_path / "old")).close()

    assert _tables(tmp_path / "old") == _tables(tmp_path / "new")


def _dump(path: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as base:
        return list(base.iterdump())


def test_the_head_is_the_newest_script() -> None:
    """``HEAD`` spares Alembic's import at every start; it must not lie."""
    config = Config()
    config.set_main_option("script_location", str(migrate.SCRIPTS))

    assert ScriptDirectory.from_config(config).get_heads() == [migrate.HEAD]


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A version of the bot with one more migration; returns its folder of scripts."""
    scripts = tmp_path / "scripts"
    shutil.copytree(migrate.SCRIPTS, scripts)
    monkeypatch.setattr(migrate, "SCRIPTS", scripts)
    monkeypatch.setattr(migrate, "HEAD", "9999")
    return scripts / "versions" / "9999_later.py"


async def test_an_older_database_is_copied_before_it_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Whoever must go back to the earlier version has the file as it was."""
    path = tmp_path / "games.sqlite3"
    await (await Database.open(path)).close()
    request.getfixturevalue("later").write_text(NEXT.format(head=HEAD, more=""))

    await (await Database.open(path)).close()

    assert "later" in _tables(path)
    copy = tmp_path / f"games.sqlite3.{HEAD}.bak"
    assert "actions" in _tables(copy)
    assert "later" not in _tables(copy)


async def test_a_migration_that_fails_leaves_everything_as_it_was(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """All of a migration holds, or nothing of it."""
    path = tmp_path / "games.sqlite3"
    await (await Database.open(path)).close()
    later = request.getfixturevalue("later")
    later.write_text(NEXT.format(head=HEAD, more='op.execute("CREATE TABLE later (id INTEGER)")'))

    with pytest.raises(StoreError):
        await Database.open(path)

    assert "later" not in _tables(path)
    raw = sqlite3.connect(path)
    assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
    raw.close()


async def test_a_database_of_the_first_revision_goes_on(tmp_path: Path) -> None:
    """Its campaigns are between people, keep every byte, and are played on; a copy lies beside."""
    path = tmp_path / "games.sqlite3"
    async with river(tmp_path) as there:
        playing, waiting = await there.started(), await there.open_campaign(channel=71)
        await there.step(playing)
        before = {c.id: await there.door.reader.log(c.id, per_page=50) for c in (playing, waiting)}
    back_to_the_first(path)
    old = {table: _rows(path, table) for table in ("campaigns", "actions", "outbox", "members")}

    async with river(tmp_path) as there:
        for campaign in (playing, waiting):
            # What was begun before forced answers is asked as ever; its dice have no seal.
            kept = dataclasses.replace(campaign, asks_all=True, seal="")
            assert await there.door.reader.campaign(campaign.id) == kept
            log = await there.door.reader.log(campaign.id, per_page=50)
            assert dataclasses.replace(log, campaign=campaign) == before[campaign.id]
        there._requests = itertools.count(1000)
        await there.play_out(playing)
        await there.door.lobby.start(waiting.id, RED, request="start")

    now = {table: _rows(path, table) for table in old}
    assert [row.keys() - old["campaigns"][0].keys() for row in now["campaigns"]] == [
        {
            "computer",
            "opens_ms",
            "unsealed_by",
            "answering",
            "strength",
            "behind",
            "ruleset_told",
            "epoch",
            "data",
            "asks_all",
            "lesson",
            "suggests",
            "posts",
            "untold",
            "theme",
            "rematch_of",
            "branch",
            "held",
            "undo",
            "dice_by",
            "may_reopen",
            "archived_at",
            "revision",
            "dice_scheme",
            "pace",
            "paused_at",
            "stand_ins",
        }
    ] * 2
    assert {row["answering"] for row in now["campaigns"]} == {None}
    assert {row["strength"] for row in now["campaigns"]} == {None}
    assert {row["computer"] for row in now["campaigns"]} == {None}  # what was between people is
    for table in ("actions", "outbox", "members"):
        was = old[table]
        same = [{name: row[name] for name in was[0]} for row in now[table][: len(was)]]
        assert same == was
    copy = tmp_path / "games.sqlite3.0001.bak"
    assert _rows(copy, "campaigns") == old["campaigns"]


def _rows(path: Path, table: str) -> list[dict[str, Any]]:
    raw = sqlite3.connect(path)
    raw.row_factory = sqlite3.Row
    rows = [dict(row) for row in raw.execute(f"SELECT * FROM {table} ORDER BY rowid")]
    raw.close()
    return rows


def _tables(path: Path) -> set[str]:
    raw = sqlite3.connect(path)
    names = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
    raw.close()
    return names


async def test_chains_of_live_campaigns_begin_anew_at_the_present(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What earlier builds packed wrongly is behind the state that revision 0021 keeps whole."""
    path = tmp_path / "games.sqlite3"
    async with river(tmp_path) as there:
        playing, finished = await there.started(turns=50), await there.started(channel=71)
        await there.step(playing)
        await there.play_out(finished)
    monkeypatch.setattr(PLANS, "is_migrating", True)
    back_to(path, "0020")
    with contextlib.closing(sqlite3.connect(path)) as raw:
        ((seq, body),) = raw.execute(
            "SELECT seq, body FROM states WHERE campaign = ?", (playing.id,)
        )
    whole = _rows(path, "snapshots")

    await (await Database.open(path)).close()

    added = [row for row in _rows(path, "snapshots") if row not in whole]
    assert [(row["campaign"], row["seq"], row["body"]) for row in added] == [
        (playing.id, seq, body)
    ]


async def test_servers_of_before_have_decided_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their rows are kept, with the limit they have set, and they are as they were."""
    path = tmp_path / "games.sqlite3"
    async with river(tmp_path) as there:
        await there.started()
        await there.door.servers.allow_open(GUILD, 3)
    monkeypatch.setattr(PLANS, "is_migrating", True)
    back_to(path, "0025")
    before = _rows(path, "guilds")

    async with river(tmp_path) as there:
        assert await there.door.servers.setup(GUILD) == Setup(3)
    kept = ("pace", "language", "games", "places", "referee_role", "lobby", "two_referees")
    unsaid = dict.fromkeys(kept)
    assert _rows(path, "guilds") == [{**row, **unsaid} for row in before]
