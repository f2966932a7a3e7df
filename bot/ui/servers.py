"""The servers that the bot is in, those too that another process of it speaks for.

A process sees on Discord the servers of its own shards. Direct messages come to the process of
shard 0, and people act there at tables of any server.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import aiohttp
import discord

from bot.moderator.lobby.servers import Servers as Known
from bot.shares import Share
from bot.text import clean

NAME_LIMIT: Final = 100
"""Characters of a server's name, by Discord."""
PATIENCE: Final = 1.0
"""Seconds that a page waits for Discord to name a server."""
_KEPT: Final = 1024


class Servers:
    """Knows them, or asks."""

    def __init__(self, client: discord.Client, share: Share, known: Callable[[], Known]) -> None:
        """Ask as a client.

        Args:
            client: Sees the servers of a share.
            share: Which servers those are.
            known: Returns what is on file of servers; there once the bot has started.
        """
        self._client = client
        self._share = share
        self._known = known
        self._names: OrderedDict[int, str] = OrderedDict()

    async def has_bot(self, guild_id: int) -> bool:
        """Say whether the bot is in a server, as far as is known.

        Raises:
            StoreError: The database failed.
        """
        if self._share.covers(guild_id):
            return self._client.get_guild(guild_id) is not None
        return not await self._known().is_left(guild_id)

    async def name(self, guild_id: int) -> str:
        """Return what a server is called; its number where that cannot be said."""
        guild = self._client.get_guild(guild_id)
        if guild is not None:
            return clean(guild.name, NAME_LIMIT) or str(guild_id)
        if guild_id not in self._names and not self._share.covers(guild_id):
            with suppress(discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    found = await self._client.fetch_guild(guild_id, with_counts=False)
                self._names[guild_id] = clean(found.name, NAME_LIMIT)
                while len(self._names) > _KEPT:
                    self._names.popitem(last=False)
        return self._names.get(guild_id) or str(guild_id)
