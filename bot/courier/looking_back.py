"""Posts that look back on a game, composed beside all else: their film takes its time.

Meanwhile a channel is told whatever else there is, such as of the next game there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from bot.courier.api import Post
from bot.store.outbox import OutboxRow

LOOKS_AGAIN: Final = 1.0
"""Seconds after which it is looked what else a channel is to be told, while a film is made."""


class LookingBack:
    """What is being composed, and what of it waits to be posted."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[str, int, asyncio.Task[Post | None]]] = {}

    def knows(self, row: OutboxRow) -> bool:
        """Say whether the post of a row was begun."""
        return row.id in self._made

    def begin(
        self, row: OutboxRow, channel_id: int, composing: Coroutine[Any, Any, Post | None]
    ) -> None:
        """Begin to compose the post of a row."""
        task = asyncio.create_task(composing, name=f"looking back on {row.campaign}")
        self._made[row.id] = row.campaign, channel_id, task

    def underway(self, channel_id: int) -> tuple[str, ...]:
        """Return the campaigns whose posts are being composed: what else they tell comes after."""
        return tuple(campaign for campaign, there, task in self._of(channel_id) if not task.done())

    async def take(self, row: OutboxRow) -> Post | None:
        """Return the post of a row that was begun, once it is composed, or raise what failed."""
        _, _, task = self._made.pop(row.id)
        return await task

    async def pause(self, channel_id: int | None, besides: Sequence[str]) -> bool:
        """Wait until there may be something to post to a channel; say whether to look again.

        Args:
            channel_id: Which.
            besides: What was under way when nothing else was found to post.
        """
        if not besides:
            self._forget(channel_id)
            return False
        waited_for = [task for _, _, task in self._of(channel_id) if not task.done()]
        if waited_for:
            first = asyncio.FIRST_COMPLETED
            await asyncio.wait(waited_for, timeout=LOOKS_AGAIN, return_when=first)
        return True

    async def close(self) -> None:
        """Give up what is not composed yet; it begins anew with the next start."""
        tasks = [task for _, _, task in self._made.values()]
        self._made.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _of(self, channel_id: int | None) -> list[tuple[str, int, asyncio.Task[Post | None]]]:
        return [one for one in self._made.values() if one[1] == channel_id]

    def _forget(self, channel_id: int | None) -> None:
        """Let go what is composed for a channel and not due: it was taken back meanwhile."""
        for row, (_, there, task) in tuple(self._made.items()):
            if there == channel_id:
                del self._made[row]
                if not task.cancelled():
                    task.exception()  # looked at, or it would be complained of
