"""Sharing out how often Discord may be asked, where several processes of one bot ask it.

discord.py waits when Discord says that it was asked too often; each process hears of that only
after it has happened, and Discord counts all of them together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from time import monotonic
from typing import Final

from bot.courier.api import Destination, Post, Rights, Transport
from bot.shares import Share

EACH_SECOND: Final = 50
"""Requests that Discord takes of a bot in a second; answers to people are not counted."""
SPARED: Final = 0.8
"""The part of them that deliveries take: looks at threads and titles need some too."""
AT_ONCE: Final = 5
"""Requests that may follow each other without a pause after a quiet while."""


def rate_of(share: Share) -> float:
    """Return how many requests a second the deliveries of a share may make."""
    if share.shards is None or share.count is None:
        return EACH_SECOND * SPARED
    return max(1.0, EACH_SECOND * SPARED * len(share.shards) / share.count)


class Paced:
    """A way to Discord that is not gone more often than so many times a second."""

    def __init__(
        self,
        transport: Transport,
        rate: float,
        *,
        time: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._transport = transport
        self._apart = 1.0 / rate
        self._next = 0.0
        self._time = time
        self._sleep = sleep

    async def _turn(self) -> None:
        now = self._time()
        at = max(self._next, now - (AT_ONCE - 1) * self._apart)
        self._next = at + self._apart
        if at > now:
            await self._sleep(at - now)

    def rights(self, channel_id: int) -> Rights | None:
        """Say what the bot may do in a channel; Discord is not asked."""
        return self._transport.rights(channel_id)

    async def post(self, place: Destination, post: Post, *, nonce: str) -> int:
        """Post a message in its turn."""
        await self._turn()
        return await self._transport.post(place, post, nonce=nonce)

    async def edit(
        self, channel_id: int, message_id: int, post: Post, *, nonce: str | None = None
    ) -> None:
        """Replace a message's content in its turn."""
        await self._turn()
        await self._transport.edit(channel_id, message_id, post, nonce=nonce)

    async def find(self, place: Destination, *, nonce: str, since: datetime) -> int | None:
        """Look for a message in its turn."""
        await self._turn()
        return await self._transport.find(place, nonce=nonce, since=since)

    async def pin(self, channel_id: int, message_id: int) -> None:
        """Pin a message in its turn."""
        await self._turn()
        await self._transport.pin(channel_id, message_id)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message in its turn."""
        await self._turn()
        await self._transport.delete(channel_id, message_id)
