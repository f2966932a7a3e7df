"""Who may take no seat in a server."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import LIVE_CAMPAIGNS, asks, bars, campaigns, members, people


async def put(connection: AsyncConnection, guild_id: int, person: int, at: int) -> None:
    """Bar a person from a server; since when they are barred already stays."""
    found = await connection.execute(
        select(bars.c.at).where(bars.c.guild_id == guild_id, bars.c.person == person)
    )
    if found.first() is None:
        await connection.execute(insert(bars).values(guild_id=guild_id, person=person, at=at))


async def drop(connection: AsyncConnection, guild_id: int, person: int) -> bool:
    """Let a person in again; say whether they were barred."""
    done = await connection.execute(
        delete(bars).where(bars.c.guild_id == guild_id, bars.c.person == person)
    )
    return done.rowcount > 0


_BARRED = (
    select(bars.c.at)
    .select_from(people)
    .join(bars, bars.c.person == people.c.id)
    .where(people.c.discord_id == bindparam("account"), bars.c.guild_id == bindparam("there"))
)


async def has(connection: AsyncConnection, guild_id: int, discord_id: int) -> bool:
    """Say whether a Discord account is barred from a server."""
    found = await connection.execute(_BARRED, {"account": discord_id, "there": guild_id})
    return found.first() is not None


async def of(connection: AsyncConnection, guild_id: int) -> tuple[int, ...]:
    """Return the Discord accounts that are barred from a server, who was first before the rest."""
    found = await connection.execute(
        select(people.c.discord_id)
        .select_from(bars)
        .join(people, people.c.id == bars.c.person)
        .where(bars.c.guild_id == guild_id)
        .order_by(bars.c.at, bars.c.person)
    )
    return tuple(found.scalars())


async def names_of(connection: AsyncConnection, guild_id: int) -> dict[int, str]:
    """Return how a server's tables call those who are barred, by Discord account; the last name."""
    found = await connection.execute(
        select(people.c.discord_id, members.c.name)
        .select_from(bars)
        .join(people, people.c.id == bars.c.person)
        .join(members, members.c.person == bars.c.person)
        .join(campaigns, campaigns.c.id == members.c.campaign)
        .where(
            bars.c.guild_id == guild_id,
            campaigns.c.guild_id == guild_id,
            members.c.name.is_not(None),
        )
        .order_by(members.c.joined_at)
    )
    return {row.discord_id: row.name for row in found}


async def asking_of(connection: AsyncConnection, guild_id: int, person: int) -> tuple[str, ...]:
    """Return the live campaigns of a server at which a person asks for a seat."""
    found = await connection.execute(
        select(asks.c.campaign)
        .join(campaigns, campaigns.c.id == asks.c.campaign)
        .where(asks.c.person == person, campaigns.c.guild_id == guild_id, LIVE_CAMPAIGNS)
    )
    return tuple(found.scalars())
