"""Copies of a server's database: dumps by PostgreSQL's own programs, and one to be tried on.

The programs come with PostgreSQL and are no package of ours: who has none is told so in a line.
They must be as new as the server, or newer, as they say themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from bot.store import migrate, postgres
from bot.store.builds import Build
from bot.store.errors import StoreError, translate, unreachable

_LONGEST: Final = 63 - len("_tried")
"""So much of a database's name is kept in that of its copy: PostgreSQL cuts longer ones off."""
_MAKE: Final = "CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"
_THERE: Final = "SELECT count(*) FROM pg_database WHERE datname = '{name}'"
_NOT_ALLOWED: Final = "42501"


def dump(url: URL, target: Path) -> None:
    """Write all that a database holds at one instant into a file, while a bot may be using it.

    Raises:
        StoreError: It cannot be done; one line says why.
    """
    _run("pg_dump", url, "--format=custom", f"--file={target}")


def fill(url: URL, file: Path) -> None:
    """Put a dump into an empty database, as the property of who does so.

    Raises:
        StoreError: It cannot be done; one line says why.
    """
    _run("pg_restore", url, "--no-owner", "--no-privileges", "--exit-on-error", str(file))


def _run(program: str, url: URL, *arguments: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise StoreError(
            f"The program {program} is not there: install what PostgreSQL has for clients (on "
            "Debian: postgresql-client), of the server's version or newer."
        )
    host, port = url.query.get("host", url.host), url.query.get("port", url.port)
    named = {"--host": host, "--port": port, "--username": url.username, "--dbname": url.database}
    where = [f"{name}={value}" for name, value in named.items() if value]
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    ciphered = {"PGSSLMODE": str(url.query["ssl"])} if "ssl" in url.query else {}
    done = subprocess.run(  # noqa: S603 - words of our own and of the operator's setting
        [found, "--no-password", *where, *arguments],
        env={**os.environ, **secret, **ciphered},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise StoreError(f"{program} failed: {_said(program, done.stderr)}.")


def _said(program: str, lines: str) -> str:
    """Return what a program says is wrong, without the rows that it may quote after that."""
    own = [line.strip() for line in lines.splitlines() if line.startswith(f"{program}: ")]
    said = [one.partition(": ")[2].removeprefix("error: ").rstrip(".") for one in own]
    return "; ".join(said[:2]) or "it does not say why"


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a database on its own server.

    Attributes:
        url: Where it is.
        revision: Of its tables; ``None`` where it has none.
        before: The build that opened the database last, if it has said so.
    """

    url: URL
    revision: str | None
    before: Build | None


@contextlib.asynccontextmanager
async def copied(url: URL, build: Build) -> AsyncIterator[Copy]:
    """Lend a copy of a server's database, which may be brought up to date: the bot may be running.

    It is made beside it as ``<name>_tried`` and dropped in the end.

    Raises:
        StoreError: It cannot be made, or a newer build than *build* has opened the database.
    """
    where, name = shown(url), _name(url)
    engine = postgres.engine_of(url).execution_options(isolation_level="AUTOCOMMIT")
    try:
        async with _one_line(where), engine.connect() as connection:
            revision, before = await migrate.standing(connection, where, build)
            await _make(connection, name, str(url.username))
        try:
            goal = url.set(database=name)
            with tempfile.TemporaryDirectory(prefix="adjutant-copy-") as folder:
                file = Path(folder) / "copy.dump"
                await asyncio.to_thread(dump, url, file)
                await asyncio.to_thread(fill, goal, file)
            yield Copy(goal, revision, before)
        finally:
            async with _one_line(where), engine.connect() as connection:
                await connection.exec_driver_sql(f"DROP DATABASE {_quoted(name)}")
    finally:
        await engine.dispose()


def shown(url: URL) -> str:
    """Return a database as the operator names it, without its password."""
    return url._replace(password=None, drivername=url.get_backend_name()).render_as_string()


def _name(url: URL) -> str:
    return f"{str(url.database).encode()[:_LONGEST].decode(errors='ignore')}_tried"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


async def _make(connection: Any, name: str, user: str) -> None:
    taken = _THERE.format(name=name.replace("'", "''"))
    if (await connection.exec_driver_sql(taken)).scalar():
        raise StoreError(
            f"The database {name} is there already, perhaps from a trial that was cut short: if "
            f"nothing needs it, drop it (`dropdb {name}`), then try again."
        )
    try:
        await connection.exec_driver_sql(_MAKE.format(name=_quoted(name)))
    except SQLAlchemyError as error:
        if getattr(getattr(error, "orig", None), "sqlstate", None) != _NOT_ALLOWED:
            raise
        raise StoreError(
            "A copy to be tried on cannot be made: the bot's user may make no databases. Let it, "
            f'for as long as you like, by `ALTER ROLE "{user}" CREATEDB`.'
        ) from error


@contextlib.asynccontextmanager
async def _one_line(where: str) -> AsyncIterator[None]:
    """Say in the store's own words what a server has against it."""
    try:
        yield
    except StoreError:
        raise
    except SQLAlchemyError as error:
        raise translate(error, where) from error
    except Exception as error:  # the driver has errors of its own for names and passwords
        raise unreachable(where, error) from error
