"""Which rows are of the servers that a process speaks for."""

from __future__ import annotations

from sqlalchemy import ColumnElement, true

from bot.shares import OF_SERVER, Share


def covers(share: Share, guild_id: ColumnElement[int]) -> ColumnElement[bool]:
    """Return, as SQL, whether a share covers a server, as :meth:`bot.shares.Share.covers` says."""
    if share.shards is None or share.count is None:
        return true()
    return ((guild_id // (1 << OF_SERVER)) % share.count).in_(share.shards)
