"""Tables that are opened as posts in a server's forum: asked for, found again, and their titles.

A post is made in parts, each on file before the next: that it was asked for and by whom; the post
itself; its campaign. The first message of the post names the campaign by the id that it will have,
so that a post which was made and not noted is found again. Whoever asks again before there is a
campaign changes what they asked for; there is never a second post.

The title of a post says how its campaign stands. It is written when Discord lets it be, and only as
it is to read by then (``bot.ui.threads.noticeboard``).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final, Literal

from bot.moderator.api import Campaign, Complaint
from bot.moderator.lobby import new_tables
from bot.moderator.lobby.lobby import Lobby
from bot.moderator.lobby.new_tables import NewTable, Where
from bot.moderator.table.desk import Desk
from bot.moderator.table.languages import Languages
from bot.store import forum_posts, people
from bot.store.forum_posts import ForumPostRow, KeptRow

Stand = Literal["open", "playing", "over", "moved"]
"""What a title says: the campaign's state, or that it is played elsewhere."""
_STANDS: Final[tuple[Stand, ...]] = ("open", "playing", "over")


@dataclass(frozen=True, slots=True)
class ForumPost:
    """A post that somebody has asked for.

    Attributes:
        id: Of the campaign to be: its first message names it.
        thread_id: The post, once it is noted.
        person_id: Who asked; ``None``: they were erased since.
        asked: For what; ``None``: the same.
        began: When, in milliseconds since 1970.
        again: Whether it was asked for before, and may be there though nobody noted it.
    """

    id: str
    guild_id: int
    forum_id: int
    thread_id: int | None
    person_id: int | None
    asked: NewTable | None
    began: int
    again: bool = True


@dataclass(frozen=True, slots=True)
class Titled:
    """A post with a title to be kept.

    Attributes:
        title: As it was last written.
        stand: What it has to say.
        ends: Whether it is to say nothing else any more.
        due: Before when it is not to be written, in milliseconds since 1970.
        attempts: How often in a row it could not be.
        game: Which, by key; *name* and *language* are the campaign's.
    """

    id: str
    guild_id: int
    forum_id: int
    thread_id: int
    title: str
    stand: Stand
    ends: bool
    due: int
    attempts: int
    game: str
    name: str
    language: str


class Forums:
    """Posts of tables."""

    def __init__(self, desk: Desk, lobby: Lobby, languages: Languages) -> None:
        self._desk = desk
        self._lobby = lobby
        self._languages = languages

    # -- opening -----------------------------------------------------------------------------

    async def ask(self, asked: NewTable, where: Where, person_id: int) -> ForumPost:
        """Note that a person asks for a table as a post of a forum, the channel of *where*.

        Raises:
            Complaint: As :meth:`Lobby.create`: it would be refused there.
            StoreError: The database failed; nothing was changed.
        """
        await self._lobby.check(asked, where, person_id)
        async with self._desk.database.write() as connection:
            person = await people.numbered(connection, person_id)
            known = await forum_posts.pending_of(connection, where.guild_id, person)
            if known is not None and known.forum_id == where.channel_id:
                await forum_posts.put(connection, known.id, ordered=asked.written())
                return _post(dataclasses.replace(known, ordered=asked.written()))
            if known is not None:  # the lobby was another one then; what is there of it goes
                await forum_posts.put(connection, known.id, person=None, ordered=None)
            row = ForumPostRow(
                id=self._desk.new_id(),
                guild_id=where.guild_id,
                forum_id=where.channel_id,
                began_at=self._desk.now(),
                person=person,
                person_id=person_id,
                ordered=asked.written(),
            )
            await forum_posts.add(connection, row)
        self._languages.forget(person_id)  # from now on it is worth storing
        return dataclasses.replace(_post(row), again=False)

    async def pending(self) -> tuple[ForumPost, ...]:
        """Return the posts that were asked for and have no campaign yet, at our servers.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            rows = await forum_posts.pending(connection)
        return tuple(_post(row) for row in rows if self._desk.share.covers(row.guild_id))

    async def asked_by(self, guild_id: int, person_id: int) -> ForumPost | None:
        """Return the one that somebody has asked for in a server, if there is any.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            person = await people.number(connection, person_id)
            if person is None:
                return None
            row = await forum_posts.pending_of(connection, guild_id, person)
        return None if row is None else _post(row)

    async def pending_again(self, post_id: str) -> ForumPost | None:
        """Return one of them as it is now; ``None``: it is none any more.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            row = await forum_posts.get(connection, post_id)
        return None if row is None or row.campaign is not None else _post(row)

    async def unknown(self, thread_ids: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of some threads that are on file as nobody's post.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            known = await forum_posts.known(connection, thread_ids)
        return tuple(one for one in thread_ids if one not in known)

    async def placed(self, post_id: str, thread_id: int, title: str) -> None:
        """Note where a post is, and what it is called.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await forum_posts.put(connection, post_id, thread_id=thread_id, title=title)

    async def open(self, post_id: str, within: tuple[int, ...]) -> Campaign:
        """Create the campaign of a post that is there; *within* as in :meth:`Lobby.create`.

        Raises:
            Complaint: campaign.unknown where nobody asks for it any more; else as
                :meth:`Lobby.create`.
            StoreError: The database failed; nothing was changed.
        """
        post = await self.pending_again(post_id)
        if post is None or post.asked is None or post.person_id is None or post.thread_id is None:
            raise Complaint("campaign.unknown")
        where = Where(post.guild_id, post.thread_id, within)
        return await post.asked.create(self._lobby, where, post.person_id, campaign_id=post.id)

    async def give_up(self, post_id: str) -> None:
        """Forget a post that there will not be, or that is to be deleted.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await forum_posts.drop(connection, post_id)

    async def gone(self, thread_id: int) -> None:
        """Forget the post that somebody has deleted, if it is one; its campaign stays.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await forum_posts.gone(connection, thread_id)

    # -- titles ------------------------------------------------------------------------------

    async def kept(self) -> tuple[Titled, ...]:
        """Return the posts whose titles are kept, at the servers that this process speaks for.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            rows = await forum_posts.kept(connection)
        return tuple(_titled(row) for row in rows if self._desk.share.covers(row.guild_id))

    async def written(self, post: Titled, title: str, due: int) -> None:
        """Note what a title reads, and before when it is not written again.

        It is kept still where its campaign goes on meanwhile, or another one has the thread.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            settled = post.ends and await forum_posts.is_over(connection, post.id)
            await forum_posts.put(
                connection, post.id, title=title, due_at=due, attempts=0, settled=settled
            )

    async def put_off(self, post: Titled, due: int, most: int) -> None:
        """Note that a title could not be written; of one that *ends*, *most* times at most.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        attempts = post.attempts + 1
        async with self._desk.database.write() as connection:
            last = post.ends and attempts >= most
            settled = last and await forum_posts.is_over(connection, post.id)
            await forum_posts.put(
                connection, post.id, due_at=due, attempts=attempts, settled=settled
            )


def _post(row: ForumPostRow) -> ForumPost:
    return ForumPost(
        id=row.id,
        guild_id=row.guild_id,
        forum_id=row.forum_id,
        thread_id=row.thread_id,
        person_id=row.person_id,
        asked=None if row.ordered is None else new_tables.read(row.ordered),
        began=row.began_at,
    )


def _titled(row: KeptRow) -> Titled:
    stand: Stand = next((one for one in _STANDS if one == row.status), "open")
    return Titled(
        id=row.id,
        guild_id=row.guild_id,
        forum_id=row.forum_id,
        thread_id=row.thread_id,
        title=row.title,
        stand=stand if row.channel_id == row.thread_id else "moved",
        ends=stand == "over",
        due=row.due_at,
        attempts=row.attempts,
        game=row.game,
        name=row.name,
        language=row.language,
    )
