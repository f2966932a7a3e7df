"""The data files that campaigns are played with, each content kept once."""

from __future__ import annotations

import zlib

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import remembered
from bot.store.damage import reading
from bot.store.errors import Garbled
from bot.store.schema import play_data
from engine.data.play_data import PlayData

_FIRST = "first data of "
"""Under which name is remembered what campaigns are played with that name no data."""


async def get(connection: AsyncConnection, digest: str) -> PlayData | None:
    """Return what is kept under a digest.

    Raises:
        Unreadable: It is not what was put there.
    """
    found = await connection.execute(
        select(play_data.c.game, play_data.c.content).where(play_data.c.digest == digest)
    )
    row = found.one_or_none()
    if row is None:
        return None
    with reading(f"the data {digest} of {row.game}"):
        try:
            data = PlayData.of_text(row.game, zlib.decompress(row.content).decode())
        except zlib.error as error:
            raise Garbled(str(error)) from error
        if data.digest != digest:
            raise Garbled("it was changed")
    return data


async def keep(connection: AsyncConnection, data: PlayData) -> None:
    """Keep data for good, unless it is kept already."""
    known = await connection.execute(
        select(play_data.c.digest).where(play_data.c.digest == data.digest)
    )
    if known.first() is None:
        content = zlib.compress(data.text.encode(), 9)
        await connection.execute(
            insert(play_data).values(digest=data.digest, game=data.game, content=content)
        )


async def first(connection: AsyncConnection, game: str) -> str | None:
    """Return the digest of what a game's campaigns are played with that name none."""
    return await remembered.get(connection, _FIRST + game)


async def keep_first(connection: AsyncConnection, data: PlayData) -> None:
    """Keep data as that which a game's campaigns are played with that name none."""
    await keep(connection, data)
    await remembered.put(connection, _FIRST + data.game, data.digest)
