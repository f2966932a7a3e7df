"""Answering comes before drawing: when the courier may begin a picture.

Both want the one interpreter, and a person waits for the answer. A report may be seconds late.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Final

PASSED: Final = 8
"""Answers that a picture lets go before it; a bot that is never quiet draws all the same."""
LONGEST: Final = 2.0
"""Seconds that it waits at most: an answer may hang on a line that is dead."""


class Answers:
    """How many people are being answered."""

    def __init__(self) -> None:
        self._under_way = 0
        self._given = 0
        self._waiting: dict[asyncio.Future[None], int] = {}

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """Note that an answer is under way inside."""
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            self._given += 1
            for waiting, until in tuple(self._waiting.items()):
                if (self._under_way == 0 or self._given >= until) and not waiting.done():
                    waiting.set_result(None)

    @property
    def waited_for(self) -> bool:
        """Whether anybody waits until they are given."""
        return bool(self._waiting)

    async def pause(self) -> None:
        """Wait until nobody is being answered, or enough have been since."""
        if self._under_way == 0:
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting[waiting] = self._given + PASSED
        try:
            async with asyncio.timeout(LONGEST):
                await waiting
        except TimeoutError:
            pass
        finally:
            del self._waiting[waiting]


class Turns:
    """Lets so many pictures be drawn at once, each begun when nobody is being answered."""

    def __init__(self, at_once: int, answers: Answers) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._answers = answers

    @contextlib.asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Wait for a turn; it lasts as long as the block."""
        async with self._free:
            await self._answers.pause()
            yield
