"""Connections to the database that the event loop can wait for.

SQLAlchemy has such (``sqlalchemy.ext.asyncio``), but they load its object-relational half with
them, which nothing here uses and which takes a twentieth of a start. These do as they do, by the
same means, as much as the store needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar, TypeVarTuple, overload

from sqlalchemy import Connection, CursorResult, Engine, Executable
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.sql.selectable import TypedReturnsRows
from sqlalchemy.util import greenlet_spawn

T = TypeVar("T")
Row = TypeVar("Row", bound=tuple[Any, ...])
Ts = TypeVarTuple("Ts")

Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]


class AsyncEngine:
    """What connects to one database.

    Attributes:
        sync_engine: SQLAlchemy's own, of which the driver is one that can be waited for.
    """

    def __init__(self, engine: Engine) -> None:
        """Be ready to connect.

        Raises:
            InvalidRequestError: The driver is none that can be waited for.
        """
        if not engine.dialect.is_async:
            raise InvalidRequestError(f"{engine.dialect.driver} is no asynchronous driver")
        self.sync_engine = engine

    @property
    def dialect(self) -> Dialect:
        """How this kind of database speaks."""
        return self.sync_engine.dialect

    async def connect(self) -> AsyncConnection:
        """Return a connection, which its borrower closes, or uses with ``async with``."""
        return AsyncConnection(await greenlet_spawn(self.sync_engine.connect))

    async def dispose(self) -> None:
        """Close all connections that nobody uses."""
        await greenlet_spawn(self.sync_engine.dispose)


class AsyncConnection:
    """A connection of SQLAlchemy's, every use of which is waited for."""

    __slots__ = ("_connection",)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def info(self) -> dict[Any, Any]:
        """What is noted of the driver's connection, as long as that is open."""
        return self._connection.info

    @overload
    async def execute(
        self, statement: TypedReturnsRows[Row], values: Values | None = None
    ) -> CursorResult[Row]: ...

    @overload
    async def execute(
        self, statement: Executable, values: Values | None = None
    ) -> CursorResult[Any]: ...

    async def execute(
        self, statement: Executable, values: Values | None = None
    ) -> CursorResult[Any]:
        """Carry out a statement; all rows that it returns have been fetched."""
        return await greenlet_spawn(self._connection.execute, statement, values)

    async def scalar(self, statement: Executable, values: Values | None = None) -> Any:
        """Return the first value of the first row; ``None`` where there is none."""
        return (await self.execute(statement, values)).scalar()

    async def exec_driver_sql(
        self, statement: str, values: tuple[Any, ...] | None = None
    ) -> CursorResult[Any]:
        """Carry out a statement in the database's own words."""
        return await greenlet_spawn(self._connection.exec_driver_sql, statement, values)

    async def run_sync(self, work: Callable[[Connection, *Ts], T], *args: *Ts) -> T:
        """Return what *work* returns, which is given SQLAlchemy's own connection first."""
        return await greenlet_spawn(work, self._connection, *args)

    async def commit(self) -> None:
        """Commit the transaction."""
        await greenlet_spawn(self._connection.commit)

    async def rollback(self) -> None:
        """Roll the transaction back."""
        await greenlet_spawn(self._connection.rollback)

    async def close(self) -> None:
        """Give the connection back; what was not committed is rolled back."""
        await greenlet_spawn(self._connection.close)

    async def invalidate(self) -> None:
        """Have the driver's connection thrown away, in whatever condition it is."""
        await greenlet_spawn(self._connection.invalidate)

    async def raw(self) -> PoolProxiedConnection:
        """Return the driver's connection, as the pool lends it."""
        return await greenlet_spawn(lambda: self._connection.connection)
