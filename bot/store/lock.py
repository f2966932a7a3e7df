"""One process a database file: who holds it says so, and whoever comes second is told.

The lock is one of the operating system's on a small file beside the database (``<file>.lock``), so
that it ends with its process, however that ends. SQLite's own locks let two bots take turns, and
each would go on from what it remembers.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

from bot.store.errors import StoreHeld, StoreReadOnly

_LONGEST: Final = 500
# SQLite's own place for the lock of whoever reads (its page "File Locking And Concurrency").
_SHARED_FIRST: Final = 0x40000002
_SHARED_SIZE: Final = 510


def sqlite_file(url: URL) -> Path | None:
    """Return the file of a SQLite URL; ``None`` where it names none by a plain path."""
    name = url.database or ""
    if url.get_backend_name() != "sqlite" or name in {"", ":memory:"} or name.startswith("file:"):
        return None
    return Path(name)


def beside(file: Path, tail: str) -> Path:
    """Return the companion of a database file, such as ``-wal``."""
    return file.with_name(file.name + tail)


class FileLock:
    """A database file held for this process alone."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, file: Path) -> FileLock:
        """Hold *file*, which need not be there yet.

        Raises:
            StoreHeld: Another process holds it; the line says which, where and since when.
            StoreReadOnly: No lock can be written beside it.
        """
        path = beside(file.resolve(), ".lock")
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError as error:
            raise StoreReadOnly(
                f"The database {file} cannot be opened: {path.name} cannot be written beside it "
                f"({error.strerror}); check that its folder exists and that this user may read "
                "and write it."
            ) from error
        try:
            _lock(descriptor)
        except OSError:
            holder = _holder(descriptor)
            os.close(descriptor)
            raise StoreHeld(
                f"The database {file} is in use by another Adjutant{holder}: stop that one first."
            ) from None
        _sign(descriptor)
        return cls(descriptor)

    def free(self) -> None:
        """Let the next one in. The file stays: to delete it would let two in at a time."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, 0)
            os.close(descriptor)


def _sign(descriptor: int) -> None:
    who = {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "since": datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
    }
    with contextlib.suppress(OSError):  # a full disk: it is held all the same
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, json.dumps(who).encode()[:_LONGEST], 0)


def _holder(descriptor: int) -> str:
    try:
        who = json.loads(os.pread(descriptor, _LONGEST, 0))
        return f" (process {who['pid']:d} on {who['host']}, since {who['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""


if sys.platform == "win32":  # pragma: no cover - what is tested runs elsewhere
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _SHARED_FIRST, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def in_use(file: Path) -> bool:
        """Say whether a program has *file* open; Windows itself keeps such files in place."""
        return False

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def in_use(file: Path) -> bool:
        """Say whether a program has *file* open by SQLite: an older bot, a database tool.

        Only where this process has not: to close a file gives up all its own locks on it.
        """
        if not file.is_file():
            return False
        with file.open("rb+") as opened:
            try:
                fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_SIZE, _SHARED_FIRST)
            except OSError:
                return True
        return False


@contextlib.contextmanager
def held(file: Path) -> Iterator[None]:
    """Hold a database file for a while.

    Raises:
        StoreHeld: as :meth:`FileLock.take` does; and StoreReadOnly.
    """
    lock = FileLock.take(file)
    try:
        yield
    finally:
        lock.free()
