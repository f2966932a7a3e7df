"""What is looked after whenever something may have changed, and when it is time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord

from bot.moderator import Moderator
from bot.store import StoreError

_log = logging.getLogger(__name__)

STORE_PAUSE: Final = 5.0
FAULT_PAUSE: Final = 60.0
AGAIN: Final = 60.0
AGAIN_MOST: Final = 6 * 3600.0


def backoff(attempts: int) -> float:
    """Return the seconds until the next try: twice as long each time, six hours at most."""
    return min(AGAIN * (1 << min(attempts, 20)), AGAIN_MOST)


class Rounds:
    """Looks once it is woken, or when what the last look asked for has come."""

    def __init__(
        self,
        look: Callable[[], Awaitable[float | None]],
        idle: Callable[[Awaitable[Any]], Awaitable[Any]],
    ) -> None:
        """Take what looks.

        Args:
            look: Does what is due; returns the seconds until something is, ``None`` if nothing
                waits for a time.
            idle: Awaits what only the outside world ends.
        """
        self._look = look
        self._idle = idle
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Let the next look come now."""
        self._wake.set()

    async def run(self) -> None:
        """Look until cancelled. Nothing that goes wrong ends it."""
        while True:
            self._wake.clear()
            try:
                rest = await self._look()
            except StoreError as error:
                _log.error("a look has to wait for the database: %s", error)
                rest = STORE_PAUSE
            except Exception:  # noqa: BLE001 - a bug in one look must not be the last
                _log.exception("a look failed")
                rest = FAULT_PAUSE
            await self._idle(self._rest(rest))

    async def _rest(self, seconds: float | None) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()


class Keeper(ABC):
    """Looks after something on Discord in rounds.

    Attributes:
        rounds: Its looks: to be woken when something may have changed.
    """

    def __init__(
        self,
        client: discord.Client,
        door: Callable[[], Moderator],
        idle: Callable[[Awaitable[Any]], Awaitable[Any]],
    ) -> None:
        """Use a client; *door* gives the moderator once the bot has started.

        Args:
            client: A client that is logged in.
            door: Gives the moderator.
            idle: Awaits what only the outside world ends.
        """
        self._client = client
        self._door = door
        self.rounds = Rounds(self._look, idle)

    async def keep(self) -> None:
        """Look after it until cancelled."""
        await self._client.wait_until_ready()
        await self.rounds.run()

    @abstractmethod
    async def _look(self) -> float | None:
        """Do what is due; return the seconds until something is, ``None`` if nothing waits."""
