"""One process a database file: who holds it says so, and whoever comes second is told.

The lock is one of the operating system's on a small file beside the database (``<file>.lock``), so
that it ends with its process, however that ends. SQLite's own locks let two bots take turns, and
each would go on from what it remembers.

A file may have several names. The lock beside it follows symbolic links; of hard links a second
lock tells, on the file itself by device and inode. Links alone stop nothing.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import socket
import struct
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

from bot.store.errors import StoreHeld, StoreReadOnly

_LONGEST: Final = 500
# SQLite's own place for the lock of whoever reads (its page "File Locking And Concurrency").
_SHARED_FIRST: Final = 0x40000002
_SHARED_SIZE: Final = 510
# Of the same page, which never holds data, a byte that SQLite locks for nothing.
_OURS: Final = 0x40000000 + 1023
_TAKEN: Final = {errno.EAGAIN, errno.EACCES}

Identity = tuple[int, int]
"""A file by its device and its inode there."""

_held_here: set[Identity] = set()
"""What this process holds. It is not opened again to ask: closing it would free SQLite's locks."""


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
        self._itself: int | None = None
        self._identity: Identity | None = None

    @classmethod
    def take(cls, file: Path) -> FileLock:
        """Hold *file*, which need not be there yet.

        Raises:
            StoreHeld: Another process holds it, by whatever name; where it is the same name, the
                line says which, where and since when.
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
        lock = cls(descriptor)
        try:
            lock.grasp(file)
        except BaseException:
            lock.free()
            raise
        return lock

    def grasp(self, file: Path) -> None:
        """Hold what lies at *file* now by device and inode too; nothing where nothing does.

        To be asked again when the file was made, or another was put in its place.

        Raises:
            StoreHeld: It is held under another name.
        """
        try:
            found = file.stat()
        except OSError:
            return  # it is yet to come, or cannot be read: that is told where it is opened
        identity = found.st_dev, found.st_ino
        if identity == self._identity:
            return
        self._let_go()
        if identity in _held_here:
            raise _held_elsewhere(file)
        self._itself = _lock_itself(file, identity)
        self._identity = identity
        _held_here.add(identity)

    def _let_go(self) -> None:
        itself, self._itself = self._itself, None
        if self._identity is not None:
            _held_here.discard(self._identity)
            self._identity = None
        if itself is not None:
            os.close(itself)

    def free(self) -> None:
        """Let the next one in. The file stays: to delete it would let two in at a time.

        Whatever had the database open in this process has closed it.
        """
        self._let_go()
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, 0)
            os.close(descriptor)


def _held_elsewhere(file: Path) -> StoreHeld:
    return StoreHeld(
        f"The database {file} is in use by another Adjutant under another name of the same file "
        "(a hard link): stop that one first, or copy the file instead of linking it."
    )


def _lock_itself(file: Path, identity: Identity) -> int | None:
    """Lock a file by its identity; return what is to be closed, ``None`` where it has no locks.

    Raises:
        StoreHeld: Another process has.
    """
    try:
        descriptor = _open_itself(file, identity)
    except OSError:
        return None  # not to be written: the opening tells
    try:
        _lock_identity(descriptor)
    except OSError as error:
        os.close(descriptor)
        if error.errno in _TAKEN:
            raise _held_elsewhere(file) from None
        return None
    return descriptor


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
    found = _signed(descriptor)
    return "" if found is None else f" ({found.line})"


def _signed(descriptor: int) -> Holder | None:
    """Return who signed a lock last, and may hold it no more."""
    try:
        who = json.loads(os.pread(descriptor, _LONGEST, 0))
        return Holder(int(who["pid"]), str(who["host"]), str(who["since"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that has a database file for itself."""

    pid: int
    host: str
    since: str

    @property
    def line(self) -> str:
        """It, as the operator reads it."""
        return f"process {self.pid} on {self.host}, since {self.since}"

    @property
    def is_here(self) -> bool:
        """Whether it runs on this machine."""
        return self.host == socket.gethostname()


def holder(file: Path) -> Holder | None:
    """Return who holds a database file, without holding it; ``None`` where nobody does.

    To be asked while this process has the file not open: see :func:`in_use`. Where the system
    cannot tell that a lock is held without taking it, a process that was killed counts until
    another comes.
    """
    file = file.resolve()
    try:
        descriptor = os.open(beside(file, ".lock"), os.O_RDONLY)
    except OSError:
        return None
    try:
        found = _signed(descriptor)
    finally:
        os.close(descriptor)
    return found if found is not None and _is_held(file) else None


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


if sys.platform == "linux":

    def _open_itself(file: Path, _identity: Identity) -> int:
        return os.open(file, os.O_RDWR | os.O_CLOEXEC)

    def _is_held(file: Path) -> bool:
        try:
            with file.open("rb") as opened:
                asked = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, _OURS, 1, 0)
                found = fcntl.fcntl(opened, fcntl.F_OFD_GETLK, asked)
        except OSError:
            return False
        kind: int = struct.unpack("hhqqi0q", found)[0]
        return kind != fcntl.F_UNLCK

    def _lock_identity(descriptor: int) -> None:
        # Of the open file, not of the process: SQLite gives up the process's own when it closes.
        lock = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, _OURS, 1, 0)
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)

else:  # pragma: no cover - what is tested runs elsewhere

    def _is_held(file: Path) -> bool:
        return file.exists()

    def _open_itself(_file: Path, identity: Identity) -> int:
        # No such locks there: a file that all of this machine find, named after what is locked.
        name = f"adjutant-{identity[0]:x}-{identity[1]:x}.lock"
        return os.open(Path(tempfile.gettempdir(), name), os.O_RDWR | os.O_CREAT, 0o600)

    def _lock_identity(descriptor: int) -> None:
        _lock(descriptor)


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
