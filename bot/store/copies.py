"""The copies that `python -m bot backup` has made of a database, by their names."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

from bot.store.lock import sqlite_file

_log = logging.getLogger(__name__)

_STAMP: Final = "%Y%m%d-%H%M%S"
_DAILY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Copies:
    """The copies of one database: files of a name, an instant and an ending."""

    stem: str
    suffix: str

    def name(self, at: datetime) -> str:
        """Return the name of a copy that is made at an instant."""
        return f"{self.stem}-{at.strftime(_STAMP)}{self.suffix}"

    def within(self, folder: Path) -> tuple[Path, ...]:
        """Return those in a folder, the oldest first; none where there is no folder.

        Raises:
            OSError: The folder cannot be read.
        """
        if not folder.is_dir():
            return ()
        name = re.compile(rf"{re.escape(self.stem)}-\d{{8}}-\d{{6}}{re.escape(self.suffix)}")
        # Their names sort by time.
        return tuple(sorted(path for path in folder.iterdir() if name.fullmatch(path.name)))

    def newest(self, folder: Path) -> tuple[Path, datetime] | None:
        """Return the newest in a folder, and when it was made.

        Raises:
            OSError: The folder cannot be read.
        """
        for copy in reversed(self.within(folder)):
            try:
                stamp = copy.stem.removeprefix(f"{self.stem}-")
                return copy, datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
            except ValueError:
                continue  # digits that are no instant: not ours
        return None


def copies_of(url: URL) -> Copies:
    """Return what the copies of a database are called: of a file, or of one on a server."""
    file = sqlite_file(url)
    if file is None:
        return Copies(str(url.database), ".dump")
    return Copies(file.stem, ".sqlite3")


class Watch:
    """Warns the operator in the log of a database whose newest copy is old, once a day at most."""

    def __init__(self, url: URL, folder: Path, days: int) -> None:
        """Look for copies in a folder.

        Args:
            url: The database; one on a server may have backups of its server's as well.
            folder: Where its copies are.
            days: After how many a copy is old.
        """
        self._copies = copies_of(url)
        self._is_file = sqlite_file(url) is not None
        self._folder = folder
        self._days = days
        self._told: datetime | None = None

    def look(self, now: datetime) -> None:
        """Say it, if it is so and was not said within a day; that there is no copy is said once."""
        if self._told is not None and now - self._told < _DAILY:
            return
        try:
            found = self._copies.newest(self._folder)
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
            elif self._told is None and self._is_file:
                _log.info("There is no backup in %s: python -m bot backup", self._folder)
        self._told = now
