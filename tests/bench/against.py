"""Two builds played alternately in one run: ratios, for a machine that is never equally fast."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from tests.bench.figures import Figure

HERE = Path(__file__).resolve().parents[2]
ROUNDS = 5
LOCK = "requirements.lock"


class NoSuchBuild(Exception):
    """The other build cannot be taken out of the history; one line says why."""


def figures(revision: str, games: Sequence[str], rounds: int = ROUNDS) -> Iterator[Figure]:
    """Yield what this build takes, and how much that is of what another takes; best of some rounds.

    A ratio below 1 is quicker. ``same`` says whether both gave the very same answers.

    Args:
        revision: The other build, as git knows it.
        games: Which games are played.
        rounds: How often each build plays, in turns, each time in a fresh process.

    Raises:
        NoSuchBuild: There is none of that name, or no history.
    """
    with tempfile.TemporaryDirectory(prefix="adjutant-bench-") as folder:
        there = Path(folder)
        _take_out(revision, there)
        if (there / LOCK).read_bytes() != (HERE / LOCK).read_bytes():
            yield {"note": f"{revision} has another {LOCK}: it is measured with this one's"}
        for game in games:
            yield from _compared(game, {"here": HERE, "there": there}, rounds)


def _take_out(revision: str, into: Path) -> None:
    asked = ["git", "-C", str(HERE), "archive", "--format=tar", revision]
    try:
        found = subprocess.run(asked, capture_output=True, check=False)
    except OSError as error:
        raise NoSuchBuild(f"git cannot be run: {error.strerror}.") from error
    if found.returncode:
        told = " ".join(found.stderr.decode(errors="replace").split())
        raise NoSuchBuild(f"{revision} cannot be taken out of the history: {told}.")
    with tarfile.open(fileobj=BytesIO(found.stdout)) as tree:
        tree.extractall(into, filter="data")


def _compared(game: str, builds: dict[str, Path], rounds: int) -> Iterator[Figure]:
    best: dict[str, dict[str, Any]] = {}
    for _ in range(rounds):
        for name, tree in builds.items():
            found = _played(game, tree)
            kept = best.setdefault(name, found)
            for key, value in found.items():
                kept[key] = min(kept[key], value)
    here, there = best["here"], best["there"]
    same = here.pop("same") == there.pop("same")
    for key in here:
        yield {
            "figure": f"against.{key}",
            "game": game,
            "here_ms": round(here[key], 3),
            "there_ms": round(there[key], 3),
            "ratio": round(here[key] / there[key], 3) if there[key] else None,
            "same": same,
        }


def _played(game: str, tree: Path) -> dict[str, Any]:
    script = Path(__file__).with_name("playing.py")
    done = subprocess.run(
        [sys.executable, str(script), game],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"},
        capture_output=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
