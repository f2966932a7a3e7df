"""Work that no caller waits for, and the end of the day, which waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from bot.inside.at_work import elsewhere
from bot.store import proofs

T = TypeVar("T")

_STORE_PAUSE: Final = 5.0
"""Seconds until that is tried again which the database did not take."""


class Errands:
    """What is under way.

    Attributes:
        resting: Whether nothing more is to be begun: the bot is about to stop.
    """

    def __init__(self) -> None:
        self.resting = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._later: dict[str, asyncio.TimerHandle] = {}

    def begin(self, work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        """Let *work* be done; :meth:`settle` waits for it."""
        # What its beginner is about to save proves nothing for it.
        task = asyncio.create_task(work, name=name, context=elsewhere(proofs.empty_handed()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def retry(self, what: str, again: Callable[[], None]) -> None:
        """Do *again* when the database has had some time, unless the bot stops before."""
        self.later(what, again, _STORE_PAUSE)

    def later(self, what: str, work: Callable[[], None], seconds: float) -> None:
        """Do *work* in so many seconds, in place of what was to be done later by that name.

        Not if the bot stops before.
        """
        if self.resting:
            return

        def due() -> None:
            del self._later[what]
            work()

        self.not_later(what)
        self._later[what] = asyncio.get_running_loop().call_later(seconds, due)

    def not_later(self, what: str) -> None:
        """Do not do that later after all: it is being done, or need not be."""
        timer = self._later.pop(what, None)
        if timer is not None:
            timer.cancel()

    def rest(self) -> None:
        """Do nothing later from now on; what is under way goes on to its end."""
        self.resting = True
        for timer in self._later.values():
            timer.cancel()
        self._later.clear()

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))
