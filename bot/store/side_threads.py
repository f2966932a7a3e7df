"""Private threads of seats' people, and whom the bot has let into them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import campaigns, people, side_thread_people, side_threads
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class SideThreadRow:
    """A thread as stored; fields as in ``bot.store.schema``, and of its campaign what it takes."""

    campaign: str
    seat: Seat
    parent_id: int
    began_at: int
    thread_id: int | None = None
    greeted: bool = False
    due_at: int = 0
    attempts: int = 0
    guild_id: int = 0
    status: str = ""


_SELECT = select(side_threads, campaigns.c.guild_id, campaigns.c.status).join(
    campaigns, campaigns.c.id == side_threads.c.campaign
)


def _row(row: Row[Any] | None) -> SideThreadRow | None:
    return None if row is None else SideThreadRow(**row._mapping)  # noqa: SLF001 - documented name


def _is(campaign: str, seat: Seat) -> Any:
    return and_(side_threads.c.campaign == campaign, side_threads.c.seat == seat)


async def add(connection: AsyncConnection, row: SideThreadRow) -> None:
    """Store a thread that is to be.

    Raises:
        sqlalchemy.exc.IntegrityError: The seat has one.
    """
    values = {name: getattr(row, name) for name in side_threads.c.keys()}  # noqa: SIM118
    await connection.execute(insert(side_threads).values(values))


async def get(connection: AsyncConnection, campaign: str, seat: Seat) -> SideThreadRow | None:
    """Return the thread of a seat."""
    found = await connection.execute(_SELECT.where(_is(campaign, seat)))
    return _row(found.one_or_none())


async def every(connection: AsyncConnection) -> tuple[SideThreadRow, ...]:
    """Return all threads that are looked after."""
    found = await connection.execute(_SELECT)
    return tuple(SideThreadRow(**row._mapping) for row in found)  # noqa: SLF001


async def of_person(connection: AsyncConnection, discord_id: int) -> tuple[SideThreadRow, ...]:
    """Return the threads into which the bot has let a person."""
    person = select(people.c.id).where(people.c.discord_id == discord_id).scalar_subquery()
    found = await connection.execute(
        _SELECT.join(
            side_thread_people,
            and_(
                side_thread_people.c.campaign == side_threads.c.campaign,
                side_thread_people.c.seat == side_threads.c.seat,
            ),
        ).where(side_thread_people.c.person == person)
    )
    return tuple(SideThreadRow(**row._mapping) for row in found)  # noqa: SLF001


async def known(connection: AsyncConnection, thread_ids: Collection[int]) -> frozenset[int]:
    """Return which of these threads are on file."""
    found = await connection.execute(
        select(side_threads.c.thread_id).where(side_threads.c.thread_id.in_(tuple(thread_ids)))
    )
    return frozenset(found.scalars())


async def put(connection: AsyncConnection, campaign: str, seat: Seat, **values: Any) -> None:
    """Change something of a thread: any column."""
    await connection.execute(update(side_threads).where(_is(campaign, seat)).values(**values))


async def drop(connection: AsyncConnection, campaign: str, seat: Seat) -> None:
    """Forget a thread, and who is in it."""
    own = side_thread_people.c
    await connection.execute(
        delete(side_thread_people).where(own.campaign == campaign, own.seat == seat)
    )
    await connection.execute(delete(side_threads).where(_is(campaign, seat)))


async def with_thread(connection: AsyncConnection, thread_id: int) -> SideThreadRow | None:
    """Return what is on file of a thread."""
    found = await connection.execute(_SELECT.where(side_threads.c.thread_id == thread_id))
    return _row(found.first())


# ------------------------------------------------------------------------ who is in it


async def let_in(
    connection: AsyncConnection, campaigns_: Collection[str]
) -> dict[tuple[str, Seat], dict[int, int]]:
    """Return whom the bot has let in, by campaign and seat: our number, and their account."""
    own = side_thread_people.c
    found = await connection.execute(
        select(own.campaign, own.seat, own.person, people.c.discord_id)
        .join(people, people.c.id == own.person)
        .where(own.campaign.in_(tuple(campaigns_)))
    )
    there: dict[tuple[str, Seat], dict[int, int]] = {}
    for row in found:
        there.setdefault((row.campaign, row.seat), {})[row.person] = row.discord_id
    return there


async def come(connection: AsyncConnection, campaign: str, seat: Seat, person: int) -> None:
    """Note that the bot has let somebody in."""
    await go(connection, campaign, seat, person)
    await connection.execute(
        insert(side_thread_people).values(campaign=campaign, seat=seat, person=person)
    )


async def go(connection: AsyncConnection, campaign: str, seat: Seat, person: int) -> None:
    """Note that somebody is out of it."""
    own = side_thread_people.c
    await connection.execute(
        delete(side_thread_people).where(
            own.campaign == campaign, own.seat == seat, own.person == person
        )
    )


async def forget(connection: AsyncConnection, person: int) -> None:
    """Let nothing name a person any more."""
    await connection.execute(
        delete(side_thread_people).where(side_thread_people.c.person == person)
    )
