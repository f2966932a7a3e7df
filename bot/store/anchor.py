"""What was committed last, written down outside the database.

A small file beside it (``<file>.anchor``) names the last action that was committed, with its link
of the log's chain. It is written after the commit, so it never claims more than is on the disk; if
the database lacks that action when it is opened, it has lost what it once had: a tail of its log
was damaged, or an older file was put in its place by hand.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.store.lock import beside

TAIL: Final = ".anchor"
_SIZE: Final = 200


@dataclass(frozen=True, slots=True)
class Mark:
    """One action: its campaign, its number, and its link of the chain."""

    campaign: str
    seq: int
    chain: str


class Anchor:
    """The open file of a database that this process has for itself."""

    def __init__(self, file: Path) -> None:
        """Open or make the anchor of *file*.

        Raises:
            OSError: It cannot be written.
        """
        self._descriptor = os.open(beside(file, TAIL), os.O_RDWR | os.O_CREAT, 0o600)

    def drop(self, mark: Mark) -> None:
        """Write down what was committed. A full disk leaves the older mark, which holds as well."""
        line = json.dumps([mark.campaign, mark.seq, mark.chain]).encode()
        with contextlib.suppress(OSError):
            os.pwrite(self._descriptor, line.ljust(_SIZE) + b"\n", 0)

    def close(self) -> None:
        """Let go of the file."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)


def read(file: Path) -> Mark | None:
    """Return what the anchor of *file* says, if it says anything."""
    try:
        campaign, seq, chain = json.loads(beside(file, TAIL).read_text("utf-8"))
        return Mark(str(campaign), int(seq), str(chain))
    except (OSError, ValueError, TypeError):
        return None


def lost(file: Path, mark: Mark) -> bool:
    """Say whether *file*, with its write-ahead log, lacks the action that *mark* names.

    A campaign that is not there at all may have been erased: nothing is claimed about it.

    Raises:
        sqlite3.Error: The database cannot be read.
    """
    uri = f"{file.resolve().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(uri, uri=True)) as raw:
        names = {name for _, name, *_ in raw.execute("PRAGMA table_info(actions)")}
        if not names:
            return True
        if not raw.execute("SELECT 1 FROM campaigns WHERE id = ?", (mark.campaign,)).fetchone():
            return False
        column = "hex(chain)" if "chain" in names else "NULL"
        found = raw.execute(
            f"SELECT {column} FROM actions WHERE campaign = ? AND seq = ?",  # noqa: S608 - ours
            (mark.campaign, mark.seq),
        ).fetchone()
    return found is None or (found[0] is not None and found[0].lower() != mark.chain)
