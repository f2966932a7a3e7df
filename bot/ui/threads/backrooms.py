"""Private threads for the talk of a seat's people: made, and their people let in and taken out.

The bot writes one message there, which says who can read it, and nothing else ever. Who is in such
a thread it asks of one person at a time: a list of all takes an intent that it does not have.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final
from weakref import WeakValueDictionary

import discord

from bot.clock import from_ms, to_ms
from bot.letters import side_threads as letters
from bot.moderator import Campaign, Complaint, Moderator
from bot.moderator.lobby.side_threads import Guest, SideThread
from bot.store import StoreError
from bot.text import Words, words_for
from bot.ui.threads.classroom import is_final
from bot.ui.threads.rounds import Keeper, backoff
from bot.ui.threads.unanswered import NO_ANSWER

_log = logging.getLogger(__name__)

RIGHTS: Final = ("view_channel", "create_private_threads", "send_messages_in_threads")
"""What the bot needs in a channel to open such a thread there."""
_WEEK: Final = 10080
_CLOCKS_APART: Final = dt.timedelta(minutes=1)
_FIRST: Final = 10
"""Messages among which that of the bot is, if it is there."""
_NONCE_LIMIT: Final = 25
_FULL: Final = 160006
"""Discord's number for a server that has as many open threads as there can be."""


class Backrooms(Keeper):
    """Does on Discord what private threads of seats need there; also when killed between."""

    def __init__(
        self,
        client: discord.Client,
        door: Callable[[], Moderator],
        idle: Callable[[Awaitable[Any]], Awaitable[Any]],
    ) -> None:
        """Let people in and take them out as they come and go; the arguments are a keeper's."""
        super().__init__(client, door, idle)
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._stuck: dict[tuple[str, str], frozenset[int]] = {}

    async def open(self, channel: discord.TextChannel, campaign: Campaign, person_id: int) -> int:
        """Return the thread of somebody's seat, opened in a channel if there is none; let them in.

        One that was archived or deleted is forgotten, and another opened.

        Raises:
            Complaint: campaign.unknown, over, not_seated; side.not_let, full, refused, later.
            StoreError: The database failed; asked again, it goes on.
        """
        door = self._door().side_threads
        asked = await door.ask(campaign.id, person_id, channel.id)
        async with self._lock(asked):
            # Somebody of the same seat may have been faster.
            thread = await door.get(asked.campaign_id, asked.seat) or asked
            thread = replace(thread, again=asked.again)
            try:
                room = None if thread.thread_id is None else await self._room(thread)
                if thread.thread_id is not None and (room is None or room.archived):
                    await door.forget(thread)
                    thread, room = await door.ask(campaign.id, person_id, channel.id), None
                if room is None:
                    room = await self._found(thread, campaign) if thread.again else None
                    room = room or await self._made(channel, thread, campaign)
                await self._settle(room, thread, campaign)
                await _let_in(room, person_id)
            except NO_ANSWER as error:
                if not isinstance(error, discord.HTTPException) or not is_final(error):
                    raise Complaint("side.later") from error
                _log.info("campaign %s: no thread for a side: %s", campaign.id, error)
                raise Complaint(_why(error)) from error
        return room.id

    async def take_out(self, person_id: int) -> None:
        """Take somebody out of all these threads: they are about to be erased.

        Raises:
            StoreError: The database failed.
        """
        for thread in await self._door().side_threads.of(person_id):
            async with self._lock(thread):
                with contextlib.suppress(*NO_ANSWER):
                    room = await self._room(thread)
                    if room is not None:
                        if room.archived:  # Discord takes nobody out of such a one
                            room = await room.edit(archived=False)
                        await _take_out(room, person_id)

    async def look_after(self) -> None:
        """Finish the threads that were made and cut short; forget those that are not there."""
        door = self._door()
        try:
            for one in await door.side_threads.every():
                if one.thread_id is not None:
                    continue
                async with self._lock(one):
                    thread = await door.side_threads.get(one.campaign_id, one.seat)
                    if thread is None or thread.thread_id is not None:
                        continue
                    campaign = await door.reader.campaign(one.campaign_id)
                    room = await self._found(thread, campaign)
                    if room is None:
                        await door.side_threads.forget(thread)
                    else:
                        await self._settle(room, thread, campaign)
        except (Complaint, StoreError, *NO_ANSWER) as error:
            _log.warning("the threads of sides have to wait: %s", error)

    # -- who belongs where -------------------------------------------------------------------

    async def _look(self) -> float | None:
        """Do what is due; return the seconds until something is, if it waits for a time."""
        now, later = to_ms(discord.utils.utcnow()), list[int]()
        door = self._door().side_threads
        for thread in await door.every():
            if thread.over:
                await door.forget(thread)  # its people keep it
                self._stuck.pop((thread.campaign_id, thread.seat), None)
            elif thread.thread_id is None or not (thread.coming or thread.going):
                continue
            elif thread.due > now and not self._leaves_anew(thread):
                later.append(thread.due)
            else:
                due = await self._renew(thread, now)
                later += [] if due is None else [due]
        return None if not later else max(0.001, (min(later) - now) / 1000)

    async def _renew(self, known: SideThread, now: int) -> int | None:
        """Let in and take out; return when to try again what failed."""
        door = self._door()
        async with self._lock(known):
            thread = await door.side_threads.get(known.campaign_id, known.seat)
            if thread is None or thread.thread_id is None:
                return None
            try:
                room = await self._room(thread)
                if room is None or (room.archived and not thread.going):
                    await door.side_threads.forget(thread)
                    return None
                if room.archived:  # nobody is taken out of a closed one, and could open it again
                    room = await room.edit(archived=False)
                campaign = await door.reader.campaign(thread.campaign_id)
                if await self._settle(room, thread, campaign):
                    self._stuck.pop((thread.campaign_id, thread.seat), None)
                    await door.side_threads.settled(thread)
                    return None
            except (Complaint, *NO_ANSWER) as error:
                _log.info("campaign %s: a side's thread waits: %s", thread.campaign_id, error)
            due = now + round(backoff(thread.attempts) * 1000)
            await door.side_threads.put_off(thread, due)
            self._stuck[thread.campaign_id, thread.seat] = _people(thread.going)
            return due

    def _leaves_anew(self, thread: SideThread) -> bool:
        """Say whether somebody is to be taken out who was not when something failed last.

        Who cannot be let in must not keep in whoever has left the side.
        """
        known = self._stuck.get((thread.campaign_id, thread.seat), frozenset())
        return not _people(thread.going) <= known

    async def _settle(self, room: discord.Thread, thread: SideThread, campaign: Campaign) -> bool:
        """Say who can read it, take out who left, let in who came; say whether all could be.

        Raises:
            discord.HTTPException: Discord failed, or does not let anything be written there.
        """
        door = self._door().side_threads
        if not thread.greeted:
            await self._greet(room, thread, campaign)
        done = True
        for guest, move, note in [
            *((one, _take_out, door.went) for one in thread.going),
            *((one, _add, door.came) for one in thread.coming),
        ]:
            done &= await self._moved(room, thread, guest, move, note)
        return done

    async def _moved(
        self,
        room: discord.Thread,
        thread: SideThread,
        guest: Guest,
        move: Callable[[discord.Thread, int], Awaitable[None]],
        note: Callable[[SideThread, Guest], Awaitable[None]],
    ) -> bool:
        """Let somebody in, or take them out; say whether Discord does it."""
        try:
            await move(room, guest.discord_id)
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            _log.info("campaign %s: somebody stays where they are: %s", thread.campaign_id, error)
            return False
        await note(thread, guest)
        return True

    async def _greet(self, room: discord.Thread, thread: SideThread, campaign: Campaign) -> None:
        me = self._client.user
        there = False
        if thread.again:
            async for message in room.history(limit=_FIRST, oldest_first=True):
                there |= me is not None and message.author.id == me.id and bool(message.content)
        if not there:
            await room.send(
                letters.first_words(campaign, thread.seat, self._words(campaign)),
                nonce=f"{campaign.id}-s-{thread.seat}"[:_NONCE_LIMIT],
            )
        await self._door().side_threads.greeted(thread)

    # -- the thread itself -------------------------------------------------------------------

    async def _room(self, thread: SideThread) -> discord.Thread | None:
        """Return a thread that is noted; ``None``: it is gone.

        Raises:
            discord.HTTPException: Discord failed, or hides it.
        """
        assert thread.thread_id is not None
        try:
            found = await self._client.fetch_channel(thread.thread_id)
        except discord.NotFound:
            return None
        return found if isinstance(found, discord.Thread) else None

    async def _made(
        self, channel: discord.TextChannel, thread: SideThread, campaign: Campaign
    ) -> discord.Thread:
        """Make the thread, and note where it is.

        Raises:
            discord.HTTPException: Discord failed, and it may be there, or refuses it.
        """
        door = self._door().side_threads
        try:
            room = await channel.create_thread(
                name=letters.name(campaign, thread.seat, self._words(campaign)),
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=_WEEK,
            )
        except discord.HTTPException as error:
            if is_final(error):
                await door.forget(thread)
            raise
        await door.placed(thread, room.id)
        return room

    async def _found(self, thread: SideThread, campaign: Campaign) -> discord.Thread | None:
        """Return the thread that was made and not noted, once it is: the bot was killed between.

        Raises:
            discord.HTTPException: Discord failed.
        """
        guild, me = self._client.get_guild(thread.guild_id), self._client.user
        if guild is None or me is None:
            return None
        since = from_ms(thread.began) - _CLOCKS_APART
        name = letters.name(campaign, thread.seat, self._words(campaign))
        ours = {
            one.id: one
            for one in await guild.active_threads()
            if one.parent_id == thread.parent_id
            and one.owner_id == me.id
            and one.is_private()
            and one.name == name
            and discord.utils.snowflake_time(one.id) >= since
        }
        door = self._door().side_threads
        for thread_id in await door.unknown(tuple(ours)):
            await door.placed(thread, thread_id)
            return ours[thread_id]
        return None

    def _words(self, campaign: Campaign) -> Words:
        return words_for(campaign.language, self._door().game(campaign))

    def _lock(self, thread: SideThread) -> asyncio.Lock:
        return self._locks.setdefault((thread.campaign_id, thread.seat), asyncio.Lock())


def _people(guests: Sequence[Guest]) -> frozenset[int]:
    return frozenset(one.person for one in guests)


async def _add(room: discord.Thread, person_id: int) -> None:
    await room.add_user(discord.Object(person_id))


async def _take_out(room: discord.Thread, person_id: int) -> None:
    with contextlib.suppress(discord.NotFound):  # they have left it by themselves
        await room.remove_user(discord.Object(person_id))


async def _let_in(room: discord.Thread, person_id: int) -> None:
    """Let somebody in who may have left by themselves."""
    try:
        await room.fetch_member(person_id)
    except discord.NotFound:
        await _add(room, person_id)


def _why(error: discord.HTTPException) -> str:
    if error.code == _FULL:
        return "side.full"
    return "side.not_let" if error.status in {403, 404} else "side.refused"
