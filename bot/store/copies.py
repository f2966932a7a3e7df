"""The copies that `python -m bot backup` has made of a database file, by their names."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

_log = logging.getLogger(__name__)

_STAMP: Final = "%Y%m%d-%H%M%S"
_DAILY: Final = timedelta(days=1)


def copy_name(file: Path, at: datetime) -> str:
    """Return the name of a copy of *file* that is made at an instant."""
    return f"{file.stem}-{at.strftime(_STAMP)}.sqlite3"


def copies_of(file: Path, folder: Path) -> tuple[Path, ...]:
    """Return the copies of *file* in a folder, the oldest first; none where there is no folder.

    Raises:
        OSError: The folder cannot be read.
    """
    if not folder.is_dir():
        return ()
    name = re.compile(rf"{re.escape(file.stem)}-\d{{8}}-\d{{6}}\.sqlite3")
    # Their names sort by time.
    return tuple(sorted(path for path in folder.iterdir() if name.fullmatch(path.name)))


def newest_copy(file: Path, folder: Path) -> tuple[Path, datetime] | None:
    """Return the newest copy of *file* in a folder, and when it was made.

    Raises:
        OSError: The folder cannot be read.
    """
    for copy in reversed(copies_of(file, folder)):
        try:
            stamp = copy.stem.removeprefix(f"{file.stem}-")
            return copy, datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
        except ValueError:
            continue  # digits that are no instant: not ours
    return None


class Watch:
    """Warns the operator in the log of a database whose newest copy is old, once a day at most."""

    def __init__(self, file: Path | None, folder: Path, days: int) -> None:
        """Look for copies of *file* in a folder; of what is no file nothing is said.

        Args:
            file: The database.
            folder: Where its copies are.
            days: After how many a copy is old.
        """
        self._file = file
        self._folder = folder
        self._days = days
        self._told: datetime | None = None

    def look(self, now: datetime) -> None:
        """Say it, if it is so and was not said within a day; that there is no copy is said once."""
        if self._file is None or (self._told is not None and now - self._told < _DAILY):
            return
        try:
            found = newest_copy(self._file, self._folder)
        except OSError as error:
            _log.warning(
                "The folder of backups %s cannot be read: %s", self._folder, error.strerror
            )
        else:
            if found is not None and now - found[1] <= timedelta(days=self._days):
                return
            if found is not None:
                days = (now - found[1]).days
                _log.warning("The newest backup, %s, is %d days old", found[0], days)
            elif self._told is None:
                _log.info("There is no backup in %s: python -m bot backup", self._folder)
        self._told = now
