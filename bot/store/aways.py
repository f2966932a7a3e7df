"""When people are away; each row is theirs alone, and none overlaps another of theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock.spans import Span
from bot.store.schema import aways

KEPT = 30 * 24 * 3600 * 1000
"""Milliseconds for which one is kept that is over."""


async def of(connection: AsyncConnection, person: int, now: int) -> tuple[Span, ...]:
    """Return when a person is away, or will be, in order."""
    rows = await connection.execute(
        select(aways.c.from_at, aways.c.until_at)
        .where(aways.c.person == person, aways.c.until_at > now)
        .order_by(aways.c.until_at)
    )
    return tuple(Span(start, end) for start, end in rows)


_OF_EACH = select(aways.c.person, aways.c.from_at, aways.c.until_at).where(
    aways.c.person.in_(bindparam("persons", expanding=True))
)


async def of_each(
    connection: AsyncConnection, persons: Collection[int]
) -> dict[int, tuple[Span, ...]]:
    """Return when people are away or were lately; those who neither are nor were are not there."""
    rows = await connection.execute(_OF_EACH, {"persons": list(persons)})
    found: dict[int, tuple[Span, ...]] = {}
    for person, start, end in rows:
        found[person] = (*found.get(person, ()), Span(start, end))
    return found


async def put(connection: AsyncConnection, person: int, spans: Iterable[Span], now: int) -> None:
    """Keep *spans* in place of all of a person's that are not over by now; forget what is long."""
    await connection.execute(delete(aways).where(aways.c.until_at < now - KEPT))
    await connection.execute(delete(aways).where(aways.c.person == person, aways.c.until_at > now))
    rows = [{"person": person, "from_at": one.start, "until_at": one.end} for one in spans]
    if rows:
        await connection.execute(insert(aways), rows)
