"""Databases that earlier builds wrote: as their own store left them, byte by byte.

``NAME.sqlite3.xz`` is such a file, ``NAME.json`` says which builds wrote it, one after the other,
and what each state was that they reached. A build is taken out of the history and run in a process
of its own (``recorder.py``).
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "builds"
LOCK = "requirements.lock"
BEFORE = Path(__file__).parent / "before.txt"
"""Names the last version, or what was before the first."""
_RECORDER = Path(__file__).parent / "recorder.py"


class NoHistoryError(Exception):
    """The history at hand does not hold a build."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A database that builds wrote one after the other.

    Attributes:
        builds: Their commits.
        states: Digests of the states that were reached, by campaign and number of the action: as
            the build that reached it writes it, and as one that took over there writes it itself.
    """

    name: str
    builds: tuple[str, ...]
    states: Mapping[str, Mapping[int, tuple[str, ...]]]

    def unpack(self, path: Path) -> Path:
        """Write the database to a path; return it."""
        path.write_bytes(lzma.decompress((HERE / f"{self.name}.sqlite3.xz").read_bytes()))
        return path


@cache
def filed() -> tuple[Filed, ...]:
    """Return every database that is kept, by name."""
    found = []
    for path in sorted(HERE.glob("*.json")):
        raw = json.loads(path.read_text())
        states = {
            campaign: {
                int(seq): tuple(noted.split("/"))
                for seq, noted in (one.split(":") for one in each.split())
            }
            for campaign, each in raw["states"].items()
        }
        found.append(Filed(path.stem, tuple(raw["builds"]), states))
    return tuple(found)


# -- a build out of the history --------------------------------------------------------------


def _git(*words: str) -> bytes:
    try:
        return subprocess.run(
            ["git", "-C", str(ROOT), *words], check=True, capture_output=True
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoHistoryError(" ".join(words)) from error


def commit(name: str) -> str:
    """Return the whole name of a commit.

    Raises:
        NoHistoryError: It is not at hand.
    """
    return _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").decode().strip()


def build_before() -> str:
    """Return the commit of the last version before this build, as far as the history has one.

    That is the newest tag ``v*`` behind this commit; without one what ``before.txt`` names.

    Raises:
        NoHistoryError: Neither is at hand.
    """
    try:
        tag = _git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^").decode().strip()
    except NoHistoryError:
        return commit(BEFORE.read_text().strip())
    return commit(tag)


def take_out(build: str, folder: Path) -> None:
    """Write the tree of a commit into a folder.

    Raises:
        NoHistoryError: It is not at hand.
    """
    with tarfile.open(fileobj=BytesIO(_git("archive", commit(build)))) as tree:
        tree.extractall(folder, filter="data")


def python_of(tree: Path) -> Path:
    """Return the Python for a build: this one, or where its lock is another one of its own."""
    lock = tree / LOCK
    if not lock.exists() or lock.read_bytes() == (ROOT / LOCK).read_bytes():
        return Path(sys.executable)
    own = tree / ".venv-of-its-own"
    python = own / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", str(own)], check=True)
    install = ["-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(lock)]
    subprocess.run([str(python), *install], check=True)
    return python


def run(tree: Path, python: Path, what: str, given: Mapping[str, Any]) -> Any:
    """Let the build in *tree* do what ``recorder.py`` says; return what it says."""
    done = subprocess.run(
        [str(python), "-P", str(_RECORDER), what, json.dumps(given)],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"{what} by the build in {tree} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def _written(each: Mapping[str, Sequence[str]]) -> str:
    return " ".join(f"{seq}:{'/'.join(each[seq])}" for seq in sorted(each, key=int))


# -- keeping what they write -----------------------------------------------------------------


def keep(builds: Sequence[str], begun: Mapping[str, Any], actions: int) -> str:
    """Let builds write a database, the first begin it, the others play on; return its name.

    Args:
        builds: Commits, the oldest first.
        begun: What the first begins, as ``recorder.py`` reads it.
        actions: How many each of the others does in each campaign.
    """
    names = [commit(build) for build in builds]
    name = "-".join(one[:8] for one in names)
    assert not (HERE / f"{name}.json").exists(), f"{name} is kept: it stays as it is"
    states: dict[str, dict[str, list[str]]] = {}
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "games.sqlite3"
        for number, build in enumerate(names):
            tree = Path(place) / build
            take_out(build, tree)
            at = _git("show", "--no-patch", "--format=%cI", build).decode().strip()
            given = {"path": str(path), "salt": build, "at": at, **begun, "actions": actions}
            seen = run(tree, Path(sys.executable), "begin" if number == 0 else "on", given)
            for campaign, each in seen.items():
                for seq, known in each.items():
                    # Where a build takes over, it notes the state as it writes it itself.
                    noted = states.setdefault(campaign, {}).setdefault(seq, [])
                    noted += [known] if known not in noted else []
        HERE.mkdir(exist_ok=True)
        packed = lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
    (HERE / f"{name}.sqlite3.xz").write_bytes(packed)
    written = {campaign: _written(each) for campaign, each in states.items()}
    told = {"builds": names, "states": written}
    (HERE / f"{name}.json").write_text(json.dumps(told, indent=1) + "\n")
    return name
