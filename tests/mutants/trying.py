"""One mutant after the other, each in a forked process in which the cases are played."""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.engine.cases import read_case
from tests.mutants.making import Mutant
from tests.mutants.scope import ROOT

SECONDS = 60.0
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
        self._reaching: Mapping[str, Sequence[int]] = {}

    @classmethod
    def of(cls, game: str) -> Court:
        """Return the court of a game's cases."""
        module: Any = importlib.import_module(f"tests.engine.{game}.test_cases")
        for path in module.PATHS:
            read_case(path)  # now, and kept: the children must not find them edited
        return cls(module.CASES.play, module.PATHS)

    def unmutated(self) -> str:
        """Return the case that fails with the rules as they are; empty if none does.

        It learns on the way which cases come to which function.
        """
        said = self._forked(self._survey)()
        if not said.startswith("{"):
            return said
        self._reaching = json.loads(said)
        return ""

    def judge(self, mutants: Sequence[Mutant], jobs: int) -> Iterator[Verdict]:
        """Try mutants, *jobs* at a time, and tell what became of each, in their order."""
        waiting: list[tuple[Mutant, Callable[[], str]]] = []
        for mutant in mutants:
            if len(waiting) == jobs:
                first, verdict = waiting.pop(0)
                yield Verdict(first, verdict())
            waiting.append((mutant, self._forked(self._trial(mutant))))
        for mutant, verdict in waiting:
            yield Verdict(mutant, verdict())

    def _forked(self, work: Callable[[], str]) -> Callable[[], str]:
        """Do something in a child; what is returned waits for what it has to say."""
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
                said = work()
                with os.fdopen(writing, "w") as pipe:
                    pipe.write(said)
                os._exit(0)
            finally:
                os._exit(1)
        os.close(writing)

        def wait() -> str:
            with os.fdopen(reading) as pipe:
                said = pipe.read()
            _, status = os.waitpid(child, 0)
            if os.WIFSIGNALED(status):
                return "time" if os.WTERMSIG(status) == signal.SIGPROF else "crash"
            return said if os.WEXITSTATUS(status) == 0 else "crash"

        return wait

    def _survey(self) -> str:
        """Return which cases come to each function, as JSON, or the case that is red."""
        met: set[str] = set()
        reaching: dict[str, list[int]] = {}

        def note(frame: types.FrameType, event: str, _: Any) -> None:
            if event == "call":
                met.add(f"{frame.f_code.co_filename}::{frame.f_code.co_qualname}")

        for number, path in enumerate(self._paths):
            met.clear()
            sys.setprofile(note)
            killer = self._red(path)
            sys.setprofile(None)
            if killer:
                return killer
            for name in met:
                reaching.setdefault(name.removeprefix(f"{ROOT}/"), []).append(number)
        return json.dumps(reaching)

    def _trial(self, mutant: Mutant) -> Callable[[], str]:
        """Return what says which case goes red with a mutant."""

        def trial() -> str:
            # A mutant may be odd Python ("is" beside a number); nobody need be told.
            warnings.simplefilter("ignore")
            _put(mutant)
            # Cases that call the function go first. The others follow: what one case leaves in a
            # cache may hide from it what another sees.
            near = self._reaching.get(f"{mutant.path}::{mutant.function}", ())
            order = dict.fromkeys((*near, *range(len(self._paths))))
            return next(filter(None, (self._red(self._paths[one]) for one in order)), "")

        return trial

    def _red(self, path: Path) -> str:
        """Return the name of a case if it is red."""
        try:
            self._play(path)
        except Exception:  # noqa: BLE001 - whatever it is, the case is red
            return path.stem
        return ""


def _put(mutant: Mutant) -> None:
    """Put a mutant in the place of the function that it changes."""
    fresh = types.ModuleType(mutant.module)
    exec(compile(mutant.source(), mutant.path, "exec"), vars(fresh))
    old = _function(importlib.import_module(mutant.module), mutant.function)
    new = _function(fresh, mutant.function)
    # The function stays the same object: others hold it by name, tables of verbs do.
    old.__code__ = new.__code__
    old.__defaults__ = new.__defaults__
    old.__kwdefaults__ = new.__kwdefaults__


def _function(module: types.ModuleType, name: str) -> Any:
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part)
    return getattr(found, "__func__", found)
