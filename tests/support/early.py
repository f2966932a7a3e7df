"""Database files as the first version of the bot would have written them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from bot.store import migrate


def scripted(path: Path, revision: str) -> None:
    """Make a new file by the scripts up to a revision, whatever other tests do to be quicker."""
    config = Config()
    config.set_main_option("script_location", str(migrate.SCRIPTS))
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.commit()
    engine.dispose()


def back_to_the_first(path: Path) -> None:
    """Make a file what the first scripts alone would have made of it, with the same rows."""
    back_to(path, "0001")


def back_to(path: Path, revision: str) -> None:
    """Make a file what the scripts up to a revision would have made of it, with the same rows."""
    fresh = path.with_name("fresh.sqlite3")
    scripted(fresh, revision)
    raw = sqlite3.connect(fresh)
    raw.execute("ATTACH ? AS new", (str(path),))
    for (table,) in raw.execute(
        "SELECT name FROM main.sqlite_master WHERE type = 'table'"
    ).fetchall():
        if table.startswith("sqlite_") or table == "alembic_version":
            continue
        names = ", ".join(name for _, name, *_ in raw.execute(f"PRAGMA main.table_info({table})"))
        raw.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM new.{table}")
    raw.commit()
    raw.close()
    for tail in ("-wal", "-shm"):
        path.with_name(path.name + tail).unlink(missing_ok=True)
    fresh.replace(path)
