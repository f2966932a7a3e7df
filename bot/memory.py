"""What the process asks of its allocator, and of what it loads."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
from collections.abc import Iterator

_M_ARENA_MAX = -8
"""glibc's own number (malloc.h)."""


def share_one_heap() -> None:
    """Let all threads take their memory from one heap; call it before they start.

    glibc gives each thread a heap of its own, and each keeps what the largest picture drawn in it
    needed. With one, a bot that has drawn every part of a map holds a fifth less (``bot.start`` of
    tests/bench). Where there is no glibc nothing is done.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def give_back() -> None:
    """Return to the system what is free: drawing a map in large needs much, and keeps little.

    Where there is no glibc nothing is done.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Look for no garbage while programs are loaded, nor ever at what is there at the end of it.

    What is loaded stays. Looking through it for cycles takes a tenth of a start, and later a moment
    in which nobody is answered, again and again. Nor does NumPy, which Shapely loads, begin a
    thread for each core: of its linear algebra nothing is asked here.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
