"""Where the bulletins of campaigns stand on Discord."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import posts


@dataclass(frozen=True, slots=True)
class PostRow:
    """A bulletin that was posted; fields as in ``bot.store.schema``."""

    campaign: str
    last_seq: int
    first_seq: int
    channel_id: int
    message_id: int


_DROP = delete(posts).where(
    posts.c.campaign == bindparam("which"), posts.c.last_seq == bindparam("upto")
)
_ADD = insert(posts)


async def keep(connection: AsyncConnection, row: PostRow) -> None:
    """Keep where a bulletin stands, in place of one that told of actions up to the same."""
    await connection.execute(_DROP, {"which": row.campaign, "upto": row.last_seq})
    await connection.execute(_ADD, asdict(row))


async def telling(connection: AsyncConnection, campaign: str, seq: int) -> PostRow | None:
    """Return the bulletin that tells of an action; ``None`` where none that is known does."""
    found = await connection.execute(
        select(posts)
        .where(posts.c.campaign == campaign, posts.c.last_seq >= seq)
        .order_by(posts.c.last_seq)
        .limit(1)
    )
    row = found.one_or_none()
    if row is None or row.first_seq > seq:
        return None
    return PostRow(**row._mapping)  # noqa: SLF001 - documented name


async def at(connection: AsyncConnection, campaign: str, message_id: int) -> PostRow | None:
    """Return the bulletin of a campaign that a message is, if it is one."""
    found = await connection.execute(
        select(posts).where(posts.c.message_id == message_id, posts.c.campaign == campaign)
    )
    rows: Sequence[PostRow] = [PostRow(**row._mapping) for row in found]  # noqa: SLF001 - the same
    return next(iter(rows), None)
