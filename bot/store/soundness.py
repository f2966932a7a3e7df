"""Whether a SQLite file still holds all that was committed to it; asked before it is opened."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from bot.store import anchor, wal
from bot.store.errors import StoreDamaged

_log = logging.getLogger(__name__)

_WAY_OUT: Final = (
    "put the latest backup in its place (python -m bot restore FILE), or go on from what can be "
    "read (python -m bot restore {file} --what-is-left)."
)


def require(file: Path) -> None:
    """Insist that nothing committed to *file* would be lost by opening it; nobody has it open.

    Raises:
        StoreDamaged: Something would; the line says what, and the way out.
        sqlite3.Error: It cannot be read.
        OSError: as above.
    """
    if not file.exists() or file.stat().st_size == 0:
        return
    damage = wal.examine(file)
    mark = anchor.read(file)
    lost = mark is not None and anchor.lost(file, mark)
    if lost:
        assert mark is not None
        raise StoreDamaged(
            f"The database {file} lacks action {mark.seq} of campaign {mark.campaign}, which was "
            "saved: its end was damaged, or an older file put there by hand; "
            + _WAY_OUT.format(file=file)
        )
    if damage is None:
        return
    if damage.commits == 1 and mark is not None:
        # One write without its beginning: a power failure before anyone was told that it is done.
        _log.warning("The last write to %s was cut short and is dropped", file)
        return
    raise StoreDamaged(
        f"The write-ahead log {file}-wal is damaged at frame {damage.frame}: {damage.commits} "
        "changes saved after it would be lost; " + _WAY_OUT.format(file=file)
    )
