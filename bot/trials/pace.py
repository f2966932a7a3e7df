"""How far trials have come: games that are played, and the actions done in those under way.

Whoever plays calls :func:`step` after each action. What that does is for who asked for the games to
say: nothing at first.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from typing import Any, Final, Protocol, TypeVar

R = TypeVar("R")

TICK: Final = 0.2
"""Seconds after which it is looked how far other processes have come."""


class Watcher(Protocol):
    """Somebody who waits for games."""

    def acted(self, actions: int) -> None:
        """Hear that so many actions have been done in all, whether or not any is new."""
        ...


_acted: Callable[[], None] | None = None


def step() -> None:
    """Note an action of a game that is played in this process."""
    if _acted is not None:
        _acted()


@contextlib.contextmanager
def watched(watcher: Watcher | None) -> Iterator[None]:
    """Tell somebody of every action in this process until the end of the block."""
    global _acted  # noqa: PLW0603 - whoever plays need not hand it down through every call
    before, count = _acted, 0

    def tell() -> None:
        nonlocal count
        count += 1
        if watcher is not None:
            watcher.acted(count)

    _acted = tell
    try:
        yield
    finally:
        _acted = before


def played(
    work: Callable[[str], R], seeds: Iterable[str], processes: int, watcher: Watcher | None = None
) -> Iterator[R]:
    """Yield what *work* gives for each seed, in order, as soon as it is known.

    Whoever stops listening (Ctrl-C too) stops the work, wherever it is.

    Args:
        work: Plays one game; a function of a module where there are several processes.
        seeds: Any texts.
        processes: How many games are played at a time.
        watcher: Who is told how far they have come.
    """
    if processes > 1:
        yield from _apart(work, seeds, processes, watcher)
        return
    with watched(watcher):
        yield from map(work, seeds)


def _apart(
    work: Callable[[str], R], seeds: Iterable[str], processes: int, watcher: Watcher | None
) -> Iterator[R]:
    others = set(multiprocessing.active_children())
    done = multiprocessing.Value("Q")
    pool = ProcessPoolExecutor(processes, initializer=_begin, initargs=(done,))
    try:
        for next_one in [pool.submit(work, seed) for seed in seeds]:
            ended = False
            while not ended:
                ended = bool(wait((next_one,), TICK).done)
                if watcher is not None:
                    watcher.acted(done.value)
            yield next_one.result()
    except BaseException:
        for child in {*multiprocessing.active_children()} - others:
            child.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(done: Any) -> None:
    """Count actions for the process that waits; it is the one that Ctrl-C stops."""
    global _acted  # noqa: PLW0603 - as in `watched`
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def tell() -> None:
        with done.get_lock():
            done.value += 1

    _acted = tell
