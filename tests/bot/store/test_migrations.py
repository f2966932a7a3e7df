"""The tables and the way to them."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.store import Database, StoreError, migrate
from bot.store.schema import metadata

NEXT = '''"""A later revision."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("CREATE TABLE later (id INTEGER)")
    {more}
'''


async def test_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    """Running every script gives exactly what ``schema`` says."""
    database = await Database.open(tmp_path / "games.sqlite3")
    async with database.engine.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(
                MigrationContext.configure(sync, opts={"compare_type": True}), metadata
            )
        )
    await database.close()

    assert differences == []


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
    monkeypatch.setattr(migrate, "HEAD", "0002")
    return scripts / "versions" / "0002_later.py"


async def test_an_older_database_is_copied_before_it_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Whoever must go back to the earlier version has the file as it was."""
    path = tmp_path / "games.sqlite3"
    await (await Database.open(path)).close()
    request.getfixturevalue("later").write_text(NEXT.format(more=""))

    await (await Database.open(path)).close()

    assert "later" in _tables(path)
    copy = tmp_path / "games.sqlite3.0001.bak"
    assert "actions" in _tables(copy)
    assert "later" not in _tables(copy)


async def test_a_migration_that_fails_leaves_everything_as_it_was(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """All of a migration holds, or nothing of it."""
    path = tmp_path / "games.sqlite3"
    await (await Database.open(path)).close()
    later = request.getfixturevalue("later")
    later.write_text(NEXT.format(more='op.execute("CREATE TABLE later (id INTEGER)")'))

    with pytest.raises(StoreError):
        await Database.open(path)

    assert "later" not in _tables(path)
    raw = sqlite3.connect(path)
    assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    raw.close()


def _tables(path: Path) -> set[str]:
    raw = sqlite3.connect(path)
    names = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
    raw.close()
    return names
