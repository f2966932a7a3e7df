"""How often Discord is asked, where several processes share that."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from bot.courier.api import Transport
from bot.courier.pacing import AT_ONCE, EACH_SECOND, SPARED, Paced, rate_of
from bot.shares import WHOLE, Share


class Asked:
    """Notes when it is asked, by a time that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.at: list[float] = []

    def time(self) -> float:
        """Return the present instant."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Let time pass, after which others have their turn."""
        until = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, until)

    async def pin(self, *_: Any) -> None:
        """Note it."""
        self.at.append(self.now)


async def test_never_more_often_than_its_rate() -> None:
    """But for a few at once, after a quiet while."""
    there = Asked()
    paced = Paced(cast(Transport, there), 10, time=there.time, sleep=there.sleep)

    await asyncio.gather(*(paced.pin(1, 2) for _ in range(25)))

    assert there.at[:AT_ONCE] == [100.0] * AT_ONCE
    for first in range(len(there.at) - AT_ONCE - 10):
        assert there.at[first + AT_ONCE + 10] - there.at[first] > 0.99
    assert there.at[-1] - 100.0 > (25 - AT_ONCE) / 10 - 0.01


def test_all_processes_together_keep_to_what_discord_takes() -> None:
    """However the shards are dealt."""
    shares = (Share(16, tuple(range(4))), Share(16, tuple(range(4, 16))))

    assert sum(map(rate_of, shares)) <= EACH_SECOND * SPARED == rate_of(WHOLE)
