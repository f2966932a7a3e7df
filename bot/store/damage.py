"""Rows that cannot be read: the operator hears of each once, in a line, and the bot goes on."""

from __future__ import annotations

import logging
from typing import Final

_log = logging.getLogger(__name__)

_MOST: Final = 1000
"""Lines that are remembered; with more of them the database is no database any more."""


class Damage:
    """What was told of one database since it was opened."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def tell(self, what: str) -> None:
        """Tell the operator what is wrong, once; *what* has no full stop."""
        line = " ".join(what.split())[:500]
        # The reason stands in brackets: a row that was told of is not told of again with another.
        named = line.partition(" (")[0]
        if named in self._told or len(self._told) >= _MOST:
            return
        self._told.add(named)
        _log.error("%s; `python -m bot replay` says more", line)
