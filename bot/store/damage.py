"""Rows that cannot be read: the operator hears of each once, in a line, and the bot goes on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import Unreadable, reason

_log = logging.getLogger(__name__)

_MOST: Final = 1000
"""Lines that are remembered; with more of them the database is no database any more."""
_NAME: Final = "damage"


class Damage:
    """What was told of one database since it was opened."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def note(self, what: str) -> None:
        """Tell the operator what is wrong, once; a reason stands in brackets, without full stop."""
        line = " ".join(what.split())[:500]
        # A row that was told of is not told of again for another reason.
        named = line.partition(" (")[0]
        if named in self._told or len(self._told) >= _MOST:
            return
        self._told.add(named)
        _log.error("%s; `python -m bot replay` says more", line)

    def watch(self, connection: AsyncConnection) -> None:
        """Hear of what is found by way of a connection (:func:`passed_over`)."""
        connection.info[_NAME] = self


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turn whatever goes wrong where a row is read into an ``Unreadable`` that names it."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise Unreadable(f"{what} cannot be read ({reason(error)})") from error


@contextmanager
def passed_over(connection: AsyncConnection, what: str) -> Iterator[None]:
    """Leave out what cannot be read, and tell the operator of it."""
    try:
        with reading(what):
            yield
    except Unreadable as error:
        connection.info.get(_NAME, Damage()).note(str(error))
