"""The threads of lessons: made, found again, and closed."""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections.abc import Callable
from typing import Any, Final, TypeGuard
from weakref import WeakValueDictionary

import discord

from bot.clock import from_ms
from bot.moderator import Complaint, Moderator
from bot.moderator.learning.lessons import LessonPlace
from bot.store import StoreError
from bot.text import clean, words_for
from bot.ui.threads.unanswered import NO_ANSWER

_log = logging.getLogger(__name__)

RIGHTS: Final = ("create_private_threads", "send_messages_in_threads", "attach_files")
"""What the bot needs in a channel to open a lesson there."""
_WEEK: Final = 10080
_CLOCKS_APART: Final = dt.timedelta(minutes=1)
_NAME_LIMIT: Final = 90
_PASSING: Final = {401, 408, 429}
"""Of Discord's refusals those that do not mean what was asked: the token, the time, the number."""
_NO_THREADS: Final = 50024
"""Discord's number for a kind of channel that cannot have such a thread."""
_FULL: Final = 160006
"""And for a server that has as many open threads as there can be."""


def has_lessons(channel: object) -> TypeGuard[discord.TextChannel]:
    """Say whether private threads can be made in a channel: only in ordinary text channels."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def is_final(error: discord.HTTPException) -> bool:
    """Say whether Discord has refused what was asked: to ask again brings the same answer."""
    return 400 <= error.status < 500 and error.status not in _PASSING


def _why(error: discord.HTTPException) -> str:
    if error.code == _NO_THREADS:
        return "lesson.no_channel"
    if error.code == _FULL:
        return "lesson.full"
    return "lesson.no_right" if error.status in {403, 404} else "lesson.refused"


class Classroom:
    """Does on Discord what lessons need there; each part once, also when it is killed between."""

    def __init__(self, client: discord.Client, door: Callable[[], Moderator]) -> None:
        """Use a client; *door* gives the moderator once the bot has started."""
        self._client = client
        self._door = door
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def finish(self, lesson: LessonPlace, *, again: bool = False) -> LessonPlace:
        """Do what is left to be done until a lesson can be taken; return it as it is then.

        Args:
            lesson: As it was noted.
            again: Whether it was begun before, and may have a thread that nobody noted.

        A lesson that cannot be finished is ended: its person may ask for another at once.

        Raises:
            Complaint: lesson.over, no_channel, no_right, full, refused, none;
                campaign.unknown_game, fault.
            StoreError: The database failed; asked again, it goes on.
            discord.HTTPException: Discord failed; the same.
        """
        lock = self._locks.setdefault(lesson.id, asyncio.Lock())
        async with lock:
            assert lesson.person_id is not None
            door = self._door().lessons
            known = await door.of(lesson.person_id)
            if known is None or known.id != lesson.id:
                raise Complaint("lesson.over")
            name = self._name(known)
            channel_id = known.channel_id
            if channel_id is None:
                channel_id = await self._found(known, name) if again else None
                if channel_id is None:
                    channel_id = await self._made(known, name)
                await door.placed(known.id, channel_id)
            try:
                await door.open(known.id, name)
            except Complaint:
                await self._end(known)
                raise
            if not known.ready:
                await self._let_in(known, channel_id)
            done = await door.of(lesson.person_id)
        if done is None:
            raise Complaint("lesson.over")
        return done

    def _name(self, lesson: LessonPlace) -> str:
        words = words_for(lesson.language, self._door().rules(lesson.game)).plain
        title = words.label("game.title")
        return clean(words.bot("lesson.name", game=title), _NAME_LIMIT)

    async def _found(self, lesson: LessonPlace, name: str) -> int | None:
        """Return the thread that was made for a lesson and not noted: the bot was killed between.

        One of the same name will do: nobody has been let in yet.
        """
        guild, me = self._client.get_guild(lesson.guild_id), self._client.user
        if guild is None or me is None:
            return None
        since = from_ms(lesson.began) - _CLOCKS_APART
        try:
            active = await guild.active_threads()
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            return None
        found = [
            thread.id
            for thread in active
            if thread.parent_id == lesson.parent_id
            and thread.owner_id == me.id
            and thread.is_private()
            and thread.name == name
            and discord.utils.snowflake_time(thread.id) >= since
        ]
        unknown = await self._door().lessons.unknown(tuple(found))
        return unknown[0] if unknown else None

    async def _made(self, lesson: LessonPlace, name: str) -> int:
        try:
            parent = await self._channel(lesson.parent_id)
            if has_lessons(parent):
                thread = await parent.create_thread(
                    name=name,
                    type=discord.ChannelType.private_thread,
                    invitable=False,
                    auto_archive_duration=_WEEK,
                )
                return thread.id
            why = "lesson.no_channel"
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            _log.info("lesson %s: no thread can be made: %s", lesson.id, error)
            why = _why(error)
        await self._door().lessons.end(lesson.id)
        await self._door().lessons.closed(lesson.id)
        raise Complaint(why)

    async def _let_in(self, lesson: LessonPlace, channel_id: int) -> None:
        assert lesson.person_id is not None
        try:
            thread = await self._channel(channel_id)
            if isinstance(thread, discord.Thread):
                await thread.add_user(discord.Object(lesson.person_id))
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            await self._end(lesson)
            gone = error.status in {403, 404}
            raise Complaint("lesson.over" if gone else _why(error)) from error
        await self._door().lessons.ready(lesson.id)

    async def is_there(self, lesson: LessonPlace) -> bool:
        """Say whether a lesson's thread is there still; one that is not begun yet may come.

        Raises:
            discord.HTTPException: Discord failed.
        """
        if lesson.channel_id is None:
            return True
        try:
            await self._client.fetch_channel(lesson.channel_id)
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            return False
        return True

    async def close(self, lesson: LessonPlace) -> None:
        """Delete the thread of a lesson that is over, or archive it where the bot may not.

        Raises:
            StoreError: The database failed; it is tried again another time.
            discord.HTTPException: Discord failed; the same.
        """
        if lesson.channel_id is not None and self._client.get_guild(lesson.guild_id) is not None:
            try:
                thread: Any = await self._channel(lesson.channel_id)
                try:
                    await thread.delete()
                except discord.Forbidden:
                    await thread.edit(archived=True)
            except discord.HTTPException as error:
                if not is_final(error):
                    raise
                _log.info("the thread of a lesson stays or is gone: %s", error)
        await self._door().lessons.closed(lesson.id)

    async def look_after(self) -> None:
        """Finish what was cut short, end what is a week old, and close what is over."""
        door = self._door().lessons
        try:
            await door.end_old()
            left = await door.unfinished()
        except StoreError:
            _log.exception("the lessons cannot be looked after")
            return
        for lesson in left:
            try:
                if lesson.person_id is None:
                    await self._end(lesson)
                else:
                    await self.finish(lesson, again=True)
            except Complaint as error:
                _log.info("lesson %s: %s", lesson.id, error.code)
            except (StoreError, *NO_ANSWER) as error:
                _log.warning("lesson %s has to wait: %s", lesson.id, error)

    async def _end(self, lesson: LessonPlace) -> None:
        left = await self._door().lessons.end(lesson.id)
        if left is not None:
            await self.close(left)

    async def _channel(self, channel_id: int) -> Any:
        known = self._client.get_channel(channel_id)
        return await self._client.fetch_channel(channel_id) if known is None else known
