"""The way to Discord, by discord.py. The one module of the courier that knows either."""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import zlib
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import aiohttp
import discord

from bot.courier.api import (
    Bulletin,
    ChannelGone,
    Closed,
    EditsSpent,
    MessageGone,
    NotAllowed,
    Note,
    Panel,
    PinsFull,
    Place,
    Post,
    Rights,
    TryLater,
    Unacceptable,
    Undelivered,
)
from bot.moderator import Campaign
from bot.ui import messages
from bot.ui.messages import Letter
from engine.api import Game

# Discord's own numbers (its page "Opcodes and Status Codes").
_UNKNOWN_CHANNEL: Final = 10003
_ARCHIVED: Final = 50083
_BY_CODE: Final[dict[int, type[Undelivered]]] = {
    _UNKNOWN_CHANNEL: ChannelGone,
    10008: MessageGone,
    10013: Closed,  # no such user
    30003: PinsFull,
    30046: EditsSpent,
    40003: Closed,  # opening direct messages too fast
    40005: Unacceptable,  # larger than this server allows
    50001: NotAllowed,
    50007: Closed,
    50013: NotAllowed,
    50278: Closed,  # no server in common any more
}
_LONGEST_LOOK: Final = 200
_CLOCKS_APART: Final = dt.timedelta(minutes=1)
"""How much Discord's clock may be behind ours."""


class DiscordTransport:
    """Sends what the courier hands over."""

    def __init__(
        self, client: discord.Client, game_of: Callable[[Campaign], Game[Any, Any]]
    ) -> None:
        """Use a client that is logged in.

        Args:
            client: Its default of mentions is "none"; letters name who is notified.
            game_of: Returns the rules that a campaign is played by.
        """
        self._client = client
        self._game_of = game_of

    def rights(self, channel_id: int) -> Rights | None:
        """Say what the bot may do in a channel, as far as the gateway has told."""
        channel = self._client.get_channel(channel_id)
        if channel is None or isinstance(channel, discord.abc.PrivateChannel):
            return None
        granted = channel.permissions_for(channel.guild.me)
        thread = isinstance(channel, discord.Thread)
        post = granted.send_messages_in_threads if thread else granted.send_messages
        return Rights(
            post=granted.view_channel and post,
            attach=granted.attach_files,
            pin=granted.pin_messages or granted.manage_messages,
        )

    async def post(self, place: Place, post: Post, *, nonce: str) -> int:
        """Post a message and return its id; the same *nonce* within minutes posts no other."""
        letter = self._letter(post)
        letter.view.stop()  # its buttons are dynamic items: discord.py need not remember it
        # The nonce is gone after minutes; this number stays with the message, and finds it again.
        next(iter(letter.view.children)).id = _mark(nonce)
        async with _translated():
            target = await self._target(place)
            message = await target.send(nonce=nonce, **letter.sending())
        return message.id

    async def edit(self, channel_id: int, message_id: int, post: Post) -> None:
        """Replace a message's content; a thread that was archived is opened for it."""
        message = self._message(channel_id, message_id)
        async with _translated(edit=True):
            try:
                await self._edit(message, post)
            except discord.HTTPException as error:
                if error.code != _ARCHIVED:
                    raise
                await self._unarchive(channel_id)
                await self._edit(message, post)

    async def find(self, place: Place, *, nonce: str, since: dt.datetime) -> int | None:
        """Return the message posted with *nonce* since then, if it is there."""
        mark = _mark(nonce)
        me = self._client.user
        async with _translated():
            target = await self._target(place)
            async for message in target.history(
                limit=_LONGEST_LOOK, after=since - _CLOCKS_APART, oldest_first=True
            ):
                if me is None or message.author.id != me.id:
                    continue
                marks = {getattr(part, "id", None) for part in message.components}
                if message.nonce == nonce or mark in marks:
                    return message.id
        return None

    async def pin(self, channel_id: int, message_id: int) -> None:
        """Pin a message."""
        async with _translated():
            await self._message(channel_id, message_id).pin()

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot's own."""
        async with _translated():
            await self._message(channel_id, message_id).delete()

    # -- discord.py --------------------------------------------------------------------------

    async def _target(self, place: Place) -> discord.abc.Messageable:
        if place.kind == "person":
            return await self._client.create_dm(discord.Object(place.id))
        return self._client.get_partial_messageable(place.id)

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

    async def _edit(self, message: discord.PartialMessage, post: Post) -> None:
        letter = self._letter(post)
        letter.view.stop()
        await message.edit(**letter.editing())

    async def _unarchive(self, channel_id: int) -> None:
        channel = await self._client.fetch_channel(channel_id)
        if isinstance(channel, discord.Thread):
            await channel.edit(archived=False)

    # -- words -------------------------------------------------------------------------------

    def _letter(self, post: Post) -> Letter:
        campaign = post.look.campaign
        game = self._game_of(campaign)
        if isinstance(post, Panel):
            return messages.panel(post.look, game=game, picture=post.picture)
        if isinstance(post, Bulletin):
            return messages.bulletin(
                post.look, post.events, game=game, picture=post.picture, pings=post.pings
            )
        if post.kind == "notice":
            where = messages.mention_channel(campaign.channel_id)
            params = {"campaign": campaign.name, "channel": where}
            return messages.notice(post.look, post.code, params, game=game, language=post.language)
        if post.kind == "news":
            return messages.news(
                post.look,
                game=game,
                language=post.language,
                events=post.events,
                picture=post.picture,
                at=post.at,
            )
        return messages.receipt(
            post.look,
            game=game,
            language=post.language,
            action=post.action,
            events=post.events,
            picture=post.picture,
            digest=_digest(post),
            at=post.at,
        )


def _mark(nonce: str) -> int:
    """Return the component id under which a message is found again."""
    return zlib.crc32(nonce.encode()) & 0x7FFFFFFF or 1


def _digest(note: Note) -> str:
    """Return a fingerprint of an order as its giver was told it."""
    if note.action is None:
        return ""
    text = f"{note.action.kind} {note.action.model_dump_json()}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@contextlib.asynccontextmanager
async def _translated(*, edit: bool = False) -> AsyncIterator[None]:
    """Turn what discord.py raises into the courier's words."""
    try:
        yield
    except discord.RateLimited as error:
        # discord.py waits by itself as long as it is allowed to. An edit that is to wait longer
        # has met the limit for old messages, whose number discord.py does not pass on.
        if edit:
            raise EditsSpent(str(error)) from error
        raise TryLater(str(error), after=error.retry_after, arrived=False) from error
    except discord.HTTPException as error:
        raise _undelivered(error) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise TryLater(f"{type(error).__name__}: {error}", arrived=None) from error


def _undelivered(error: discord.HTTPException) -> Undelivered:
    what = f"{error.status} {error.code}: {error.text}"[:300]
    known = _BY_CODE.get(error.code)
    if known is not None:
        return known(what)
    if error.status == 429:
        return TryLater(what, arrived=False)
    if error.status == 403:
        return NotAllowed(what)
    if error.status == 404:
        return ChannelGone(what)
    if error.status in {400, 413}:
        return Unacceptable(what)
    # 401: the token was changed. Whatever waits goes out when the bot runs with the new one.
    return TryLater(what, arrived=None)
