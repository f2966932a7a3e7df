"""One mutant after the other, each in a forked process in which the cases are played."""

from __future__ import annotations

import importlib
import os
import resource
import signal
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutants.making import Mutant

SECONDS = 20.0
"""Processor time for all cases with one mutant, many times what they take: more is a loop."""
MEMORY = 3 * 1024**3
"""Bytes that a mutant may take: an endless list must not take the machine with it."""


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant.

    Attributes:
        mutant: Which.
        killer: The case that went red, "time" or "crash"; empty if it survived.
    """

    mutant: Mutant
    killer: str

    @property
    def survived(self) -> bool:
        """Whether no case noticed."""
        return not self.killer


class Court:
    """The cases of one game, which decide."""

    def __init__(self, play: Callable[[Path], None], paths: Sequence[Path]) -> None:
        self._play = play
        self._paths = paths

    @classmethod
    def of(cls, game: str) -> Court:
        """Return the court of a game's cases."""
        module: Any = importlib.import_module(f"tests.engine.{game}.test_cases")
        return cls(module.CASES.play, module.PATHS)

    def unmutated(self) -> str:
        """Return the case that fails with the rules as they are; empty if none does."""
        return self._forked(lambda: None)()

    def judge(self, mutants: Sequence[Mutant], jobs: int) -> Iterator[Verdict]:
        """Try mutants, *jobs* at a time, and tell what became of each, in their order."""
        waiting: list[tuple[Mutant, Callable[[], str]]] = []
        for mutant in mutants:
            if len(waiting) == jobs:
                first, verdict = waiting.pop(0)
                yield Verdict(first, verdict())
            waiting.append((mutant, self._forked(_putter(mutant))))
        for mutant, verdict in waiting:
            yield Verdict(mutant, verdict())

    def _forked(self, change: Callable[[], None]) -> Callable[[], str]:
        """Play the cases in a child with *change* made; what is returned waits for the killer."""
        sys.stdout.flush()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            # Its own death is the child's only way out: no test framework's, no exit handlers.
            try:
                # Its own time, not the clock's: a busy machine convicts nobody.
                signal.setitimer(signal.ITIMER_PROF, SECONDS)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                os.write(writing, self._killer(change).encode())
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writing)

        def wait() -> str:
            with os.fdopen(reading) as pipe:
                killer = pipe.read()
            _, status = os.waitpid(child, 0)
            if os.WIFSIGNALED(status):
                return "time" if os.WTERMSIG(status) == signal.SIGPROF else "crash"
            return killer if os.WEXITSTATUS(status) == 0 else "crash"

        return wait

    def _killer(self, change: Callable[[], None]) -> str:
        """Return the first case that goes red."""
        # A mutant may be odd Python ("is" beside a number); nobody need be told.
        warnings.simplefilter("ignore")
        change()
        for path in self._paths:
            try:
                self._play(path)
            except Exception:  # noqa: BLE001 - whatever it is, the case is red
                return path.stem
        return ""


def _putter(mutant: Mutant) -> Callable[[], None]:
    """Return what puts a mutant in the place of the function that it changes."""

    def put() -> None:
        name = mutant.module
        fresh = types.ModuleType(name)
        exec(compile(mutant.source(), mutant.path, "exec"), vars(fresh))
        old = _function(importlib.import_module(name), mutant.function)
        new = _function(fresh, mutant.function)
        # The function stays the same object: others hold it by name, tables of verbs do.
        old.__code__ = new.__code__
        old.__defaults__ = new.__defaults__
        old.__kwdefaults__ = new.__kwdefaults__

    return put


def _function(module: types.ModuleType, name: str) -> Any:
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part)
    return getattr(found, "__func__", found)
