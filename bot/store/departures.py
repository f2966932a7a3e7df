"""Who of the people at tables is out of the server: since when, and where they sit.

What is noted stands with the member (``members.gone_at``) and goes with them: when they come back,
leave the table or are erased, and with the campaign.
"""

from __future__ import annotations

from sqlalchemy import bindparam, false, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import LIVE_CAMPAIGNS, campaigns, members, people

_AT_TABLES = (
    select(campaigns.c.guild_id, people.c.discord_id)
    .select_from(campaigns)
    .join(members, members.c.campaign == campaigns.c.id)
    .join(people, people.c.id == members.c.person)
    .where(LIVE_CAMPAIGNS, campaigns.c.lesson == false(), members.c.left_at.is_(None))
)


_GONE = _AT_TABLES.where(members.c.gone_at.is_not(None)).distinct()


async def noted(connection: AsyncConnection) -> frozenset[tuple[int, int]]:
    """Return everybody who is noted as gone, as server and account."""
    found = await connection.execute(_GONE)
    return frozenset((row.guild_id, row.discord_id) for row in found)


_EVERYBODY = _AT_TABLES.distinct().order_by(campaigns.c.guild_id, people.c.discord_id)


async def seated(connection: AsyncConnection) -> tuple[tuple[int, int], ...]:
    """Return everybody who sits at a live table, each once a server, as server and account."""
    found = await connection.execute(_EVERYBODY)
    return tuple((row.guild_id, row.discord_id) for row in found)


async def servers_of(connection: AsyncConnection, discord_id: int) -> tuple[int, ...]:
    """Return the servers at whose live tables a person sits."""
    found = await connection.execute(
        select(campaigns.c.guild_id)
        .select_from(people)
        .join(members, members.c.person == people.c.id)
        .join(campaigns, campaigns.c.id == members.c.campaign)
        .where(
            people.c.discord_id == discord_id,
            LIVE_CAMPAIGNS,
            campaigns.c.lesson == false(),
            members.c.left_at.is_(None),
        )
        .distinct()
    )
    return tuple(found.scalars())


_TABLES = (
    select(campaigns.c.id, members.c.name, members.c.gone_at)
    .select_from(people)
    .join(members, members.c.person == people.c.id)
    .join(campaigns, campaigns.c.id == members.c.campaign)
    .where(
        people.c.discord_id == bindparam("account"),
        campaigns.c.guild_id == bindparam("there"),
        LIVE_CAMPAIGNS,
        campaigns.c.lesson == false(),
        members.c.left_at.is_(None),
    )
    .order_by(campaigns.c.created_at, campaigns.c.id)
)


async def tables_of(
    connection: AsyncConnection, guild_id: int, discord_id: int
) -> tuple[tuple[str, str | None, bool], ...]:
    """Return the live tables of a server at which a person sits, oldest first.

    Each with how they are called there, and whether they are noted as gone.
    """
    found = await connection.execute(_TABLES, {"account": discord_id, "there": guild_id})
    return tuple((row.id, row.name, row.gone_at is not None) for row in found)


async def put(connection: AsyncConnection, campaign: str, person: int, at: int | None) -> None:
    """Note since when a person at a table is gone, or that they are there."""
    await connection.execute(
        update(members)
        .where(members.c.campaign == campaign, members.c.person == person)
        .values(gone_at=at)
    )
