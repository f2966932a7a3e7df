"""What the bot may do in each server, as Discord says it without a gateway connection."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord

from bot.cli.seeing import printable
from bot.cogs.game.rights import NEEDED
from bot.text import words_for

PATIENCE: Final = 30.0
"""Seconds that Discord may take to answer that the bot is who it says."""

Channels = Mapping[int, Sequence[int]]
"""The channels in which campaigns are played, by server."""


class NotReached(Exception):
    """Discord cannot be asked; the message is one line for the operator."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What Discord says.

    Attributes:
        servers: How many servers the bot is in.
        lacking: A line for each place in which it lacks a right.
        at: The instant by Discord's clock; ``None`` where it has not said.
    """

    servers: int
    lacking: tuple[str, ...]
    at: datetime | None = None


async def ask_discord(token: str, channels: Channels) -> Answer:
    """Ask Discord what the bot may do where campaigns are played, and in its other servers.

    Raises:
        NotReached: It cannot be asked.
    """
    dates: list[str] = []
    trace = aiohttp.TraceConfig()

    async def note(_session: Any, _context: SimpleNamespace, params: Any) -> None:
        dates[:] = [params.response.headers.get("Date", "")]

    trace.on_request_end.append(note)
    client = discord.Client(intents=discord.Intents(guilds=True), http_trace=trace)
    try:
        async with client:
            async with asyncio.timeout(PATIENCE):
                await client.login(token)
            servers, lacking = await rights_in(client, channels)
    except discord.LoginFailure:
        raise NotReached(
            "it refuses the token: copy it anew from the page Bot of the developer portal into "
            "ADJUTANT_TOKEN."
        ) from None
    except discord.HTTPException as error:
        raise NotReached(f"it refuses to answer ({error.status}).") from error
    except (OSError, TimeoutError, aiohttp.ClientError) as error:
        raise NotReached(
            f"it can't be reached ({type(error).__name__}), so rights in servers weren't looked at."
        ) from error
    return Answer(servers, lacking, _instant(dates))


def _instant(dates: Sequence[str]) -> datetime | None:
    try:
        return parsedate_to_datetime(dates[-1])
    except (IndexError, ValueError, TypeError):
        return None


async def rights_in(client: discord.Client, channels: Channels) -> tuple[int, tuple[str, ...]]:
    """Return in how many servers a client is, and a line for each place where it lacks a right.

    Raises:
        discord.HTTPException: Discord does not answer.
    """
    servers = [one.id async for one in client.fetch_guilds(limit=None, with_counts=False)]
    lacking: list[str] = []
    for server in servers:
        try:
            lacking += await _in_server(client, server, channels.get(server, ()))
        except (discord.Forbidden, discord.NotFound) as error:  # put out of it just now, perhaps
            lacking.append(f"Server {server}: Discord doesn't show it to the bot ({error.status}).")
    return len(servers), tuple(lacking)


async def _in_server(client: discord.Client, server: int, channels: Sequence[int]) -> list[str]:
    assert client.user is not None  # it has logged in
    guild = await client.fetch_guild(server, with_counts=False)
    me = await guild.fetch_member(client.user.id)
    name = f"Server {server} ({printable(guild.name)})"
    if not channels:
        return _line(name, me.guild_permissions, NEEDED)
    known = {one.id: one for one in await guild.fetch_channels()}
    found: list[str] = []
    for channel in channels:
        place, in_thread = known.get(channel), False
        if place is None:
            place, in_thread = known.get(await _parent(guild, channel)), True
        if place is None:
            found.append(f"{name}, channel {channel}: the bot can't see it: grant View Channel.")
            continue
        names = needed_in(place, in_thread=in_thread)
        found += _line(f"{name}, channel {channel}", place.permissions_for(me), names)
    return found


def needed_in(place: discord.abc.GuildChannel, *, in_thread: bool) -> list[str]:
    """Return the rights that a campaign needs in a channel, or a forum in which tables open."""
    names = [
        "send_messages_in_threads" if in_thread and one == "send_messages" else one
        for one in NEEDED
    ]
    if isinstance(place, discord.ForumChannel) and not in_thread:
        names.append("send_messages_in_threads")
    if isinstance(place, discord.VoiceChannel | discord.StageChannel):
        names.append("connect")
    return names


async def _parent(guild: discord.Guild, thread: int) -> int:
    """Return the channel that a thread hangs on; 0 where there is no such thread to be seen."""
    try:
        found = await guild.fetch_channel(thread)
    except (discord.Forbidden, discord.NotFound, discord.InvalidData):
        return 0
    return found.parent_id if isinstance(found, discord.Thread) else 0


def _line(place: str, have: discord.Permissions, names: Iterable[str]) -> list[str]:
    words = words_for("en").plain
    lacking = [words.bot(f"permission.{one}").strip("*") for one in names if not getattr(have, one)]
    return [f"{place}: the bot lacks {', '.join(lacking)}."] if lacking else []
