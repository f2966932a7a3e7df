"""What is PostgreSQL's own: what a database must be like, who has it, and what its errors mean.

Everything else of the store is said in SQLAlchemy's words and is the same on both databases.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.errors import StoreBusy, StoreError, StoreHeld

T = TypeVar("T")

_log = logging.getLogger(__name__)

_HOLDING: Final = 0x41444A31
_MIGRATING: Final = 0x41444A32
"""Numbers of advisory locks, which hang on the database they are taken in; of no meaning else."""
_CHANGING: Final = 0x41444A34
_SHARD: Final = 0x41444A33
"""The first of two numbers, of which the second is that of a shard."""
_PATIENCE: Final = "1s"
_HANDING_OVER: Final = "30s"
"""For so long a process waits for its shards: the one before it may be finishing its work."""
_HALF_DONE: Final = "10s"
"""Longer than any change takes: rules are thought about before one begins."""
_TOO_LONG: Final = "55P03"
"""The state of what has waited too long for a lock."""
_IN_EACH_OTHERS_WAY: Final = "40P01"
"""The state of one of two that wait for each other's locks."""
_HELD_UP: Final = "2s"
"""For so long those who play wait behind a migration that waits for a table."""
_LET_BY: Final = 3.0
"""Seconds in which they are let by before it is tried again."""
_MIGRATION_TRIES: Final = 60
"""After them, some minutes, it is given up."""
_PLAIN: Final = ("C", "POSIX", "C.UTF-8", "C.utf8")
"""Collations that compare texts as SQLite does: by the numbers of their characters."""

_CONDITION = (
    "SELECT pg_encoding_to_char(encoding), datcollate, datlocprovider::text "
    "FROM pg_database WHERE datname = current_database()"
)


def engine_of(url: URL) -> AsyncEngine:
    """Return the engine of a database on a server, which is not asked yet.

    A connection that the server has closed meanwhile is replaced when it is next lent.
    """
    # What a statement was given may be a secret, and its errors are logged whole.
    engine = create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
    event.listen(engine.sync_engine, "before_cursor_execute", _without_zeros, retval=True)
    return engine


def reading(engine: AsyncEngine) -> AsyncEngine:
    """Return an engine with the same connections, whose transactions see one instant each."""
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


async def require(connection: AsyncConnection, where: str) -> None:
    """Insist that the database keeps every text as it is and sorts it as SQLite does.

    Raises:
        StoreError: It was made otherwise, which cannot be changed later.
    """
    encoding, collation, provider = (await connection.exec_driver_sql(_CONDITION)).one()
    # The server's own provider ("b") sorts by characters; the system's ("c") where it is so named.
    is_plain = provider == "b" or (provider == "c" and collation in _PLAIN)
    if encoding != "UTF8" or not is_plain:
        raise StoreError(
            f"The database {where} sorts or keeps texts otherwise than Adjutant needs ({encoding}, "
            f"{collation}): make it anew with `createdb --template=template0 --encoding=UTF8 "
            "--locale=C NAME`."
        )


async def hold(connection: AsyncConnection, where: str, shards: Sequence[int] = ()) -> None:
    """Have the database for this process alone, for as long as the connection lives.

    Or, with *shards*, together with processes that have others. A process that was killed a moment
    ago may still be let go of by the server: that is waited for.

    Raises:
        StoreHeld: Another process has it.
    """
    shared = "_shared" if shards else ""
    await _lock(
        connection,
        _PATIENCE,
        f"pg_advisory_lock{shared}({_HOLDING})",
        f"Another process of the bot uses the database {where}: stop it first, or give this "
        "one a database of its own.",
    )
    for shard in shards:
        await _lock(
            connection,
            _HANDING_OVER,
            f"pg_advisory_lock({_SHARD}, {shard})",
            f"Another process of the bot has shard {shard} at the database {where}: stop it "
            "first, or give this one other shards (ADJUTANT_SHARDS).",
        )


async def _lock(connection: AsyncConnection, patience: str, taking: str, line: str) -> None:
    """Take a lock for as long as the connection lives.

    Raises:
        StoreHeld: Another process has it still after so much patience; *line* says what to do.
    """
    try:
        await connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{patience}'")
        await connection.exec_driver_sql(f"SELECT {taking}")
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != _TOO_LONG:
            raise
        raise StoreHeld(line) from error


async def let_go(connection: AsyncConnection) -> None:
    """Let others have the database, though the connection goes back to those that are lent."""
    await connection.exec_driver_sql("SELECT pg_advisory_unlock_all()")
    await connection.commit()


async def take_turn(connection: AsyncConnection, *, alone: bool) -> None:
    """Begin a change where several processes make some; it holds until the transaction ends.

    One that is made *alone* waits until no other is under way, and lets none begin.
    """
    mode = "" if alone else "_shared"
    await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock{mode}({_CHANGING})")


async def do_not_dawdle(connection: AsyncConnection) -> None:
    """Let the server end a change that its process has left half done: others wait for it."""
    await connection.exec_driver_sql(f"SET idle_in_transaction_session_timeout = '{_HALF_DONE}'")
    await connection.exec_driver_sql(f"SET lock_timeout = '{_HALF_DONE}'")
    await connection.commit()


def wait_for_migrations(connection: Connection) -> None:
    """Let one process at a time bring the tables up to date, until this transaction ends.

    A table that others use is waited for a little only: whoever comes after must wait too.
    """
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_HELD_UP}'")


async def while_others_play(migrating: Callable[[], Awaitable[T]], where: str) -> T:
    """Bring tables up to date that others may use, a backup for instance; again until it is done.

    Raises:
        StoreBusy: Somebody has used them for minutes; nothing was changed.
    """
    for tried in range(_MIGRATION_TRIES):
        try:
            return await migrating()
        except DBAPIError as error:
            state = getattr(error.orig, "sqlstate", None)
            if state not in (_TOO_LONG, _IN_EACH_OTHERS_WAY):
                raise
        if tried == 0:
            _log.warning("Tables of %s are in use: they are brought up to date soon", where)
        await asyncio.sleep(_LET_BY)
    raise StoreBusy(
        f"The tables of the database {where} cannot be brought up to date, since something has "
        "used them for minutes, such as a backup: start the bot again when that is over."
    )


def kept(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return values as PostgreSQL keeps them, which takes no U+0000: U+FFFD stands there."""
    return tuple(
        value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values
    )


def _without_zeros(
    _connection: Any, _cursor: Any, statement: str, given: Any, _context: Any, many: bool
) -> tuple[str, Any]:
    if many:
        return statement, [_cleaned(each) for each in given]
    return statement, _cleaned(given)


def _cleaned(given: Any) -> Any:
    if not any(isinstance(value, str) and "\0" in value for value in given):
        return given
    return kept(given)
