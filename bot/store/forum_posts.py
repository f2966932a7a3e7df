"""Posts of tables in a server's forum: asked for, there, and what their titles say."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, bindparam, delete, false, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.schema import PENDING, campaigns, forum_posts, people

_IS_PENDING = text(f"forum_posts.{PENDING}")
IS_KEPT = and_(forum_posts.c.campaign.is_not(None), forum_posts.c.settled == false())


@dataclass(frozen=True, slots=True)
class ForumPostRow:
    """A post as stored; fields as in ``bot.store.schema``, and its person's Discord account."""

    id: str
    guild_id: int
    forum_id: int
    began_at: int
    thread_id: int | None = None
    person: int | None = None
    ordered: str | None = None
    campaign: str | None = None
    title: str = ""
    due_at: int = 0
    attempts: int = 0
    settled: bool = False
    person_id: int | None = None


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A post whose title is kept, and what it has to say of its campaign."""

    id: str
    guild_id: int
    forum_id: int
    thread_id: int
    title: str
    due_at: int
    attempts: int
    campaign: str
    game: str
    name: str
    language: str
    status: str
    channel_id: int


_SELECT = select(forum_posts, people.c.discord_id.label("person_id")).select_from(
    forum_posts.outerjoin(people, people.c.id == forum_posts.c.person)
)


def _row(row: Row[Any] | None) -> ForumPostRow | None:
    return None if row is None else ForumPostRow(**row._mapping)  # noqa: SLF001 - documented name


async def add(connection: AsyncConnection, row: ForumPostRow) -> None:
    """Store a post that is to be.

    Raises:
        sqlalchemy.exc.IntegrityError: Its person has asked for one in this server already.
    """
    values = {name: getattr(row, name) for name in row.__slots__ if name != "person_id"}
    await connection.execute(insert(forum_posts).values(values))


async def get(connection: AsyncConnection, post: str) -> ForumPostRow | None:
    """Return a post."""
    found = await connection.execute(_SELECT.where(forum_posts.c.id == post))
    return _row(found.one_or_none())


_PENDING_OF = _SELECT.where(
    forum_posts.c.guild_id == bindparam("there"),
    forum_posts.c.person == bindparam("whose"),
    _IS_PENDING,
)


async def pending_of(
    connection: AsyncConnection, guild_id: int, person: int
) -> ForumPostRow | None:
    """Return the post that a person has asked for in a server and that has no campaign yet."""
    found = await connection.execute(_PENDING_OF, {"there": guild_id, "whose": person})
    return _row(found.one_or_none())


_PENDING = _SELECT.where(_IS_PENDING)


async def pending(connection: AsyncConnection) -> tuple[ForumPostRow, ...]:
    """Return the posts that were asked for and have no campaign yet."""
    found = await connection.execute(_PENDING)
    return tuple(ForumPostRow(**row._mapping) for row in found)  # noqa: SLF001


async def known(connection: AsyncConnection, thread_ids: tuple[int, ...]) -> frozenset[int]:
    """Return which of these threads are on file as posts."""
    found = await connection.execute(
        select(forum_posts.c.thread_id).where(forum_posts.c.thread_id.in_(thread_ids))
    )
    return frozenset(found.scalars())


async def put(connection: AsyncConnection, post: str, **values: Any) -> None:
    """Change something of a post: any field of :class:`ForumPostRow` but the last."""
    await connection.execute(update(forum_posts).where(forum_posts.c.id == post).values(**values))


_FOLLOW = (
    update(forum_posts)
    .where(forum_posts.c.thread_id == bindparam("where"))
    .values(campaign=bindparam("followed"), person=None, ordered=None, settled=False, attempts=0)
)


async def follow(connection: AsyncConnection, thread_id: int, campaign: str) -> None:
    """Let a post's title show that campaign from now on; other channels are none."""
    await connection.execute(_FOLLOW, {"where": thread_id, "followed": campaign})


_REOPENED = (
    update(forum_posts)
    .where(forum_posts.c.campaign == bindparam("which"))
    .values(settled=bindparam("done"), attempts=bindparam("tried"))
)


def reopened(campaign: str) -> Write:
    """Let the title of a campaign's post be kept again, if it has one: it is not over after all."""
    return Write(_REOPENED, {"which": campaign, "done": False, "tried": 0})


_KEPT = (
    select(
        forum_posts.c.id,
        forum_posts.c.guild_id,
        forum_posts.c.forum_id,
        forum_posts.c.thread_id,
        forum_posts.c.title,
        forum_posts.c.due_at,
        forum_posts.c.attempts,
        forum_posts.c.campaign,
        campaigns.c.game,
        campaigns.c.name,
        campaigns.c.language,
        campaigns.c.status,
        campaigns.c.channel_id,
    )
    .join(campaigns, campaigns.c.id == forum_posts.c.campaign)
    .where(IS_KEPT)
)


async def kept(connection: AsyncConnection) -> tuple[KeptRow, ...]:
    """Return the posts whose titles are kept, with how their campaigns stand."""
    found = await connection.execute(_KEPT)
    return tuple(KeptRow(*row) for row in found)


async def is_over(connection: AsyncConnection, post: str) -> bool:
    """Say whether the campaign that a post's title is about is over now."""
    found = await connection.execute(
        select(campaigns.c.status)
        .join(forum_posts, forum_posts.c.campaign == campaigns.c.id)
        .where(forum_posts.c.id == post)
    )
    return found.scalar_one_or_none() == "over"


async def drop(connection: AsyncConnection, post: str) -> None:
    """Forget a post."""
    await connection.execute(delete(forum_posts).where(forum_posts.c.id == post))


async def gone(connection: AsyncConnection, thread_id: int) -> None:
    """Forget the post that is in a thread which is no more."""
    await connection.execute(delete(forum_posts).where(forum_posts.c.thread_id == thread_id))


async def forget(connection: AsyncConnection, person: int) -> None:
    """Let no post name a person any more; one that has no campaign yet gets none."""
    await connection.execute(
        update(forum_posts).where(forum_posts.c.person == person).values(person=None, ordered=None)
    )


async def forget_referee(connection: AsyncConnection, discord_id: int) -> None:
    """Let an account referee no campaign that there is not yet, as was asked with its post."""
    for row in await pending(connection):
        asked = json.loads(row.ordered or "{}")
        if (asked.get("referee") or {}).get("person_id") == discord_id:
            without = dumps({**asked, "referee": None})
            await put(connection, row.id, ordered=without)
