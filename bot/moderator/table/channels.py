"""Which campaign a channel holds: asked with every command, so it is remembered."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from bot.store import Database, campaigns

_KEPT: Final = 4096


class Channels:
    """The campaigns of channels, by name."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[tuple[int, int], str | None] = OrderedDict()
        self._moves = 0

    async def find(self, guild_id: int, channel_id: int) -> str | None:
        """Return the campaign of a channel: the live one, else the one that ended last.

        Raises:
            StoreError: The database failed.
        """
        where, moves = (guild_id, channel_id), self._moves
        # Where other processes may open or move one, what is remembered may be out of date.
        if where in self._known and not self._database.is_shared:
            self._known.move_to_end(where)
            return self._known[where]
        async with self._database.read() as connection:
            row = await campaigns.in_channel(connection, guild_id, channel_id)
        found = None if row is None else row.id
        if moves == self._moves:  # else it may be out of date already
            self._known[where] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return found

    def forget(self) -> None:
        """Look all up afresh: a campaign came, or moved."""
        self._known.clear()
        self._moves += 1
