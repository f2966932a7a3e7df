"""The chain of a campaign's log: each action's link is a hash of the link before and of itself.

It covers whatever must never change. Who acted is left out, and the key of their request: those may
be erased. Actions from before there were chains have no link on file; the first that has one
covers them all the same, as links follow from the log alone.

Which columns a link covers is a list with a number, which the action holds and its link covers:
what is added to the log later gets a new list, and older links stay what they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import RowMapping

from bot.store.codec import dumps
from bot.store.errors import StoreDamaged

Stored = Mapping[str, Any] | RowMapping
"""An action as it stands on file."""

_FIRST: Final = (
    "campaign",
    "seq",
    "seat",
    "kind",
    "secret",
    "body",
    "rolls",
    "dice",
    "events",
    "ruleset",
    "version",
    "turn",
    "phase",
    "at",
)
LISTS: Final[Mapping[int | None, tuple[str, ...]]] = {
    None: _FIRST,
    2: (*_FIRST, "covers", "digest", "cause", "branch", "entered"),
}
"""The columns that a link covers, by the number of the list; actions of the first have none."""
NEWEST: Final = 2


class ChainBroken(StoreDamaged):
    """A log is not what it was when it was written."""

    code = "campaign.unreadable"

    def __init__(self, message: str, seq: int | None = None) -> None:
        super().__init__(message)
        self.seq = seq


def origin(campaign: str) -> bytes:
    """Return what the first link goes on from."""
    return hashlib.sha256(f"adjutant/log/1/{campaign}".encode()).digest()


def link(before: bytes, stored: Stored) -> bytes:
    """Return the link of an action as it is stored, texts of JSON as such."""
    values = [_plain(stored[name]) for name in LISTS[stored["covers"]]]
    return hashlib.sha256(before + dumps(values).encode()).digest()


def _plain(value: Any) -> Any:
    """Return what can be written as JSON."""
    return value.hex() if isinstance(value, bytes) else value


def follow(campaign: str, rows: Iterable[Stored], begun: bytes | None = None) -> bytes:
    """Return the last link of *rows*, a log's beginning or what follows *begun*.

    Raises:
        ChainBroken: at the first action whose link is another one.
    """
    before = origin(campaign) if begun is None else begun
    chained = begun is not None  # once there are links there is none without
    for row in rows:
        try:
            before = link(before, row)
        except (TypeError, ValueError, LookupError):  # bytes for text, or a list there is not
            before = b""
        chained = chained or row["chain"] is not None
        if not before or (chained and row["chain"] != before):
            raise ChainBroken(
                f"The log of campaign {campaign} was changed: action {row['seq']} is not what was "
                "written.",
                row["seq"],
            )
    return before
