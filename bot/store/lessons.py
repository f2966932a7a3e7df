"""Lessons: whose they are, where, and how far somebody has come."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, delete, false, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.schema import lessons, people


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson as stored; fields as in ``bot.store.schema``, and its person's Discord account."""

    id: str
    person: int | None
    game: str
    language: str
    guild_id: int
    parent_id: int
    created_at: int
    channel_id: int | None = None
    campaign: str | None = None
    ready: bool = False
    step: str = ""
    since: int = 0
    shown: int = 0
    bulletin: int = 0
    pages: int = 0
    person_id: int | None = None


_SELECT = select(lessons, people.c.discord_id.label("person_id")).select_from(
    lessons.outerjoin(people, people.c.id == lessons.c.person)
)


def _row(row: Row[Any] | None) -> LessonRow | None:
    return None if row is None else LessonRow(**row._mapping)  # noqa: SLF001 - documented name


async def add(connection: AsyncConnection, row: LessonRow) -> None:
    """Store a lesson that is to be.

    Raises:
        sqlalchemy.exc.IntegrityError: Its person has one.
    """
    values = {name: getattr(row, name) for name in row.__slots__ if name != "person_id"}
    await connection.execute(insert(lessons).values(values))


async def get(connection: AsyncConnection, lesson: str) -> LessonRow | None:
    """Return a lesson."""
    return _row((await connection.execute(_SELECT.where(lessons.c.id == lesson))).one_or_none())


_OF_PERSON = _SELECT.where(
    lessons.c.person
    == select(people.c.id).where(people.c.discord_id == bindparam("account")).scalar_subquery()
)


async def of_person(connection: AsyncConnection, discord_id: int) -> LessonRow | None:
    """Return the lesson of a person."""
    found = await connection.execute(_OF_PERSON, {"account": discord_id})
    return _row(found.one_or_none())


_OF_CAMPAIGN = _SELECT.where(lessons.c.campaign == bindparam("which"))


async def of_campaign(connection: AsyncConnection, campaign: str) -> LessonRow | None:
    """Return the lesson that is played as that campaign."""
    found = await connection.execute(_OF_CAMPAIGN, {"which": campaign})
    return _row(found.one_or_none())


async def in_channel(connection: AsyncConnection, channel_id: int) -> LessonRow | None:
    """Return the lesson that has that thread."""
    found = await connection.execute(_SELECT.where(lessons.c.channel_id == channel_id))
    return _row(found.first())


async def taken(connection: AsyncConnection, channel_ids: Collection[int]) -> frozenset[int]:
    """Return which of these threads are known to be a lesson's."""
    found = await connection.execute(
        select(lessons.c.channel_id).where(lessons.c.channel_id.in_(tuple(channel_ids)))
    )
    return frozenset(found.scalars())


_UNFINISHED = _SELECT.where(lessons.c.ready == false())


async def unfinished(connection: AsyncConnection) -> tuple[LessonRow, ...]:
    """Return the lessons of which something is left to be done on Discord."""
    found = await connection.execute(_UNFINISHED)
    return tuple(LessonRow(**row._mapping) for row in found)  # noqa: SLF001


async def campaigns(connection: AsyncConnection) -> tuple[str, ...]:
    """Return the campaigns that are lessons."""
    found = await connection.execute(
        select(lessons.c.campaign).where(lessons.c.campaign.is_not(None))
    )
    return tuple(found.scalars())


_BEFORE = select(lessons.c.id).where(
    lessons.c.created_at < bindparam("at"), lessons.c.person.is_not(None)
)


async def before(connection: AsyncConnection, at: int) -> tuple[str, ...]:
    """Return the lessons begun before then that are not over."""
    found = await connection.execute(_BEFORE, {"at": at})
    return tuple(found.scalars())


async def place(connection: AsyncConnection, lesson: str, channel_id: int) -> None:
    """Note the thread of a lesson."""
    await connection.execute(
        update(lessons).where(lessons.c.id == lesson).values(channel_id=channel_id)
    )


async def make_ready(connection: AsyncConnection, lesson: str) -> None:
    """Note that all is as it should be."""
    await connection.execute(
        update(lessons)
        .where(lessons.c.id == lesson, lessons.c.person.is_not(None))
        .values(ready=True)
    )


async def end(connection: AsyncConnection, lesson: str) -> None:
    """Let nothing be left of a lesson but its thread."""
    await connection.execute(
        update(lessons)
        .where(lessons.c.id == lesson)
        .values(person=None, campaign=None, ready=False)
    )


async def forget(connection: AsyncConnection, person: int) -> None:
    """Let no lesson name a person any more; what is left of one is ended like any."""
    await connection.execute(
        update(lessons).where(lessons.c.person == person).values(person=None, ready=False)
    )


async def drop(connection: AsyncConnection, lesson: str) -> None:
    """Forget a lesson that is over."""
    await connection.execute(delete(lessons).where(lessons.c.id == lesson))


_STEPS = ("campaign", "step", "since", "shown", "bulletin", "pages")
_GO_ON = (
    update(lessons)
    .where(
        lessons.c.id == bindparam("which"),
        lessons.c.pages == bindparam("seen"),
        lessons.c.person.is_not(None),
    )
    .values({name: bindparam(f"new_{name}") for name in _STEPS})
)


def go_on(was: LessonRow, now: LessonRow) -> Write:
    """Bring a lesson on. The write raises ``Conflict`` where somebody else did, or it is over."""
    values = {f"new_{name}": getattr(now, name) for name in _STEPS}
    return Write(_GO_ON, {"which": was.id, "seen": was.pages, **values}, rows=1)
