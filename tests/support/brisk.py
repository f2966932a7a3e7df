"""SimCord's Discord, with less work of its own between two things that happen.

Installed once a process (``tests/conftest.py``). Nothing that a bot or a test can see is otherwise:
what SimCord copies is what JSON can say, its records are looked for by identity, its clock does not
import at every look, and how work stands, which it asks for each task, is put together faster.
"""

from __future__ import annotations

import copy
import time
from types import SimpleNamespace
from typing import Any

import simcord.components
import simcord.env
import simcord.gateway
import simcord.http.router
import simcord.results
from simcord import _dpy_internals, _runtime
from simcord.backend import serializers

_PLAIN = {str, int, float, bool, type(None)}


def copied(value: Any) -> Any:
    """Return what ``copy.deepcopy`` does; of dictionaries and lists it is several times faster."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        return {name: copied(one) for name, one in value.items()}
    if kind is list:
        return [copied(one) for one in value]
    return copy.deepcopy(value)


class State:
    """How work stands, as SimCord's own ``_SettlementState`` says."""

    __slots__ = (
        "advancing",
        "bot",
        "generation",
        "last_dispatch",
        "loop",
        "virtual_time",
        "work",
    )

    def __init__(
        self,
        work: Any,
        bot: Any,
        loop: Any,
        virtual_time: float,
        advancing: bool,
        generation: int,
        last_dispatch: str | None,
    ) -> None:
        self.work = work
        self.bot = bot
        self.loop = loop
        self.virtual_time = virtual_time
        self.advancing = advancing
        self.generation = generation
        self.last_dispatch = last_dispatch


def _install() -> None:
    for module in (simcord.gateway, simcord.http.router):
        module.copy = SimpleNamespace(deepcopy=copied)  # type: ignore[attr-defined]
    for module in (simcord.components, simcord.results, serializers):
        module.deepcopy = copied  # type: ignore[attr-defined]
    simcord.env._SettlementState = State  # type: ignore[assignment, attr-defined]
    # Several times a turn one is taken off the list, past all timers that wait.
    _runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
    real, selected = time.monotonic, _runtime._selected_env

    def monotonic() -> float:
        env = selected(driver=False)
        return real() if env is None else float(env._virtual_time)

    _dpy_internals._clock_monotonic = monotonic


_install()
