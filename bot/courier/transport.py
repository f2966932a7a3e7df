"""The way to Discord, by discord.py. Only this and ``undelivered`` know either."""

from __future__ import annotations

import datetime as dt
import hashlib
import zlib
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, TypeVar

import discord

from bot.clock import from_ms
from bot.courier.api import (
    Amended,
    BeginningWord,
    Bulletin,
    Destination,
    DiceWord,
    Ending,
    LessonPage,
    Locked,
    Note,
    Offered,
    OfferEnded,
    Panel,
    Post,
    RefereeWord,
    Reminder,
    Rights,
    SeatWord,
    Stumbles,
    TimeWord,
)
from bot.courier.undelivered import ARCHIVED, Refused, translated
from bot.letters import (
    asks,
    beginnings,
    bulletins,
    clocks,
    endings,
    lessons,
    naming,
    notices,
    offers,
    panels,
    receipts,
    referees,
    rolls,
    sentences,
    substitutes,
)
from bot.letters.letter import Letter
from bot.moderator import Campaign
from engine.api import Game, Params, Term

T = TypeVar("T")

_LONGEST_LOOK: Final = 200
_CLOCKS_APART: Final = dt.timedelta(minutes=1)
"""How much Discord's clock may be behind ours."""


class DiscordTransport:
    """Sends what the courier hands over."""

    def __init__(
        self,
        client: discord.Client,
        game_of: Callable[[Campaign], Game[Any, Any]],
        refused: Refused = lambda _: None,
    ) -> None:
        """Use a client that is logged in.

        Args:
            client: Its default of mentions is "none"; letters name who is notified.
            game_of: Returns the rules that a campaign is played by.
            refused: Told of what Discord has refused, by its number.
        """
        self._refused = refused
        self._client = client
        self._game_of = game_of

    def rights(self, channel_id: int) -> Rights | None:
        """Say what the bot may do in a channel, as far as the gateway has told."""
        channel = self._client.get_channel(channel_id)
        if channel is None or isinstance(channel, discord.abc.PrivateChannel):
            return None
        granted = channel.permissions_for(channel.guild.me)
        post, locked = granted.send_messages, False
        if isinstance(channel, discord.Thread):
            post = granted.send_messages_in_threads
            locked = channel.locked and not granted.manage_threads
        elif isinstance(channel, discord.VoiceChannel | discord.StageChannel):
            post = granted.send_messages and granted.connect
        return Rights(
            post=granted.view_channel and post,
            locked=locked,
            attach=granted.attach_files,
            pin=granted.pin_messages or granted.manage_messages,
        )

    async def post(self, place: Destination, post: Post, *, nonce: str) -> int:
        """Post a message and return its id; the same *nonce* within minutes posts no other."""
        return await self._send(place, self._marked(post, nonce), nonce)

    async def write(self, place: Destination, said: Stumbles, *, nonce: str) -> None:
        """Post a word to the host, in the same way."""
        letter = notices.incidents(said.incidents, said.more, language=said.language)
        await self._send(place, letter, nonce)

    async def _send(self, place: Destination, letter: Letter, nonce: str) -> int:
        async def send() -> discord.Message:
            target = await self._target(place)
            return await target.send(nonce=nonce, **letter.sending())

        if place.kind == "person":
            async with self._translated():
                message = await send()
        else:
            message = await self._opened(place.id, send)
        return message.id

    async def edit(
        self, channel_id: int, message_id: int, post: Post, *, nonce: str | None = None
    ) -> None:
        """Replace a message's content; a thread that was archived is opened for it."""
        message = self._message(channel_id, message_id)
        await self._opened(channel_id, lambda: self._edit(message, post, nonce), edit=True)

    async def find(self, place: Destination, *, nonce: str, since: dt.datetime) -> int | None:
        """Return the message posted or edited with *nonce* since then, if it is there."""
        mark = _mark(nonce)
        me = self._client.user
        async with self._translated():
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
        """Pin a message; a thread that was archived is opened for it."""
        await self._opened(channel_id, self._message(channel_id, message_id).pin)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot's own; a thread that was archived is opened for it."""
        await self._opened(channel_id, self._message(channel_id, message_id).delete)

    # -- discord.py --------------------------------------------------------------------------

    def _translated(self, *, edit: bool = False) -> AbstractAsyncContextManager[None]:
        return translated(edit=edit, refused=self._refused)

    async def _target(self, place: Destination) -> discord.abc.Messageable:
        if place.kind == "person":
            return await self._client.create_dm(discord.Object(place.id))
        return self._client.get_partial_messageable(place.id)

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

    async def _edit(self, message: discord.PartialMessage, post: Post, nonce: str | None) -> None:
        await message.edit(**self._marked(post, nonce).editing())

    def _marked(self, post: Post, nonce: str | None) -> Letter:
        """Return a message by which *nonce* will find it again: Discord's own is gone in minutes.

        The mark is a part's number, and an edit replaces all parts: so each edit sets it again.
        """
        letter = self._letter(post)
        letter.view.stop()  # its buttons are dynamic items: discord.py need not remember it
        if nonce is not None:
            next(iter(letter.view.children)).id = _mark(nonce)
        return letter

    async def _opened(
        self, channel_id: int, work: Callable[[], Awaitable[T]], *, edit: bool = False
    ) -> T:
        """Do *work* in a channel; a thread that was archived is opened for it, once.

        Raises:
            Locked: It cannot be opened.
        """
        async with self._translated(edit=edit):
            try:
                return await work()
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
        async with self._translated():
            try:
                channel = await self._client.fetch_channel(channel_id)
                if isinstance(channel, discord.Thread):
                    await channel.edit(archived=False)
            except discord.Forbidden as error:
                raise Locked(f"an archived thread: {error}") from error
        async with self._translated(edit=edit):
            return await work()

    # -- words -------------------------------------------------------------------------------

    def _letter(self, post: Post) -> Letter:
        campaign = post.look.campaign
        game = self._game_of(campaign)
        if isinstance(post, Panel):
            return panels.panel(post.look, game=game, picture=post.picture, clocks=post.clocks)
        if isinstance(post, TimeWord):
            return clocks.told(
                campaign,
                post.said,
                post.seat,
                game=game,
                seats=post.seats,
                until=post.until,
                pings=post.pings,
                reason=post.reason,
            )
        if isinstance(post, Reminder):
            return self._reminder(post)
        if isinstance(post, Bulletin):
            return bulletins.bulletin(
                post.look,
                post.events,
                game=game,
                pictures=post.pictures,
                pings=post.pings,
                forced=post.forced,
                undone=post.undone,
                by_clock=post.by_clock,
                entered=post.entered,
            )
        if isinstance(post, Offered):
            return offers.offer(
                campaign,
                post.offer,
                undone=post.undone,
                dice=post.dice,
                game=game,
                pings=post.pings,
            )
        if isinstance(post, OfferEnded):
            said = post.kind, post.seat, post.state, post.terms
            return offers.ended(campaign, *said, game=game)
        if isinstance(post, RefereeWord):
            return referees.told(campaign, post.said, post.who, post.body, post.pings, game=game)
        if isinstance(post, DiceWord):
            return rolls.told(post.look, post.body, post.pings, game=game)
        if isinstance(post, BeginningWord):
            return beginnings.told(campaign, post.pings, game=game, changed=post.changed)
        if isinstance(post, SeatWord):
            return substitutes.told(campaign, post.said, post.seat, game=game)
        if isinstance(post, Ending):
            return endings.page(post.past, game=game, pictures=post.pictures, filmed=post.has_film)
        if isinstance(post, LessonPage):
            return lessons.page(post.look, post.step, post.note, game=game, picture=post.picture)
        if isinstance(post, Amended):
            return notices.amended(post.look, post.ruleset, post.rulings, game=game)
        return self._direct(post)

    def _direct(self, post: Note) -> Letter:
        campaign = post.look.campaign
        game = self._game_of(campaign)
        if post.report is not None:
            return notices.report(campaign, post.report, game=game, language=post.language)
        if post.kind == "notice":
            where = sentences.mention_channel(campaign.channel_id)
            params: Params = {"campaign": campaign.name, "channel": where}
            if post.seat is not None:
                params = {**params, "seat": Term("seat", post.seat)}
            if post.until is not None:
                params = {**params, "at": naming.moment(post.until)}
            if post.reason:
                params = {**params, "reason": post.reason}
            return notices.notice(post.look, post.code, params, game=game, language=post.language)
        if post.invited is not None:
            return substitutes.invitation(post.invited, game=game, language=post.language)
        if post.ask is not None:
            return asks.ask(campaign, post.ask, game=game, language=post.language)
        if post.kind == "news":
            return receipts.news(
                post.look,
                game=game,
                language=post.language,
                events=post.events,
                picture=post.picture,
                at=post.at,
            )
        return receipts.receipt(
            post.look,
            game=game,
            language=post.language,
            orders=post.orders,
            events=post.events,
            picture=post.picture,
            digest=_digest(post),
            at=post.at,
        )

    def _reminder(self, post: Reminder) -> Letter:
        found = [
            (look.campaign, due, from_ms(due.until), self._game_of(look.campaign))
            for look, due in post.tables
        ]
        if post.here is None:
            return clocks.reminder(found, post.language)
        campaign, due, at, game = found[0]
        return clocks.reminder_here(campaign, due.seat, at, post.here, game=game)


def _mark(nonce: str) -> int:
    """Return the component id under which a message is found again."""
    return zlib.crc32(nonce.encode()) & 0x7FFFFFFF or 1


def _digest(note: Note) -> str:
    """Return a fingerprint of orders as their giver was told them."""
    if not note.orders:
        return ""
    text = "\n".join(f"{order.kind} {order.model_dump_json()}" for order, _ in note.orders)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
