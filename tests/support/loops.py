"""Event loops that ask the system seldom whether anything has come in, while they have work.

Installed once a process (``tests/conftest.py``). Between any two turns of all that is ready asyncio
asks the system for what has come in. In a test hardly anything comes from outside: Discord is
simulated, SQLite answers at once, and a thread's answer is among what is ready before the system
tells of it. Where a loop has nothing left to do it waits as ever.
"""

from __future__ import annotations

import asyncio
import selectors

TURNS = 20
"""Turns after which a loop that has work all the time asks the system all the same."""


class _Seldom(selectors.DefaultSelector):
    """Waits as ever, but looks only now and then where it is not to wait."""

    _turns = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._turns += 1
        if timeout == 0 and self._turns < TURNS:
            return []
        self._turns = 0
        return super().select(timeout)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        super().__init__(_Seldom())


class _Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return _Loop()


def _install() -> None:
    asyncio.set_event_loop_policy(_Policy())


_install()
