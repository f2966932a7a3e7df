"""Opening the database, and the two ways of using it: ``read`` and ``write``."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from sqlalchemy import event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, InvalidRequestError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot import __version__
from bot.inside.measures import NOT_MEASURED, Measures
from bot.store import migrate, postgres, proofs, restore, soundness, trips
from bot.store.anchor import Anchor
from bot.store.batch import Together, Write, one_by_one
from bot.store.builds import Build
from bot.store.damage import Damage
from bot.store.errors import StoreError, StoreHeld, Unreadable, translate, unreachable
from bot.store.lock import FileLock, sqlite_file

_log = logging.getLogger(__name__)

_BUSY_SECONDS: Final = 5.0
_DRIVER_ERRORS = (SQLAlchemyError, sqlite3.Error)


class Database:
    """An open database. Writes take turns within this process; reads do not wait for them.

    On SQLite every commit is on the disk when ``write`` returns (WAL, synchronous FULL); on
    PostgreSQL it is as safe as the server makes it.

    Attributes:
        damage: What was told of rows that cannot be read.
        measures: Told how long each use has taken.
    """

    def __init__(self, engine: AsyncEngine, where: str) -> None:
        self.engine = engine
        self.where = where
        self.damage = Damage()
        self.measures: Measures = NOT_MEASURED
        self._turn = asyncio.Lock()
        self._writer: AsyncConnection | None = None
        self._lock: FileLock | None = None
        self._anchor: Anchor | None = None
        self._together = Together(engine.dialect) if self.is_sqlite else None
        self._reading = engine if self.is_sqlite else postgres.reading(engine)
        self._is_alone = False
        self._shards: tuple[int, ...] = ()

    @classmethod
    async def open(
        cls,
        url: URL | str | Path,
        *,
        busy_seconds: float = _BUSY_SECONDS,
        alone: bool = False,
        shards: tuple[int, ...] = (),
        keep_copy: bool = True,
        build: Build | None = None,
    ) -> Database:
        """Open the database, create it if there is none, and bring its tables up to date.

        A SQLite file that must be brought up to date, or is to be played on by raised rules, is
        copied beside itself first (``<file>.<revision>.bak``).

        Args:
            url: An asynchronous SQLAlchemy URL, or the path of a SQLite file.
            busy_seconds: How long to wait for another program's lock.
            alone: Hold the database for this process, as the bot does until it closes it.
            shards: Hold it, on a server, only for what comes by these shards of Discord's
                gateway, and together with processes that have others.
            keep_copy: Whether to make that copy.
            build: Which one opens it; a database that a newer one has opened is refused. Without,
                only its tables are looked at, and nothing is noted.

        Raises:
            StoreError: One clear line says what the operator can do.
        """
        parsed = as_url(url)
        database = cls(_engine(parsed, busy_seconds), _shown(parsed))
        try:
            database._shards = shards
            if alone:
                await database._have(parsed)
            made = await database._prepare(build or Build(__version__), keep_copy=keep_copy)
            database._grasp(parsed)
            if made and alone:
                _log.warning("The database %s is new: there are no campaigns yet", database.where)
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def look_at(
        cls, url: URL, *, build: Build | None = None, alone: bool = False
    ) -> Database:
        """Open a database for reading, while a bot may be using it; a file is not touched.

        Args:
            url: Where it is.
            build: Which one reads it, as in :meth:`open`.
            alone: Let no bot use it until it is closed.

        Raises:
            StoreError: It cannot be read, or is not of this version.
        """
        database = cls(_engine(restore.read_only_url(url), _BUSY_SECONDS), _shown(url))
        try:
            if alone:
                await database._have(url)
            async with database.read() as connection:
                await migrate.require_head(connection, database.where, build or Build(__version__))
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def join(cls, url: URL, *, build: Build | None = None) -> Database:
        """Open a database of this version for a short write, while a bot may be using it.

        Where none is, its file is held and looked over first, as a bot does.

        Raises:
            StoreError: It cannot be used, or is not of this version.
        """
        file = sqlite_file(url)
        if file is not None and not file.is_file():
            raise StoreError(f"There is no database {file}.")
        database = cls(_engine(url, _BUSY_SECONDS), _shown(url))
        try:
            if file is not None:
                with contextlib.suppress(StoreHeld):
                    database._hold(file)
            async with database.read() as connection:
                await migrate.require_head(connection, database.where, build or Build(__version__))
        except BaseException:
            await database.close()
            raise
        return database

    def aside(self) -> Database:
        """Return the same database once more, for reading in another thread's event loop.

        Whoever has it closes it there.
        """
        return Database(_engine(self.engine.url, _BUSY_SECONDS), self.where)

    async def close(self) -> None:
        """Give back every connection. The database can be used no more."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with contextlib.suppress(*_DRIVER_ERRORS):
                await writer.close()
        await self.engine.dispose()
        if self._anchor is not None:
            self._anchor.close()
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.free()

    @property
    def is_sqlite(self) -> bool:
        """Whether this is a SQLite file."""
        return self.engine.dialect.name == "sqlite"

    @property
    def is_shared(self) -> bool:
        """Whether other processes may change it too."""
        return bool(self._shards)

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection whose reads all see the same instant.

        Raises:
            StoreError: for whatever the database does wrong meanwhile.
        """
        begun = perf_counter()
        try:
            connection = await self._connect(self._reading)
            try:
                self.damage.watch(connection)
                with trips.one_instant(connection) if self.is_sqlite else contextlib.nullcontext():
                    yield connection
            finally:
                # Here, not in a task of its own as ``async with`` does: a bot that dies calls all
                # tasks off, also one that has not begun, and then nobody gives it back.
                await connection.close()
        except _DRIVER_ERRORS as error:
            raise self._told(translate(error, self.where)) from error
        except Unreadable as error:
            self._told(error)
            raise
        finally:
            self.measures.queried("read", perf_counter() - begun)

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Lend the writing connection: all is committed at the end, or nothing is.

        The transaction begins with the first changing statement; let that be the one that
        checks the version of what was read before. Where other processes may change the same,
        what the caller carries is proven first; a change that carries no proof is made while no
        other is, over all processes, and may rely on what it reads.

        Raises:
            Conflict: Another process was faster; nothing was changed.
            StoreError: for whatever the database does wrong meanwhile; all is rolled back.
        """
        begun = perf_counter()
        shown = proofs.carried() if self.is_shared else ()
        async with self._turn:
            try:
                connection = await self._to_write()
                for proof in shown:
                    await proof.show(connection)
                yield connection
                assert self._writer is not None
                await self._writer.commit()  # nothing to do after save()
            except BaseException as error:
                await self._give_up(cut_short=not isinstance(error, Exception))
                if isinstance(error, _DRIVER_ERRORS):
                    raise self._told(translate(error, self.where)) from error
                if isinstance(error, Unreadable):
                    self._told(error)
                raise
            finally:
                self.measures.queried("write", perf_counter() - begun)
            for proof in shown:
                proof.saved()

    async def _connect(self, engine: AsyncEngine) -> AsyncConnection:
        try:
            return await engine.connect()
        except _DRIVER_ERRORS:
            raise
        except Exception as error:
            # The drivers of servers have errors of their own for names and passwords.
            if self.is_sqlite:
                raise
            raise unreachable(self.where, error) from error

    async def _to_write(self) -> AsyncConnection:
        """Return the writing connection; a new one where a server has closed the last."""
        if self._writer is not None and not self.is_sqlite:
            try:
                await self._begin(self._writer)
            except _DRIVER_ERRORS:
                await self._give_up()
        if self._writer is None:
            self._writer = await self._connect(self.engine)
            self.damage.watch(self._writer)
            if self._is_alone and not self.is_sqlite:
                await postgres.hold(self._writer, self.where, self._shards)
            if self.is_shared:
                await postgres.do_not_dawdle(self._writer)
                await self._begin(self._writer)
        return self._writer

    async def _begin(self, writer: AsyncConnection) -> None:
        """Begin to write on a server, in turn with other processes; the connection is tried so."""
        if self.is_shared:
            await postgres.take_turn(writer, alone=not proofs.carried())
        else:
            await writer.exec_driver_sql("SELECT 1")

    def _told(self, error: StoreError) -> StoreError:
        """Tell the operator of a row that cannot be read; return the error."""
        if isinstance(error, Unreadable):
            self.damage.note(str(error))
        return error

    async def save(self, writes: Sequence[Write]) -> None:
        """Do all *writes* in one transaction of their own, as fast as can be.

        Raises:
            Conflict: One changed another number of rows than it must; nothing was changed.
            StoreError: for whatever the database does wrong; nothing was changed.
        """
        async with self.write() as connection:
            if self._together is None:
                await one_by_one(connection, writes)
            else:
                raw = await connection.get_raw_connection()
                assert raw.driver_connection is not None
                await self._together.run(raw.driver_connection, writes)
        marks = [write.mark for write in writes if write.mark is not None]
        if marks and self._anchor is not None:
            self._anchor.drop(marks[-1])

    async def _give_up(self, *, cut_short: bool = True) -> None:
        """Roll back, and take a new connection next time: this one may be in any condition.

        One to a server that has refused something, and was not *cut_short*, stays as it is.
        """
        writer, self._writer = self._writer, None
        if writer is None:
            return
        try:
            await writer.rollback()
            if not (self.is_sqlite or cut_short or writer.invalidated):
                self._writer = writer
                return
            if self._is_alone and not self.is_sqlite:
                await postgres.let_go(writer)
            await writer.close()
        except _DRIVER_ERRORS:
            await writer.invalidate()

    async def _have(self, url: URL) -> None:
        """Have the database to ourselves."""
        self._is_alone = True
        file = sqlite_file(url)
        if file is not None:
            self._hold(file)
        elif not self.is_sqlite:
            async with self.write():
                pass  # the writing connection holds it

    def _hold(self, file: Path) -> None:
        """Hold the file, and see to it that it is what it was when it was left."""
        file = file.resolve()
        self._lock = FileLock.take(file)
        try:
            if restore.is_cut_short(file):
                kept = restore.finish(file)
                _log.warning("A restoration of %s was carried out; before: %s", file, kept)
                self._lock.grasp(file)
            soundness.require(file)
            self._anchor = Anchor(file)
        except _DRIVER_ERRORS as error:
            raise translate(error, str(file)) from error
        except OSError as error:
            raise StoreError(f"The database {file} cannot be read: {error.strerror}.") from error

    def _grasp(self, url: URL) -> None:
        """Hold the file itself, which may be new, and not only its name."""
        file = sqlite_file(url)
        if self._lock is not None and file is not None:
            self._lock.grasp(file)

    async def _prepare(self, build: Build, *, keep_copy: bool) -> bool:
        """Bring the tables up to date; say whether there were none."""
        try:
            if self.is_sqlite:
                async with self.engine.connect() as connection:
                    await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                    # Tells now, not at the first action, that the file cannot be written.
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                    await connection.exec_driver_sql("PRAGMA user_version = 1")
                    await connection.rollback()
            else:
                connection = await self._connect(self.engine)
                try:
                    await postgres.require(connection, self.where)
                finally:
                    await connection.close()
            return await migrate.upgrade(self.engine, self.where, build, keep_copy=keep_copy)
        except _DRIVER_ERRORS as error:
            raise translate(error, self.where) from error
        except OSError as error:
            if self.is_sqlite:
                raise StoreError(f"The database {self.where} cannot be copied: {error}") from error
            raise unreachable(self.where, error) from error


def as_url(url: URL | str | Path) -> URL:
    """Return an asynchronous SQLAlchemy URL; a plain path is a SQLite file."""
    if isinstance(url, Path) or (isinstance(url, str) and "://" not in url):
        return URL.create("sqlite+aiosqlite", database=str(url))
    return make_url(url)


def _shown(url: URL) -> str:
    """Return the database as the operator knows it, without its password."""
    if url.get_backend_name() == "sqlite" and url.database:
        return url.database
    return url.render_as_string(hide_password=True)


def _engine(url: URL, busy_seconds: float) -> AsyncEngine:
    """Return the engine of a database, which is not asked yet.

    Raises:
        StoreError: There is no asynchronous driver for such a database.
    """
    backend = url.get_backend_name()
    is_file = backend == "sqlite"
    # IMMEDIATE: the driver takes the write lock before the first changing statement, so two
    # processes queue up instead of failing half-way.
    given = {"timeout": busy_seconds, "isolation_level": "IMMEDIATE"} if is_file else {}
    try:
        if backend == "postgresql":
            return postgres.engine_of(url)
        # What a statement was given may be a secret, and its errors are logged whole. The
        # connection that was used last knows the tables and the statements.
        engine = create_async_engine(
            url, connect_args=given, hide_parameters=True, pool_use_lifo=True
        )
    except ModuleNotFoundError as error:
        raise StoreError(
            f"ADJUTANT_DATABASE asks for the package {error.name}, which is not installed: "
            "install it, or name a file, such as adjutant.sqlite3."
        ) from error
    except (ArgumentError, InvalidRequestError) as error:
        raise StoreError(
            f"ADJUTANT_DATABASE names a kind of database that cannot be used ({url.drivername}): "
            "name a file, such as adjutant.sqlite3."
        ) from error
    if is_file:
        trips.shorten(engine)
        event.listen(engine.sync_engine, "connect", _on_connect)
    return engine


def _on_connect(connection: Any, _record: object) -> None:
    try:
        _set_up(connection)
    except BaseException:
        # SQLAlchemy would only tell its thread to stop: here the loop waits until it has.
        connection.close()
        raise


def _set_up(connection: Any) -> None:
    cursor = connection.cursor()
    # FULL, not NORMAL: an action that was acknowledged survives a power cut.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    # A megabyte, not four: less stands outside the main file, for a twentieth more of work.
    cursor.execute("PRAGMA wal_autocheckpoint = 250")
    cursor.close()
