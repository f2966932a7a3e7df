"""Which servers a process speaks for, where several share a bot: by the gateway's shards.

Discord gives every server to one shard, by its id; direct messages come to shard 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_WHOLE: Final = re.compile(r"\d+")
_PART: Final = re.compile(r"(?P<first>\d+)(?:-(?P<last>\d+))?/(?P<count>\d+)")
OF_SERVER: Final = 22
"""Bits of an id that say nothing of when it was made."""
MOST: Final = 10_000
"""More shards than Discord has given anybody."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one process has of a bot's shards.

    Attributes:
        count: How many there are in all; ``None``: as many as Discord recommends.
        shards: Those of this process, in order; ``None``: all of them, and it is the only one.
    """

    count: int | None = None
    shards: tuple[int, ...] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether this process is the only one."""
        return self.shards is None

    def covers(self, guild_id: int) -> bool:
        """Say whether the process speaks for a server."""
        if self.shards is None or self.count is None:
            return True
        return (guild_id >> OF_SERVER) % self.count in self.shards

    @property
    def parts(self) -> tuple[Share, ...]:
        """Its shards by themselves; the whole is in one part."""
        if self.shards is None:
            return (self,)
        return tuple(Share(self.count, (one,)) for one in self.shards)

    def __str__(self) -> str:
        if self.shards is None:
            return "" if self.count is None else str(self.count)
        first, last = self.shards[0], self.shards[-1]
        return f"{first}/{self.count}" if first == last else f"{first}-{last}/{self.count}"


WHOLE: Final = Share()


def read_share(typed: str) -> Share:
    """Return a share as an operator writes it: "16" (all of 16 shards), "0-3/16" or "5/16".

    Raises:
        ValueError: It is none; its words are for the operator.
    """
    text = typed.strip()
    part = _PART.fullmatch(text)
    if part is None:
        if not _WHOLE.fullmatch(text) or not 1 <= int(text) <= MOST:
            raise ValueError("write a number such as 16, or the share of this process: 0-3/16")
        return Share(int(text))
    first, count = int(part["first"]), int(part["count"])
    last = first if part["last"] is None else int(part["last"])
    if not first <= last < count <= MOST:
        raise ValueError(f"of {count} shards the last is number {count - 1}, and 0 is the first")
    return Share(count, tuple(range(first, last + 1)))
