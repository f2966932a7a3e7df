"""New databases without every migration anew: what the first of a process came to is copied.

Installed once a process (``tests/conftest.py``). Hundreds of tests begin with an empty file, and
Alembic takes a tenth of a second for each. Databases that hold anything are migrated as ever, and
the tests of the migrations themselves run them.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import Connection

from bot.store import migrate

_THINGS = (
    "SELECT type, name, sql FROM sqlite_master "
    "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
)
_made: dict[tuple[Path, str], sqlite3.Connection] = {}
"""Databases in memory, by scripts and newest revision."""


def _install() -> None:
    migrating = migrate._run

    def run(connection: Connection) -> None:
        version = migrate.SCRIPTS, migrate.HEAD
        if connection.dialect.name != "sqlite" or connection.exec_driver_sql(_THINGS).first():
            migrating(connection)
        elif version in _made:
            driver = connection.connection.driver_connection
            _copy(
                _made[version], driver._conn if isinstance(driver, aiosqlite.Connection) else driver
            )
        else:
            migrating(connection)
            _made[version] = _like(connection)

    migrate._run = run


def _copy(source: sqlite3.Connection, target: Any) -> None:
    """Make an empty database equal to *source*, within the transaction that has begun."""
    target.rollback()  # it holds nothing yet, and no copy is made within one
    source.backup(target)
    target.execute("BEGIN IMMEDIATE")


def _like(connection: Connection) -> sqlite3.Connection:
    """Return a database in memory, for any thread, that is equal to this one."""
    made = sqlite3.connect(":memory:", check_same_thread=False)
    things = connection.exec_driver_sql(_THINGS).all()
    for _, _, sql in things:
        made.execute(sql)
    for kind, name, _ in things:
        if kind == "table":
            for row in connection.exec_driver_sql(f"SELECT * FROM {name}").all():
                marks = ", ".join("?" * len(row))
                made.execute(f"INSERT INTO {name} VALUES ({marks})", tuple(row))
    made.commit()
    return made


_install()
