"""Bringing the tables up to date with this version of the bot."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.errors import StoreNewer

SCRIPTS: Final = Path(__file__).parent / "migrations"
HEAD: Final = "0022"
"""The revision this code is written for; a test holds it equal to the newest script."""


async def upgrade(engine: AsyncEngine, where: str, *, keep_copy: bool = True) -> bool:
    """Run the migrations that are missing, in one transaction.

    A SQLite file is copied beside itself first, unless *keep_copy* is off: a copy itself.

    Returns:
        Whether the database was empty.

    Raises:
        StoreNewer: The database is from a version of the bot that this one does not know.
    """
    async with engine.connect() as connection:
        found = await connection.run_sync(_revision)
        # Alembic takes a third of a second to import: only when there is something to do.
        if found == HEAD:
            return False
        if found is not None and found not in known():
            raise StoreNewer(
                f"The database {where} is from a newer version of Adjutant (revision {found}, "
                f"this version knows {HEAD}): update the bot, or use another database."
            )
        if keep_copy and found is not None and engine.dialect.name == "sqlite":
            await connection.rollback()
            copy_file(where, _free_name(f"{where}.{found}"))
        if engine.dialect.name == "sqlite":
            # The driver begins no transaction for CREATE TABLE by itself.
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        await connection.run_sync(_run)
        await connection.commit()
    return found is None


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
