"""What is still known of somebody who had themself erased, while the campaign lives.

No name and no number: a keyed hash of the account, which can be recognised and not read back. The
key is the campaign's own and goes, with all that was made with it, when the campaign ends.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import bindparam, delete, false, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.schema import LIVE_CAMPAIGNS, asks, campaigns, keys, traces
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """What was kept of one erased person; fields as in ``bot.store.schema``."""

    seat: Seat | None = None
    created: bool = False
    refused_at: int | None = None
    looked: bool = False


@dataclass(frozen=True, slots=True)
class ErasedPeople:
    """All that a campaign keeps of erased people."""

    secret: bytes = b""
    kept: Mapping[bytes, ErasedPerson] = field(default_factory=dict)

    def __repr__(self) -> str:
        # The key must never reach a log, not even by way of a traceback.
        return f"ErasedPeople({len(self.kept)})"

    def of(self, discord_id: int) -> ErasedPerson:
        """Return what was kept of a Discord account: nothing, as a rule."""
        return (
            self.kept.get(mark(self.secret, discord_id), ErasedPerson())
            if self.kept
            else ErasedPerson()
        )


NOBODY_ERASED = ErasedPeople()


def mark(secret: bytes, discord_id: int) -> bytes:
    """Return by what an account is recognised under a campaign's key."""
    return hmac.digest(secret, str(discord_id).encode(), hashlib.sha256)


async def of(connection: AsyncConnection, campaign: str) -> ErasedPeople:
    """Return what a campaign keeps of erased people."""
    secret = await _secret(connection, campaign)
    if secret is None:
        return NOBODY_ERASED
    found = await connection.execute(select(traces).where(traces.c.campaign == campaign))
    return ErasedPeople(
        secret,
        {
            row.mark: ErasedPerson(row.seat, row.created, row.refused_at, row.looked)
            for row in found
        },
    )


_SECRET = select(keys.c.secret).where(keys.c.campaign == bindparam("which"))


async def _secret(connection: AsyncConnection, campaign: str) -> bytes | None:
    found = await connection.execute(_SECRET, {"which": campaign})
    return found.scalar_one_or_none()


async def leave(
    connection: AsyncConnection, campaign: str, discord_id: int, new: ErasedPerson, fresh: bytes
) -> None:
    """Keep a trace of an account beside, or in place of, what was kept of it before.

    *fresh* becomes the campaign's key where it has none.
    """
    secret = await _secret(connection, campaign)
    if secret is None:
        secret = fresh
        await connection.execute(insert(keys).values(campaign=campaign, secret=fresh))
    which = (traces.c.campaign == campaign, traces.c.mark == mark(secret, discord_id))
    found = await connection.execute(select(traces).where(*which))
    row = found.one_or_none()
    if row is None:
        await connection.execute(
            insert(traces).values(
                campaign=campaign,
                mark=mark(secret, discord_id),
                seat=new.seat,
                created=new.created,
                refused_at=new.refused_at,
                looked=new.looked,
            )
        )
        return
    await connection.execute(
        update(traces)
        .where(*which)
        .values(
            seat=new.seat or row.seat,
            created=new.created or row.created,
            refused_at=new.refused_at or row.refused_at,
            looked=new.looked or row.looked,
        )
    )


_ENDED = tuple(
    delete(table).where(table.c.campaign == bindparam("which")) for table in (traces, keys, asks)
)


def ended(campaign: str) -> list[Write]:
    """Let the key of a campaign go, all that was made with it, and whoever still asked."""
    return [Write(statement, {"which": campaign}) for statement in _ENDED]


async def open_of(
    connection: AsyncConnection, guild_id: int, person: int | None, discord_id: int
) -> int:
    """Return how many live campaigns of a server a person created, before an erasure too."""
    mine = 0
    if person is not None:
        counted = await connection.execute(
            select(func.count()).where(
                campaigns.c.guild_id == guild_id,
                campaigns.c.creator == person,
                campaigns.c.lesson == false(),
                LIVE_CAMPAIGNS,
            )
        )
        mine = int(counted.scalar_one())
    with_keys = await connection.execute(
        select(keys.c.campaign, keys.c.secret)
        .select_from(campaigns.join(keys, keys.c.campaign == campaigns.c.id))
        .where(campaigns.c.guild_id == guild_id, campaigns.c.creator.is_(None), LIVE_CAMPAIGNS)
    )
    for campaign, secret in with_keys.all():
        found = await connection.execute(
            select(traces.c.created).where(
                traces.c.campaign == campaign, traces.c.mark == mark(secret, discord_id)
            )
        )
        mine += bool(found.scalar_one_or_none())
    return mine
