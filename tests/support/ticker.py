"""How long the event loop is held: by processor time of its thread, a callback."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest


@dataclass
class Held:
    """Callbacks that held the event loop, longest first.

    Attributes:
        longest: Milliseconds of the thread's processor time, and what was called.
    """

    longest: list[tuple[float, str]] = field(default_factory=list)
    keep: int = 10

    def note(self, milliseconds: float, what: str) -> None:
        """Note a callback."""
        self.longest.append((milliseconds, what))
        self.longest.sort(reverse=True)
        del self.longest[self.keep :]


@contextmanager
def ticking() -> Iterator[Held]:
    """Watch every callback of every event loop of this process until the end of the block."""
    held, run = Held(), asyncio.Handle._run

    def watched(handle: asyncio.Handle) -> None:
        before = time.thread_time()
        try:
            run(handle)
        finally:
            took = (time.thread_time() - before) * 1000
            if len(held.longest) < held.keep or took > held.longest[-1][0]:
                held.note(took, repr(handle))

    # What lies about of all tests before is looked through now, and not in the middle of a press.
    gc.collect()
    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio.Handle, "_run", watched)
            yield held
    finally:
        gc.enable()
