"""Telling other processes on PostgreSQL that there is something new; it only saves time.

Whoever misses a signal finds out when they look the next time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

_NAME: Final = "adjutant"


class Signals:
    """A connection over which this process tells and hears."""

    def __init__(self, engine: AsyncEngine, heard: Callable[[], None]) -> None:
        """Call *heard* in the event loop whenever another process has something new."""
        self._engine = engine
        self._heard = heard
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._turn = asyncio.Lock()

    async def send(self) -> None:
        """Tell the others, as far as they are reached."""
        async with self._turn:
            if await self._open():
                with contextlib.suppress(Exception):  # whatever the driver has: looking helps too
                    await self._driver.execute(f"NOTIFY {_NAME}")

    async def listen(self) -> None:
        """Hear of the others from now on, also after the server has closed the connection."""
        async with self._turn:
            await self._open()

    async def close(self) -> None:
        """Hear of nobody any more."""
        async with self._turn:
            await self._drop()

    async def _drop(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                await connection.invalidate()
                await connection.close()

    async def _open(self) -> bool:
        """Have a connection, a new one where the last was closed; say whether there is one."""
        if self._driver is not None and not self._driver.is_closed():
            return True
        await self._drop()
        try:
            connection = await self._engine.connect()
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            await driver.add_listener(_NAME, self._hear)
        except Exception:  # noqa: BLE001 - the drivers have many: it is tried again
            return False
        self._connection, self._driver = connection, driver
        return True

    def _hear(self, driver: Any, sender: int, _name: str, _words: object) -> None:
        if sender != driver.get_server_pid():
            self._heard()
