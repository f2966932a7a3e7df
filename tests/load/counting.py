"""What processor time the bot's processes, its database's server and all others have taken."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_TICK: Final = os.sysconf("SC_CLK_TCK")
_PROCESSES: Final = Path("/proc")


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds of processor time, since whenever: two of them are compared.

    Attributes:
        own: Of this process: the simulated Discord, and its people.
        of: Of other processes, by what they do.
        every: Of the whole machine.
        at: When that was, by a clock that only runs forward.
    """

    own: float
    of: Mapping[str, float]
    every: float
    at: float

    @classmethod
    def now(cls, processes: Mapping[str, Iterable[int]], server: int | None) -> Taken:
        """Count: *processes* by what they do, and a database's server with all that it began."""
        of = {what: sum(_of(one) for one in some) for what, some in processes.items()}
        if server is not None:
            of["server"] = sum(_of(one) for one in (server, *_children(server)))
            of["server"] += _of(server, "buried")
        return cls(time.process_time(), of, _of_every(), time.perf_counter())

    def since(self, before: Taken, orders: int) -> dict[str, float]:
        """Return milliseconds an order by who took them, and how many cores all others took."""
        parts = {what: self.of[what] - before.of.get(what, 0.0) for what in self.of}
        parts = {"own": self.own - before.own, **parts}
        others = (self.every - before.every) - sum(parts.values())
        told = {f"{what}_ms": 1000 * part / orders for what, part in parts.items()}
        every = sum(told.values())
        return {**told, "every_ms": every, "cores_beside": others / (self.at - before.at)}


def begun_by(processes: Iterable[int]) -> list[int]:
    """Return the processes that some have begun, and those that these have."""
    found, looked = list[int](), list(processes)
    while looked:
        looked = [child for one in looked for child in _children(one)]
        found += looked
    return found


def _fields(process: int) -> list[str]:
    """Return what the system tells of a process, from its state on; nothing of one that is gone."""
    try:
        text = (_PROCESSES / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def _of(process: int, kind: str = "living") -> float:
    """Return what a process has taken, or what those that it began had taken when they ended."""
    fields, first = _fields(process), 11 if kind == "living" else 13
    return sum(int(one) for one in fields[first : first + 2]) / _TICK


def _children(process: int) -> list[int]:
    every = (int(one.name) for one in _PROCESSES.iterdir() if one.name.isdigit())
    return [one for one in every if _fields(one)[1:2] == [str(process)]]


def _of_every() -> float:
    # user nice system idle iowait irq softirq steal: neither what is idle nor what others stole.
    first = (_PROCESSES / "stat").read_text(encoding="ascii").splitlines()[0].split()[1:8]
    user, nice, system, _, _, irq, soft = map(int, first)
    return (user + nice + system + irq + soft) / _TICK
