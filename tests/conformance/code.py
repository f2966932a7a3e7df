"""Which modules of an engine name a clause: where it is enforced can be read there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_LIKE_A_CLAUSE = re.compile(r"(?<![\w.-])\d+(?:\.\w+)*")
USING = frozenset(
    (
        "odds",
        "opponent",
        "default.py",
        "corrections",
        "corrections.py",
        "own_corrections.py",
        "soundness.py",
    )
)
"""Modules and folders that use rules and hold none."""

MOST = 4
"""So many modules stand beside a clause; the finest clauses have one or two."""


def citing(key: str, clauses: Iterable[str]) -> Mapping[str, tuple[Path, ...]]:
    """Return the modules that name each clause of a game; those of its rules first.

    A clause is named by its whole id, in a docstring or where an event or refusal cites it.
    """
    found: dict[str, list[Path]] = {clause: [] for clause in clauses}
    folder = ROOT / "engine" / key
    for path in sorted(folder.rglob("*.py"), key=lambda one: _rank(folder, one)):
        for name in dict.fromkeys(_LIKE_A_CLAUSE.findall(path.read_text(encoding="utf-8"))):
            if name in found:
                found[name].append(path)
    return {clause: tuple(paths) for clause, paths in found.items()}


def _rank(folder: Path, path: Path) -> tuple[bool, bool, str]:
    """Sort rules before what serves them; computers, odds and the like, which use them, last."""
    parts = path.relative_to(folder).parts
    return parts[0] in USING, parts[0] != "rules", path.as_posix()
