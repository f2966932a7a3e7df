"""Threads that are archived: discord.py forgets them, and Discord tells of each on demand only."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import discord

from bot.ui.threads.unanswered import NO_ANSWER

_log = logging.getLogger(__name__)

MOST: Final = 20
"""Threads that are asked for at once; the rest the next time."""
FRESH: Final = 3600.0
"""Seconds for which an answer holds. Where a thread is, and whether it is private, never changes;
that it is gone may be noticed later."""
_KEPT: Final = 2000


class Archive:
    """Remembers what it was told of archived threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[float, discord.Thread | None]] = OrderedDict()

    async def threads(self, guild: discord.Guild, ids: Sequence[int]) -> list[discord.Thread]:
        """Return those of some channels of a server that are threads the bot can see.

        Whatever Discord refuses or fails to tell is left out.
        """
        now = time.monotonic()
        old = [one for one in ids if one not in self._known or self._known[one][0] < now - FRESH]
        await asyncio.gather(*(self._ask(guild, one) for one in old[:MOST]))
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        found = (self._known[one][1] for one in ids if one in self._known)
        return [thread for thread in found if thread is not None]

    async def _ask(self, guild: discord.Guild, channel_id: int) -> None:
        try:
            channel = await guild.fetch_channel(channel_id)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            channel = None  # deleted, or nothing that the bot can see
        except NO_ANSWER as error:
            _log.info("channel %d is not told of: %s", channel_id, error)
            return
        thread = channel if isinstance(channel, discord.Thread) else None
        self._known[channel_id] = time.monotonic(), thread
        self._known.move_to_end(channel_id)
