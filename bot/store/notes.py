"""What people have noted down for themselves at a table; nobody else is told of it."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import notes


async def get(connection: AsyncConnection, campaign: str, person: int) -> str:
    """Return a person's notes; "" where there are none."""
    found = await connection.execute(
        select(notes.c.words).where(notes.c.campaign == campaign, notes.c.person == person)
    )
    return found.scalar_one_or_none() or ""


async def put(connection: AsyncConnection, campaign: str, person: int, words: str) -> None:
    """Keep notes in place of those before; empty ones are none."""
    await drop(connection, campaign, person)
    if words:
        await connection.execute(
            insert(notes).values(campaign=campaign, person=person, words=words)
        )


async def drop(connection: AsyncConnection, campaign: str, person: int) -> None:
    """Delete a person's notes at one table."""
    await connection.execute(
        delete(notes).where(notes.c.campaign == campaign, notes.c.person == person)
    )


async def forget(connection: AsyncConnection, person: int) -> None:
    """Delete all notes of a person."""
    await connection.execute(delete(notes).where(notes.c.person == person))
