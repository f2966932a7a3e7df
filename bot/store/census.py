"""What the database holds just now, for the host's own programs."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.inside.measures import Census
from bot.store import live_campaigns, overview
from bot.store.database import Database


async def census(connection: AsyncConnection) -> Census:
    """Return it."""
    queues = await overview.queues(connection)
    behind, _ = await overview.panels_behind(connection)
    return Census(
        waiting=sum(one.count for one in queues),
        oldest=min((one.oldest for one in queues if one.oldest is not None), default=None),
        panels=behind,
        campaigns=await live_campaigns.counted(connection),
    )


async def knock(database: Database) -> None:
    """Ask the database something that it answers if it answers at all.

    Raises:
        StoreError: It does not.
    """
    async with database.read() as connection:
        await connection.execute(text("SELECT 1"))
