"""Steps of a log that everybody may know of, by themselves: when, whose, and nothing of what."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import actions
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class PublicStep:
    """One of them; fields as in ``bot.store.schema``."""

    seq: int
    at: int
    seat: Seat | None
    kind: str


async def before(
    connection: AsyncConnection, campaign: str, seq: int, most: int
) -> tuple[PublicStep, ...]:
    """Return the last of them before an action, the latest first."""
    found = await connection.execute(
        select(actions.c.seq, actions.c.at, actions.c.seat, actions.c.kind)
        .where(actions.c.campaign == campaign, actions.c.seq < seq, actions.c.secret.is_(False))
        .order_by(actions.c.seq.desc())
        .limit(most)
    )
    return tuple(PublicStep(*row) for row in found)


async def version_after(connection: AsyncConnection, campaign: str, seq: int) -> int | None:
    """Return the public version after the next of them behind an action; ``None``: none is."""
    found = await connection.execute(
        select(actions.c.version)
        .where(actions.c.campaign == campaign, actions.c.seq > seq, actions.c.secret.is_(False))
        .order_by(actions.c.seq)
        .limit(1)
    )
    version = found.scalar_one_or_none()
    return None if version is None else int(version)
