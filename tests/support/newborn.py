"""New databases without every migration anew: what the first of a process came to is repeated.

Installed once a process (``tests/conftest.py``). Hundreds of tests begin with an empty file, and
Alembic takes a tenth of a second for each. Databases that hold anything are migrated as ever, and
the tests of the migrations themselves run them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from bot.store import migrate

_THINGS = (
    "SELECT type, name, sql FROM sqlite_master "
    "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
)
_made: dict[tuple[Path, str], list[tuple[str, tuple[Any, ...]]]] = {}
"""Statements, with their values, by scripts and newest revision."""


def _install() -> None:
    migrating = migrate._run

    def run(connection: Connection) -> None:
        version = migrate.SCRIPTS, migrate.HEAD
        if connection.dialect.name != "sqlite" or connection.exec_driver_sql(_THINGS).first():
            migrating(connection)
        elif version in _made:
            for statement, values in _made[version]:
                connection.exec_driver_sql(statement, values)
        else:
            migrating(connection)
            _made[version] = _statements(connection)

    migrate._run = run


def _statements(connection: Connection) -> list[tuple[str, tuple[Any, ...]]]:
    """Return what makes an empty database equal to this one."""
    things = connection.exec_driver_sql(_THINGS).all()
    found: list[tuple[str, tuple[Any, ...]]] = [(sql, ()) for _, _, sql in things]
    for kind, name, _ in things:
        if kind == "table":
            for row in connection.exec_driver_sql(f"SELECT * FROM {name}").all():
                marks = ", ".join("?" * len(row))
                found.append((f"INSERT INTO {name} VALUES ({marks})", tuple(row)))
    return found


_install()
