"""Answering comes before drawing: when the courier may begin a picture.

Both want the one interpreter, and a person waits for the answer. A bulletin may be seconds late.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Final

PASSED: Final = 8
"""Answers that a picture lets go before it, those given while it stood in line among them; a bot
that is never quiet draws all the same."""
LONGEST: Final = 2.0
"""Seconds that it waits at most: an answer may hang on a line that is dead."""
LET_BY: Final = 32
"""Bulletins that a panel lets go before it: a channel never waits for its panel for good."""

Wanted = Callable[[], bool]
"""Says whether a picture would still be seen."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Until when a picture lets answers go first: so many of them given, or a time of the loop."""

    until: int
    latest: float


class Answers:
    """How many people are being answered.

    Attributes:
        longest: Seconds that a picture lets them go first.
        are_closed: Whether nobody is to be answered any more but in one sentence: the bot stops.
    """

    def __init__(self, longest: float = LONGEST) -> None:
        self.longest = longest
        self.are_closed = False
        self._under_way = 0
        self._given = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._waiting: dict[asyncio.Future[None], int] = {}

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """Note that an answer is under way inside."""
        self._under_way += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            self._given += 1
            if self._under_way == 0:
                self._quiet.set()
            for waiting, until in tuple(self._waiting.items()):
                if (self._under_way == 0 or self._given >= until) and not waiting.done():
                    waiting.set_result(None)

    async def close(self) -> None:
        """Begin no more of them, and wait until those under way are given."""
        self.are_closed = True
        await self._quiet.wait()

    @property
    def waited_for(self) -> bool:
        """Whether anybody waits until they are given."""
        return bool(self._waiting)

    def ticket(self) -> Ticket:
        """Note from when on somebody lets answers go first."""
        return Ticket(self._given + PASSED, asyncio.get_running_loop().time() + self.longest)

    async def pause(self, ticket: Ticket) -> None:
        """Wait until nobody is being answered, or enough have been since *ticket* was drawn."""
        if self._under_way == 0 or self._given >= ticket.until:
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting[waiting] = ticket.until
        try:
            async with asyncio.timeout_at(ticket.latest):
                await waiting
        except TimeoutError:
            pass
        finally:
            del self._waiting[waiting]


class Overtaken(Exception):
    """Something newer is to be shown: this picture was not drawn."""


class Turns:
    """Lets so many pictures be drawn at once, each begun when nobody is being answered.

    Bulletins go before panels: whoever opens the channel reads those first.
    """

    def __init__(self, at_once: int, answers: Answers) -> None:
        self._free = at_once
        self._answers = answers
        self._reports: deque[asyncio.Future[None]] = deque()
        self._panels: dict[asyncio.Future[None], Wanted] = {}
        self._let_by = 0

    @contextlib.asynccontextmanager
    async def one(self, wanted: Wanted, *, last: bool) -> AsyncIterator[None]:
        """Wait for a turn; it lasts as long as the block.

        Args:
            wanted: Asked when the turn has come, and at every :meth:`drop`, whether anybody would
                still see the picture.
            last: It lets others go first, so many of them in a row.

        Raises:
            Overtaken: It is wanted no more.
        """
        ticket = self._answers.ticket()
        await self._queue(wanted, last=last)
        try:
            await self._answers.pause(ticket)
            if not wanted():
                raise Overtaken
            yield
        finally:
            self._free += 1
            self._call()

    def drop(self) -> None:
        """Send away who waits for a turn that nobody wants any more: its lane has newer things."""
        for waiting, wanted in tuple(self._panels.items()):
            if not waiting.done() and not wanted():
                waiting.set_exception(Overtaken())
                del self._panels[waiting]

    async def _queue(self, wanted: Wanted, *, last: bool) -> None:
        """Wait until it is called, and take a turn."""
        waiting = asyncio.get_running_loop().create_future()
        if last:
            self._panels[waiting] = wanted
        else:
            self._reports.append(waiting)
        self._call()
        try:
            await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled() and waiting.exception() is None:
                self._free += 1  # called a moment ago
                self._call()
            raise

    def _call(self) -> None:
        """Give the turns that are free to those who wait."""
        while self._free and (waiting := self._next()) is not None:
            if not waiting.done():
                self._free -= 1
                waiting.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        """Take the next one out of its queue."""
        if self._panels and (not self._reports or self._let_by >= LET_BY):
            self._let_by = 0
            panel = next(iter(self._panels))
            del self._panels[panel]
            return panel
        if self._reports:
            self._let_by += 1
            return self._reports.popleft()
        return None
