"""How far each person has read the log of each table, as their side reads it."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import looks


async def get(connection: AsyncConnection, campaign: str, person: int) -> int:
    """Return the number of the last entry that a person has read; 0 where they never looked."""
    found = await connection.execute(
        select(looks.c.place).where(looks.c.campaign == campaign, looks.c.person == person)
    )
    return found.scalar_one_or_none() or 0


async def put(connection: AsyncConnection, campaign: str, person: int, place: int) -> None:
    """Keep it in place of what was kept before."""
    await drop(connection, campaign, person)
    await connection.execute(insert(looks).values(campaign=campaign, person=person, place=place))


async def drop(connection: AsyncConnection, campaign: str, person: int) -> None:
    """Delete it."""
    await connection.execute(
        delete(looks).where(looks.c.campaign == campaign, looks.c.person == person)
    )


async def forget(connection: AsyncConnection, person: int) -> None:
    """Delete it at all tables."""
    await connection.execute(delete(looks).where(looks.c.person == person))
