"""Servers: what each has chosen, and since when one is without the bot."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.purge import forget_strangers
from bot.store.schema import bars, campaigns, guilds, shown_figures


@dataclass(frozen=True, slots=True)
class GuildRow:
    """What is kept about a server; fields as in ``bot.store.schema``."""

    most_open: int | None = None
    gone_at: int | None = None
    pace: str | None = None
    language: str | None = None
    games: tuple[str, ...] | None = None
    places: tuple[int, ...] | None = None
    referee_role: int | None = None
    lobby: int | None = None
    two_referees: bool | None = None


_GET = select(guilds).where(guilds.c.guild_id == bindparam("which"))


async def get(connection: AsyncConnection, guild_id: int) -> GuildRow:
    """Return what is kept about a server; nothing, as a rule."""
    found = await connection.execute(_GET, {"which": guild_id})
    row = found.one_or_none()
    if row is None:
        return GuildRow()
    return GuildRow(
        most_open=row.most_open,
        gone_at=row.gone_at,
        pace=row.pace,
        language=row.language,
        games=None if row.games is None else tuple(json.loads(row.games)),
        places=None if row.places is None else tuple(json.loads(row.places)),
        referee_role=row.referee_role,
        lobby=row.lobby,
        two_referees=row.two_referees,
    )


_NOTED = select(guilds.c.guild_id).where(guilds.c.guild_id == bindparam("which"))


async def note(connection: AsyncConnection, guild_id: int) -> None:
    """Know a server from now on: a campaign is created there."""
    found = await connection.execute(_NOTED, {"which": guild_id})
    if found.first() is None:
        await connection.execute(insert(guilds).values(guild_id=guild_id))


async def put(connection: AsyncConnection, guild_id: int, **values: Any) -> None:
    """Keep something about a server: any field of :class:`GuildRow`."""
    for name in ("games", "places"):
        if values.get(name) is not None:
            values[name] = json.dumps(list(values[name]), separators=(",", ":"))
    done = await connection.execute(
        update(guilds).where(guilds.c.guild_id == guild_id).values(**values)
    )
    if done.rowcount == 0:
        await connection.execute(insert(guilds).values(guild_id=guild_id, **values))


async def leave(connection: AsyncConnection, guild_id: int, at: int) -> None:
    """Note since when a known server is without the bot; what is noted already stays."""
    await connection.execute(
        update(guilds)
        .where(guilds.c.guild_id == guild_id, guilds.c.gone_at.is_(None))
        .values(gone_at=at)
    )


async def come_back(connection: AsyncConnection, guild_id: int) -> None:
    """Note that the bot is in a server."""
    await connection.execute(
        update(guilds).where(guilds.c.guild_id == guild_id).values(gone_at=None)
    )


async def is_left(connection: AsyncConnection, guild_id: int) -> bool:
    """Say whether a server is known to be without the bot."""
    found = await connection.execute(
        select(guilds.c.gone_at).where(guilds.c.guild_id == guild_id, guilds.c.gone_at.is_not(None))
    )
    return found.first() is not None


async def known(connection: AsyncConnection) -> dict[int, int | None]:
    """Return every server of which a campaign is on file, and since when it is without the bot."""
    found = await connection.execute(select(guilds.c.guild_id, guilds.c.gone_at))
    return {row.guild_id: row.gone_at for row in found}


_GONE = select(guilds.c.guild_id).where(guilds.c.gone_at <= bindparam("before"))


async def gone(connection: AsyncConnection, before: int) -> tuple[int, ...]:
    """Return the servers that have been without the bot since *before*."""
    found = await connection.execute(_GONE, {"before": before})
    return tuple(found.scalars())


async def drop(connection: AsyncConnection, guild_id: int) -> None:
    """Forget a server of which nothing is on file any more and which is without the bot.

    And who was barred from it, and who showed their figures there.
    """
    done = await connection.execute(
        delete(guilds).where(
            guilds.c.guild_id == guild_id,
            guilds.c.gone_at.is_not(None),
            ~exists().where(campaigns.c.guild_id == guild_id),
        )
    )
    if done.rowcount == 0:
        return
    known: set[int] = set()
    for table in (bars, shown_figures):
        found = await connection.execute(select(table.c.person).where(table.c.guild_id == guild_id))
        known |= {*found.scalars()}
        await connection.execute(delete(table).where(table.c.guild_id == guild_id))
    await forget_strangers(connection, known)


async def campaigns_of(connection: AsyncConnection, guild_ids: Collection[int]) -> tuple[str, ...]:
    """Return the ids of all campaigns of these servers."""
    found = await connection.execute(
        select(campaigns.c.id).where(campaigns.c.guild_id.in_(tuple(guild_ids)))
    )
    return tuple(found.scalars())
