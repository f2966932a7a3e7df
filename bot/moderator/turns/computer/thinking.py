"""Thinking off the event loop: one thought at a time, none of them for ever."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from threading import Thread
from typing import Any, NoReturn, TypeVar

from bot.thinking import ThinkingTooLong

T = TypeVar("T")

Ponder = Callable[[Awaitable[Any]], Awaitable[Any]]
"""Awaits a thought. A harness declares such waits where it must not stand still for them."""


async def just_wait(awaitable: Awaitable[Any]) -> Any:
    """Await, with nothing declared to anybody: the ``Ponder`` of production."""
    return await awaitable


class ThoughtFailed(Exception):
    """A thought ended in an error, which is the cause of this one."""


class ThoughtTooLong(ThoughtFailed):
    """A thought did not end in time; its thread goes on, for all we know."""


class Thinker:
    """Has thoughts thought, in the order in which they are asked for: in another process, if any.

    Where there is none each has a thread of its own; Python runs one of them at a time anyway. A
    thread that never ends costs its processor, but neither the other thoughts nor the end of the
    program wait for it.
    """

    def __init__(self, patience: float, ponder: Ponder = just_wait) -> None:
        """Give every thought *patience* seconds, and wait for it by *ponder*."""
        self._patience = patience
        self._ponder = ponder
        self._turn = asyncio.Semaphore(1)

    async def think(
        self, thought: Callable[[], T], apart: Callable[[], Awaitable[T]] | None = None
    ) -> T:
        """Return what *thought* returns. Cancelled, it is not waited for any more.

        Args:
            thought: What is done in a thread.
            apart: What has the same done by another process, where there is one.

        Raises:
            ThoughtFailed: It raised whatever there is to raise.
            ThoughtTooLong: It took too long.
        """
        async with self._turn:
            if apart is not None:
                return await self._elsewhere(apart)
            loop = asyncio.get_running_loop()
            done: asyncio.Future[Callable[[], T]] = loop.create_future()

            def run() -> None:
                result = _attempt(thought)
                with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits
                    loop.call_soon_threadsafe(_give, done, result)

            Thread(target=run, name="adjutant-think", daemon=True).start()
            try:
                async with asyncio.timeout(self._patience):
                    found: Callable[[], T] = await self._ponder(done)
            except TimeoutError as error:
                raise ThoughtTooLong(f"no answer in {self._patience:g} seconds") from error
        return found()

    async def _elsewhere(self, apart: Callable[[], Awaitable[T]]) -> T:
        try:
            async with asyncio.timeout(self._patience):
                found: T = await self._ponder(apart())
        except (TimeoutError, ThinkingTooLong) as error:
            raise ThoughtTooLong(f"no answer in {self._patience:g} seconds") from error
        except Exception as error:
            raise ThoughtFailed(f"{type(error).__name__}: {error}") from error
        return found


def _attempt(thought: Callable[[], T]) -> Callable[[], T]:
    """Return what gives the thought's result, or raises its error, where it is wanted."""
    try:
        result = thought()
    except BaseException as error:  # noqa: BLE001 - whatever it is, somebody waits for an answer
        return _raising(error)
    return lambda: result


def _raising(error: BaseException) -> Callable[[], NoReturn]:
    def fail() -> NoReturn:
        raise ThoughtFailed(f"{type(error).__name__}: {error}") from error

    return fail


def _give(done: asyncio.Future[Callable[[], T]], result: Callable[[], T]) -> None:
    if not done.done():
        done.set_result(result)
