"""How long the event loop is held, told without a clock: by the calls that a callback makes."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Final

import pytest

PICTURES: Final = "/PIL/"
"""Where the code that draws and packs pictures lies: few calls that take long."""


@dataclass
class Held:
    """Callbacks that held the event loop, longest first.

    Attributes:
        longest: How many functions were called, Python's and C's, and by which callback.
        pictures: Functions of Pillow that ran on the event loop.
    """

    longest: list[tuple[int, str]] = field(default_factory=list)
    pictures: set[str] = field(default_factory=set)
    keep: int = 10

    def note(self, calls: int, what: str) -> None:
        """Note a callback."""
        self.longest.append((calls, what))
        self.longest.sort(reverse=True)
        del self.longest[self.keep :]


@contextmanager
def ticking() -> Iterator[Held]:
    """Watch every callback of every event loop of this thread until the end of the block.

    What a callback costs is counted, not timed: a slow machine, or one that does other work
    besides, counts the same.
    """
    held, run, thread = Held(), asyncio.Handle._run, threading.get_ident()

    def watched(handle: asyncio.Handle) -> None:
        if threading.get_ident() != thread:
            run(handle)
            return
        calls = 0

        def called(frame: FrameType, event: str, _: object) -> None:
            nonlocal calls
            if event in {"call", "c_call"}:
                calls += 1
                if event == "call" and PICTURES in frame.f_code.co_filename:
                    held.pictures.add(frame.f_code.co_qualname)

        before = sys.getprofile()
        sys.setprofile(called)
        try:
            run(handle)
        finally:
            sys.setprofile(before)
            if len(held.longest) < held.keep or calls > held.longest[-1][0]:
                held.note(calls, repr(handle))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", watched)
        yield held
