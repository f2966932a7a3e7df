"""Bringing the tables up to date with this version of the bot."""

from __future__ import annotations

import sqlite3
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import builds, postgres
from bot.store.builds import Build
from bot.store.errors import StoreError

SCRIPTS: Final = Path(__file__).parent / "migrations"
HEAD: Final = "0038"
"""The revision this code is written for; a test holds it equal to the newest script."""


async def upgrade(engine: AsyncEngine, where: str, build: Build, *, keep_copy: bool = True) -> bool:
    """Run the migrations that are missing, in one transaction, and note who opens the database.

    A SQLite file is copied beside itself before anything is written that an older build could not
    go on from, unless *keep_copy* is off: a copy itself.

    Returns:
        Whether the database was empty.

    Raises:
        StoreNewer: A newer build than *build* has opened the database.
        StoreBusy: On a server others use the tables all the time.
    """
    upgrading = partial(_upgrade, engine, where, build, keep_copy=keep_copy)
    if engine.dialect.name == "postgresql":
        return await postgres.while_others_play(upgrading, where)
    return await upgrading()


async def _upgrade(engine: AsyncEngine, where: str, build: Build, *, keep_copy: bool) -> bool:
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.run_sync(postgres.wait_for_migrations)
        found = await connection.run_sync(_revision)
        before = await connection.run_sync(builds.last)
        lacking = _behind(build, found, before)
        if lacking:
            raise builds.refuse(where, build, before, lacking, known())
        raises = before is not None and before.lacks(build)
        is_noted = not build.numbers or build.is_same(before)
        if found == HEAD and is_noted:
            return False
        if keep_copy and (found != HEAD or raises) and found and engine.dialect.name == "sqlite":
            await connection.rollback()
            copy_file(where, _free_name(f"{where}.{found}"))
        if engine.dialect.name == "sqlite":
            # The driver begins no transaction for CREATE TABLE by itself.
            await connection.rollback()
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        # Alembic takes a third of a second to import: only when there is something to do.
        if found != HEAD:
            await connection.run_sync(_run)
        if not is_noted:
            await connection.run_sync(builds.enter, build, HEAD)
        await connection.commit()
    return found is None


async def require_head(connection: AsyncConnection, where: str, build: Build) -> None:
    """Insist that a database is of this version, so that *build* can read it as it is.

    Raises:
        StoreNewer: A newer build has opened it.
        StoreError: It is of an older version.
    """
    found, _ = await standing(connection, where, build)
    if found != HEAD:
        raise StoreError(
            f"The database {where} is of another version (revision {found or 'none'}, this one "
            f"knows {HEAD}): start the bot of this version once."
        )


async def standing(
    connection: AsyncConnection, where: str, build: Build
) -> tuple[str | None, Build | None]:
    """Return a database's revision, if it has one, and the build that opened it last, if any.

    Raises:
        StoreNewer: A newer build than *build* has opened it.
    """
    found = await connection.run_sync(_revision)
    before = await connection.run_sync(builds.last)
    lacking = _behind(build, found, before)
    if lacking:
        raise builds.refuse(where, build, before, lacking, known())
    return found, before


def require_known(copy: Path, build: Build, where: str) -> None:
    """Insist that *build* may open *copy*, made just now of the database *where*.

    Raises:
        StoreNewer: A newer build has opened it; the line names what to go back to.
    """
    lacking = behind(copy, build)
    if lacking:
        _, opened = builds.last_of_file(copy)
        raise builds.refuse(where, build, opened, lacking, known())


def behind(file: Path, build: Build) -> tuple[str, ...]:
    """Return in words what of a database file *build* does not know; empty where it may open it.

    Nothing is left beside the file, whose revision counts as unknown where there is none.
    """
    revision, opened = builds.last_of_file(file)
    return _behind(build, revision or "none", opened)


def _behind(build: Build, revision: str | None, opened: Build | None) -> tuple[str, ...]:
    unknown = revision is not None and revision not in known()
    tables = (f"revision {revision}, this version knows {HEAD}",) if unknown else ()
    return (*tables, *(build.lacks(opened) if opened is not None else ()))


def _free_name(begun: str) -> str:
    """Return a name for the copy: that of an earlier one is taken, when an old file came back."""
    number, name = 1, f"{begun}.bak"
    while Path(name).exists():
        number += 1
        name = f"{begun}.{number}.bak"
    return name


def copy_file(source: str, target: str) -> None:
    """Copy a SQLite database as it stands at this instant, also while it is in use.

    Raises:
        FileExistsError: *target* exists.
    """
    if Path(target).exists():
        raise FileExistsError(f"{target} exists already")
    with_source = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    with_target = sqlite3.connect(target)
    try:
        with_source.backup(with_target)
        # One file that needs no companions, wherever it is carried.
        with_target.execute("PRAGMA journal_mode = DELETE")
    finally:
        with_target.close()
        with_source.close()


def known() -> frozenset[str]:
    """Return the revisions that this version can begin from."""
    names = (SCRIPTS / "versions").glob("[0-9]*.py")
    return frozenset(path.name.partition("_")[0] for path in names)


def _revision(connection: Connection) -> str | None:
    """Return the database's revision, or ``None`` for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _run(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
