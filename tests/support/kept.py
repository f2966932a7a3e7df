"""What follows from the code alone and takes long to make, made once: for all workers.

Whoever asks first makes it, whoever asks meanwhile waits, and it lies beside what pytest remembers
of its last run, under a name that hangs on all that it follows from. What is read is what would be
made.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]
FOLLOWS_FROM = (
    *("engine", "data", "bot", "requirements-dev.lock"),
    *("tests/games", "tests/golden/rolling.py", "tests/support"),
)
MOST = 500
"""Files that are kept, each less than a megabyte or so; the oldest go."""
T = TypeVar("T")
_folder: Path | None = None


def keep_in(folder: Path | None) -> None:
    """Keep what is made in a folder for the rest of this process; ``None`` keeps nothing."""
    global _folder  # noqa: PLW0603 - of a process that runs tests there is one
    _folder = folder


def kept(source: str, name: str, make: Callable[[], T]) -> T:
    """Return what *make* makes, or has made for another test.

    Args:
        source: The file that says how it is made: ``__file__``.
        name: Tells it apart from all else that a file makes, whatever it is made with included.
        make: Follows from nothing but *name*, *source* and the files of ``FOLLOWS_FROM``.
    """
    if _folder is None:
        return make()
    told = f"{_origin()} {source} {name} {Path(source).read_text(encoding='utf-8')}"
    file = _folder / hashlib.sha256(told.encode()).hexdigest()
    with _by_one_at_a_time(file):
        if file.exists():
            found: T = pickle.loads(file.read_bytes())
            return found
        made = make()
        part = file.with_suffix(".part")
        part.write_bytes(pickle.dumps(made))
        part.replace(file)
    return made


def forget_old() -> None:
    """Leave the newest of what is kept."""
    if _folder is not None:
        files = sorted(_folder.iterdir(), key=lambda one: one.stat().st_mtime)
        for one in files[: -2 * MOST]:  # each has its lock
            one.unlink(missing_ok=True)


@contextlib.contextmanager
def _by_one_at_a_time(file: Path) -> Iterator[None]:
    if sys.platform == "win32":  # there several workers may make the same
        yield
        return
    import fcntl

    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def _origin() -> str:
    """Name all that anything kept follows from."""
    files = [one for name in FOLLOWS_FROM for one in _files(ROOT / name)]
    told = [(str(one.relative_to(ROOT)), hashlib.sha256(one.read_bytes())) for one in files]
    return repr([sys.version, *((name, content.hexdigest()) for name, content in told)])


def _files(path: Path) -> list[Path]:
    """Return a file, or all files of a folder but those that the interpreter puts there."""
    every = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [one for one in every if one.is_file() and "__pycache__" not in one.parts]
