"""Several processes of the bot: hearing of each other, and doing what one that is gone has left.

Each holds a lease for as long as it lives. When one ends, whichever of the others sees it first
looks at all that may be due: what the dead one was thinking about for the computer, plans that it
was sending, answers and bulletins that it owed. Whether it had died or was stopped is all the same.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.store import StoreError, leases
from bot.store.signals import Signals

_log = logging.getLogger(__name__)

_LOOKS: float = 4
"""Looks at the others within the time of a lease."""
_LONG_OVER_MS: Final = 3600 * 1000
"""After so long nobody can come back for a lease."""


class Processes:
    """This process among others; nothing at all where it has the database alone.

    Attributes:
        take_over: What is begun when another process is gone: it does all that may be due.
        looks: What is done at each look, a few times in the time of a lease.
    """

    def __init__(self, desk: Desk, errands: Errands) -> None:
        self.take_over: tuple[Callable[[], None], ...] = ()
        self.looks: tuple[Callable[[], Awaitable[None]], ...] = ()
        self._desk = desk
        self._errands = errands
        self._name = f"{leases.PROCESS}{desk.share}/{secrets.token_hex(8)}"
        self._signals = Signals(desk.database.engine, desk.hear)
        self._is_telling = False

    def resume(self) -> None:
        """Let the others know of this process, and look after them. Call when the bot starts."""
        if self._desk.database.is_shared:
            self._desk.tell_others = self._tell
            self._errands.begin(self._look(), "processes")

    async def close(self) -> None:
        """Let the others take over at once what this process has left."""
        if self._desk.database.is_shared:
            await self._signals.close()
            await self._desk.leases.close(ends=self._name)

    def _tell(self) -> None:
        """Tell the others that something new may be waiting; often in a row it is told once."""
        if not (self._is_telling or self._errands.resting):
            self._is_telling = True
            self._errands.begin(self._send(), "telling other processes")

    async def _send(self) -> None:
        self._is_telling = False
        await self._signals.send()

    async def _look(self) -> None:
        self._errands.later("processes", self._again, self._desk.policy.lease_seconds / _LOOKS)
        try:
            await self._signals.listen()
            # Again each time: it is gone where this process was taken for dead.
            await self._desk.leases.begin(self._name)
            for gone in await self._desk.leases.ended(leases.PROCESS):
                await self._replace(gone)
            for look in self.looks:
                await look()
        except StoreError as error:
            _log.warning("the other processes cannot be looked after: %s", error)

    def _again(self) -> None:
        self._errands.begin(self._look(), "processes")

    async def _replace(self, gone: str) -> None:
        async with self._desk.leases.held(gone) as ours:
            if not ours:
                return  # another one was faster
            _log.warning("Another process is gone (%s): what it did is taken over", gone)
            async with self._desk.leases.changing() as connection:
                await leases.forget_old(connection, _LONG_OVER_MS)
            for begin in self.take_over:
                begin()
