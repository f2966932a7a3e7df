"""What this process does for all processes of the bot, where there are several."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shares import WHOLE, Share
from bot.store import Database, StoreError, leases, proofs
from bot.store.leases import Lease

_log = logging.getLogger(__name__)

_KEPT_BEFORE: float = 4
"""A lease is made to last longer so many times before it would end."""
_TOKEN_BYTES: Final = 16
_AGAIN: Final = 0.25
"""Seconds until it is looked again whether another process still has something."""


class Leases:
    """The leases of this process. Where it has the database alone there are none to be asked for.

    They are kept for as long as they are held; when the process dies they end by themselves.
    """

    def __init__(self, database: Database, seconds: float, share: Share = WHOLE) -> None:
        self._database = database
        self._seconds = seconds
        self._share = share
        self._held: set[str] = set()
        self._next: asyncio.TimerHandle | None = None
        self._keeping: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[bool]:
        """Have something to oneself, of all processes; ``False``: another one has it just now.

        What is saved within proves that it still is so.

        Raises:
            StoreError: The database failed.
        """
        if not self._database.is_shared:
            yield True
            return
        lease = await self._take(name)
        if lease is None:
            yield False
            return
        try:
            with proofs.carrying(lease):
                yield True
        finally:
            await self._give_back(lease)

    @contextlib.asynccontextmanager
    async def waited_for(self, name: str) -> AsyncIterator[None]:
        """Have something to oneself, of all processes, as soon as no other has it.

        Raises:
            StoreError: The database failed.
        """
        while True:
            async with self.held(name) as ours:
                if ours:
                    yield
                    return
            await asyncio.sleep(_AGAIN)

    async def _take(self, name: str) -> Lease | None:
        lasting = round(self._seconds * 1000)
        async with self.changing() as connection:
            lease = await leases.take(connection, name, self._of_ours() + _chance(), lasting)
        if lease is not None:
            self._held.add(lease.token)
            self._keep_later()
        return lease

    def _of_ours(self) -> str:
        """Return with what the tokens begin of processes that have this share."""
        return f"{self._share}:"

    async def inherit(self) -> None:
        """End what a process held that had this share before. Call before anything is held.

        It is no more, since the database is held for the share by this one; were it not so after
        all, it could save nothing any longer.

        Raises:
            StoreError: The database failed.
        """
        if self._database.is_shared:
            async with self.changing() as connection:
                await leases.end_all(connection, self._of_ours())

    async def _give_back(self, lease: Lease) -> None:
        self._held.discard(lease.token)
        self._rest_if_idle()
        with contextlib.suppress(StoreError):  # then it ends by itself
            async with self.changing() as connection:
                await leases.give_back(connection, lease.token)

    def _rest_if_idle(self) -> None:
        if not self._held and self._next is not None:
            self._next.cancel()
            self._next = None

    def _keep_later(self) -> None:
        """Let all that is held last longer in a while, if anything is held by then."""
        if self._next is None and self._held:
            loop = asyncio.get_running_loop()
            self._next = loop.call_later(self._seconds / _KEPT_BEFORE, self._keep_now)

    def _keep_now(self) -> None:
        self._next = None
        # What whoever took the first one saves is no affair of it.
        task = asyncio.create_task(self._keep(), name="leases", context=proofs.empty_handed())
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def _keep(self) -> None:
        try:
            if self._held:
                async with self.changing() as connection:
                    await leases.keep(connection, tuple(self._held), round(self._seconds * 1000))
        except StoreError as error:
            _log.warning("what this process does for all may be taken over: %s", error)
        self._keep_later()

    async def passed(self, name: str, seconds: float) -> None:
        """Wait until nobody, of all processes, has passed here for so many seconds; then pass.

        Raises:
            StoreError: The database failed.
        """
        while True:
            async with self.changing() as connection:
                if await leases.take(connection, name, _chance(), round(seconds * 1000)):
                    return
            await asyncio.sleep(_AGAIN)

    async def begin(self, name: str) -> bool:
        """Have something to oneself until the process ends; say whether it could be had.

        Raises:
            StoreError: The database failed.
        """
        return await self._take(name) is not None

    async def ended(self, beginning: str) -> tuple[str, ...]:
        """Return the names that begin so of leases that ended and were not given back.

        Raises:
            StoreError: The database failed.
        """
        async with self._database.read() as connection:
            return await leases.ended(connection, beginning)

    @contextlib.asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection for one statement: it needs to wait for no other change."""
        with proofs.carrying(proofs.Lone()):
            async with self._database.write() as connection:
                yield connection

    async def close(self, ends: str = "") -> None:
        """Keep nothing any longer: the process ends, and with it at once what is named."""
        self._held.clear()
        self._rest_if_idle()
        if ends:
            with contextlib.suppress(StoreError):
                async with self.changing() as connection:
                    await leases.end(connection, ends)
        if self._keeping:
            await asyncio.wait(set(self._keeping))


def _chance() -> str:
    return secrets.token_hex(_TOKEN_BYTES)
