"""Makes the posts of tables in the forums that servers have for a lobby, and keeps their titles.

Discord lets a thread be renamed twice in ten minutes. So a title is written when that may be, and
only as it is to read by then; nothing else waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, Final, TypeGuard
from weakref import WeakValueDictionary

import discord

from bot.clock import from_ms, to_ms
from bot.letters import forum_posts as letters
from bot.moderator import Campaign, Complaint, Moderator
from bot.moderator.lobby.forums import ForumPost, Titled
from bot.moderator.lobby.new_tables import NewTable, Where
from bot.store import StoreError
from bot.text import Words, words_for
from bot.ui.threads.classroom import is_final
from bot.ui.threads.rounds import Keeper, backoff
from bot.ui.threads.unanswered import NO_ANSWER

_log = logging.getLogger(__name__)

RENAMING: Final = 301.0
"""Seconds from one writing of a title to the next: no more than two in ten minutes."""
MOST_TRIES: Final = 20
"""Tries to write the last title of a table that is over."""
_WEEK: Final = 10080
_KEPT_WEEK: Final = dt.timedelta(days=7)
_CLOCKS_APART: Final = dt.timedelta(minutes=1)
_LOOKED_AT: Final = 100
"""Archived posts that one look for a lost one goes through."""
_NO_TAG: Final = 40067
"""Discord's number for a forum of which each post must have a tag."""
_FULL: Final = 160006
"""For a server that has as many open threads as there can be."""
_NOT_LET: Final = {10003, 50001, 50013}
"""For a forum that is gone, not to be seen, or not to be written in."""


def is_lobby(channel: object) -> TypeGuard[discord.ForumChannel]:
    """Say whether tables can be opened as posts of a channel: only in forums."""
    return isinstance(channel, discord.ForumChannel) and not channel.is_media()


class Noticeboard(Keeper):
    """Does on Discord what posts of tables need there; each part once, also when killed between.

    Its rounds are looks at titles.
    """

    def __init__(
        self,
        client: discord.Client,
        door: Callable[[], Moderator],
        language: str,
        idle: Callable[[Awaitable[Any]], Awaitable[Any]],
    ) -> None:
        """Write in *language*, the host's, tags of servers that have chosen none; else a keeper."""
        super().__init__(client, door, idle)
        self._language = language
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    # -- opening -----------------------------------------------------------------------------

    async def open(self, forum: discord.ForumChannel, asked: NewTable, person_id: int) -> Campaign:
        """Open a table as a post of a forum.

        Raises:
            Complaint: As ``Lobby.create``; forum.not_let, full, needs_tag, refused, later: of the
                last the post may be there, and is found when its person asks again.
            StoreError: The database failed; asked again, it goes on.
        """
        async with self._lock(forum.guild.id, person_id):
            where = Where(forum.guild.id, forum.id, _within(forum))
            post = await self._door().forums.ask(asked, where, person_id)
            try:
                thread_id = post.thread_id
                if thread_id is None and post.again:
                    thread_id = await self._found(post)
                if thread_id is None:
                    thread_id = await self._make(forum, post, asked)
            except NO_ANSWER as error:
                _log.warning("post %s has to wait: %s", post.id, error)
                raise Complaint("forum.later") from error
            return await self._table(post, thread_id, forum)

    async def _table(
        self, post: ForumPost, thread_id: int, forum: discord.ForumChannel | None
    ) -> Campaign:
        """Create the campaign of a post that is there; a post that gets none does not stay.

        Raises:
            Complaint: As ``Lobby.create``; campaign.unknown.
            StoreError: The database failed; nothing was changed.
        """
        door = self._door().forums
        try:
            return await door.open(post.id, _within(forum))
        except Complaint:
            if await door.pending_again(post.id) is not None:
                with contextlib.suppress(*NO_ANSWER):
                    await self._remove(thread_id)
                await door.give_up(post.id)
            raise

    async def give_up(self, guild_id: int, person_id: int) -> None:
        """Let there be no post that somebody has asked for in a server and that has no table.

        Raises:
            StoreError: The database failed; asked again, it goes on.
        """
        async with self._lock(guild_id, person_id):
            post = await self._door().forums.asked_by(guild_id, person_id)
            if post is None:
                return
            with contextlib.suppress(*NO_ANSWER):
                thread_id = post.thread_id or await self._found(post)
                if thread_id is not None:
                    await self._remove(thread_id)
            await self._door().forums.give_up(post.id)

    async def _make(self, forum: discord.ForumChannel, post: ForumPost, asked: NewTable) -> int:
        """Make the post, and note where it is.

        Raises:
            Complaint: Discord refuses it; nothing is kept of it then.
            discord.HTTPException: Discord failed; it may be there.
        """
        words = words_for(asked.language, self._door().rules(asked.game))
        title = letters.title(asked.name, "open", words)
        server = await self._server_words(post.guild_id, asked.game)
        tags = _wanted(forum, letters.tags("open", server))
        try:
            if forum.flags.require_tag and not tags:
                code = _NO_TAG
            else:
                made = await forum.create_thread(
                    name=title,
                    content=letters.first_words(post.guild_id, post.forum_id, post.id, words),
                    applied_tags=tags,
                    auto_archive_duration=_WEEK,
                )
                await self._door().forums.placed(post.id, made.thread.id, title)
                return int(made.thread.id)
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            _log.info("post %s cannot be made: %s", post.id, error)
            code = error.code or error.status
        await self._door().forums.give_up(post.id)
        if code == _NO_TAG:
            raise Complaint("forum.needs_tag", names=letters.named_tags(server))
        raise Complaint(_why(code))

    async def _found(self, post: ForumPost) -> int | None:
        """Return the post that was made and not noted, once it is: the bot was killed between.

        Raises:
            discord.HTTPException: Discord failed.
        """
        guild, me = self._client.get_guild(post.guild_id), self._client.user
        forum = None if guild is None else _forum(guild, post.forum_id)
        if guild is None or me is None or forum is None:
            return None
        since = from_ms(post.began) - _CLOCKS_APART
        try:
            there = [one for one in await guild.active_threads() if one.parent_id == forum.id]
            async for old in forum.archived_threads(limit=_LOOKED_AT):
                if old.archive_timestamp < since:
                    break
                there.append(old)
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            return None
        ours = {
            one.id: one
            for one in there
            if one.owner_id == me.id and discord.utils.snowflake_time(one.id) >= since
        }
        for thread_id in await self._door().forums.unknown(tuple(ours)):
            if await _names(ours[thread_id], post.id):
                await self._door().forums.placed(post.id, thread_id, ours[thread_id].name)
                return thread_id
        return None

    async def look_after(self) -> None:
        """Finish the posts that were made and cut short; forget those that are not there.

        Nobody waits for an answer any more: who got none may ask again.
        """
        try:
            for post in await self._door().forums.pending():
                async with self._lock(post.guild_id, post.person_id or 0):
                    left = await self._door().forums.pending_again(post.id)
                    if left is not None:
                        await self._finish(left)
        except (StoreError, *NO_ANSWER) as error:
            _log.warning("the posts of tables have to wait: %s", error)

    async def _finish(self, post: ForumPost) -> None:
        door, guild = self._door().forums, self._client.get_guild(post.guild_id)
        if guild is None or guild.unavailable:
            if from_ms(post.began) < discord.utils.utcnow() - _KEPT_WEEK:
                await door.give_up(post.id)
            return
        thread_id = post.thread_id or await self._found(post)
        if thread_id is None:
            await door.give_up(post.id)
            return
        try:
            await self._table(post, thread_id, _forum(guild, post.forum_id))
        except Complaint as error:
            _log.info("post %s: %s", post.id, error.code)

    async def _remove(self, thread_id: int) -> None:
        """Delete a post in which there will be no table, or archive it where the bot may not."""
        try:
            thread: Any = await self._client.fetch_channel(thread_id)
            try:
                await thread.delete()
            except discord.Forbidden:
                await thread.edit(archived=True)
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            _log.info("a post without a table stays or is gone: %s", error)

    # -- titles ------------------------------------------------------------------------------

    async def _look(self) -> float | None:
        """Write the titles that are due; return the seconds until another is, if one waits."""
        later: list[int] = []
        for post in await self._door().forums.kept():
            guild = self._client.get_guild(post.guild_id)
            if guild is None or guild.unavailable:
                continue
            wanted = letters.title(post.name, post.stand, words_for(post.language))
            now = to_ms(discord.utils.utcnow())
            if wanted == post.title:
                if post.ends:
                    await self._door().forums.written(post, wanted, now)
            elif post.due > now:
                later.append(post.due)
            else:
                later.append(await self._write(post, wanted, now))
        return (
            None if not later else max(0.001, (min(later) - to_ms(discord.utils.utcnow())) / 1000)
        )

    async def _write(self, post: Titled, wanted: str, now: int) -> int:
        """Write a title, if that may be now; return when to look at it again."""
        wait = backoff(post.attempts)
        try:
            thread = await self._client.fetch_channel(post.thread_id)
            if isinstance(thread, discord.Thread) and not thread.archived:
                await self._rename(thread, post, wanted)
                due = now + round(RENAMING * 1000)
                await self._door().forums.written(post, wanted, due)
                return due
        except discord.RateLimited as error:
            wait = error.retry_after + 1.0
        except discord.NotFound:
            await self._door().forums.gone(post.thread_id)
            return now
        except (discord.InvalidData, *NO_ANSWER) as error:
            _log.info("post %s: its title stays as it is for now: %s", post.id, error)
        due = now + round(wait * 1000)
        await self._door().forums.put_off(post, due, MOST_TRIES)
        return due

    async def _rename(self, thread: discord.Thread, post: Titled, wanted: str) -> None:
        """Give a post its title, and the tags of how it stands, where it may have them.

        Raises:
            discord.HTTPException: Discord does not let it have the title.
        """
        name: dict[str, Any] = {} if thread.name == wanted else {"name": wanted}
        words = await self._server_words(post.guild_id, post.game)
        held = thread.applied_tags
        tags = _tags(thread.parent, held, letters.tags(post.stand, words), letters.stands(words))
        if tags != held:
            try:
                await thread.edit(applied_tags=tags, **name)
                return
            except discord.Forbidden as error:
                _log.info("post %s has no tags: %s", post.id, error)
        if name:
            await thread.edit(**name)

    async def _server_words(self, guild_id: int, game: str) -> Words:
        """Return a game's words in the language of a server."""
        setup = await self._door().servers.setup(guild_id)
        return words_for(setup.language or self._language, self._door().games.get(game))

    def _lock(self, guild_id: int, person_id: int) -> asyncio.Lock:
        """Return what whoever opens somebody's table in a server holds."""
        return self._locks.setdefault((guild_id, person_id), asyncio.Lock())


def _forum(guild: discord.Guild, forum_id: int) -> discord.ForumChannel | None:
    found = guild.get_channel(forum_id)
    return found if isinstance(found, discord.ForumChannel) else None


def _within(forum: discord.ForumChannel | None) -> tuple[int, ...]:
    """Return what a post of a forum lies in (:meth:`Lobby.create`)."""
    if forum is None:
        return ()
    return (forum.id,) if forum.category_id is None else (forum.id, forum.category_id)


async def _names(thread: discord.Thread, key: str) -> bool:
    """Say whether the first message of a post names that key."""
    try:
        first = await thread.fetch_message(thread.id)
    except (discord.NotFound, discord.Forbidden):
        return False
    return letters.mark(key) in first.content


def _may_set(forum: discord.ForumChannel, tag: discord.ForumTag) -> bool:
    return not tag.moderated or forum.permissions_for(forum.guild.me).manage_threads


def _wanted(forum: discord.ForumChannel, names: Collection[str]) -> list[discord.ForumTag]:
    """Return the tags of a forum that have those names, folded, and that the bot may set."""
    found = [one for one in forum.available_tags if letters.folded(one.name) in names]
    return [one for one in found if _may_set(forum, one)][: letters.MOST_TAGS]


def _tags(
    forum: object,
    held: Sequence[discord.ForumTag],
    meant: Collection[str],
    stands: Collection[str],
) -> list[discord.ForumTag]:
    """Return the tags of a post: those that are meant, and of those it has all but other states."""
    if not isinstance(forum, discord.ForumChannel):
        return list(held)
    kept = [
        one
        for one in held
        if (name := letters.folded(one.name)) in meant
        or name not in stands
        or not _may_set(forum, one)
    ]
    new = [one for one in _wanted(forum, meant) if one not in kept]
    tags = [*kept, *new][: letters.MOST_TAGS]
    return tags or list(held)


def _why(code: int) -> str:
    if code == _FULL:
        return "forum.full"
    return "forum.not_let" if code in _NOT_LET else "forum.refused"
