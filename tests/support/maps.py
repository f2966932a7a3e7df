"""Printed maps on disk: what one worker has drawn is read by the others, and in the next run.

Installed once a process (``tests/conftest.py``): the bot itself keeps its maps so
(:mod:`render.map_cache`). A file is named after all that its map hangs on, so what is read is what
would be drawn. Tests of the drawing itself ask for ``drawn_anew``.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from render import map_cache

_folder: Path | None = None


def keep_in(folder: Path | None) -> None:
    """Keep maps in a folder for the rest of this process; ``None`` keeps none."""
    global _folder  # noqa: PLW0603 - of a process that runs tests there is one
    _folder = folder
    map_cache.keep_in(folder)


@contextlib.contextmanager
def none_kept() -> Iterator[None]:
    """Neither read nor write printed maps for a while."""
    shelf = map_cache._shelf
    map_cache.keep_in(None)
    try:
        yield
    finally:
        map_cache._shelf = shelf


@contextlib.contextmanager
def drawing(name: str) -> Iterator[None]:
    """Hold what draws many maps, so that no other worker draws the same ones meanwhile."""
    if _folder is None or sys.platform == "win32":  # there several workers may draw the same
        yield
        return
    import fcntl

    with (_folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
