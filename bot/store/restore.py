"""Putting a copy in the place of a database, so that a kill at any instant loses neither.

A copy over a file whose ``-wal`` remains is either ignored (the WAL wins) or torn to pieces by it.
So the copy is made and checked beside the database first; then a rename says that it is to hold
(``<file>.restoring-<stamp>``), what it replaces goes aside with its companions, and the copy takes
its place. Whoever finds the first rename done and the last not finishes it (:func:`finish`).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

from bot.store import anchor, migrate, wal
from bot.store.builds import Build
from bot.store.errors import StoreBusy, StoreDamaged, StoreError, StoreNewer, translate
from bot.store.lock import beside, in_use, sqlite_file

TAILS: Final = ("", "-wal", "-shm", "-journal", anchor.TAIL)
"""A database file and what belongs to it: all of it goes aside together."""
_PART: Final = ".restore.part"
_DECIDED: Final = ".restoring-"
_OURS: Final = frozenset({"alembic_version", "campaigns", "actions", "states"})


def stage(copy: Path, file: Path, build: Build, *, what_is_left: bool = False) -> Path:
    """Copy *copy* beside *file* as one file and check that copy; nothing else is touched yet.

    *build* must not be older than the one that wrote it. With *what_is_left* a copy will do whose
    end was lost.

    Raises:
        StoreError: It is no copy that this version can go on from; one line says why.
    """
    if not copy.is_file():
        raise StoreError(f"There is no file {copy} to restore.")
    staged = beside(file, _PART)
    discard(staged)
    try:
        if not what_is_left:
            require_whole(copy)
        _copy_in(copy, staged)
        _check(staged, copy, build)
    except sqlite3.Error as error:
        discard(staged)
        raise translate(error, str(copy)) from error
    except BaseException:
        discard(staged)
        raise
    return staged


def require_whole(copy: Path) -> None:
    """Insist that a reader of *copy* would read all of its write-ahead log.

    Raises:
        StoreDamaged: It would not.
    """
    damage = wal.examine(copy)
    if damage is not None:
        raise StoreDamaged(
            f"The write-ahead log of {copy} is damaged, and {damage.commits} changes saved after "
            "that would be lost: restore another copy, or add --what-is-left."
        )


def discard(staged: Path) -> None:
    """Delete a staged copy that is not to hold."""
    for tail in TAILS:
        beside(staged, tail).unlink(missing_ok=True)


def swap(staged: Path, file: Path, stamp: datetime) -> Path | None:
    """Put *staged* in the place of *file*; return where that now is, if there was one.

    Raises:
        StoreBusy: A program has *file* open.
        OSError: The folder cannot be written; :func:`finish` goes on from there.
    """
    if in_use(file):
        raise StoreBusy(
            f"The database {file} is open in another program: stop the bot, backup or database "
            "tool that uses it, then try again."
        )
    if beside(staged, "-wal").exists():
        raise StoreError(f"The copy {staged} could not be closed: try again.")
    _sync(staged)
    decided = beside(file, _DECIDED + stamp.strftime("%Y%m%d-%H%M%S"))
    staged.replace(decided)
    _sync(file.parent)
    return _carry_out(decided, file)


def finish(file: Path) -> Path | None:
    """Carry out a restoration that was decided on and cut short; *file* is held.

    Returns:
        Where what it replaced lies; ``None`` when there was nothing to do or to replace.
    """
    kept = None
    for decided in sorted(file.parent.glob(f"{file.name}{_DECIDED}*")):
        kept = _carry_out(decided, file)
    return kept


def is_cut_short(file: Path) -> bool:
    """Say whether a restoration of *file* was decided on and not carried out."""
    return any(file.parent.glob(f"{file.name}{_DECIDED}*"))


def _carry_out(decided: Path, file: Path) -> Path | None:
    stamp = decided.name.rpartition(_DECIDED)[2]
    aside = beside(file, f".before-restore-{stamp}")
    begun = any(beside(aside, tail).exists() for tail in TAILS)
    number = 1
    # What lies aside is never written over, whoever made a new file here meanwhile.
    while any(beside(file, t).exists() and beside(aside, t).exists() for t in TAILS):
        number += 1
        aside = beside(file, f".before-restore-{stamp}.{number}")
    moved = begun
    for tail in TAILS:
        there = beside(file, tail)
        if there.exists():
            there.replace(beside(aside, tail))
            moved = True
    _sync(file.parent)
    decided.replace(file)
    _sync(file.parent)
    return aside if moved else None


def _copy_in(copy: Path, staged: Path) -> None:
    with (
        contextlib.closing(sqlite3.connect(read_only(copy), uri=True)) as old,
        contextlib.closing(sqlite3.connect(staged)) as new,
    ):
        old.backup(new)
        # One file that needs no companions.
        new.execute("PRAGMA journal_mode = DELETE")
    with contextlib.suppress(OSError):
        shutil.copymode(copy, staged)
        staged.chmod(staged.stat().st_mode | 0o600)


def read_only(file: Path) -> str:
    """Return the URI by which a database can be read without leaving anything beside it."""
    wal = beside(file, "-wal")
    still = not wal.exists() or wal.stat().st_size == 0
    return f"{file.resolve().as_uri()}?{'immutable=1' if still else 'mode=ro'}"


def read_only_url(url: URL) -> URL:
    """Return the URL by which :func:`read_only` reads the same file; a server's is what it was.

    Raises:
        StoreError: There is no such file.
    """
    file = sqlite_file(url)
    if file is None:
        return url
    if not file.is_file():
        raise StoreError(f"There is no database {file}.")
    path, _, way = read_only(file).partition("?")
    name, _, value = way.partition("=")
    return URL.create(url.drivername, database=path, query={name: value, "uri": "true"})


def _check(staged: Path, copy: Path, build: Build) -> None:
    with contextlib.closing(sqlite3.connect(staged)) as new:
        verdict = new.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if verdict != "ok":
            what = " ".join(str(verdict).split())
            raise StoreDamaged(f"The file {copy} is damaged ({what}): restore another copy.")
        tables = {name for (name,) in new.execute("SELECT name FROM sqlite_master")}
        if not tables >= _OURS:
            raise StoreError(f"The file {copy} is no database of Adjutant.")
        if new.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise StoreDamaged(f"The file {copy} is damaged (rows miss what they belong to).")
    behind = migrate.behind(staged, build)
    if behind:
        raise StoreNewer(
            f"The file {copy} is from a newer version of Adjutant ({'; '.join(behind)}): update "
            "the bot first."
        )


def _sync(path: Path) -> None:
    """Have a file or a folder on the disk."""
    if os.name == "nt" and path.is_dir():  # Windows opens no folders
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
