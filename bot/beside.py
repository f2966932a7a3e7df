"""Processes beside the bot: how one begins, and that it ends when the bot does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from bot.memory import loading, share_one_heap


def process(ready: Callable[..., None], *given: Any) -> ProcessPoolExecutor:
    """Return a process of one's own, in which *ready* is called first, with what is *given*.

    It begins with the first work. If it dies, its work raises ``BrokenProcessPool``.
    """
    # Spawned: a fork would copy locks that other threads hold.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, context, initializer=_begin, initargs=(ready, given))


def end(pool: ProcessPoolExecutor) -> None:
    """End a process, whatever it is doing."""
    for one in list((getattr(pool, "_processes", None) or {}).values()):
        one.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def be_polite(by: int) -> None:
    """Let this process be so much nicer than the bot: answering comes first."""
    if hasattr(os, "nice"):
        os.nice(by)


def _begin(ready: Callable[..., None], given: tuple[Any, ...]) -> None:
    """Make ready to work, and to end when the bot does, however it ends."""
    # They may reach both; it is the bot's to answer, which still has work to finish.
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    share_one_heap()
    threading.Thread(target=_end_with_parent, name="end with the bot", daemon=True).start()
    with loading():
        ready(*given)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
