"""The build before plays on while this one brings the tables up to date, and after it."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.engine.interfaces import ReflectedColumn

from bot.store import Database, StoreError, migrate
from bot.store import postgres as on_servers
from tests.bot.store.test_migrations import HEAD, NEXT
from tests.support import postgres
from tests.support.plans import PLANS

FIRST = "0037"
"""The revision of the first build that is run by several processes."""


class Tables:
    """What the tables are like at a revision, as far as an older build may run into it."""

    def __init__(self, connection: Connection) -> None:
        found = inspect(connection)
        self.columns: dict[str, dict[str, ReflectedColumn]] = {}
        self.unique: dict[str, set[tuple[str | None, ...]]] = {}
        self.references: dict[tuple[str, ...], str] = {}
        self.checks: dict[str, set[str]] = {}
        for table in found.get_table_names():
            self.columns[table] = {one["name"]: one for one in found.get_columns(table)}
            keys: list[Sequence[str | None]] = [
                one["column_names"] for one in found.get_unique_constraints(table)
            ]
            keys += [one["column_names"] for one in found.get_indexes(table) if one["unique"]]
            keys += [found.get_pk_constraint(table)["constrained_columns"]]
            self.unique[table] = {tuple(one) for one in keys}
            self.checks[table] = {one["sqltext"] for one in found.get_check_constraints(table)}
            for one in found.get_foreign_keys(table):
                reference = (table, *one["constrained_columns"], one["referred_table"])
                self.references[reference] = str(one["options"].get("ondelete", "")).upper()


def narrowed(before: Tables, after: Tables) -> list[str]:
    """Return by what a build that knows the tables *before* is stopped *after*, a line each."""
    faults = [f"{table} is gone" for table in before.columns.keys() - after.columns.keys()]
    for table in before.columns.keys() & after.columns.keys():
        was, now = before.columns[table], after.columns[table]
        faults += [f"{table}.{name} is gone" for name in was.keys() - now.keys()]
        for name, one in now.items():
            where = f"{table}.{name}"
            old = was.get(name)
            must = not one["nullable"] and one["default"] is None
            if old is None:
                faults += [f"{where} is new and has no default"] if must else []
            else:
                taken = old["nullable"] or old["default"] is not None
                faults += [f"{where} must be given"] if must and taken else []
                faults += [f"{where} is none"] if old["nullable"] and not one["nullable"] else []
                same = str(old["type"]) == str(one["type"])
                faults += [] if same else [f"{where} is {one['type']} now"]
        faults += [
            f"{table} holds {key} once" for key in after.unique[table] - before.unique[table]
        ]
        faults += [f"{table} must be {one}" for one in after.checks[table] - before.checks[table]]
    for reference, deleted in after.references.items():
        # What an older build deletes it deletes without what it does not know.
        if reference not in before.references and deleted not in {"CASCADE", "SET NULL"}:
            faults.append(f"{reference[0]} keeps rows of {reference[-1]}")
    return faults


def _at_each_revision(path: Path) -> list[tuple[str, Tables]]:
    """Return the tables from the first revision that several processes know."""
    config = Config()
    config.set_main_option("script_location", str(migrate.SCRIPTS))
    scripts = ScriptDirectory.from_config(config).walk_revisions(FIRST, "head")
    found = []
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        for revision in reversed([one.revision for one in scripts]):
            command.upgrade(config, revision)
            connection.commit()
            found.append((revision, Tables(connection)))
    engine.dispose()
    return found


def test_migrations_only_add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that the build before reads or writes goes, is renamed, or must be given more."""
    monkeypatch.setattr(PLANS, "is_migrating", True)
    pairs = itertools.pairwise(_at_each_revision(tmp_path / "games.sqlite3"))

    faults = [f"{name}: {one}" for (_, was), (name, now) in pairs for one in narrowed(was, now)]

    assert faults == []


NARROWING = {
    "DROP TABLE leases": "leases is gone",
    "ALTER TABLE leases RENAME TO terms": "leases is gone",
    "ALTER TABLE leases RENAME COLUMN until_at TO ends_at": "leases.until_at is gone",
    "CREATE UNIQUE INDEX once ON campaigns (name)": "campaigns holds ('name',) once",
    "CREATE TABLE flags (campaign TEXT REFERENCES campaigns (id))": "flags keeps rows of campaigns",
    "DROP TABLE leases; CREATE TABLE leases (name TEXT PRIMARY KEY, token TEXT NOT NULL, "
    "until_at BIGINT NOT NULL, share TEXT NOT NULL)": "leases.share is new and has no default",
    "DROP TABLE leases; CREATE TABLE leases (name TEXT PRIMARY KEY, token TEXT NOT NULL, "
    "until_at BIGINT NOT NULL, CHECK (until_at > 0))": "leases must be until_at > 0",
    "DROP TABLE closings; CREATE TABLE closings (campaign TEXT PRIMARY KEY, due_at TEXT NOT NULL, "
    "attempts INTEGER NOT NULL)": "closings.due_at is TEXT now",
    "DROP TABLE host_orders; CREATE TABLE host_orders (kind TEXT, which TEXT, at BIGINT, by TEXT, "
    "why TEXT, told BOOLEAN, lifted_at BIGINT NOT NULL)": "host_orders.lifted_at must be given",
}
"""What an older build would run into, and how that is told."""
WIDENING = (
    "CREATE TABLE flags (campaign TEXT NOT NULL, "
    "FOREIGN KEY (campaign) REFERENCES campaigns (id) ON DELETE CASCADE); "
    "ALTER TABLE campaigns ADD COLUMN flag TEXT; "
    "ALTER TABLE campaigns ADD COLUMN flags INTEGER NOT NULL DEFAULT 0; "
    "CREATE INDEX campaigns_flags ON campaigns (flags)"
)


@pytest.mark.sqlite
async def test_what_would_stop_the_build_before_is_found(tmp_path: Path) -> None:
    """Each by its name; what only adds is none of it."""
    await (await Database.open(tmp_path / "games.sqlite3")).close()
    engine = create_engine(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    told = {}
    with engine.connect() as connection:
        before = Tables(connection)
        connection.rollback()
        for statements in (WIDENING, *NARROWING):
            connection.exec_driver_sql("BEGIN")
            for one in statements.split(";"):
                connection.exec_driver_sql(one)
            told[statements] = narrowed(before, Tables(connection))
            connection.rollback()
    engine.dispose()

    assert told.pop(WIDENING) == []
    assert {one: [fault] for one, fault in NARROWING.items() if fault not in told[one]} == {}


def _come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be one more migration: a column more of campaigns."""
    monkeypatch.setattr(migrate, "SCRIPTS", tmp_path / "scripts")
    monkeypatch.setattr(migrate, "HEAD", "9999")
    shutil.copytree(Path(migrate.__file__).parent / "migrations", migrate.SCRIPTS)
    adding = "op.execute('ALTER TABLE campaigns ADD COLUMN later INTEGER')"
    script = NEXT.format(head=HEAD, more=adding)
    (migrate.SCRIPTS / "versions" / "9999_later.py").write_text(script)


async def test_those_who_play_do_not_wait_behind_a_migration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gives way to whoever reads a table for long, such as a backup, and comes again."""
    monkeypatch.setattr(on_servers, "_HELD_UP", "20ms")
    monkeypatch.setattr(on_servers, "_LET_BY", 0.01)
    monkeypatch.setattr(on_servers, "_MIGRATION_TRIES", 3)
    count = text("SELECT count(*) FROM campaigns")
    where = postgres.empty("adjutant_expanding")
    playing = await Database.open(where)
    try:
        _come(tmp_path, monkeypatch)
        async with playing.read() as backup:
            await backup.execute(count)
            with pytest.raises(StoreError, match="such as a backup: start the bot again"):
                await Database.open(where)

            monkeypatch.setattr(on_servers, "_MIGRATION_TRIES", 10_000)
            updating = asyncio.create_task(Database.open(where))
            for _ in range(20):
                async with playing.read() as reader:
                    await reader.execute(count)
            assert not updating.done()
        await (await updating).close()
        async with playing.read() as reader:
            await reader.execute(text("SELECT later FROM campaigns"))
    finally:
        await playing.close()
        postgres.drop(where)
