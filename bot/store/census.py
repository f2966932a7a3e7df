"""What the database holds just now, for the host's own programs."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.inside.measures import Census
from bot.store import live_campaigns, outbox
from bot.store.database import Database


async def census(connection: AsyncConnection) -> Census:
    """Return it; of what waits so much as is counted."""
    waiting, oldest = await outbox.depth(connection)
    behind = await outbox.panels_behind(connection)
    return Census(waiting, oldest, behind, await live_campaigns.counted(connection))


async def knock(database: Database) -> None:
    """Ask the database something that it answers if it answers at all.

    Raises:
        StoreError: It does not.
    """
    async with database.read() as connection:
        await connection.execute(text("SELECT 1"))
