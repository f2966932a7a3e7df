"""How much memory processes of this machine take, where the system tells it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")


@dataclass(frozen=True, slots=True)
class Memory:
    """What a process takes, and what those take that it has started.

    Attributes:
        own: Bytes.
        others: Bytes of all of them; what they share counts for each.
        count: How many they are.
    """

    own: int
    others: int
    count: int


def memory_of(pid: int) -> Memory | None:
    """Return what a process and those below it take; ``None`` where that cannot be told."""
    own = _resident(pid)
    if own is None:
        return None
    below = _below(pid)
    found = [size for one in below if (size := _resident(one)) is not None]
    return Memory(own, sum(found), len(found))


def _resident(pid: int) -> int | None:
    try:
        lines = (_PROC / str(pid) / "status").read_text(encoding="utf-8").splitlines()
        (found,) = (line.split()[1] for line in lines if line.startswith("VmRSS:"))
        return int(found) * 1024
    except (OSError, ValueError, IndexError):
        return None


def _below(pid: int) -> list[int]:
    """Return the processes that were started by one, or by one of those."""
    children: dict[int, list[int]] = {}
    for folder in _PROC.glob("[0-9]*"):
        try:
            # The name of a program, which may hold anything, stands in brackets.
            said = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2]
            parent = int(said.split()[1])
        except (OSError, ValueError, IndexError):
            continue
        children.setdefault(parent, []).append(int(folder.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found
