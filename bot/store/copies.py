"""The copies that `python -m bot backup` has made of a database file, by their names."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

_STAMP: Final = "%Y%m%d-%H%M%S"


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
